#include "core/io/open/own_case/own_case_numbers.h"

#include "core/text/escape.h"

#include <algorithm>
#include <cmath>

namespace heed::io {
namespace {

/// What is no number is as far off as can be.
double worse(double most, double now) { return std::isnan(now) ? INFINITY : std::max(most, now); }

/// How far the log-probability of [word, theirs] is from theirs. Of words that stand in the list more than
/// once (a copied index says so), the nearest: the word does not tell which is meant.
double word_apart(const Json& pair, const OutputWords& written,
                  const Eigen::Ref<const Eigen::VectorXf>& log_probs) {
    if (!pair.is_array() || pair.size() != 2 || !pair[0].is_string() || !pair[1].is_number()) return INFINITY;
    const auto& word = pair[0].get_ref<const std::string&>();
    const double theirs = pair[1];
    const auto first = written.find(word);
    if (!first) return INFINITY;
    const auto apart = [&](int id) { return std::abs(theirs - static_cast<double>(log_probs(id))); };
    constexpr double as_good_as_equal = 1e-4;
    double least = apart(*first);
    for (int id = *first + 1; id < written.size() && least > as_good_as_equal; ++id)
        if (written.token(id) == word) least = std::min(least, apart(id));
    return least;
}

} // namespace

void compare_weights(const Trace& trace, const Json& rows, double of_file, ExampleDifference& found) {
    if (!trace.has_weights()) return;
    if (!rows.empty() && rows.size() != trace.steps.size()) {
        found.weights = INFINITY;
        return;
    }
    found.weighed = !rows.empty();
    found.rounded = rounding_of(rows, of_file);
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const Json& row = rows[i];
        if (!row.is_array() || row.size() < trace.source.size()) {
            found.weights = INFINITY;
            return;
        }
        for (std::size_t j = 0; j < trace.source.size(); ++j) {
            const double theirs = row[j].is_number() ? row[j].get<double>() : INFINITY;
            const double ours = static_cast<double>(trace.weight(static_cast<int>(i), static_cast<int>(j)));
            found.weights = worse(found.weights, std::abs(ours - theirs));
        }
    }
}

void compare_top(const Trace& trace, const Json& steps, const OutputWords& written, double of_file,
                 ExampleDifference& found) {
    found.rounded_top = rounding_of(steps, of_file);
    found.top = steps.size() >= trace.steps.size() && !trace.steps.empty();
    for (std::size_t i = 0; i < std::min(steps.size(), trace.steps.size()); ++i) {
        const Eigen::MatrixXf& log_probs = trace.at(Quantity::LogProbs);
        found.top = found.top && !steps[i].empty();
        for (const Json& pair : steps[i])
            found.log_probs = worse(found.log_probs,
                                    word_apart(pair, written, log_probs.col(static_cast<Eigen::Index>(i))));
        for (const Json& pair : steps[i])
            if (found.unlisted.empty() && pair.is_array() && !pair.empty() && pair[0].is_string() &&
                !written.find(pair[0].get_ref<const std::string&>()))
                found.unlisted = in_quotes(pair[0].get<std::string>(), 40);
    }
}

} // namespace heed::io
