#include "app/render/scene_renderer.h"

#include "app/figures/base/color_map.h"
#include "app/figures/base/tiles.h"
#include "app/render/dashes.h"
#include "app/render/fingerprint.h"
#include "app/render/imgui_compat.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace heed {
namespace {

/// Of the em: how far the baseline lies below the middle of a line of text (half the height of a capital).
constexpr float baseline_below_middle = 0.364f;

ImU32 packed(Color color, float opacity) {
    return IM_COL32(color.r, color.g, color.b,
                    static_cast<int>(static_cast<float>(color.a) * opacity + 0.5f));
}
float snap(float v) { return std::floor(v + 0.5f); }
Point placed(Point p, const Placement& at) { return {at.x + p.x * at.scale, at.y + p.y * at.scale}; }
Box placed(Box b, const Placement& at) {
    return {at.x + b.x * at.scale, at.y + b.y * at.scale, b.w * at.scale, b.h * at.scale};
}
Dash scaled(Dash dash, float scale) { return {dash.on * scale, dash.off * scale}; }
bool visible(Color color) { return color.a != 0; }

bool same_colors(const TiledItem& a, const TiledItem& b) {
    return a.map == b.map && a.scale == b.scale && a.dark == b.dark && a.minimum == b.minimum &&
           a.maximum == b.maximum;
}

/// Large and opaque: cleared rather than drawn, which costs a software driver a quarter of ImGui's triangles
/// with their texture and their blending.
bool is_ground(const Box& box, Color fill, float opacity) {
    constexpr float least = 128 * 128; // px
    return fill.a == 255 && opacity >= 1 && box.w * box.h >= least;
}

/// Boxes with a border, and boxes that are not tiny, begin and end on device pixels.
Box snapped(Box b, bool bordered) {
    if (!bordered && (b.w < 8 || b.h < 8)) return b;
    const float x = snap(b.x), y = snap(b.y);
    return {x, y, std::max(1.0f, snap(b.right()) - x), std::max(1.0f, snap(b.bottom()) - y)};
}

std::vector<Point> take_path(ImDrawList& list) {
    std::vector<Point> points;
    points.reserve(static_cast<std::size_t>(list._Path.Size));
    for (const ImVec2& p : list._Path) points.push_back({p.x, p.y});
    list._Path.Size = 0;
    return points;
}

void emit_line(ImDrawList& list, const std::vector<Point>& line, ImU32 color, float width, bool closed) {
    for (const Point& p : line) list._Path.push_back({p.x, p.y});
    list.PathStroke(color, closed ? ImDrawFlags_Closed : ImDrawFlags_None, width);
}

/// A horizontal or vertical line of a few px stands on whole device pixels.
void snap_if_straight(std::vector<Point>& line, float width) {
    if (line.size() != 2) return;
    const float shift = static_cast<int>(snap(width)) % 2 == 1 ? 0.5f : 0.0f;
    const auto on_pixel = [shift](float v) { return std::floor(v - shift + 0.5f) + shift; };
    if (std::abs(line[0].x - line[1].x) < 0.01f) line[0].x = line[1].x = on_pixel(line[0].x);
    if (std::abs(line[0].y - line[1].y) < 0.01f) line[0].y = line[1].y = on_pixel(line[0].y);
}

} // namespace

void SceneRenderer::begin_frame(bool soft_light) {
    before_.swap(later_); // no address of a map's values comes to mean others between two frames
    later_.clear();
    if (runs_.begin_frame()) ++textures_version_;
    soft_light_ = soft_light;
    clips_ = 0;
}

void SceneRenderer::draw(const Scene& scene, const Placement& at) {
    if (visible(scene.background))
        put(RectItem{.box = {0, 0, scene.width, scene.height}, .fill = scene.background}, at);
    const int before = clips_;
    for (std::size_t n = 0; n < scene.items.size();) {
        const std::size_t maps = put_maps(scene.items, n, at);
        if (maps == 0) draw(scene.items[n], at);
        n += std::max<std::size_t>(maps, 1);
    }
    while (clips_ > before) put(ClipEnd{}, at);
}

