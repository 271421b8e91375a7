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
        throw WrongWords(std::string(option) + ": expected " + form +
                         " with a position counted from 0, found " + word);
    return {position, std::string_view(word).substr(equals + 1)};
}

template <class Value>
void keep(std::map<int, Value>& given, int position, Value value, const char* option) {
    if (!given.emplace(position, std::move(value)).second)
        throw WrongWords(std::string(option) + ": output " + std::to_string(position) + " is given twice");
}

/// A plus sign is no part of what from_chars reads; "nan" and "inf" are, and are refused by the run.
float number(std::string_view text, const std::string& word, const char* option = "--weights") {
    double value = 0; // so that 1e-60 is 0 rather than no number
    const auto read = std::from_chars(text.data(), text.data() + text.size(), value);
    if (read.ec != std::errc() || read.ptr != text.data() + text.size())
        throw WrongWords(std::string(option) + ": expected numbers between commas, found \"" +
                         std::string(text) + "\" in " + word);
    return static_cast<float>(value);
}

/// The parts between commas.
std::vector<std::string_view> parts(std::string_view text) {
    std::vector<std::string_view> found;
    for (std::size_t from = 0; from <= text.size();) {
        const std::size_t comma = std::min(text.find(',', from), text.size());
        found.push_back(text.substr(from, comma - from));
        from = comma + 1;
    }
    return found;
}

[[noreturn]] void wrong_row(const std::string& word) {
    throw WrongWords(
        "--row: expected i=EDIT or all=EDIT, where EDIT is uniform, strongest, previous, shuffled:SEED, "
        "without:j,… or held:j=WEIGHT,…, found " +
        word);
}

int whole_number(std::string_view text, const std::string& word) {
    int value = -1;
    const auto read = std::from_chars(text.data(), text.data() + text.size(), value);
    if (read.ec != std::errc() || read.ptr != text.data() + text.size() || value < 0) wrong_row(word);
    return value;
}

RowEdit parse_row(std::string_view text, const std::string& word) {
    const std::size_t colon = std::min(text.find(':'), text.size());
    const auto kind = find_row_edit(text.substr(0, colon));
    if (!kind || *kind == RowEdit::Kind::Given) wrong_row(word);
    const std::string_view rest = text.substr(std::min(colon + 1, text.size()));
    RowEdit edit;
    edit.kind = *kind;
    if (*kind == RowEdit::Kind::Shuffled) {
        if (!rest.empty()) edit.seed = static_cast<std::uint64_t>(whole_number(rest, word));
    } else if (*kind == RowEdit::Kind::Without) {
        for (const std::string_view part : parts(rest)) edit.without.push_back(whole_number(part, word));
    } else if (*kind == RowEdit::Kind::Held) {
        for (const std::string_view part : parts(rest)) {
            const std::size_t equals = part.find('=');
            if (equals == std::string_view::npos) wrong_row(word);
            edit.held[whole_number(part.substr(0, equals), word)] =
                number(part.substr(equals + 1), word, "--row");
        }
    } else if (!rest.empty()) {
        wrong_row(word);
    }
    return edit;
}

} // namespace

void parse_rows(const std::vector<std::string>& words, Edits& edits) {
    for (const std::string& word : words) {
        if (word.starts_with("all=")) {
            if (edits.every_row) throw WrongWords("--row: all is given twice");
            edits.every_row = parse_row(std::string_view(word).substr(4), word);
            continue;
        }
        const Pair pair = split(word, "--row", "i=EDIT or all=EDIT");
        keep(edits.rows, pair.position, parse_row(pair.value, word), "--row");
    }
}

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
