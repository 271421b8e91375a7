// Which lines of a survey are shown, and in which order: sorted by a measure, filtered by words and
// conditions.
#pragma once

#include "core/analysis/survey/measures.h"
#include "core/analysis/survey/sentence_file.h"

#include <array>
#include <atomic>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace heed::survey {

/// A measure of a model within bounds.
struct Condition {
    int measure = 0, model = 0;
    double low, high;                  // infinite: no bound
    bool above = false, below = false; // the bounds themselves are outside
    bool operator==(const Condition&) const = default;

    bool holds(const LineRecord& line) const;
};

/// "aer>.3", "words=6..20", "logp2<-1": a measure's id, with a 1 or 2 behind it to name the model, a
/// comparison and a number, or two of them with ".." between; "wrong" and "parting" alone: where there is
/// such a thing. None where the text is no condition. A model that is not named is `usual`.
std::optional<Condition> parse_condition(std::string_view text, int usual);
/// As it is typed: "aer1>0.3". With one model the number is left out.
std::string to_text(const Condition& condition, bool two_models);
/// As a chip says it: "AER > .3", "words 6 to 20".
std::string in_words(const Condition& condition);

/// How lines are sorted: worst first, or turned; lines without that measure come last, in the file's order.
struct Sorting {
    int measure = -1; // -1: the file's order
    int model = 0;
    bool turned = false;
    bool operator==(const Sorting&) const = default;
};

struct Wanted {
    Sorting sorting;
    std::vector<Condition> conditions;
    std::string words; // in the source, each of them; letter case and accents do not matter
    bool operator==(const Wanted&) const = default;
};

/// How often a measure has which values.
struct Histogram {
    static constexpr int bins = 16;
    double low = 0, high = 0; // of the values; equal: there is one, or none
    std::array<std::uint32_t, bins> counts{};
    std::uint32_t most = 0; // in a bin
};

struct Order {
    std::vector<std::uint32_t> lines;  // places in the table
    Pooled pooled;                     // of these
    std::vector<Histogram> histograms; // one a measure, of the lines with the words whatever the conditions
    std::size_t read = 0;              // lines of the table when it was made
};

/// Which lines hold all the words: a byte a line.
std::vector<std::uint8_t> find_words(const SentenceFile& file, const LineTable& lines, std::string_view words,
                                     const std::atomic<bool>* cancelled = nullptr);

/// `found`: as find_words() says; empty: no words are asked for. `shown_model`: whose values the histograms
/// are of.
Order make_order(const LineTable& lines, const Wanted& wanted, const std::vector<std::uint8_t>& found,
                 int shown_model);

} // namespace heed::survey
