// Pixels to PNG. Flat pictures such as ours pack fast and small with the "up" filter and runs; a general
// writer tries every filter on every row.
#pragma once

#include <zlib.h>

#include <string>
#include <vector>

namespace heed {

/// Takes a picture row by row. Same pixels, same bytes.
class PngWriter {
public:
    /// `channels`: 3 (RGB) or 4 (RGBA, not multiplied with alpha), 8 bits each. dpi > 0 is noted in the file.
    PngWriter(int width, int height, int channels, double dpi);
    ~PngWriter();
    PngWriter(const PngWriter&) = delete;
    PngWriter& operator=(const PngWriter&) = delete;

    /// width × channels bytes; exactly `height` times, from the top.
    void row(const unsigned char* pixels);
    std::string finish();

private:
    void pack(const unsigned char* bytes, std::size_t count, int flush);

    std::string file_, packed_;
    std::vector<unsigned char> above_, filtered_;
    z_stream stream_{};
};

/// `rgba`: rows from the top, width × height × 4 bytes. A picture without transparency is written as RGB.
std::string png_bytes(const std::string& rgba, int width, int height, double dpi);

} // namespace heed
