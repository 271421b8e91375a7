// The measures of a line that a survey can be sorted by: a table.
#pragma once

#include "core/analysis/survey/line_record.h"

#include <optional>
#include <span>
#include <string_view>

namespace heed::survey {

enum class Worse { Low, High };

struct Measure {
    std::string_view id;       // in conditions and on the command line: "aer"
    std::string_view title;    // above its column: "AER"
    std::string_view unit;     // "nats a token"; empty: a share, or a count
    std::string_view when;     // which lines have it
    std::string_view computed; // how, in a sentence
    Worse worse;
    bool pair;     // of two models together
    bool of_line;  // the same for every model, as far as they read alike
    bool whole;    // a whole number
    bool is_share; // between 0 and 1
    /// Of a model; a measure of two has one value. None where the line has no such measure, or not yet.
    std::optional<double> (*value)(const LineRecord& line, int model);
};

std::span<const Measure> measures();
/// The index of that id, or -1.
int find_measure(std::string_view id);

/// A source token is unread where the weights of all outputs on it sum to less than this.
inline constexpr float hardly_read = 0.1f;

/// The numbers of several lines together, pooled as `heed evaluate` pools them (evaluation.h): sums before
/// division.
struct Pooled {
    struct OfModel {
        long long lines = 0, bad = 0, answered = 0, wrong = 0;
        long long source = 0, unread = 0, tokens = 0, rows = 0;
        long long links = 0, sure = 0, in_sure = 0, in_possible = 0;
        double log_prob = 0, entropy = 0;

        std::optional<double> log_prob_a_token() const;
        std::optional<double> mean_entropy() const;
        std::optional<double> unread_share() const;
        std::optional<double> error_rate() const;
        std::optional<double> wrong_share() const;
    };
    OfModel of[most_models];
    long long lines = 0, compared = 0, parted = 0;

    void add(const LineRecord& line);
};

} // namespace heed::survey
