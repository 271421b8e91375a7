#include "core/text/subword/charsmap.h"

#include "core/base/error.h"

#include <algorithm>

namespace heed::subword {

namespace {

// A unit: bit 8 says that a string ends here, the offset leads to the children, and the label is the byte
// that led here. The child without a label holds the value in place of an offset.
bool ends_string(std::uint32_t unit) { return (unit >> 8 & 1) != 0; }
std::uint32_t value_of(std::uint32_t unit) { return unit & 0x7FFFFFFF; }
std::uint32_t label_of(std::uint32_t unit) { return unit & 0x800000FF; }
std::uint32_t offset_of(std::uint32_t unit) { return (unit >> 10) << ((unit & 0x200) >> 6); }

std::uint32_t little_endian(std::string_view bytes, std::size_t at) {
    std::uint32_t value = 0;
    for (std::size_t n = 4; n > 0; --n) value = value << 8 | static_cast<unsigned char>(bytes[at + n - 1]);
    return value;
}

/// No map has keys near that; a trie that leads in a circle would have endless ones.
constexpr std::size_t longest_key = 1024;
/// Nor does any put that much in a key's place.
constexpr std::size_t longest_replacement = 4096;

} // namespace

Charsmap::Charsmap(std::string_view bytes, const std::string& subject) {
    if (bytes.empty()) return;
    const auto refuse = [&](const std::string& expected, const std::string& found) {
        throw Error(subject, "precompiled_charsmap", expected, found);
    };
    if (bytes.size() < 4) refuse("at least 4 bytes", std::to_string(bytes.size()));
    const std::size_t size = little_endian(bytes, 0), rest = bytes.size() - 4;
    if (size > rest || size % 4 != 0 || size == 0)
        refuse("a trie of whole units within " + std::to_string(rest) + " bytes",
               std::to_string(size) + " bytes");
    for (std::size_t at = 0; at < size; at += 4) units_.push_back(little_endian(bytes, 4 + at));
    strings_ = bytes.substr(4 + size);
    if (strings_.empty() || strings_.back() != '\0')
        refuse("strings that end with NUL", "the last without one");
    for (std::size_t at = 0; at < strings_.size();) {
        const std::size_t end = strings_.find('\0', at);
        if (end - at > longest_replacement)
            refuse("strings of at most " + std::to_string(longest_replacement) + " bytes",
                   std::to_string(end - at));
        at = end + 1;
    }
    if (offset_of(units_[0]) >= units_.size())
        refuse("a root that leads to one of " + std::to_string(units_.size()) + " units",
               std::to_string(offset_of(units_[0])));
}

Charsmap::Match Charsmap::find(std::string_view text, std::size_t at, bool shortest) const {
    Match match;
    if (units_.empty()) return match;
    const std::size_t end = std::min(text.size(), at + longest_key);
    std::size_t place = offset_of(units_[0]);
    for (std::size_t next = at; next < end; ++next) {
        const auto byte = static_cast<unsigned char>(text[next]);
        place ^= byte;
        if (place >= units_.size() || label_of(units_[place]) != byte) break;
        const std::uint32_t unit = units_[place];
        place ^= offset_of(unit);
        if (!ends_string(unit)) continue;
        if (place >= units_.size()) break;
        const std::size_t begin = value_of(units_[place]);
        if (begin >= strings_.size()) break;
        match = {next + 1 - at, std::string_view(strings_.c_str() + begin)};
        if (shortest) break;
    }
    return match;
}

Charsmap::Match Charsmap::longest(std::string_view text, std::size_t at) const {
    return find(text, at, false);
}
Charsmap::Match Charsmap::shortest(std::string_view text, std::size_t at) const {
    return find(text, at, true);
}

} // namespace heed::subword
