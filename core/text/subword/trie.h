// A set of byte strings, each with a number, in which all that begin at a place of a text are found at once.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

namespace heed::subword {

class Trie {
public:
    Trie() = default;
    /// Empty strings are left out; of equal ones the last counts. Memory in proportion to the bytes.
    explicit Trie(std::vector<std::pair<std::string_view, int>> entries);

    bool empty() const { return nodes_.size() <= 1; }
    /// Calls found(length, value) for each entry that begins at `at`, the shortest first.
    template <class Found>
    void for_each_prefix(std::string_view text, std::size_t at, const Found& found) const {
        if (empty()) return;
        std::uint32_t node = root_[static_cast<unsigned char>(text[at])];
        for (std::size_t length = 1; node != 0; ++length) {
            if (nodes_[node].value >= 0) found(length, nodes_[node].value);
            if (at + length >= text.size()) return;
            node = child(node, static_cast<unsigned char>(text[at + length]));
        }
    }
    struct Match {
        std::size_t length = 0; // 0: none
        int value = -1;
    };
    Match longest(std::string_view text, std::size_t at) const;

private:
    /// Children lie side by side, by label; 0 stands for none, since the root is nobody's child.
    struct Node {
        std::uint32_t first = 0;
        std::int32_t value = -1;
        std::uint16_t count = 0;
        unsigned char label = 0;
    };
    std::uint32_t child(std::uint32_t node, unsigned char label) const;

    std::vector<Node> nodes_;
    std::array<std::uint32_t, 256> root_{};
};

} // namespace heed::subword
