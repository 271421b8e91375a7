#include "app/export/export.h"

#include "app/export/cairo_painter.h"
#include "app/export/png.h"
#include "app/export/svg_painter.h"
#include "core/base/error.h"
#include "core/text/strings.h"

#include <cairo-pdf.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
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
        Surface target(
            cairo_pdf_surface_create_for_stream(append, &file, scene.width * points, scene.height * points));
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

/// A scene on pixels.
struct Raster {
    Raster(const Scene& scene, double pixels_per_unit);

    const unsigned char* row(int y) const {
        return cairo_image_surface_get_data(target.surface) +
               static_cast<std::ptrdiff_t>(y) * cairo_image_surface_get_stride(target.surface);
    }

    int width, height;
    Surface target;
};

int pixel_count(float length, double pixels_per_unit) {
    return static_cast<int>(std::clamp(std::round(length * pixels_per_unit), 1.0, 1e9));
}

cairo_surface_t* make_pixels(int width, int height, bool opaque) {
    constexpr int longest = 16384;
    constexpr double most = 200e6;
    if (width > longest || height > longest || 1.0 * width * height > most)
        throw Error("PNG", "too large a picture", "at most 16384 pixels a side and 200 million in all",
                    std::to_string(width) + " × " + std::to_string(height));
    return cairo_image_surface_create(opaque ? CAIRO_FORMAT_RGB24 : CAIRO_FORMAT_ARGB32, width, height);
}

bool is_opaque(const Scene& scene) { return scene.background.a == 255; }

Raster::Raster(const Scene& scene, double pixels_per_unit)
    : width(pixel_count(scene.width, pixels_per_unit)), height(pixel_count(scene.height, pixels_per_unit)),
      target(make_pixels(width, height, is_opaque(scene))) {
    check(target.surface, "PNG");
    { // the painter lets go before pixels are read
        CairoPainter painter(target.surface, pixels_per_unit, CairoPainter::Target::Pixels);
        draw_scene(scene, painter);
    }
    cairo_surface_flush(target.surface);
    check(target.surface, "PNG");
}

/// Cairo keeps 0xAARRGGBB in native byte order, colours multiplied with alpha (undefined alpha in RGB24).
void copy_rgb(const unsigned char* row, int width, unsigned char* out) {
    for (int x = 0; x < width; ++x, out += 3) {
        std::uint32_t pixel;
        std::memcpy(&pixel, row + x * 4, 4);
        out[0] = static_cast<unsigned char>(pixel >> 16);
        out[1] = static_cast<unsigned char>(pixel >> 8);
        out[2] = static_cast<unsigned char>(pixel);
    }
}

void copy_rgba(const unsigned char* row, int width, bool opaque, unsigned char* out) {
    for (int x = 0; x < width; ++x, out += 4) {
        std::uint32_t pixel;
        std::memcpy(&pixel, row + x * 4, 4);
        const std::uint32_t alpha = opaque ? 255 : pixel >> 24;
        for (int channel = 0; channel < 3; ++channel) {
            const std::uint32_t value = pixel >> (16 - 8 * channel) & 0xFF;
            const bool as_it_is = alpha == 0 || alpha == 255;
            out[channel] = static_cast<unsigned char>(as_it_is ? value : (value * 255 + alpha / 2) / alpha);
        }
        out[3] = static_cast<unsigned char>(alpha);
    }
}

std::string png(const Scene& scene, double pixels_per_unit, double dpi) {
    const Raster raster(scene, pixels_per_unit);
    const bool opaque = is_opaque(scene);
    return png_bytes(raster.width, raster.height, opaque ? 3 : 4, dpi, [&](int y, unsigned char* row) {
        if (opaque)
            copy_rgb(raster.row(y), raster.width, row);
        else
            copy_rgba(raster.row(y), raster.width, false, row);
    });
}

} // namespace

FileKind file_kind(const std::filesystem::path& file) {
    static constexpr std::array<std::pair<const char*, FileKind>, 5> endings{{{".png", FileKind::Png},
                                                                              {".svg", FileKind::Svg},
                                                                              {".pdf", FileKind::Pdf},
                                                                              {".csv", FileKind::Csv},
                                                                              {".json", FileKind::Json}}};
    const std::string ending = ascii_lower(file.extension().string());
    for (const auto& [name, kind] : endings)
        if (ending == name) return kind;
    throw Error(file.string(), "the ending says what to write", ".png, .svg, .pdf, .csv or .json",
                ending.empty() ? "none" : ending);
}

std::string render_rgba(const Scene& scene, double pixels_per_unit, int& width, int& height) {
    const Raster raster(scene, pixels_per_unit);
    width = raster.width;
    height = raster.height;
    const std::size_t stride = static_cast<std::size_t>(width) * 4;
    std::string rgba(stride * static_cast<std::size_t>(height), '\0');
    for (int y = 0; y < height; ++y)
        copy_rgba(raster.row(y), width, is_opaque(scene),
                  reinterpret_cast<unsigned char*>(rgba.data()) + static_cast<std::size_t>(y) * stride);
    return rgba;
}

std::string render_picture(const Scene& scene, FileKind kind, const PictureOptions& options) {
    switch (kind) {
    case FileKind::Png:
        return png(scene, options.dpi / options.units_per_inch, options.dpi);
    case FileKind::Svg: {
        SvgPainter painter(scene.width, scene.height, 25.4 / options.units_per_inch);
        draw_scene(scene, painter);
        return painter.finish();
    }
    case FileKind::Pdf:
        return pdf(scene, 72 / options.units_per_inch);
    case FileKind::Csv:
    case FileKind::Json:
        break;
    }
    throw Error("a picture", "wrong kind of file", "PNG, SVG or PDF", "one for numbers");
}

} // namespace heed