void SceneRenderer::draw(const SceneItem& item, const Placement& at) {
    std::visit([&](const auto& kind) { put(kind, at); }, item);
}

void SceneRenderer::stroke(const std::vector<Point>& line, Color color, float width, Dash dash, bool closed,
                           const Placement& at) {
    if (!visible(color) || width <= 0 || line.size() < 2) return;
    const ImU32 ink = packed(color, at.opacity);
    if (dash.on <= 0 || dash.off <= 0) {
        emit_line(*at.list, line, ink, width, closed);
        return;
    }
    std::vector<Point> path = line;
    if (closed) path.push_back(line.front());
    for (const auto& piece : split_by_length(path, dash)) emit_line(*at.list, piece, ink, width, false);
}

void SceneRenderer::put(const RectItem& item, const Placement& at) {
    const bool bordered = visible(item.border) && item.border_width > 0;
    const Box box = snapped(placed(item.box, at), bordered);
    const float radius = std::min(item.radius * at.scale, std::min(box.w, box.h) / 2);
    if (is_ground(box, item.fill, at.opacity) && radius <= 0)
        put_off(RectItem{.box = box, .fill = item.fill}, box, at);
    else if (visible(item.fill))
        at.list->AddRectFilled({box.x, box.y}, {box.right(), box.bottom()}, packed(item.fill, at.opacity),
                               radius);
    if (!bordered) return;
    const float width = std::max(1.0f, item.border_width * at.scale), in = width / 2;
    at.list->PathRect({box.x + in, box.y + in}, {box.right() - in, box.bottom() - in},
                      std::max(0.0f, radius - in));
    stroke(take_path(*at.list), item.border, width, scaled(item.dash, at.scale), true, at);
}

void SceneRenderer::put(const CircleItem& item, const Placement& at) {
    const Point c = placed(item.centre, at);
    const float radius = item.radius * at.scale;
    if (radius <= 0) return;
    if (visible(item.fill)) at.list->AddCircleFilled({c.x, c.y}, radius, packed(item.fill, at.opacity));
    if (!visible(item.border) || item.border_width <= 0) return;
    at.list->PathArcTo({c.x, c.y}, radius, 0, 6.28318f, std::clamp(static_cast<int>(radius * 2), 16, 96));
    std::vector<Point> ring = take_path(*at.list);
    ring.pop_back(); // the last point is the first
    stroke(ring, item.border, std::max(1.0f, item.border_width * at.scale), scaled(item.dash, at.scale), true,
           at);
}

void SceneRenderer::put(const LineItem& item, const Placement& at) {
    if (item.points.size() < 2) return;
    std::vector<Point> line;
    line.reserve(item.points.size());
    for (const Point& p : item.points) line.push_back(placed(p, at));
    if (visible(item.fill)) {
        for (const Point& p : line) at.list->_Path.push_back({p.x, p.y});
        at.list->PathFillConvex(packed(item.fill, at.opacity));
    }
    const float width = std::max(item.width * at.scale, 0.5f);
    snap_if_straight(line, width);
    stroke(line, item.color, width, scaled(item.dash, at.scale), item.closed, at);
}

void SceneRenderer::put(const CurveItem& item, const Placement& at) {
    if (!visible(item.color)) return;
    const Point a = placed(item.a, at), b = placed(item.b, at), c = placed(item.c, at),
                d = placed(item.d, at);
    at.list->PathLineTo({a.x, a.y});
    at.list->PathBezierCubicCurveTo({b.x, b.y}, {c.x, c.y}, {d.x, d.y});
    stroke(take_path(*at.list), item.color, std::max(item.width * at.scale, 0.5f),
           scaled(item.dash, at.scale), false, at);
}

