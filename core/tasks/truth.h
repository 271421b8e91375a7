// Whether what a model wrote is what its task says is right.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace heed::tasks {

/// The one right answer to a text: its tokens, and as a person reads it.
struct RightAnswer {
    std::vector<std::string> tokens; // none where it is a number or a class
    std::string text;
    bool operator==(const RightAnswer&) const = default;
};
/// Nothing where there is no such task, or where the text is not of it.
std::optional<RightAnswer> right_answer(std::string_view task, std::string_view text);

/// What was written, held against the right answer.
struct Truth {
    bool right = false;
    std::string answer; // the right one
    /// The first output that differs, from 0; -1: none, or the answer is not written token by token.
    int output = -1;
    std::string wrote{}, wanted{}; // there; empty: the end
    /// Bytes of the differing token in what was written and in the answer; empty where that has ended.
    struct Bytes {
        std::size_t begin = 0, end = 0;
        bool operator==(const Bytes&) const = default;
    };
    Bytes in_written{}, in_answer{};
    bool operator==(const Truth&) const = default;
};
/// `written`: the tokens without the end token, and `finished` whether that was reached.
Truth held_against(const RightAnswer& answer, std::string_view task, const std::vector<std::string>& written,
                   std::string_view written_text, bool finished);

} // namespace heed::tasks
