#include "app/export/svg_painter.h"

#include "app/export/png.h"
#include "app/text/faces.h"
#include "core/text/strings.h"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace heed {
namespace {

std::string xml_escaped(std::string_view text) {
    const auto as_it_is = [](char c) {
        return c >= ' ' && c < 127 && c != '&' && c != '<' && c != '>' && c != '"';
    };
    if (std::all_of(text.begin(), text.end(), as_it_is)) return std::string(text);
    std::string out;
    for (const char c : readable(text)) {
        switch (c) {
        case '&':
            out += "&amp;";
            break;
        case '<':
            out += "&lt;";
            break;
        case '>':
            out += "&gt;";
            break;
        case '"':
            out += "&quot;";
            break;
        default:
            out += c;
        }
    }
    return out;
}

std::string base64(std::string_view bytes) {
    constexpr std::string_view digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string out;
    for (std::size_t at = 0; at < bytes.size(); at += 3) {
        const std::size_t have = std::min<std::size_t>(3, bytes.size() - at);
        std::uint32_t group = 0;
        for (std::size_t n = 0; n < 3; ++n)
            group = group << 8 | (n < have ? static_cast<unsigned char>(bytes[at + n]) : 0u);
        for (std::size_t n = 0; n < 4; ++n) out += n <= have ? digits[group >> (18 - 6 * n) & 63] : '=';
    }
    return out;
}

} // namespace

SvgPainter& SvgPainter::operator<<(std::string_view text) {
    out_ += text;
    return *this;
}

/// Thousandths of a unit are far below what can be seen.
SvgPainter& SvgPainter::operator<<(double number) {
    if (!std::isfinite(number)) number = 0;
    char digits[64];
    const double rounded = std::round(number * 1000) / 1000;
    const auto result = std::to_chars(digits, digits + sizeof digits, rounded == 0 ? 0.0 : rounded);
    out_.append(digits, result.ptr);
    return *this;
}

SvgPainter::SvgPainter(float width, float height, double unit_mm) : width_(width), height_(height) {
    *this << "<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\" width=\""
          << width * unit_mm << "mm\" height=\"" << height * unit_mm << "mm\" viewBox=\"0 0 " << width << " "
          << height << "\" fill=\"none\" stroke-linejoin=\"round\" font-family=\""
          << face_names(Face::Regular).families << "\">\n";
}

std::string SvgPainter::finish() {
    out_ += "</svg>\n";
    return std::move(out_);
}

void SvgPainter::paint(const char* attribute, Color color) {
    constexpr std::string_view hex = "0123456789abcdef";
    *this << " " << attribute << "=\"#";
    for (const int byte : {color.r, color.g, color.b}) {
        out_ += hex[static_cast<std::size_t>(byte >> 4)];
        out_ += hex[static_cast<std::size_t>(byte & 15)];
    }
    *this << "\"";
    if (color.a < 255) *this << " " << attribute << "-opacity=\"" << color.a / 255.0 << "\"";
}

void SvgPainter::stroke(const Stroke& stroke) {
    if (!stroke.visible()) return;
    paint("stroke", stroke.color);
    if (stroke.width != 1) *this << " stroke-width=\"" << stroke.width << "\"";
    if (stroke.dash.on > 0 && stroke.dash.off > 0)
        *this << " stroke-dasharray=\"" << stroke.dash.on << " " << stroke.dash.off << "\"";
}

void SvgPainter::box(const Box& box, float radius) {
    *this << "<rect x=\"" << box.x << "\" y=\"" << box.y << "\" width=\"" << box.w << "\" height=\"" << box.h
          << "\"";
    if (const float r = std::min({radius, box.w / 2, box.h / 2}); r > 0) *this << " rx=\"" << r << "\"";
}

void SvgPainter::paper(Color color) {
    box({0, 0, width_, height_}, 0);
    paint("fill", color);
    *this << "/>\n";
}

void SvgPainter::rect(const RectItem& item) {
    if (item.box.w <= 0 || item.box.h <= 0) return;
    const Stroke border{item.border, item.border_width, item.dash};
    if (item.fill.a > 0) {
        box(item.box, item.radius);
        paint("fill", item.fill);
        *this << "/>\n";
    }
    if (!border.visible()) return;
    const float half = border.width / 2;
    box({item.box.x + half, item.box.y + half, item.box.w - border.width, item.box.h - border.width},
        std::max(0.0f, item.radius - half));
    stroke(border);
    *this << "/>\n";
}

void SvgPainter::circle(const CircleItem& item) {
    const Stroke border{item.border, item.border_width, item.dash};
    if (item.fill.a == 0 && !border.visible()) return;
    *this << "<circle cx=\"" << item.centre.x << "\" cy=\"" << item.centre.y << "\" r=\""
          << std::max(0.0f, item.radius) << "\"";
    if (item.fill.a > 0) paint("fill", item.fill);
    stroke(border);
    *this << "/>\n";
}

void SvgPainter::line(const LineItem& item) {
    const bool filled = item.closed && item.fill.a > 0;
    const Stroke line{item.color, item.width, item.dash};
    if (!filled && !line.visible()) return;
    *this << (item.closed ? "<polygon points=\"" : "<polyline points=\"");
    for (std::size_t n = 0; n < item.points.size(); ++n)
        *this << (n ? " " : "") << item.points[n].x << "," << item.points[n].y;
    *this << "\"";
    if (filled) paint("fill", item.fill);
    stroke(line);
    *this << "/>\n";
}

