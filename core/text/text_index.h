// At which place each of many texts stands. It keeps the places alone, about ten bytes for a text: whoever
// has the texts shows them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

namespace heed {

class TextIndex {
public:
    TextIndex() = default; // of none
    /// text_of(n) is the n-th of `count` texts. Of equal ones the first is found.
    template <class TextOf>
    TextIndex(std::size_t count, const TextOf& text_of) : slots_(room_for(count), -1) {
        for (std::size_t n = 0; n < count; ++n) {
            std::int32_t& slot = slots_[slot_of(std::string_view(text_of(n)), text_of)];
            if (slot < 0) slot = static_cast<std::int32_t>(n);
        }
    }

    /// The place of a text, or -1; text_of as when it was made.
    template <class TextOf>
    int find(std::string_view text, const TextOf& text_of) const {
        return slots_.empty() ? -1 : slots_[slot_of(text, text_of)];
    }

private:
    /// A power of two, of which at most half are taken.
    static std::size_t room_for(std::size_t count) {
        std::size_t room = 2;
        while (room < 2 * count) room *= 2;
        return room;
    }
    /// Where the text is, or would be: the first free slot behind the one its hash names.
    template <class TextOf>
    std::size_t slot_of(std::string_view text, const TextOf& text_of) const {
        std::size_t at = std::hash<std::string_view>()(text) & (slots_.size() - 1);
        while (slots_[at] >= 0 && std::string_view(text_of(static_cast<std::size_t>(slots_[at]))) != text)
            at = (at + 1) & (slots_.size() - 1);
        return at;
    }

    std::vector<std::int32_t> slots_; // places; -1: free
};

} // namespace heed
