// What the faces are called, and which text needs no layout.
#pragma once

#include "app/figures/base/scene.h"

#include <string>
#include <string_view>
#include <vector>

namespace heed {

/// What a face is called where fonts are asked for by name.
struct FaceNames {
    const char* families; // for CSS, best first
    const char* laid_out; // for Pango: the same, and whose letters for scripts that they lack
    int weight;           // 400, 500, 600
    bool italic;
};
const FaceNames& face_names(Face face);

/// Text that Pango and XML take: every byte that is not UTF-8, and every control character, is U+FFFD.
struct ReadableText {
    std::string text;
    std::vector<std::size_t> begins; // of each character of `text`: where it came from; and where all ends
};
ReadableText readable_text(std::string_view text);
std::string readable(std::string_view text);

/// Whether a line is read from the right: its first letter decides.
bool read_leftwards(std::string_view text);

/// A letter or sign that stands by itself, from left to right, whatever is beside it: Latin, Greek and
/// Cyrillic letters, digits, punctuation and signs of one code point. No marks, no joiners, no emoji.
bool stands_alone(char32_t c);
/// Beyond the last of them.
constexpr char32_t past_simple = 0x2C00;

} // namespace heed
