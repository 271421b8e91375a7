#include "app/render/text_runs.h"

#include "app/render/imgui_compat.h"

#include <cmath>
#include <functional>

namespace heed {
namespace {

constexpr int piece_width = 1024; // px

std::uint32_t packed(Color c) {
    return 0xFF000000u | std::uint32_t{c.r} << 16 | std::uint32_t{c.g} << 8 | c.b;
}

} // namespace

std::size_t TextRuns::Hash::operator()(const Key& key) const {
    std::size_t hash = std::hash<std::string>()(key.text);
    for (const std::uint32_t part :
         {static_cast<std::uint32_t>(key.face), static_cast<std::uint32_t>(key.pixels),
          static_cast<std::uint32_t>(key.piece), key.ink})
        hash = hash * 1099511628211u + part;
    return hash;
}

gl::Texture TextRuns::upload(const TextPixels& pixels) {
    gl::Texture texture = gl::Texture::make();
    glBindTexture(GL_TEXTURE_2D, texture.id());
    glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
    if (pixels.colored) {
        glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, pixels.width, pixels.height, 0, GL_RGBA, GL_UNSIGNED_BYTE,
                     pixels.bytes.data());
    } else {
        glTexImage2D(GL_TEXTURE_2D, 0, GL_R8, pixels.width, pixels.height, 0, GL_RED, GL_UNSIGNED_BYTE,
                     pixels.bytes.data());
        const GLint white[] = {GL_ONE, GL_ONE, GL_ONE, GL_RED};
        glTexParameteriv(GL_TEXTURE_2D, GL_TEXTURE_SWIZZLE_RGBA, white);
    }
    glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
    for (const GLenum filter : {GL_TEXTURE_MIN_FILTER, GL_TEXTURE_MAG_FILTER})
        glTexParameteri(GL_TEXTURE_2D, filter, GL_LINEAR);
    for (const GLenum side : {GL_TEXTURE_WRAP_S, GL_TEXTURE_WRAP_T})
        glTexParameteri(GL_TEXTURE_2D, side, GL_CLAMP_TO_EDGE);
    return texture;
}

const TextRuns::Piece& TextRuns::piece(const TextLine& line, const Key& key, Color ink) {
    if (const Piece* known = pieces_.find(key)) return *known;
    const TextPixels pixels = text_pixels(line, key.piece * piece_width, (key.piece + 1) * piece_width, ink);
    Piece made{{}, pixels.left, pixels.top, pixels.width, pixels.height, pixels.colored};
    const bool needed = pixels.width > 0 && pixels.colored == (key.ink != 0);
    if (needed) made.texture = upload(pixels);
    return pieces_.add(key, std::move(made), 256 + key.text.size() + (needed ? pixels.bytes.size() : 0));
}

void TextRuns::draw(const TextLine& line, const std::string& text, Face face, int pixels, Color ink,
                    float opacity, const Place& at) {
    const Box box = line.ink();
    if (box.w <= 0) return;
    const bool turned = at.angle != 0;
    float from = box.x - 1, to = box.right() + 1;
    if (!turned) { // what is in sight
        from = std::max(from, at.list->GetClipRectMin().x - at.baseline.x);
        to = std::min(to, at.list->GetClipRectMax().x - at.baseline.x);
    }
    const float turn = -at.angle * 3.14159265f / 180, sine = std::sin(turn), cosine = std::cos(turn);
    const auto placed = [&](float x, float y) {
        const float dx = at.baseline.x + x - at.anchor.x, dy = at.baseline.y + y - at.anchor.y;
        return turned ? ImVec2(at.anchor.x + dx * cosine - dy * sine, at.anchor.y + dx * sine + dy * cosine)
                      : ImVec2(at.baseline.x + x, at.baseline.y + y);
    };
    const int alpha = static_cast<int>(static_cast<float>(ink.a) * opacity + 0.5f);
    for (int n = static_cast<int>(std::floor(from / piece_width)); static_cast<float>(n * piece_width) < to;
         ++n) {
        Key key{text, face, pixels, n, 0};
        const Piece* part = &piece(line, key, ink);
        if (part->colored) {
            key.ink = packed(ink);
            part = &piece(line, key, ink);
        }
        if (!part->texture) continue;
        const auto left = static_cast<float>(part->left), top = static_cast<float>(part->top),
                   right = left + static_cast<float>(part->width),
                   bottom = top + static_cast<float>(part->height);
        const ImU32 tint =
            part->colored ? IM_COL32(255, 255, 255, alpha) : IM_COL32(ink.r, ink.g, ink.b, alpha);
        at.list->AddImageQuad(compat::texture_id(part->texture.id()), placed(left, top), placed(right, top),
                              placed(right, bottom), placed(left, bottom), {0, 0}, {1, 0}, {1, 1}, {0, 1},
                              tint);
    }
}

} // namespace heed
