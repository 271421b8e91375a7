#include "app/export/png.h"

#include <array>
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
    file +=
        big_endian(static_cast<std::uint32_t>(crc32(0, bytes, static_cast<uInt>(type.size() + data.size()))));
}

bool opaque(const std::string& rgba) {
    for (std::size_t at = 3; at < rgba.size(); at += 4)
        if (rgba[at] != '\xFF') return false;
    return true;
}

} // namespace

PngWriter::PngWriter(int width, int height, int channels, double dpi)
    : file_("\x89PNG\r\n\x1A\n"),
      above_(static_cast<std::size_t>(width) * static_cast<std::size_t>(channels)),
      filtered_(above_.size() + 1) {
    const char depth_and_kind[] = {8, static_cast<char>(channels == 3 ? 2 : 6), 0, 0, 0};
    add_chunk(file_, "IHDR",
              big_endian(static_cast<std::uint32_t>(width)) + big_endian(static_cast<std::uint32_t>(height)) +
                  std::string(depth_and_kind, sizeof depth_and_kind));
    if (dpi > 0) { // pixels a metre
        const std::string density = big_endian(static_cast<std::uint32_t>(std::lround(dpi / 0.0254)));
        add_chunk(file_, "pHYs", density + density + '\x01');
    }
    // Rows that equal the one above are zeros after filtering; more effort than this finds little more.
    if (deflateInit2(&stream_, 3, Z_DEFLATED, 15, 9, Z_DEFAULT_STRATEGY) != Z_OK) throw std::bad_alloc();
}

PngWriter::~PngWriter() { deflateEnd(&stream_); }

void PngWriter::pack(const unsigned char* bytes, std::size_t count, int flush) {
    std::array<char, 16384> out;
    stream_.next_in = const_cast<Bytef*>(bytes); // zlib reads only
    stream_.avail_in = static_cast<uInt>(count);
    do {
        stream_.next_out = reinterpret_cast<Bytef*>(out.data());
        stream_.avail_out = static_cast<uInt>(out.size());
        deflate(&stream_, flush);
        packed_.append(out.data(), out.size() - stream_.avail_out);
    } while (stream_.avail_out == 0);
}

void PngWriter::row(const unsigned char* pixels) {
    filtered_[0] = 2; // "up": minus the row above
    for (std::size_t at = 0; at < above_.size(); ++at) {
        filtered_[at + 1] = static_cast<unsigned char>(pixels[at] - above_[at]);
        above_[at] = pixels[at];
    }
    pack(filtered_.data(), filtered_.size(), Z_NO_FLUSH);
}

std::string PngWriter::finish() {
    pack(nullptr, 0, Z_FINISH);
    add_chunk(file_, "IDAT", packed_);
    add_chunk(file_, "IEND", "");
    return std::move(file_);
}

std::string png_bytes(const std::string& rgba, int width, int height, double dpi) {
    const std::size_t channels = opaque(rgba) ? 3 : 4, columns = static_cast<std::size_t>(width);
    PngWriter writer(width, height, static_cast<int>(channels), dpi);
    std::vector<unsigned char> row(columns * channels);
    const auto* pixel = reinterpret_cast<const unsigned char*>(rgba.data());
    for (int y = 0; y < height; ++y) {
        for (std::size_t x = 0; x < columns; ++x, pixel += 4)
            for (std::size_t c = 0; c < channels; ++c) row[x * channels + c] = pixel[c];
        writer.row(row.data());
    }
    return writer.finish();
}

} // namespace heed
