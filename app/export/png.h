// Pixels to PNG. Flat pictures such as ours pack fast and small with the "up" filter, faster than a general
// writer that tries every filter on every row.
#pragma once

#include <string>

namespace heed {

/// `rgba`: straight (not premultiplied) RGBA, 8 bits each, rows from the top, width × height × 4 bytes. A picture
/// without transparency is written as RGB. dpi > 0 is noted in the file. Same pixels, same bytes.
std::string png_bytes(const std::string& rgba, int width, int height, double dpi);

} // namespace heed
