#include "app/export/export.h"

#include "app/export/cairo_painter.h"
#include "app/export/png.h"
#include "app/export/svg_painter.h"
#include "core/base/error.h"

#include <cairo-pdf.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <utility>

namespace heed {
namespace {

struct Surface {
    explicit Surface(cairo_surface_t* made) : surface(made) {}
    ~Surface() { cairo_surface_destroy(surface); }
    Surface(const Surface&) = delete;
    Surface& operator=(const Surface&) = delete;
    cairo_surface_t* surface;
};

void check(cairo_surface_t* surface, const char* what) {
    if (const cairo_status_t status = cairo_surface_status(surface); status != CAIRO_STATUS_SUCCESS)
        throw Error(what, std::string("not drawn: ") + cairo_status_to_string(status));
}

cairo_status_t append(void* file, const unsigned char* data, unsigned int length) {
    static_cast<std::string*>(file)->append(reinterpret_cast<const char*>(data), length);
    return CAIRO_STATUS_SUCCESS;
}

std::string pdf(const Scene& scene, double points) {
    std::string file;
    {
        Surface target(cairo_pdf_surface_create_for_stream(append, &file, scene.width * points, scene.height * points));
        // No dates: the same figure is the same file.
        cairo_pdf_surface_set_metadata(target.surface, CAIRO_PDF_METADATA_CREATE_DATE, "");
        cairo_pdf_surface_set_metadata(target.surface, CAIRO_PDF_METADATA_CREATOR, "Heed");
        { // the painter lets go before the surface ends
            CairoPainter painter(target.surface, points, CairoPainter::Target::Pdf);
            draw_scene(scene, painter);
        }
        cairo_surface_finish(target.surface);
        check(target.surface, "PDF");
    }
    return file;
}

/// Cairo keeps colours multiplied with their alpha, in native byte order.
std::string straight(const unsigned char* rows, int width, int height, int stride) {
    std::string rgba(static_cast<std::size_t>(width) * static_cast<std::size_t>(height) * 4, '\0');
    char* out = rgba.data();
    for (int y = 0; y < height; ++y) {
        const unsigned char* row = rows + static_cast<std::ptrdiff_t>(y) * stride;
        for (int x = 0; x < width; ++x, out += 4) {
            std::uint32_t pixel;
            std::memcpy(&pixel, row + x * 4, 4);
            const std::uint32_t alpha = pixel >> 24;
            for (int channel = 0; channel < 3; ++channel) {
                const std::uint32_t value = pixel >> (16 - 8 * channel) & 0xFF;
                const bool plain = alpha == 0 || alpha == 255;
                out[channel] = static_cast<char>(plain ? value : (value * 255 + alpha / 2) / alpha);
            }
            out[3] = static_cast<char>(alpha);
        }
    }
    return rgba;
}

} // namespace

FileKind file_kind(const std::filesystem::path& file) {
    static constexpr std::array<std::pair<const char*, FileKind>, 5> endings{{{".png", FileKind::Png},
                                                                              {".svg", FileKind::Svg},
                                                                              {".pdf", FileKind::Pdf},
                                                                              {".csv", FileKind::Csv},
                                                                              {".json", FileKind::Json}}};
    std::string ending = file.extension().string();
    std::transform(ending.begin(), ending.end(), ending.begin(),
                   [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    for (const auto& [name, kind] : endings)
        if (ending == name) return kind;
    throw Error(file.string(), "the ending says what to write", ".png, .svg, .pdf, .csv or .json",
                ending.empty() ? "none" : ending);
}

std::string render_rgba(const Scene& scene, double pixels_per_unit, int& width, int& height) {
    constexpr double longest = 16384, most = 200e6;
    const double w = std::max(1.0, std::round(scene.width * pixels_per_unit));
    const double h = std::max(1.0, std::round(scene.height * pixels_per_unit));
    if (!(w <= longest && h <= longest && w * h <= most))
        throw Error("PNG", "too large a picture", "at most 16384 pixels a side and 200 million in all",
                    std::to_string(std::llround(w)) + " × " + std::to_string(std::llround(h)));
    width = static_cast<int>(w);
    height = static_cast<int>(h);

    Surface target(cairo_image_surface_create(CAIRO_FORMAT_ARGB32, width, height));
    check(target.surface, "PNG");
    {
        CairoPainter painter(target.surface, pixels_per_unit, CairoPainter::Target::Pixels);
        draw_scene(scene, painter);
    }
    cairo_surface_flush(target.surface);
    check(target.surface, "PNG");
    return straight(cairo_image_surface_get_data(target.surface), width, height,
                    cairo_image_surface_get_stride(target.surface));
}

std::string render_picture(const Scene& scene, FileKind kind, const PictureOptions& options) {
    switch (kind) {
    case FileKind::Png: {
        int width = 0, height = 0;
        const std::string rgba = render_rgba(scene, options.dpi / options.units_per_inch, width, height);
        return png_bytes(rgba, width, height, options.dpi);
    }
    case FileKind::Svg: {
        SvgPainter painter(scene.width, scene.height, 25.4 / options.units_per_inch);
        draw_scene(scene, painter);
        return painter.finish();
    }
    case FileKind::Pdf: return pdf(scene, 72 / options.units_per_inch);
    case FileKind::Csv:
    case FileKind::Json: break;
    }
    throw Error("a picture", "wrong kind of file", "PNG, SVG or PDF", "one for numbers");
}

} // namespace heed
