// Inputs made of numbers: words between white space, each one number or several with commas between them.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

namespace heed {

struct NumberWord {
    std::string_view text;
    std::size_t begin, end; // bytes
};
std::vector<NumberWord> words_of(std::string_view text);

/// One that a float32 holds.
std::optional<double> finite_number(std::string_view text);
/// The numbers between the commas of a word; none where one of them is not such a number.
std::vector<double> numbers_of(std::string_view word);

} // namespace heed
