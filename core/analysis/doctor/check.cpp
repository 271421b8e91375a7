#include "core/analysis/doctor/check.h"
#include "core/text/strings.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace heed::doctor {

std::span<const Check> doctor_checks() {
    static const std::vector<Check> all = [] {
        std::vector<Check> rows;
        for (const auto part : {output_checks(), trial_checks(), row_checks(), place_checks(), head_checks()})
            rows.insert(rows.end(), part.begin(), part.end());
        return rows;
    }();
    return all;
}

std::string Check::needed(const Tally& tally) const {
    std::string words(needs);
    if (tally.looked > 0)
        words += "; here " + counted(tally.looked, "sentence has", "sentences have") + " it";
    return words;
}

double Patient::confidence() const { return outputs > 0 ? std::exp(log_prob / double(outputs)) : 1; }

bool Patient::does_badly() const {
    return judged >= 5 ? interval_of(wrong_share(), double(judged)).low > .05 : confidence() < .8;
}

// (p + z²/2n ± z √(p(1-p)/n + z²/4n²)) / (1 + z²/n), z = 1.96    Wilson 1927
Interval interval_of(double share, double n) {
    if (n <= 0) return {};
    const double z2 = 1.96 * 1.96, middle = share + z2 / (2 * n);
    const double reach = 1.96 * std::sqrt(share * (1 - share) / n + z2 / (4 * n * n));
    return {std::max(0.0, (middle - reach) / (1 + z2 / n)), std::min(1.0, (middle + reach) / (1 + z2 / n))};
}

std::string percent_of(double share) {
    const double percent = 100 * share;
    char text[32];
    // What is nearly all or nearly nothing is not rounded to it.
    const bool near_end = (percent > 0 && percent < 1) || (percent > 99 && percent < 100);
    std::snprintf(text, sizeof text, near_end ? "%.1f%%" : "%.0f%%",
                  near_end ? std::clamp(percent, .1, 99.9) : percent);
    return text;
}

std::string share_of(double count, double all, std::string_view many) {
    constexpr double few = 20;
    const std::string name(many);
    if (all > few) return percent_of(count / all) + (name.empty() ? "" : " of " + name);
    return short_number(std::round(count)) + " of " + short_number(std::round(all)) +
           (name.empty() ? "" : " " + name);
}

std::string short_number(double value) {
    const double size = std::abs(value);
    char text[32];
    if (size == std::round(size) || size >= 99.5)
        std::snprintf(text, sizeof text, "%.0f", value);
    else if (size >= 1)
        std::snprintf(text, sizeof text, "%.1f", value);
    else if (size >= .001)
        std::snprintf(text, sizeof text, size >= .01 ? "%.2f" : "%.3f", value);
    else
        std::snprintf(text, sizeof text, "%.0e", value);
    std::string short_text = short_exponent(text);
    if (const auto at = short_text.find("0."); at == 0 || (at == 1 && short_text[0] == '-'))
        short_text.erase(at, 1);
    return short_text;
}

std::string counted(long long n, std::string_view one, std::string_view many) {
    return std::to_string(n) + " " + std::string(n == 1 ? one : many);
}

const MatrixXf* main_map(const Trace& run) {
    if (run.has_weights()) return &run.at(Quantity::Weights);
    const std::vector<AttentionMap> maps = run.maps();
    return maps.empty() ? nullptr : maps.front().weights;
}

Drawing drawn_outputs(std::vector<Drawing::Bar> bars, std::string title) {
    Drawing d = drawn_shares(std::move(bars), std::move(title));
    d.of_output = true;
    return d;
}

Drawing drawn_shares(std::vector<Drawing::Bar> bars, std::string title) {
    Drawing d;
    d.kind = Drawing::Kind::Shares;
    d.bars = std::move(bars);
    d.title = std::move(title);
    return d;
}

Drawing drawn_rows(const MatrixXf& weights, int first_row, int last_row) {
    constexpr Eigen::Index most_rows = 16, most_columns = 40;
    Drawing d;
    d.kind = Drawing::Kind::Rows;
    const Eigen::Index from =
        first_row < most_rows
            ? 0
            : std::min<Eigen::Index>(first_row, std::max<Eigen::Index>(0, weights.cols() - most_rows));
    const Eigen::Index rows = std::min(most_rows, weights.cols() - from);
    d.map = weights.middleCols(from, rows).topRows(std::min(most_columns, weights.rows()));
    if (first_row >= 0) {
        d.first_row = first_row - static_cast<int>(from);
        d.last_row = std::min(static_cast<int>(rows) - 1, last_row - static_cast<int>(from));
    }
    return d;
}

std::vector<Drawing::Bar> bars_of(const Trace& run, const Eigen::Ref<const Eigen::VectorXf>& row,
                                  int marked) {
    constexpr Eigen::Index most = 24;
    std::vector<Drawing::Bar> bars;
    for (Eigen::Index j = 0; j < std::min(most, row.size()); ++j)
        bars.push_back({run.source[std::size_t(j)].text, double(row(j)), j == marked});
    return bars;
}

} // namespace heed::doctor