namespace {

constexpr float tiny_text = 8; // device px: below it, whole px are too coarse a measure of a font

float width_in(const FontChoice& choice, const std::string& text) {
    return choice.font
        ->CalcTextSizeA(choice.pixels, std::numeric_limits<float>::max(), 0, text.data(),
                        text.data() + text.size())
        .x;
}

} // namespace

void SceneRenderer::put(const TextItem& item, const Placement& at) {
    if (item.text.empty() || !visible(item.color)) return;
    if (!fonts_.plain(item.text, item.face)) return put_laid_out(item, at);
    fonts_.want(item.text, item.face);
    const FontChoice choice = fonts_.font(item.face, item.size * at.scale);
    if (!choice.font) return;
    const ImU32 ink = packed(item.color, at.opacity);
    const Point anchor = placed(item.at, at);
    const bool tiny = item.size * at.scale < tiny_text;
    const float width =
        item.align == Align::Left && !tiny ? 0 : fonts_.width(item.text, item.face, item.size) * at.scale;
    // In a picture drawn smaller, letters stand so close that a text is as wide as in the picture itself.
    const float drawn = tiny ? width_in(choice, item.text) : 0, closer = drawn > 0 ? width / drawn : 1;
    const float left = anchor.x - (item.align == Align::Centre  ? width / 2
                                   : item.align == Align::Right ? width
                                                                : 0);
    const float ratio = choice.pixels / choice.font->FontSize;
    const float baseline = anchor.y + baseline_below_middle * item.size * at.scale;
    const float top = snap(baseline) - snap(choice.font->Ascent * ratio);
    const char* begin = item.text.data();
    const char* end = begin + item.text.size();
    if (item.angle == 0 && std::abs(closer - 1) < 0.02f) {
        at.list->AddText(choice.font, choice.pixels, {snap(left), top}, ink, begin, end);
        return;
    }
    // Glyph by glyph, since ImGui leaves out whole lines that lie outside the clip before they are turned.
    const int first = at.list->VtxBuffer.Size;
    float x = left;
    while (begin < end) {
        unsigned int code = 0;
        begin += ImTextCharFromUtf8(&code, begin, end);
        if (code == 0) break;
        const auto glyph = static_cast<ImWchar>(code);
        choice.font->RenderChar(at.list, choice.pixels, {x, baseline - choice.font->Ascent * ratio}, ink,
                                glyph);
        x += choice.font->GetCharAdvance(glyph) * ratio * closer;
    }
    if (item.angle == 0) return;
    const float turn = -item.angle * 3.14159265f / 180.0f, sine = std::sin(turn), cosine = std::cos(turn);
    for (int n = first; n < at.list->VtxBuffer.Size; ++n) {
        ImVec2& p = at.list->VtxBuffer[n].pos;
        const float dx = p.x - anchor.x, dy = p.y - anchor.y;
        p = {anchor.x + dx * cosine - dy * sine, anchor.y + dx * sine + dy * cosine};
    }
}

void SceneRenderer::put_laid_out(const TextItem& item, const Placement& at) {
    const FontSource::Laid laid = fonts_.line(item.text, item.face, item.size * at.scale);
    const Point anchor = placed(item.at, at);
    const float share = item.align == Align::Left ? 0.0f : item.align == Align::Centre ? 0.5f : 1.0f;
    Point baseline{anchor.x - laid.line->width() * share,
                   anchor.y + baseline_below_middle * item.size * at.scale};
    if (item.angle == 0) baseline = {snap(baseline.x), snap(baseline.y)};
    runs_.draw(*laid.line, item.text, item.face, laid.pixels, item.color, at.opacity,
               {at.list, baseline, anchor, item.angle});
}

