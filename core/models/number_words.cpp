#include "core/models/number_words.h"

#include "core/text/strings.h"

#include <algorithm>
#include <cmath>

namespace heed {

std::vector<NumberWord> words_of(std::string_view text) {
    constexpr std::string_view blanks = " \t\r\n";
    std::vector<NumberWord> words;
    for (std::size_t at = text.find_first_not_of(blanks); at != std::string_view::npos;) {
        const std::size_t end = std::min(text.find_first_of(blanks, at), text.size());
        words.push_back({text.substr(at, end - at), at, end});
        at = text.find_first_not_of(blanks, end);
    }
    return words;
}

std::optional<double> finite_number(std::string_view text) {
    const auto value = number_in<double>(text);
    return value && std::isfinite(static_cast<float>(*value)) ? value : std::nullopt;
}

std::vector<double> numbers_of(std::string_view word) {
    std::vector<double> numbers;
    for (const std::string_view part : split(word, ",")) {
        const auto value = finite_number(part);
        if (!value) return {};
        numbers.push_back(*value);
    }
    return numbers;
}

} // namespace heed
