#include "app/export/cairo_painter.h"

#include "app/text/faces.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace heed {
namespace {

constexpr double pi = std::numbers::pi;

double share(Align align) { return align == Align::Left ? 0 : align == Align::Centre ? 0.5 : 1; }

Box inset(const Box& box, float by) { return {box.x + by, box.y + by, box.w - 2 * by, box.h - 2 * by}; }

} // namespace

CairoPainter::CairoPainter(cairo_surface_t* surface, double scale, Target target)
    : cr_(cairo_create(surface)), scale_(scale), target_(target) {
    cairo_scale(cr_, scale, scale);
    cairo_set_line_join(cr_, CAIRO_LINE_JOIN_ROUND);
}

CairoPainter::~CairoPainter() { cairo_destroy(cr_); }

void CairoPainter::source(Color c) {
    cairo_set_source_rgba(cr_, c.r / 255.0, c.g / 255.0, c.b / 255.0, c.a / 255.0);
}

void CairoPainter::rounded(const Box& box, double radius) {
    const double r = std::min({radius, box.w / 2.0, box.h / 2.0});
    if (r <= 0) {
        cairo_rectangle(cr_, box.x, box.y, box.w, box.h);
        return;
    }
    const double left = box.x, top = box.y, right = left + box.w, bottom = top + box.h;
    cairo_new_sub_path(cr_);
    cairo_arc(cr_, right - r, top + r, r, -pi / 2, 0);
    cairo_arc(cr_, right - r, bottom - r, r, 0, pi / 2);
    cairo_arc(cr_, left + r, bottom - r, r, pi / 2, pi);
    cairo_arc(cr_, left + r, top + r, r, pi, 3 * pi / 2);
    cairo_close_path(cr_);
}

void CairoPainter::fill(Color color) {
    source(color);
    cairo_fill(cr_);
}

void CairoPainter::stroke(const Stroke& stroke) {
    source(stroke.color);
    cairo_set_line_width(cr_, stroke.width);
    const double pattern[] = {stroke.dash.on, stroke.dash.off};
    cairo_set_dash(cr_, pattern, stroke.dash.on > 0 && stroke.dash.off > 0 ? 2 : 0, 0);
    cairo_stroke(cr_);
}

void CairoPainter::paper(Color color) {
    source(color);
    cairo_paint(cr_);
}

void CairoPainter::rect(const RectItem& item) {
    if (item.box.w <= 0 || item.box.h <= 0) return;
    if (item.fill.a > 0) {
        rounded(item.box, item.radius);
        fill(item.fill);
    }
    const Stroke border{item.border, item.border_width, item.dash};
    if (!border.visible()) return;
    rounded(inset(item.box, border.width / 2), std::max(0.0f, item.radius - border.width / 2));
    stroke(border);
}

void CairoPainter::circle(const CircleItem& item) {
    const auto outline = [&](double radius) {
        cairo_new_sub_path(cr_);
        cairo_arc(cr_, item.centre.x, item.centre.y, std::max(0.0, radius), 0, 2 * pi);
    };
    if (item.fill.a > 0) {
        outline(item.radius);
        fill(item.fill);
    }
    const Stroke border{item.border, item.border_width, item.dash};
    if (!border.visible()) return;
    outline(item.radius);
    stroke(border);
}

void CairoPainter::line(const LineItem& item) {
    for (const Point& p : item.points) cairo_line_to(cr_, p.x, p.y);
    if (item.closed) cairo_close_path(cr_);
    if (item.closed && item.fill.a > 0) {
        source(item.fill);
        cairo_fill_preserve(cr_);
    }
    const Stroke line{item.color, item.width, item.dash};
    if (line.visible()) stroke(line);
    cairo_new_path(cr_);
}

