#include "app/export/png.h"

#include <zlib.h>

#include <cmath>
#include <cstdint>
#include <new>
#include <string_view>

namespace heed {
namespace {

std::string big_endian(std::uint32_t value) {
    std::string bytes;
    for (int shift = 24; shift >= 0; shift -= 8) bytes += static_cast<char>(value >> shift & 0xFF);
    return bytes;
}

/// Length, type, data, checksum of type and data (PNG specification, 5.3).
void add_chunk(std::string& file, std::string_view type, std::string_view data) {
    file += big_endian(static_cast<std::uint32_t>(data.size()));
    const std::size_t from = file.size();
    file += type;
    file += data;
    const auto* bytes = reinterpret_cast<const Bytef*>(file.data() + from);
    file += big_endian(static_cast<std::uint32_t>(crc32(0, bytes, static_cast<uInt>(type.size() + data.size()))));
}

bool opaque(const std::string& rgba) {
    for (std::size_t at = 3; at < rgba.size(); at += 4)
        if (rgba[at] != '\xFF') return false;
    return true;
}

/// Every row minus the row above it, behind the filter's number (2).
std::string filtered(const std::string& rgba, std::size_t width, std::size_t height, std::size_t channels) {
    std::string rows;
    rows.resize(height * (width * channels + 1));
    char* out = rows.data();
    for (std::size_t y = 0; y < height; ++y) {
        *out++ = 2;
        const char* row = rgba.data() + y * width * 4;
        const char* above = y ? row - width * 4 : nullptr;
        for (std::size_t x = 0; x < width * 4; x += 4)
            for (std::size_t c = 0; c < channels; ++c)
                *out++ = static_cast<char>(row[x + c] - (above ? above[x + c] : 0));
    }
    return rows;
}

std::string packed(const std::string& bytes) {
    uLongf size = compressBound(static_cast<uLong>(bytes.size()));
    std::string out(size, '\0');
    if (compress2(reinterpret_cast<Bytef*>(out.data()), &size, reinterpret_cast<const Bytef*>(bytes.data()),
                  static_cast<uLong>(bytes.size()), 6) != Z_OK)
        throw std::bad_alloc();
    out.resize(size);
    return out;
}

} // namespace

std::string png_bytes(const std::string& rgba, int width, int height, double dpi) {
    const bool rgb = opaque(rgba);
    std::string file = "\x89PNG\r\n\x1A\n";
    const char depth_and_kind[] = {8, static_cast<char>(rgb ? 2 : 6), 0, 0, 0};
    add_chunk(file, "IHDR",
              big_endian(static_cast<std::uint32_t>(width)) + big_endian(static_cast<std::uint32_t>(height)) +
                  std::string(depth_and_kind, sizeof depth_and_kind));
    if (dpi > 0) { // pixels a metre
        const std::string density = big_endian(static_cast<std::uint32_t>(std::lround(dpi / 0.0254)));
        add_chunk(file, "pHYs", density + density + '\x01');
    }
    add_chunk(file, "IDAT",
              packed(filtered(rgba, static_cast<std::size_t>(width), static_cast<std::size_t>(height), rgb ? 3 : 4)));
    add_chunk(file, "IEND", "");
    return file;
}

} // namespace heed
