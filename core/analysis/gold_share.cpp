#include "core/analysis/gold_share.h"

#include <algorithm>
#include <limits>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

namespace heed::analysis {

void GoldShare::add(const Eigen::MatrixXf& weights, const std::vector<Cell>& gold) {
    std::map<int, std::set<int>> columns; // of gold, by row
    for (const auto& [row, column] : gold) columns[row].insert(column);
    for (const auto& [row, marked] : columns) {
        double on = 0;
        for (const int column : marked) on += static_cast<double>(weights(row, column));
        const double all = weights.row(row).cast<double>().sum(), off = all - on;
        Eigen::Index strongest = 0;
        weights.row(row).maxCoeff(&strongest);
        rows_ += 1;
        hits_ += marked.count(static_cast<int>(strongest)) != 0;
        mass_ += all > 0 ? on / all : 0;
        const auto others = weights.cols() - std::ssize(marked);
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