void SceneRenderer::draw(const std::shared_ptr<const Pixels>& pixels, ImDrawList& list, float x, float y) {
    if (pixels != pixels_) {
        pixels_ = pixels;
        pixels_texture_ = gl::Texture::make();
        ++textures_version_;
        glBindTexture(GL_TEXTURE_2D, pixels_texture_.id());
        for (const GLenum filter : {GL_TEXTURE_MIN_FILTER, GL_TEXTURE_MAG_FILTER})
            glTexParameteri(GL_TEXTURE_2D, filter, GL_NEAREST);
        for (const GLenum edge : {GL_TEXTURE_WRAP_S, GL_TEXTURE_WRAP_T})
            glTexParameteri(GL_TEXTURE_2D, edge, GL_CLAMP_TO_EDGE);
        glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, pixels->width, pixels->height, 0, GL_RGBA, GL_UNSIGNED_BYTE,
                     pixels->rgba.data());
    }
    const float left = snap(x), top = snap(y);
    list.AddImage(compat::texture_id(pixels_texture_.id()), {left, top},
                  {left + static_cast<float>(pixels->width), top + static_cast<float>(pixels->height)});
}

void SceneRenderer::put_off(const SceneItem& item, Box box, const Placement& at) {
    later_.push_back({&effects_, item, box, at.scale});
    at.list->AddCallback(&SceneRenderer::play, &later_.back());
    at.list->AddCallback(ImDrawCallback_ResetRenderState, nullptr);
}

std::size_t SceneRenderer::put_maps(const std::vector<SceneItem>& items, std::size_t first,
                                    const Placement& at) {
    if (!effects_.available()) return 0;
    std::vector<PlacedMap> maps;
    Box all{};
    for (std::size_t n = first; n < items.size(); ++n) {
        const auto* tiles = std::get_if<TiledItem>(&items[n]);
        if (!tiles || (!maps.empty() && !same_colors(*tiles, maps.front().item))) break;
        const Box box = placed(tiles->box, at);
        if (!MapPage::takes(*tiles, box)) break;
        const Point from{std::min(maps.empty() ? box.x : all.x, box.x),
                         std::min(maps.empty() ? box.y : all.y, box.y)};
        all = {from.x, from.y, std::max(all.right(), box.right()) - from.x,
               std::max(all.bottom(), box.bottom()) - from.y};
        maps.push_back({*tiles, box});
    }
    if (maps.empty()) return 0;
    const std::size_t count = maps.size();
    at.list->PushClipRect({std::floor(all.x), std::floor(all.y)},
                          {std::ceil(all.right()), std::ceil(all.bottom())}, true);
    later_.push_back({&effects_, ClipEnd{}, all, at.scale, std::move(maps)});
    at.list->AddCallback(&SceneRenderer::play, &later_.back());
    at.list->AddCallback(ImDrawCallback_ResetRenderState, nullptr);
    at.list->PopClipRect();
    return count;
}

void SceneRenderer::play(const ImDrawList*, const ImDrawCmd* command) {
    const Later& later = *static_cast<const Later*>(command->UserCallbackData);
    GLint viewport[4];
    glGetIntegerv(GL_VIEWPORT, viewport);
    const ImVec4 clip = command->ClipRect;
    if (clip.z <= clip.x || clip.w <= clip.y) return;
    glEnable(GL_SCISSOR_TEST);
    glScissor(static_cast<int>(clip.x), viewport[3] - static_cast<int>(clip.w),
              static_cast<int>(clip.z - clip.x), static_cast<int>(clip.w - clip.y));
    if (!later.maps.empty()) later.effects->draw_maps(later.maps, later.scale);
    if (const auto* matrix = std::get_if<MatrixItem>(&later.item))
        later.effects->draw_matrix(*matrix, later.box, later.scale);
    if (const auto* tiles = std::get_if<TiledItem>(&later.item))
        later.effects->draw_tiles(*tiles, later.box, later.scale);
    if (const auto* rect = std::get_if<RectItem>(&later.item)) later.effects->fill(later.box, rect->fill);
    if (const auto* glow = std::get_if<GlowItem>(&later.item))
        later.effects->draw_glow(*glow, later.box, glow->radius * later.scale);
}