void CairoPainter::curve(const CurveItem& item) {
    const Stroke line{item.color, item.width, item.dash};
    if (!line.visible()) return;
    cairo_move_to(cr_, item.a.x, item.a.y);
    cairo_curve_to(cr_, item.b.x, item.b.y, item.c.x, item.c.y, item.d.x, item.d.y);
    stroke(line);
}

namespace {

bool lacks_glyphs(const PangoLayoutLine* line) {
    for (const GSList* link = line->runs; link; link = link->next) {
        const PangoGlyphString* glyphs = static_cast<const PangoGlyphItem*>(link->data)->glyphs;
        for (int n = 0; n < glyphs->num_glyphs; ++n)
            if (glyphs->glyphs[n].glyph & PANGO_GLYPH_UNKNOWN_FLAG) return true;
    }
    return false;
}

bool has_leftward_run(const PangoLayoutLine* line) {
    for (const GSList* link = line->runs; link; link = link->next)
        if (static_cast<const PangoGlyphItem*>(link->data)->item->analysis.level % 2 != 0) return true;
    return false;
}

} // namespace

void CairoPainter::text(const TextItem& item) {
    const std::shared_ptr<const TextLine> line = setter_.line(item.text, item.face, item.size);
    const double x = -line->width() * share(item.align), y = item.size * baseline_shift;
    source(item.color);
    const bool pdf = target_ == Target::Pdf, boxes = pdf && lacks_glyphs(line->glyphs());
    const auto runs = pdf ? runs_with_colors(setter_, *line, item.face, item.color) : std::vector<TextRun>();
    if (item.angle == 0) {
        cairo_move_to(cr_, item.at.x + x, item.at.y + y);
        if (boxes || !runs.empty())
            whole_words(item, line->glyphs(), runs, item.at.x + x, item.at.y + y);
        else
            pango_cairo_show_layout_line(cr_, line->glyphs());
        cairo_new_path(cr_);
        return;
    }
    cairo_save(cr_);
    cairo_translate(cr_, item.at.x, item.at.y);
    cairo_rotate(cr_, -item.angle * pi / 180);
    const bool slanted = pdf && std::fmod(item.angle, 90) != 0;
    if (slanted && has_leftward_run(line->glyphs())) {
        cairo_move_to(cr_, x, y);
        pango_cairo_layout_line_path(cr_, line->glyphs()); // of what has colours of its own, nothing
        cairo_fill(cr_);
        for (const TextRun& run : runs)
            if (run.colored) picture(item, run.text, x + run.x, y);
        cairo_rotate(cr_, item.angle * pi / 180);
        unseen_in_order(item, *line);
    } else if (boxes || slanted || !runs.empty()) {
        whole_words(item, line->glyphs(), runs, x, y);
    } else {
        cairo_move_to(cr_, x, y);
        pango_cairo_show_layout_line(cr_, line->glyphs());
    }
    cairo_restore(cr_);
    cairo_new_path(cr_);
}

/// A space that says in the file what cannot be seen: text for which no font has glyphs can still be searched
/// and copied.
void CairoPainter::unseen(std::string_view text, double x, double y, float size) {
    const std::shared_ptr<const TextLine> space = setter_.line(" ", Face::Regular, size);
    if (!space->glyphs()->runs) return;
    const auto* run = static_cast<const PangoGlyphItem*>(space->glyphs()->runs->data);
    if (run->glyphs->num_glyphs != 1) return;
    const cairo_glyph_t glyph{run->glyphs->glyphs[0].glyph, x, y};
    const cairo_text_cluster_t cluster{static_cast<int>(text.size()), 1};
    cairo_set_scaled_font(cr_, pango_cairo_font_get_scaled_font(PANGO_CAIRO_FONT(run->item->analysis.font)));
    cairo_show_text_glyphs(cr_, text.data(), cluster.num_bytes, &glyph, 1, &cluster, 1,
                           static_cast<cairo_text_cluster_flags_t>(0));
}

