// Text that is rewritten stage by stage and still says which bytes of the user's own text it came from.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace heed::subword {

/// A text may not become longer than this; no tokenizer that is one makes more of a sentence.
inline constexpr std::size_t longest_text = 4u << 20; // bytes
/// Throws heed::Error where it grows past that.
void check_growth(std::size_t before, std::size_t bytes);

/// Bytes of the text as it was typed.
struct Span {
    std::uint32_t begin = 0, end = 0;
    bool operator==(const Span&) const = default;
};

/// Invariant: from.size() == text.size(). All bytes of a character carry the same span.
struct AlignedText {
    std::string text;
    std::vector<Span> from;
    std::size_t start = 0; // where in the typed text this part begins

    AlignedText() = default;
    /// Each byte that is no UTF-8 becomes U+FFFD; or, where bytes are kept, stays and stands for itself.
    explicit AlignedText(std::string_view typed, bool keep_bytes = false);

    /// One character of the text as it becomes. `taken`: 0, it stands for the next old character; above 0, it
    /// is put in and shares the span of what stands before it; −n, it stands for the next old character, and
    /// the n after that are left out.
    struct Change {
        char32_t to;
        int taken;
    };
    /// The whole text anew; `skipped` old characters are left out first.
    void rewrite(const std::vector<Change>& changes, std::size_t skipped = 0);

    /// Stretches of the text, in order and apart, each replaced by `content`, which shares the span of the
    /// stretch's last character.
    struct Stretch {
        std::size_t begin, end;
    };
    void replace(const std::vector<Stretch>& stretches, std::string_view content);
    /// In front of a text that is not empty; shares the span of its first character.
    void prepend(std::string_view content);
    /// What lies between two places, both at characters' ends.
    AlignedText slice(std::size_t begin, std::size_t end) const;
    /// Of bytes begin to end; where there are none, the place alone.
    Span span(std::size_t begin, std::size_t end) const;
};

} // namespace heed::subword
