#include "app/figures/compare/metric_words.h"

#include "app/figures/base/format.h"
#include "app/figures/compare/parts.h"
#include "app/figures/meaning/meaning.h"

#include <cmath>

namespace heed::compare {
namespace {

/// "8 links can be drawn, one an output, and 16 are sure: 33% is the least there is"; empty where 0 can be
/// reached.
std::string floor_words(const analysis::LeastError& least) {
    if (least.rate < 0.005) return {};
    return ". One link an output: " + std::to_string(least.drawn) + " can be drawn, " +
           std::to_string(least.sure) + " are sure, so " + percent(least.rate) + " is the least there is";
}

std::string own_error(const ComparePanel& panel) {
    const analysis::Judgement& judged = panel.judged;
    std::string words = "AER of this map. ";
    if (judged.own) {
        const auto links = static_cast<int>(judged.own->links),
                   right = static_cast<int>(judged.own->in_possible);
        words += counted(links, "link") + " drawn to the strongest token, " + std::to_string(right) +
                 " as the reference has " + (links == 1 ? "it" : "them") + "; " +
                 std::to_string(static_cast<int>(judged.own->sure)) + " are sure there";
    }
    if (!judged.right) words += ". Outputs that the right answer does not have count as wrong";
    return words + floor_words(judged.least);
}

std::string forced_error(const ComparePanel& panel, const CompareNumbers::Row& row) {
    std::string words = "AER of the map of the right answer, which the model was made to write";
    if (row.forced_error_next)
        words += ": " + percent(*row.forced_error_next) + " if each row is read one output back";
    if (row.forced_error_soft) words += ", " + percent(*row.forced_error_soft) + " with every weight counted";
    return words + floor_words(panel.judged.forced_least);
}

std::string entropy_words(const ComparePanel& panel, const CompareNumbers::Row& row) {
    const int T = panel.trace ? panel.trace->source_length() : 0;
    std::string words = "Mean entropy of this map's rows: 0 = one token only";
    if (T > 1) words += ", " + fixed(std::log(T), 2) + " = spread evenly over " + std::to_string(T);
    if (row.short_rows) words += ". Each row was divided by its sum first, which is less than 1 here";
    return words;
}

std::string tau_words(const ComparePanel& panel) {
    if (!panel.meaning) return {};
    const PanelMeaning& m = *panel.meaning;
    if (!m.gradient) return m.none;
    std::string words =
        "Kendall τ: how far the weights rank the source as gradient × input does. Mean over " +
        counted(m.gradient->outputs, "output") + " " + fixed(m.gradient->mean, 3) + ", 95% interval " +
        fixed(m.gradient->low, 3) + " to " + fixed(m.gradient->high, 3);
    if (m.left_out) words += "; with leave one out " + fixed(m.left_out->mean, 3);
    if (m.shuffled) words += "; shuffled weights have " + fixed(m.shuffled->mean, 3);
    if (m.other_run) words += ". Measured with the model's own weights, which are not those of this panel";
    return words + (m.opens ? ". Click for what the weights mean" : "");
}

} // namespace

bool opens_meaning(MetricKind kind, const ComparePanel& panel) {
    return kind == MetricKind::Tau && panel.meaning && panel.meaning->gradient && panel.meaning->opens;
}

std::string metric_text(MetricKind kind, double value) {
    switch (kind) {
    case MetricKind::LogProb:
        return log_prob_number(value);
    case MetricKind::Entropy:
        return value <= 0 ? "0" : value < 0.0005 ? "<.001" : fixed(value, value < 0.0995 ? 3 : 2);
    case MetricKind::Sharpness:
        return weight_number(value);
    case MetricKind::Tau:
        return tau_number(value);
    case MetricKind::Error:
    case MetricKind::ForcedError:
        break;
    }
    return percent(value);
}

std::string metric_tooltip(MetricKind kind, const ComparePanel& panel, const CompareNumbers::Row& row) {
    switch (kind) {
    case MetricKind::LogProb:
        return "Logarithm of the probability of what " + panel.title +
               (panel.trace && panel.trace->request.target ? " was made to write" : " wrote") +
               ". Nearer to 0 is better";
    case MetricKind::Entropy:
        return entropy_words(panel, row);
    case MetricKind::Sharpness:
        return "Mean of the strongest weights of this map" +
               (row.ceiling && *row.ceiling < 0.995
                    ? ". None can pass " + weight_number(*row.ceiling) + " here"
                    : "");
    case MetricKind::Tau:
        return tau_words(panel);
    case MetricKind::Error:
        return own_error(panel);
    case MetricKind::ForcedError:
        break;
    }
    return forced_error(panel, row);
}

} // namespace heed::compare
