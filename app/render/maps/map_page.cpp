#include "app/render/maps/map_page.h"

#include "app/figures/base/tiles.h"

#include <algorithm>
#include <cmath>

namespace heed {
namespace {

constexpr int most_texels = 512; // across or down, of one map
constexpr int first_side = 1024; // of the texture; OpenGL 3.3 promises as much

int largest_side() {
    static const int side = [] {
        GLint most = 0;
        glGetIntegerv(GL_MAX_TEXTURE_SIZE, &most);
        return std::clamp(static_cast<int>(most), first_side, 8192);
    }();
    return side;
}

/// A texel for every cell, or where those are smaller, for every pixel.
int texels(float pixels, int cells) { return std::clamp(static_cast<int>(pixels + 0.01f), 1, cells); }

MapPage::Part sized(const PlacedMap& map) {
    const MapValues& values = *map.item.values;
    MapPage::Part part;
    part.columns = texels(map.box.w, values.columns);
    part.rows = texels(map.box.h, values.rows);
    part.cells = part.columns == values.columns && part.rows == values.rows;
    return part;
}

} // namespace

bool MapPage::takes(const TiledItem& item, Box box) {
    if (!item.values || item.values->rows <= 0 || item.values->columns <= 0) return false;
    const bool whole = item.first_row <= 0.001f && item.first_column <= 0.001f &&
                       item.rows >= static_cast<float>(item.values->rows) - 0.01f &&
                       item.columns >= static_cast<float>(item.values->columns) - 0.01f;
    return whole && texels(box.w, item.values->columns) <= most_texels &&
           texels(box.h, item.values->rows) <= most_texels;
}

void MapPage::begin_frame() {
    std::erase_if(kept_, [](const auto& entry) { return entry.second.map.expired(); });
}

void MapPage::begin_anew(int side) {
    kept_.clear();
    if (!texture_ || shelves_.side() != side) {
        texture_ = gl::Texture::make();
        glBindTexture(GL_TEXTURE_2D, texture_.id());
        glTexImage2D(GL_TEXTURE_2D, 0, GL_R32F, side, side, 0, GL_RED, GL_FLOAT, nullptr);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, 0);
    }
    shelves_ = Shelves(side);
}

void MapPage::upload(const TiledItem& item, const Part& part) {
    const MapValues& map = *item.values;
    std::vector<float> pooled;
    if (!part.cells)
        pooled =
            largest_of_blocks(map, 0, map.rows, 0, map.columns, part.rows, part.columns, item.minimum < 0);
    glBindTexture(GL_TEXTURE_2D, texture_.id());
    glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
    glTexSubImage2D(GL_TEXTURE_2D, 0, part.x, part.y, part.columns, part.rows, GL_RED, GL_FLOAT,
                    part.cells ? map.values : pooled.data());
}

/// False: there is no room for it.
bool MapPage::place(const PlacedMap& wanted, Part& part) {
    part = sized(wanted);
    Kept& entry = kept_[{wanted.item.values.get(), part.columns, part.rows, wanted.item.minimum < 0}];
    if (entry.map.lock() == wanted.item.values) {
        part = entry.part;
        return true;
    }
    const auto place = shelves_.place(part.columns, part.rows);
    if (!place) return false;
    part.x = place->x;
    part.y = place->y;
    entry = {wanted.item.values, part};
    upload(wanted.item, part);
    return true;
}

std::vector<MapPage::Part> MapPage::parts(std::span<const PlacedMap> maps) {
    if (!texture_) begin_anew(first_side);
    std::vector<Part> found(maps.size());
    const auto all = [&] {
        for (std::size_t n = 0; n < maps.size(); ++n)
            if (!place(maps[n], found[n])) return false;
        return true;
    };
    if (all()) return found;
    long long needed = 0; // texels; what else lies there may go
    for (const PlacedMap& map : maps) needed += 1LL * sized(map).columns * sized(map).rows;
    int side = shelves_.side();
    while (true) {
        const bool roomy =
            2 * needed <= 1LL * side * side; // a page that is nearly full would be so again soon
        if (!roomy && side < largest_side()) {
            side = std::min(2 * side, largest_side());
            continue;
        }
        begin_anew(side);
        if (all()) return found;
        if (side >= largest_side()) break;
        side = std::min(2 * side, largest_side());
    }
    begin_anew(side);
    return {};
}

} // namespace heed
