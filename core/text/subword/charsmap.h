// SentencePiece's normalisation as it is stored: a double-array trie of byte strings and what replaces each.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace heed::subword {

class Charsmap {
public:
    Charsmap() = default; // replaces nothing
    /// u32 size of the trie in bytes, the trie's units, then strings that end with NUL, all little endian. No
    /// bytes: replaces nothing. Throws heed::Error naming `subject` where that does not hold together.
    Charsmap(std::string_view bytes, const std::string& subject);

    struct Match {
        std::size_t length = 0; // 0: nothing is replaced
        std::string_view by;
    };
    Match longest(std::string_view text, std::size_t at) const;
    Match shortest(std::string_view text, std::size_t at) const;
    bool empty() const { return units_.empty(); }

private:
    Match find(std::string_view text, std::size_t at, bool shortest) const;

    std::vector<std::uint32_t> units_;
    std::string strings_;
};

} // namespace heed::subword
