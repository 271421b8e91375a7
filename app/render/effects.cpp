#include "app/render/effects.h"

#include "app/figures/base/color_map.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdlib>

namespace heed {

Effects::Effects(const std::filesystem::path& shaders) : corners_(gl::VertexArray::make()) {
    const std::vector<std::string> of_maps{"viewport", "values", "colors", "bottom", "top", "lift"};
    try {
        if (std::getenv("HEED_NO_SHADERS")) throw ShaderProblem{"HEED_NO_SHADERS is set"};
        if (shaders.empty()) throw ShaderProblem{"the folder of the shaders was not found"};
        heatmap_.emplace(shaders / "cells.vert", shaders / "heatmap.frag", of_maps);
        touching_.emplace(shaders / "cells.vert", shaders / "touching.frag", of_maps);
        glow_.emplace(shaders / "box.vert", shaders / "glow.frag",
                      std::vector<std::string>{"box", "viewport", "inner", "light", "reach"});
    } catch (const ShaderProblem& problem) {
        heatmap_.reset();
        touching_.reset();
        glow_.reset();
        problem_ = problem.text;
        return;
    }
    instances_ = gl::VertexArray::make();
    buffer_ = gl::Buffer::make();
    glBindVertexArray(instances_.id());
    glBindBuffer(GL_ARRAY_BUFFER, buffer_.id());
    const auto attribute = [](GLuint place, GLint count, std::size_t from) {
        glEnableVertexAttribArray(place);
        glVertexAttribPointer(place, count, GL_FLOAT, GL_FALSE, sizeof(Cells),
                              reinterpret_cast<const void*>(from));
        glVertexAttribDivisor(place, 1);
    };
    attribute(0, 4, offsetof(Cells, box));
    attribute(1, 4, offsetof(Cells, part));
    attribute(2, 2, offsetof(Cells, gap));
    glBindVertexArray(0);
}

void Effects::begin_frame(Target target) {
    target_ = target;
    maps_.begin_frame();
    page_.begin_frame();
    std::erase_if(values_, [](const auto& entry) { return entry.second.values.expired(); });
}

GLuint Effects::texture_of(const MatrixItem& item) {
    CachedValues& cached = values_[item.values.get()];
    if (!cached.texture || cached.values.lock() != item.values) {
        cached.values = item.values;
        cached.texture = gl::Texture::make();
        glBindTexture(GL_TEXTURE_2D, cached.texture.id());
        glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
        glTexImage2D(GL_TEXTURE_2D, 0, GL_R32F, item.columns, item.rows, 0, GL_RED, GL_FLOAT,
                     item.values->data());
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    }
    return cached.texture.id();
}

GLuint Effects::colors_of(ColorMapId map, bool dark) {
    gl::Texture& texture = colors_[{map, dark}];
    if (!texture) {
        texture = gl::Texture::make();
        glBindTexture(GL_TEXTURE_2D, texture.id());
        glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, 256, 1, 0, GL_RGBA, GL_UNSIGNED_BYTE,
                     color_table(map, dark).data());
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    }
    return texture.id();
}

namespace {

void draw_corners(const ShaderProgram& program, const gl::VertexArray& corners, Box box, float width,
                  float height) {
    program.set("box", box.x, box.y, box.w, box.h);
    program.set("viewport", width, height);
    glBindVertexArray(corners.id());
    glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
}

} // namespace

Effects::Cells Effects::cells_of(Box box, int x, int y, int columns, int rows, float gap, float radius) {
    return {
        {box.x, box.y, box.w, box.h},
        {static_cast<float>(x), static_cast<float>(y), static_cast<float>(columns), static_cast<float>(rows)},
        gap,
        radius};
}

