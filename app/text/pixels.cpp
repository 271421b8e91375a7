#include "app/text/pixels.h"

#include <algorithm>
#include <cmath>

namespace heed {
namespace {

struct Freed {
    void operator()(cairo_surface_t* surface) const { cairo_surface_destroy(surface); }
};
using Surface = std::unique_ptr<cairo_surface_t, Freed>;

Surface painted(const TextLine& line, const TextPixels& at, Color ink) {
    Surface surface(cairo_image_surface_create(CAIRO_FORMAT_ARGB32, at.width, at.height));
    cairo_t* cr = cairo_create(surface.get());
    cairo_set_source_rgb(cr, ink.r / 255.0, ink.g / 255.0, ink.b / 255.0);
    cairo_move_to(cr, -at.left, -at.top);
    pango_cairo_show_layout_line(cr, line.glyphs());
    cairo_destroy(cr);
    cairo_surface_flush(surface.get());
    return surface;
}

/// Pixels as Cairo has them: one number each, multiplied with its alpha.
template <class Take>
void each_pixel(cairo_surface_t* surface, const TextPixels& at, Take take) {
    const unsigned char* rows = cairo_image_surface_get_data(surface);
    const int stride = cairo_image_surface_get_stride(surface);
    if (!rows) return;
    for (int y = 0; y < at.height; ++y) {
        const auto* row =
            reinterpret_cast<const std::uint32_t*>(rows + static_cast<std::ptrdiff_t>(y) * stride);
        for (int x = 0; x < at.width; ++x) take(row[x]);
    }
}

} // namespace

TextPixels text_pixels(const TextLine& line, int from, int to, Color ink) {
    TextPixels out;
    const Box box = line.ink();
    const int left = std::max(from, static_cast<int>(std::floor(box.x)) - 1),
              right = std::min(to, static_cast<int>(std::ceil(box.right())) + 1);
    out.left = left;
    out.top = static_cast<int>(std::floor(box.y)) - 1;
    out.width = right - left;
    out.height = static_cast<int>(std::ceil(box.bottom())) + 1 - out.top;
    if (box.w <= 0 || box.h <= 0 || out.width <= 0 || out.height > 8192) {
        out.width = out.height = 0;
        return out;
    }
    // In white, every part of a pixel is its alpha, unless a glyph has a colour of its own.
    const Surface white = painted(line, out, {255, 255, 255, 255});
    out.bytes.reserve(static_cast<std::size_t>(out.width) * static_cast<std::size_t>(out.height));
    each_pixel(white.get(), out, [&](std::uint32_t pixel) {
        const std::uint32_t alpha = pixel >> 24;
        out.colored |= (pixel & 0xFFFFFF) != alpha * 0x10101;
        out.bytes.push_back(static_cast<std::uint8_t>(alpha));
    });
    if (!out.colored) return out;
    const Surface inked = painted(line, out, ink);
    out.bytes.clear();
    each_pixel(inked.get(), out, [&](std::uint32_t pixel) {
        const std::uint32_t alpha = pixel >> 24;
        for (const int shift : {16, 8, 0}) {
            const std::uint32_t part = pixel >> shift & 255;
            out.bytes.push_back(
                static_cast<std::uint8_t>(alpha == 0 ? 0 : std::min(255u, (part * 255 + alpha / 2) / alpha)));
        }
        out.bytes.push_back(static_cast<std::uint8_t>(alpha));
    });
    return out;
}

} // namespace heed