/// The same character by character, from left to right on a level line: readers turn round what is read
/// leftwards, wherever it says it stands.
void CairoPainter::unseen_in_order(const TextItem& item, const TextLine& line) {
    const TextPlaces& places = line.places();
    std::vector<std::pair<float, std::size_t>> order; // left edge, number
    for (std::size_t n = 0; n < places.parts.size(); ++n)
        order.emplace_back(std::min(places.parts[n].from, places.parts[n].to), n);
    std::sort(order.begin(), order.end());
    const double step = setter_.line(" ", Face::Regular, item.size)->width();
    double x = 0;
    for (const auto& [left, n] : order) {
        const std::size_t begin = places.parts[n].begin;
        const std::size_t end = n + 1 < places.parts.size() ? places.parts[n + 1].begin : places.end;
        unseen(readable(std::string_view(item.text).substr(begin, end - begin)), x, 0, item.size);
        x += step;
    }
}

/// Readers of PDF find words by the boxes of their letters, and give up on slanted ones. A run shown as one
/// cluster carries its text as a whole ("ActualText"), so that slanted tokens can be searched and copied.
void CairoPainter::whole_words(const TextItem& item, PangoLayoutLine* line, const std::vector<TextRun>& runs,
                               double x, double y) {
    const char* text = pango_layout_get_text(line->layout);
    std::size_t place = 0;
    for (const GSList* link = line->runs; link; link = link->next) {
        const auto* run = static_cast<const PangoGlyphItem*>(link->data);
        std::vector<cairo_glyph_t> glyphs;
        bool unknown = false;
        double right = x;
        for (int n = 0; n < run->glyphs->num_glyphs; ++n) {
            const PangoGlyphInfo& glyph = run->glyphs->glyphs[n];
            unknown |= (glyph.glyph & PANGO_GLYPH_UNKNOWN_FLAG) != 0;
            if (glyph.glyph != PANGO_GLYPH_EMPTY)
                glyphs.push_back({glyph.glyph, right + pango_units_to_double(glyph.geometry.x_offset),
                                  y + pango_units_to_double(glyph.geometry.y_offset)});
            right += pango_units_to_double(glyph.geometry.width);
        }
        const int count = static_cast<int>(glyphs.size());
        const std::size_t n = place++;
        if (n < runs.size() && runs[n].colored) {
            picture(item, runs[n].text, x, y);
            unseen(runs[n].text, x, y, item.size);
        } else if (run->item->analysis.level % 2 != 0 &&
                   !unknown) { // each glyph says its own, as on every other line
            cairo_move_to(cr_, x, y);
            pango_cairo_show_glyph_item(cr_, text, const_cast<PangoGlyphItem*>(run));
        } else if (unknown || count == 0) { // drawn as a box with the number of the character
            cairo_move_to(cr_, x, y);
            pango_cairo_glyph_string_path(cr_, run->item->analysis.font, run->glyphs); // digits, but no text
            cairo_fill(cr_);
            unseen({text + run->item->offset, static_cast<std::size_t>(run->item->length)}, x, y, item.size);
        } else {
            const cairo_text_cluster_t cluster{run->item->length, count};
            cairo_set_scaled_font(
                cr_, pango_cairo_font_get_scaled_font(PANGO_CAIRO_FONT(run->item->analysis.font)));
            cairo_show_text_glyphs(cr_, text + run->item->offset, run->item->length, glyphs.data(), count,
                                   &cluster, 1, static_cast<cairo_text_cluster_flags_t>(0));
        }
        x = right;
    }
}

