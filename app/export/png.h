// Pixels to PNG.
#pragma once

#include <functional>
#include <string>

namespace heed {

/// `fill` writes row y, width × channels bytes from the top; `channels`: 3 (RGB) or 4 (RGBA, not multiplied
/// with alpha), 8 bits each. dpi > 0 is noted in the file. Same pixels, same bytes. Throws heed::Error where
/// libpng refuses.
std::string png_bytes(int width, int height, int channels, double dpi,
                      const std::function<void(int y, unsigned char* row)>& fill);

/// `rgba`: rows from the top, width × height × 4 bytes. A picture without transparency is written as RGB.
std::string png_bytes(const std::string& rgba, int width, int height, double dpi);

} // namespace heed
