#include "core/analysis/gold/gold_share.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

namespace heed::analysis {

namespace {

/// Of the cells of a row that are as strong as the strongest, the share that is marked.
double gold_part(const Eigen::MatrixXf::ConstRowXpr& row, const std::set<int>& marked, float strongest) {
    constexpr float rounding = 1e-5f; // relative
    double equal = 0, gold = 0;
    for (Eigen::Index k = 0; k < row.size(); ++k) {
        if (!(row(k) >= strongest - rounding * std::abs(strongest))) continue; // NaN: nothing stands there
        equal += 1;
        gold += marked.count(static_cast<int>(k)) != 0;
    }
    return equal > 0 ? gold / equal : 0;
}

} // namespace

void GoldShare::add(const Eigen::MatrixXf& weights, const std::vector<Cell>& gold) {
    std::map<int, std::set<int>> columns; // of gold, by row
    for (const auto& [row, column] : gold) columns[row].insert(column);
    for (const auto& [row, marked] : columns) {
        double on = 0, all = 0;
        Eigen::Index others = 0;
        float strongest = -std::numeric_limits<float>::infinity();
        for (Eigen::Index k = 0; k < weights.cols(); ++k) {
            const float weight = weights(row, k);
            const bool gold_one = marked.count(static_cast<int>(k)) != 0;
            if (std::isnan(weight)) continue;
            strongest = std::max(strongest, weight);
            all += static_cast<double>(weight);
            on += gold_one ? static_cast<double>(weight) : 0;
            others += gold_one ? 0 : 1;
        }
        const double off = all - on;
        rows_ += 1;
        hits_ += gold_part(weights.row(row), marked, strongest);
        mass_ += all > 0 ? on / all : 0;
        if (others == 0) continue;
        // Other weights that are all too small for a float32 stand for the smallest one it has.
        const double least = static_cast<double>(std::numeric_limits<float>::min());
        const double ratio = (on / double(marked.size())) / std::max(off / double(others), least);
        ratios_.push_back(static_cast<float>(std::min(ratio, double(std::numeric_limits<float>::max()))));
    }
}

std::optional<double> GoldShare::median_ratio() const {
    if (ratios_.empty()) return std::nullopt;
    std::vector<float> ratios = ratios_;
    const auto middle = ratios.begin() + std::ssize(ratios) / 2;
    std::nth_element(ratios.begin(), middle, ratios.end());
    const double upper = static_cast<double>(*middle);
    if (ratios.size() % 2 == 1) return upper;
    return (upper + static_cast<double>(*std::max_element(ratios.begin(), middle))) / 2;
}

std::optional<double> GoldShare::largest_ratio() const {
    if (ratios_.empty()) return std::nullopt;
    return static_cast<double>(*std::max_element(ratios_.begin(), ratios_.end()));
}

nlohmann::ordered_json to_json(const GoldShare& share) {
    nlohmann::ordered_json ratio = nullptr;
    if (const auto median = share.median_ratio())
        ratio = {{"median", *median}, {"largest", *share.largest_ratio()}};
    return {{"mass", share.mass()}, {"hits", share.hits()}, {"ratio", std::move(ratio)}};
}

} // namespace heed::analysis
