#include "app/cli/given.h"

#include "app/cli/commands.h"

#include <charconv>
#include <string_view>

namespace heed::cli {
namespace {

struct Pair {
    int position;
    std::string_view value;
};

Pair split(const std::string& word, const char* option, const char* form) {
    const std::size_t equals = word.find('=');
    int position = -1;
    const auto read = std::from_chars(word.data(), word.data() + std::min(equals, word.size()), position);
    if (equals == std::string::npos || equals + 1 == word.size() || read.ec != std::errc() ||
        read.ptr != word.data() + equals || position < 0)
        throw WrongWords(std::string(option) + ": expected " + form + " with a position counted from 0, found " + word);
    return {position, std::string_view(word).substr(equals + 1)};
}

template <class Value> void keep(std::map<int, Value>& given, int position, Value value, const char* option) {
    if (!given.emplace(position, std::move(value)).second)
        throw WrongWords(std::string(option) + ": output " + std::to_string(position) + " is given twice");
}

/// A plus sign is no part of what from_chars reads; "nan" and "inf" are, and are refused by the run.
float number(std::string_view text, const std::string& word) {
    double value = 0; // so that 1e-60 is 0 rather than no number
    const auto read = std::from_chars(text.data(), text.data() + text.size(), value);
    if (read.ec != std::errc() || read.ptr != text.data() + text.size())
        throw WrongWords("--weights: expected numbers between commas, found \"" + std::string(text) + "\" in " + word);
    return static_cast<float>(value);
}

} // namespace

std::map<int, std::string> parse_forced(const std::vector<std::string>& words) {
    std::map<int, std::string> forced;
    for (const std::string& word : words) {
        const Pair pair = split(word, "--force", "i=TOKEN");
        keep(forced, pair.position, std::string(pair.value), "--force");
    }
    return forced;
}

std::map<int, std::vector<float>> parse_weights(const std::vector<std::string>& words) {
    std::map<int, std::vector<float>> given;
    for (const std::string& word : words) {
        const Pair pair = split(word, "--weights", "i=a,b,…");
        std::vector<float> numbers;
        for (std::size_t from = 0; from <= pair.value.size();) {
            const std::size_t comma = std::min(pair.value.find(',', from), pair.value.size());
            numbers.push_back(number(pair.value.substr(from, comma - from), word));
            from = comma + 1;
        }
        keep(given, pair.position, std::move(numbers), "--weights");
    }
    return given;
}

} // namespace heed::cli
