#include "app/render/maps/map_textures.h"

#include "app/figures/base/tiles.h"

#include <algorithm>
#include <cmath>

namespace heed {
namespace {

constexpr int tile_side = 512;                        // texels
constexpr std::size_t most_bytes = 48u * 1024 * 1024; // of textures; more only while they are all in view

void upload(GLuint texture, const float* values, int columns, int rows, int row_length) {
    glBindTexture(GL_TEXTURE_2D, texture);
    glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
    glPixelStorei(GL_UNPACK_ROW_LENGTH, row_length);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_R32F, columns, rows, 0, GL_RED, GL_FLOAT, values);
    glPixelStorei(GL_UNPACK_ROW_LENGTH, 0);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
}

/// So many cells a texel that none is narrower than a pixel.
int cells_a_texel(float pixels_a_cell) {
    int cells = 1;
    while (pixels_a_cell * static_cast<float>(cells) < 0.999f && cells < (1 << 20)) cells *= 2;
    return cells;
}

bool shows_all(const TiledItem& item) {
    return item.first_row <= 0.001f && item.first_column <= 0.001f &&
           item.rows >= static_cast<float>(item.values->rows) - 0.01f &&
           item.columns >= static_cast<float>(item.values->columns) - 0.01f;
}

} // namespace

void MapTextures::begin_frame() {
    ++frame_;
    std::erase_if(tiles_, [&](const auto& entry) {
        if (!entry.second.map.expired()) return false;
        bytes_ -= entry.second.bytes;
        return true;
    });
}

void MapTextures::make_room() {
    while (bytes_ > most_bytes) {
        const auto oldest = std::min_element(tiles_.begin(), tiles_.end(), [](const auto& a, const auto& b) {
            return a.second.used < b.second.used;
        });
        if (oldest == tiles_.end() || oldest->second.used == frame_) return; // all are in view
        bytes_ -= oldest->second.bytes;
        tiles_.erase(oldest);
    }
}

MapTextures::Kept& MapTextures::kept(const Key& key, const TiledItem& item) {
    Kept& entry = tiles_[key];
    if (entry.map.lock() != item.values) { // another map lay at that address
        bytes_ -= entry.bytes;
        entry = {};
        entry.map = item.values;
    }
    entry.used = frame_;
    return entry;
}

/// Smaller than its cells: a texel for every pixel of the picture.
void MapTextures::whole(const TiledItem& item, Box box, const std::function<void(const Tile&)>& paint) {
    const MapValues& map = *item.values;
    const int rows = std::clamp(static_cast<int>(box.h), 1, map.rows),
              columns = std::clamp(static_cast<int>(box.w), 1, map.columns);
    Kept& entry = kept({&map, -columns, -rows, 0, 0, item.minimum < 0}, item);
    if (!entry.texture) {
        const auto values =
            largest_of_blocks(map, 0, map.rows, 0, map.columns, rows, columns, item.minimum < 0);
        entry.texture = gl::Texture::make();
        entry.bytes = values.size() * sizeof(float);
        bytes_ += entry.bytes;
        upload(entry.texture.id(), values.data(), columns, rows, 0);
        make_room();
    }
    paint({entry.texture.id(), box, rows, columns, rows == map.rows && columns == map.columns});
}

void MapTextures::draw(const TiledItem& item, Box box, const std::function<void(const Tile&)>& paint) {
    if (!item.values || item.rows <= 0 || item.columns <= 0) return;
    const MapValues& map = *item.values;
    const float wide = box.w / item.columns, high = box.h / item.rows; // px a cell
    if (shows_all(item) && (wide < 1 || high < 1)) return whole(item, box, paint);
    const int across = cells_a_texel(wide), down = cells_a_texel(high);
    const int cells_wide = tile_side * across, cells_high = tile_side * down; // of a tile
    const auto last = [](float first, float count, int cells, int all) {
        return std::min(static_cast<int>(std::ceil(first + count - 0.001f)), all) - 1 < 0
                   ? 0
                   : (std::min(static_cast<int>(std::ceil(first + count - 0.001f)), all) - 1) / cells;
    };
    const int last_row = last(item.first_row, item.rows, cells_high, map.rows),
              last_column = last(item.first_column, item.columns, cells_wide, map.columns);
    for (int row = static_cast<int>(item.first_row) / cells_high; row <= last_row; ++row)
        for (int column = static_cast<int>(item.first_column) / cells_wide; column <= last_column; ++column) {
            const int top = row * cells_high, bottom = std::min(top + cells_high, map.rows),
                      left = column * cells_wide, right = std::min(left + cells_wide, map.columns);
            const int rows = (bottom - top + down - 1) / down, columns = (right - left + across - 1) / across;
            Kept& entry = kept({&map, across, down, row, column, item.minimum < 0}, item);
            if (!entry.texture) {
                entry.texture = gl::Texture::make();
                entry.bytes =
                    static_cast<std::size_t>(rows) * static_cast<std::size_t>(columns) * sizeof(float);
                bytes_ += entry.bytes;
                if (across == 1 && down == 1)
                    upload(entry.texture.id(),
                           map.values +
                               static_cast<std::size_t>(top) * static_cast<std::size_t>(map.columns) + left,
                           columns, rows, map.columns);
                else
                    upload(entry.texture.id(),
                           largest_of_blocks(map, top, bottom, left, right, rows, columns, item.minimum < 0)
                               .data(),
                           columns, rows, 0);
                make_room();
            }
            paint({entry.texture.id(),
                   {box.x + (static_cast<float>(left) - item.first_column) * wide,
                    box.y + (static_cast<float>(top) - item.first_row) * high,
                    static_cast<float>(right - left) * wide, static_cast<float>(bottom - top) * high},
                   rows,
                   columns,
                   across == 1 && down == 1});
        }
}

} // namespace heed
