#include "app/export/png.h"

#include "core/base/error.h"

#include <cmath>
#include <new>
#include <png.h>
#include <vector>

namespace heed {
namespace {

struct Writer {
    png_structp png;
    png_infop info;
    ~Writer() { png_destroy_write_struct(&png, &info); }
};

void append(png_structp png, png_bytep bytes, std::size_t count) {
    static_cast<std::string*>(png_get_io_ptr(png))->append(reinterpret_cast<const char*>(bytes), count);
}

/// libpng's own way out is longjmp, past every destructor.
[[noreturn]] void refuse(png_structp, png_const_charp why) {
    throw Error("PNG", "not written", "a picture", why);
}

bool opaque(const std::string& rgba) {
    for (std::size_t at = 3; at < rgba.size(); at += 4)
        if (rgba[at] != '\xFF') return false;
    return true;
}

} // namespace

std::string png_bytes(int width, int height, int channels, double dpi,
                      const std::function<void(int y, unsigned char* row)>& fill) {
    std::string file;
    Writer writer{png_create_write_struct(PNG_LIBPNG_VER_STRING, nullptr, refuse, nullptr), nullptr};
    if (writer.png == nullptr) throw std::bad_alloc();
    writer.info = png_create_info_struct(writer.png);
    png_set_write_fn(writer.png, &file, append, nullptr);
    png_set_IHDR(writer.png, writer.info, static_cast<png_uint_32>(width), static_cast<png_uint_32>(height),
                 8, channels == 3 ? PNG_COLOR_TYPE_RGB : PNG_COLOR_TYPE_RGBA, PNG_INTERLACE_NONE,
                 PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    if (dpi > 0) {
        const auto per_metre = static_cast<png_uint_32>(std::lround(dpi / 0.0254));
        png_set_pHYs(writer.png, writer.info, per_metre, per_metre, PNG_RESOLUTION_METER);
    }
    // Flat pictures such as ours: rows that equal the one above are zeros after the "up" filter, and more
    // effort than this finds little more.
    png_set_filter(writer.png, PNG_FILTER_TYPE_BASE, PNG_FILTER_UP);
    png_set_compression_level(writer.png, 3);
    png_set_compression_mem_level(writer.png, 9);
    png_set_compression_strategy(writer.png, 0);
    png_set_compression_buffer_size(writer.png, 1 << 20); // a chunk holds as much
    png_write_info(writer.png, writer.info);
    std::vector<unsigned char> row(static_cast<std::size_t>(width) * static_cast<std::size_t>(channels));
    for (int y = 0; y < height; ++y) {
        fill(y, row.data());
        png_write_row(writer.png, row.data());
    }
    png_write_end(writer.png, nullptr);
    return file;
}

std::string png_bytes(const std::string& rgba, int width, int height, double dpi) {
    const int channels = opaque(rgba) ? 3 : 4;
    return png_bytes(width, height, channels, dpi, [&](int y, unsigned char* row) {
        const char* pixel = rgba.data() + static_cast<std::size_t>(y) * static_cast<std::size_t>(width) * 4;
        for (int x = 0; x < width; ++x, pixel += 4)
            for (int c = 0; c < channels; ++c) *row++ = static_cast<unsigned char>(pixel[c]);
    });
}

} // namespace heed