/// What has colours of its own: larger than cairo would take it, which is as large as it stands on the paper
/// in points.
void CairoPainter::picture(const TextItem& item, const std::string& run, double x, double y) {
    const TextPicture picture = text_picture(setter_, run, item.face, item.size, item.color);
    const TextPixels& pixels = picture.pixels;
    if (pixels.width <= 0 || pixels.height <= 0 || !pixels.colored) return;
    cairo_surface_t* surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, pixels.width, pixels.height);
    cairo_surface_flush(surface);
    unsigned char* rows = cairo_image_surface_get_data(surface);
    const int stride = cairo_image_surface_get_stride(surface);
    const std::uint8_t* in = pixels.bytes.data();
    for (int row = 0; rows && row < pixels.height; ++row) {
        auto* out = reinterpret_cast<std::uint32_t*>(rows + static_cast<std::ptrdiff_t>(row) * stride);
        for (int column = 0; column < pixels.width; ++column, in += 4) {
            const std::uint32_t alpha = in[3];
            const auto part = [alpha](std::uint32_t value) { return (value * alpha + 127) / 255; };
            out[column] = alpha << 24 | part(in[0]) << 16 | part(in[1]) << 8 | part(in[2]);
        }
    }
    cairo_surface_mark_dirty(surface);
    cairo_save(cr_);
    cairo_translate(cr_, x + picture.box.x, y + picture.box.y);
    const double unit = static_cast<double>(picture.box.w) / pixels.width;
    cairo_scale(cr_, unit, unit);
    cairo_set_source_surface(cr_, surface, 0, 0);
    cairo_paint(cr_);
    cairo_restore(cr_);
    cairo_surface_destroy(surface);
}

Box CairoPainter::on_pixels(const Box& box) const {
    const auto snap = [this](float v) { return static_cast<float>(std::round(v * scale_) / scale_); };
    const float x = snap(box.x), y = snap(box.y);
    return {x, y, snap(box.right()) - x, snap(box.bottom()) - y};
}

void CairoPainter::cells(const ColorCells& cells) {
    if (cells.better_as_image()) return image(cells);
    for (int row = 0; row < cells.rows; ++row) {
        for (int column = 0; column < cells.columns; ++column) {
            const Color color = cells.at(row, column);
            if (color.a == 0) continue;
            rounded(target_ == Target::Pixels ? on_pixels(cells.cell(row, column))
                                              : cells.overlapping_cell(row, column),
                    cells.radius);
            fill(color);
        }
    }
}

void CairoPainter::image(const ColorCells& cells) {
    cairo_surface_t* pixels = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, cells.columns, cells.rows);
    cairo_surface_flush(pixels);
    unsigned char* rows = cairo_image_surface_get_data(pixels);
    const int stride = cairo_image_surface_get_stride(pixels);
    for (int row = 0; row < cells.rows; ++row) {
        auto* out = reinterpret_cast<std::uint32_t*>(rows + static_cast<std::ptrdiff_t>(row) * stride);
        for (int column = 0; column < cells.columns; ++column) {
            const Color c =
                cells.at(row, column); // opaque or nothing: no multiplication with alpha is needed
            out[column] =
                c.a == 0 ? 0u : 0xFF000000u | std::uint32_t{c.r} << 16 | std::uint32_t{c.g} << 8 | c.b;
        }
    }
    cairo_surface_mark_dirty(pixels);
    const Box box = target_ == Target::Pixels ? on_pixels(cells.box) : cells.box;
    cairo_save(cr_);
    cairo_translate(cr_, box.x, box.y);
    cairo_scale(cr_, static_cast<double>(box.w) / cells.columns, static_cast<double>(box.h) / cells.rows);
    cairo_set_source_surface(cr_, pixels, 0, 0);
    cairo_pattern_set_filter(cairo_get_source(cr_), CAIRO_FILTER_NEAREST);
    cairo_rectangle(cr_, 0, 0, cells.columns, cells.rows);
    cairo_fill(cr_);
    cairo_restore(cr_);
    cairo_surface_destroy(pixels);
}

void CairoPainter::begin_clip(const Box& box) {
    cairo_save(cr_);
    cairo_rectangle(cr_, box.x, box.y, box.w, box.h);
    cairo_clip(cr_);
}

void CairoPainter::end_clip() { cairo_restore(cr_); }

} // namespace heed