void Effects::draw_cells(GLuint texture, const std::vector<Cells>& cells, const Look& look) {
    glActiveTexture(GL_TEXTURE1);
    glBindTexture(GL_TEXTURE_2D, colors_of(look.map, look.dark));
    glActiveTexture(GL_TEXTURE0);
    glBindTexture(GL_TEXTURE_2D, texture);
    const bool touch = std::all_of(cells.begin(), cells.end(),
                                   [](const Cells& one) { return one.gap <= 0 && one.radius <= 0; });
    const ShaderProgram& program = touch ? *touching_ : *heatmap_;
    program.use();
    program.set("viewport", static_cast<float>(target_.width), static_cast<float>(target_.height));
    program.set("values", 0);
    program.set("colors", 1);
    program.set("bottom", look.least);
    program.set("top", look.most > look.least ? look.most : look.least + 1.0f);
    program.set("lift", look.scale == ValueScale::LiftSmall ? 1 : 0);
    glBindVertexArray(instances_.id());
    glBindBuffer(GL_ARRAY_BUFFER, buffer_.id());
    glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(cells.size() * sizeof(Cells)), cells.data(),
                 GL_STREAM_DRAW);
    glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, static_cast<GLsizei>(cells.size()));
}

void Effects::draw_matrix(const MatrixItem& item, Box box, float scale) {
    if (!available() || !item.values || item.rows <= 0 || item.columns <= 0) return;
    if (item.values->size() < static_cast<std::size_t>(item.rows) * static_cast<std::size_t>(item.columns))
        return;
    const float most = item.maximum > 0 ? item.maximum : 1;
    draw_cells(texture_of(item),
               {cells_of(box, 0, 0, item.columns, item.rows, item.gap * scale, item.radius * scale)},
               {item.map, item.scale, item.dark, 0, most});
}

void Effects::draw_tiles(const TiledItem& item, Box box, float scale) {
    if (!available() || !item.values) return;
    const Look look{item.map, item.scale, item.dark, item.minimum, item.maximum};
    maps_.draw(item, box, [&](const MapTextures::Tile& tile) {
        const float apart = tile.cells ? scale : 0;
        draw_cells(tile.texture,
                   {cells_of(tile.box, 0, 0, tile.columns, tile.rows, item.gap * apart, item.radius * apart)},
                   look);
    });
}

void Effects::draw_maps(const std::vector<PlacedMap>& maps, float scale) {
    if (!available() || maps.empty()) return;
    const std::vector<MapPage::Part> parts = page_.parts(maps);
    if (parts.empty()) {
        for (const PlacedMap& map : maps) draw_tiles(map.item, map.box, scale);
        return;
    }
    std::vector<Cells> cells;
    cells.reserve(maps.size());
    for (std::size_t n = 0; n < maps.size(); ++n) {
        const MapPage::Part& part = parts[n];
        const float apart = part.cells ? scale : 0;
        cells.push_back(cells_of(maps[n].box, part.x, part.y, part.columns, part.rows,
                                 maps[n].item.gap * apart, maps[n].item.radius * apart));
    }
    const TiledItem& first = maps.front().item;
    draw_cells(page_.texture(), cells, {first.map, first.scale, first.dark, first.minimum, first.maximum});
}

void Effects::draw_glow(const GlowItem& item, Box box, float reach) {
    if (!available() || item.color.a == 0) return;
    const Box outer{box.x - reach, box.y - reach, box.w + 2 * reach, box.h + 2 * reach};
    glow_->use();
    glow_->set("inner", reach, reach, box.w, box.h);
    const auto part = [](std::uint8_t byte) { return static_cast<float>(byte) / 255.0f; };
    glow_->set("light", part(item.color.r), part(item.color.g), part(item.color.b), part(item.color.a));
    glow_->set("reach", reach);
    draw_corners(*glow_, corners_, outer, static_cast<float>(target_.width),
                 static_cast<float>(target_.height));
}

void Effects::fill(Box box, Color color) const {
    GLint cut[4];
    glGetIntegerv(GL_SCISSOR_BOX, cut);
    const auto whole = [](float v) { return static_cast<GLint>(std::lround(v)); };
    const GLint from = target_.height - whole(box.bottom());
    const GLint left = std::max(cut[0], whole(box.x)), low = std::max(cut[1], from),
                right = std::min(cut[0] + cut[2], whole(box.right())),
                high = std::min(cut[1] + cut[3], from + whole(box.bottom()) - whole(box.y));
    if (right <= left || high <= low) return;
    glScissor(left, low, right - left, high - low);
    const auto part = [](std::uint8_t byte) { return static_cast<float>(byte) / 255.0f; };
    glClearColor(part(color.r), part(color.g), part(color.b), part(color.a));
    glClear(GL_COLOR_BUFFER_BIT);
}

} // namespace heed
