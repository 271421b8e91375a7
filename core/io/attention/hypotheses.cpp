// What fairseq-generate --print-alignment writes: lines "S-7<tab>source", "H-7<tab>score<tab>output" and
// "A-7<tab>0-0 1-1", or with soft alignments "A-7<tab>0.1,0.9 0.8,0.2", a group an output; among others.
#include "core/base/error.h"
#include "core/io/attention/forms.h"
#include "core/text/strings.h"

#include <algorithm>
#include <map>
#include <optional>

namespace heed::io {

namespace {

/// "A-7<tab>0-0 1-1": what it is, of which sentence, and what stands behind the tab.
struct TaggedLine {
    char tag = 0;
    int sentence = 0;
    std::string_view rest;
};

std::optional<TaggedLine> tagged_line(std::string_view line) {
    constexpr std::size_t most_digits = 9;
    const std::size_t tab = line.find('\t');
    if (tab == line.npos || tab < 3 || tab > 2 + most_digits || line[1] != '-') return std::nullopt;
    const std::string_view digits = line.substr(2, tab - 2);
    if (std::string_view("STHDPA").find(line[0]) == std::string_view::npos ||
        digits.find_first_not_of("0123456789") != digits.npos)
        return std::nullopt;
    return TaggedLine{line[0], std::stoi(std::string(digits)), line.substr(tab + 1)};
}

/// The output behind its score.
std::string_view behind_score(std::string_view rest) {
    const std::size_t tab = rest.find('\t');
    return tab == rest.npos ? std::string_view() : rest.substr(tab + 1);
}

/// What was read of a sentence so far.
struct SoFar {
    std::string_view source, output;
    int hypotheses = 0;
};

GivenSentence aligned_sentence(const TaggedLine& line, const SoFar& words, const std::string& what,
                               std::size_t& left) {
    if (line.rest.find(',') == line.rest.npos && line.rest.find('-') != line.rest.npos)
        return linked_sentence(line.rest, words_of(words.source), words_of(words.output), what, left);
    GivenSentence sentence = soft_alignment_sentence(words.output, line.rest, what);
    sentence.source = words_of(words.source);
    return sentence;
}

} // namespace

bool is_hypotheses(std::string_view text) {
    bool words = false;
    for (std::string_view line; next_line(text, line);) {
        const auto tagged = tagged_line(line);
        if (!tagged) continue;
        words = words || tagged->tag == 'S' || tagged->tag == 'H';
        if (words && tagged->tag == 'A') return true;
    }
    return false;
}

std::vector<GivenSentence> attention_in_hypotheses(std::string_view text, const std::string& file) {
    std::map<int, SoFar> read;
    std::vector<std::pair<int, GivenSentence>> found; // they are written in the order of their batches
    std::size_t left = cells_of_links(text.size());
    int number = 0;
    for (std::string_view line; next_line(text, line);) {
        ++number;
        const auto tagged = tagged_line(line);
        if (!tagged) continue;
        SoFar& words = read[tagged->sentence];
        if (tagged->tag == 'S') words.source = tagged->rest;
        if (tagged->tag == 'H') {
            words.output = behind_score(tagged->rest);
            ++words.hypotheses;
        }
        if (tagged->tag != 'A' || trimmed(tagged->rest).empty()) continue;
        const std::string what = file + ": line " + std::to_string(number);
        found.emplace_back(tagged->sentence, aligned_sentence(*tagged, words, what, left));
        found.back().second.name = "sentence " + std::to_string(tagged->sentence + 1);
        if (words.hypotheses > 1)
            found.back().second.name += ", hypothesis " + std::to_string(words.hypotheses);
    }
    std::stable_sort(found.begin(), found.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
    std::vector<GivenSentence> sentences;
    for (auto& [sentence, one] : found) sentences.push_back(std::move(one));
    if (sentences.size() == 1) sentences.front().name.clear();
    return sentences;
}

} // namespace heed::io