namespace {

void add_tiles(Fingerprint& print, const TiledItem& tiles) {
    print.add(tiles.values.get(), tiles.first_row, tiles.first_column, tiles.rows, tiles.columns, tiles.map,
              tiles.scale, tiles.dark, tiles.gap, tiles.radius, tiles.minimum, tiles.maximum);
}

} // namespace

std::uint64_t SceneRenderer::content_of(const ImDrawCmd& command) {
    if (command.UserCallback != &SceneRenderer::play) return 0;
    const Later& later = *static_cast<const Later*>(command.UserCallbackData);
    Fingerprint print;
    print.add(later.box, later.scale);
    for (const PlacedMap& map : later.maps) {
        print.add(map.box);
        add_tiles(print, map.item);
    }
    if (const auto* matrix = std::get_if<MatrixItem>(&later.item)) {
        print.add(matrix->rows, matrix->columns, matrix->map, matrix->scale, matrix->dark, matrix->gap,
                  matrix->radius, matrix->maximum);
        print.add_all(*matrix->values);
    } else if (const auto* tiles = std::get_if<TiledItem>(&later.item)) {
        add_tiles(print, *tiles);
    } else if (const auto* rect = std::get_if<RectItem>(&later.item)) {
        print.add(rect->fill);
    } else if (const auto* glow = std::get_if<GlowItem>(&later.item)) {
        print.add(glow->radius, glow->color);
    }
    return print.value();
}

void SceneRenderer::put(const MatrixItem& item, const Placement& at) {
    if (!item.values || item.rows <= 0 || item.columns <= 0) return;
    const Box box = placed(item.box, at);
    if (effects_.available()) {
        put_off(item, box, at);
        return;
    }
    const auto& colors = color_table(item.map, item.dark);
    const float w = box.w / static_cast<float>(item.columns), h = box.h / static_cast<float>(item.rows);
    const float gap = item.gap * at.scale / 2, radius = item.radius * at.scale;
    for (int row = 0; row < item.rows; ++row)
        for (int column = 0; column < item.columns; ++column) {
            const float value = (*item.values)[static_cast<std::size_t>(row * item.columns + column)];
            if (std::isnan(value)) continue;
            const float share = apply_scale(
                item.scale, std::clamp(value / (item.maximum > 0 ? item.maximum : 1), 0.0f, 1.0f));
            const Color color = colors[static_cast<std::size_t>(share * 255.0f + 0.5f)];
            const float x = box.x + static_cast<float>(column) * w, y = box.y + static_cast<float>(row) * h;
            at.list->AddRectFilled({x + gap, y + gap}, {x + w - gap, y + h - gap}, packed(color, at.opacity),
                                   radius);
        }
}

/// Cut to its box: its outermost cells may reach beyond.
void SceneRenderer::put(const TiledItem& item, const Placement& at) {
    if (!item.values || item.rows <= 0 || item.columns <= 0) return;
    put(ClipItem{item.box}, at);
    if (effects_.available())
        put_off(item, placed(item.box, at), at);
    else
        put(as_matrix(item, at.scale), at);
    put(ClipEnd{}, at);
}

void SceneRenderer::put(const GlowItem& item, const Placement& at) {
    if (soft_light_ && effects_.available()) put_off(item, placed(item.box, at), at);
}

void SceneRenderer::put(const ClipItem& item, const Placement& at) {
    const Box box = placed(item.box, at);
    at.list->PushClipRect({box.x, box.y}, {box.right(), box.bottom()}, true);
    ++clips_;
}

void SceneRenderer::put(const ClipEnd&, const Placement& at) {
    if (clips_ == 0) return;
    at.list->PopClipRect();
    --clips_;
}

} // namespace heed