void SvgPainter::curve(const CurveItem& item) {
    const Stroke line{item.color, item.width, item.dash};
    if (!line.visible()) return;
    *this << "<path d=\"M" << item.a.x << " " << item.a.y << "C";
    for (const Point& p : {item.b, item.c, item.d}) *this << p.x << " " << p.y << " ";
    out_.back() = '"';
    stroke(line);
    *this << "/>\n";
}

void SvgPainter::text(const TextItem& item) {
    const bool ascii = is_ascii(item.text);
    if (!ascii) { // no letter of ASCII has colours: most numbers and words need not be set
        const auto line = setter_.line(item.text, item.face, item.size);
        if (const auto runs = runs_with_colors(setter_, *line, item.face, item.color); !runs.empty())
            return colored_text(item, runs, line->width());
    }
    words(item, item.text, !ascii && read_leftwards(item.text), item.at.x, item.align, true);
}

/// `x`: where the words begin, end or have their middle, on the line that `item` stands on.
void SvgPainter::words(const TextItem& item, const std::string& text, bool leftwards, float x, Align align,
                       bool visible) {
    const FaceNames& names = face_names(item.face);
    *this << "<text x=\"" << x << "\" y=\"" << item.at.y + item.size * baseline_shift << "\" font-size=\""
          << item.size << "\"";
    if (names.families != face_names(Face::Regular).families)
        *this << " font-family=\"" << names.families << "\"";
    if (names.weight != 400) *this << " font-weight=\"" << names.weight << "\"";
    if (names.italic) *this << " font-style=\"italic\"";
    // Where a line is read from the right, its anchors "start" and "end" have changed places.
    if (leftwards) *this << " direction=\"rtl\"";
    if (align == Align::Centre)
        *this << " text-anchor=\"middle\"";
    else if ((align == Align::Right) != leftwards)
        *this << " text-anchor=\"end\"";
    turned(item);
    paint("fill", visible ? item.color : Color{0, 0, 0, 0});
    if (text.find("  ") != std::string::npos || text.front() == ' ' || text.back() == ' ')
        *this << " xml:space=\"preserve\"";
    *this << ">" << xml_escaped(text) << "</text>\n";
}

void SvgPainter::turned(const TextItem& item) {
    if (item.angle != 0)
        *this << " transform=\"rotate(" << -item.angle << " " << item.at.x << " " << item.at.y << ")\"";
}

/// Many programs draw emoji in a text as black shapes, or not at all: what has colours is a picture, below
/// text that is not seen and can be searched and copied.
void SvgPainter::colored_text(const TextItem& item, const std::vector<TextRun>& runs, float width) {
    const float left = item.at.x - width * (item.align == Align::Left     ? 0.0f
                                            : item.align == Align::Centre ? 0.5f
                                                                          : 1.0f);
    for (const TextRun& run : runs) {
        const float x = left + run.x;
        if (run.colored) {
            const TextPicture picture = text_picture(setter_, run.text, item.face, item.size, item.color);
            const TextPixels& pixels = picture.pixels;
            const Box& box = picture.box;
            *this << "<image x=\"" << x + box.x << "\" y=\"" << item.at.y + item.size * baseline_shift + box.y
                  << "\" width=\"" << box.w << "\" height=\"" << box.h << "\"";
            turned(item);
            *this << " xlink:href=\"data:image/png;base64,"
                  << base64(
                         png_bytes({reinterpret_cast<const char*>(pixels.bytes.data()), pixels.bytes.size()},
                                   pixels.width, pixels.height, 0))
                  << "\"/>\n";
        }
        words(item, run.text, run.leftwards, x, Align::Left, !run.colored);
    }
}

void SvgPainter::cells(const ColorCells& cells) {
    if (cells.better_as_image()) return image(cells);
    // Sharp edges leave no seams between neighbours; rounded cells have gaps of their own.
    const bool sharp = cells.gap <= 0 && cells.radius <= 0;
    *this << (sharp ? "<g shape-rendering=\"crispEdges\">\n" : "<g>\n");
    for (int row = 0; row < cells.rows; ++row) {
        for (int column = 0; column < cells.columns; ++column) {
            if (cells.at(row, column).a == 0) continue;
            box(cells.cell(row, column), cells.radius);
            paint("fill", cells.at(row, column));
            *this << "/>\n";
        }
    }
    *this << "</g>\n";
}

void SvgPainter::image(const ColorCells& cells) {
    std::string pixels;
    pixels.reserve(cells.colors.size() * 4);
    for (const Color c : cells.colors)
        for (const std::uint8_t byte : {c.r, c.g, c.b, c.a}) pixels += static_cast<char>(byte);
    *this << "<image x=\"" << cells.box.x << "\" y=\"" << cells.box.y << "\" width=\"" << cells.box.w
          << "\" height=\"" << cells.box.h
          << "\" preserveAspectRatio=\"none\" image-rendering=\"optimizeSpeed\""
          << " style=\"image-rendering:pixelated\" xlink:href=\"data:image/png;base64,"
          << base64(png_bytes(pixels, cells.columns, cells.rows, 0)) << "\"/>\n";
}

void SvgPainter::begin_clip(const Box& area) {
    ++clips_;
    const std::string name = "clip" + std::to_string(clips_);
    *this << "<clipPath id=\"" << name << "\">";
    box(area, 0);
    *this << "/></clipPath><g clip-path=\"url(#" << name << ")\">\n";
}

void SvgPainter::end_clip() { *this << "</g>\n"; }

} // namespace heed
