#include "app/cli/read/given.h"

#include "app/cli/commands.h"
#include "core/models/registry.h"
#include "core/text/strings.h"

#include <algorithm>
#include <string_view>

namespace heed::cli {
namespace {

struct Pair {
    int position;
    std::string_view value;
};

Pair split(const std::string& word, const char* option, const char* form) {
    const std::size_t equals = word.find('=');
    const auto position = number_in<int>(std::string_view(word).substr(0, equals));
    if (equals == std::string::npos || equals + 1 == word.size() || !position || *position < 0)
        throw WrongWords(std::string(option) + ": expected " + form +
                         " with a position counted from 0, found " + word);
    return {*position, std::string_view(word).substr(equals + 1)};
}

template <class Value>
void keep(std::map<int, Value>& given, int position, Value value, const char* option) {
    if (!given.emplace(position, std::move(value)).second)
        throw WrongWords(std::string(option) + ": output " + std::to_string(position) + " is given twice");
}

/// "nan" and "inf" are numbers here, and are refused by the run.
float number(std::string_view text, const std::string& word, const char* option = "--weights") {
    const auto value = number_in<double>(text); // a double: 1e-60 is 0 rather than no number
    if (!value)
        throw WrongWords(std::string(option) + ": expected numbers between commas, found \"" +
                         std::string(text) + "\" in " + word);
    return static_cast<float>(*value);
}

[[noreturn]] void wrong_row(const std::string& word) {
    throw WrongWords(
        "--row: expected i=EDIT or all=EDIT, where EDIT is uniform, strongest, previous, shuffled:SEED, "
        "without:j,… or held:j=WEIGHT,…, found " +
        word);
}

int whole_number(std::string_view text, const std::string& word) {
    const auto value = number_in<int>(text);
    if (!value || *value < 0) wrong_row(word);
    return *value;
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
        for (const std::string_view part : heed::split(rest, ","))
            edit.without.push_back(whole_number(part, word));
    } else if (*kind == RowEdit::Kind::Held) {
        for (const std::string_view part : heed::split(rest, ",")) {
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

HeadEdits parse_heads(const std::vector<std::string>& words, HeadKind unnamed) {
    HeadEdits edits;
    for (const std::string& word : words) {
        const auto wrong = [&] {
            return WrongWords(
                "--head: expected L:H=EDIT or KIND:L:H=EDIT, where KIND is cross, encoder or "
                "decoder and EDIT is off, mean, uniform, strongest, head:K or input:TEXT, with @i,… "
                "at those outputs alone, found " +
                word);
        };
        const auto change = find_head_change(word, unnamed);
        if (!change) throw wrong();
        if (!edits.insert(*change).second)
            throw WrongWords("--head: head " + to_string(change->first) + " is given twice");
    }
    return edits;
}

HeadKind shown_heads(const Configuration& config) {
    const Architecture& architecture = *config.architecture();
    for (const HeadKind kind : {HeadKind::Cross, HeadKind::Encoder, HeadKind::Decoder})
        if (architecture.heads && architecture.heads(config, kind, 0) > 0) return kind;
    return HeadKind::Cross;
}

std::map<int, std::string> parse_forced(const std::vector<std::string>& words) {
    std::map<int, std::string> forced;
    for (const std::string& word : words) {
        const Pair pair = split(word, "--force", "i=TOKEN");
        keep(forced, pair.position, std::string(pair.value), "--force");
    }
    return forced;
}

std::map<int, std::string> parse_why(const std::vector<std::string>& words) {
    std::map<int, std::string> asked;
    for (const std::string& word : words) {
        if (word.find('=') != std::string::npos) {
            const Pair pair = split(word, "--why", "i=TOKEN");
            keep(asked, pair.position, std::string(pair.value), "--why");
            continue;
        }
        const auto position = number_in<int>(std::string_view(word));
        if (!position || *position < 0)
            throw WrongWords("--why: expected i or i=TOKEN with a position counted from 0, found " + word);
        keep(asked, *position, std::string(), "--why");
    }
    return asked;
}

std::map<int, std::vector<float>> parse_weights(const std::vector<std::string>& words) {
    std::map<int, std::vector<float>> given;
    for (const std::string& word : words) {
        const Pair pair = split(word, "--weights", "i=a,b,…");
        std::vector<float> numbers;
        for (const std::string_view part : heed::split(pair.value, ","))
            numbers.push_back(number(part, word));
        keep(given, pair.position, std::move(numbers), "--weights");
    }
    return given;
}

} // namespace heed::cli
