#include "app/render/effects.h"

#include "app/figures/base/color_map.h"

#include <cstdlib>

namespace heed {

Effects::Effects(const std::filesystem::path& shaders) : corners_(gl::VertexArray::make()) {
    try {
        if (std::getenv("HEED_NO_SHADERS")) throw ShaderProblem{"HEED_NO_SHADERS is set"};
        if (shaders.empty()) throw ShaderProblem{"the folder of the shaders was not found"};
        heatmap_.emplace(shaders / "box.vert", shaders / "heatmap.frag",
                         std::vector<std::string>{"box", "viewport", "values", "colors", "cells", "cell",
                                                  "gap", "radius", "bottom", "top", "lift"});
        glow_.emplace(shaders / "box.vert", shaders / "glow.frag",
                      std::vector<std::string>{"box", "viewport", "inner", "light", "reach"});
    } catch (const ShaderProblem& problem) {
        heatmap_.reset();
        glow_.reset();
        problem_ = problem.text;
    }
}

void Effects::begin_frame(Target target) {
    target_ = target;
    maps_.begin_frame();
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

void Effects::draw_cells(GLuint texture, int rows, int columns, Box box, const Look& look) {
    glActiveTexture(GL_TEXTURE1);
    glBindTexture(GL_TEXTURE_2D, colors_of(look.map, look.dark));
    glActiveTexture(GL_TEXTURE0);
    glBindTexture(GL_TEXTURE_2D, texture);
    heatmap_->use();
    heatmap_->set("values", 0);
    heatmap_->set("colors", 1);
    heatmap_->set("cells", static_cast<float>(columns), static_cast<float>(rows));
    heatmap_->set("cell", box.w / static_cast<float>(columns), box.h / static_cast<float>(rows));
    heatmap_->set("gap", look.gap);
    heatmap_->set("radius", look.radius);
    heatmap_->set("bottom", look.least);
    heatmap_->set("top", look.most > look.least ? look.most : look.least + 1.0f);
    heatmap_->set("lift", look.scale == ValueScale::LiftSmall ? 1 : 0);
    draw_corners(*heatmap_, corners_, box, static_cast<float>(target_.width),
                 static_cast<float>(target_.height));
}

void Effects::draw_matrix(const MatrixItem& item, Box box, float scale) {
    if (!available() || !item.values || item.rows <= 0 || item.columns <= 0) return;
    if (item.values->size() < static_cast<std::size_t>(item.rows) * static_cast<std::size_t>(item.columns))
        return;
    const float most = item.maximum > 0 ? item.maximum : 1;
    draw_cells(texture_of(item), item.rows, item.columns, box,
               {item.map, item.scale, item.dark, item.gap * scale, item.radius * scale, 0, most});
}

void Effects::draw_tiles(const TiledItem& item, Box box, float scale) {
    if (!available() || !item.values) return;
    Look look{item.map, item.scale, item.dark, 0, 0, item.minimum, item.maximum};
    maps_.draw(item, box, [&](const MapTextures::Tile& tile) {
        look.gap = tile.cells ? item.gap * scale : 0;
        look.radius = tile.cells ? item.radius * scale : 0;
        draw_cells(tile.texture, tile.rows, tile.columns, tile.box, look);
    });
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

} // namespace heed
