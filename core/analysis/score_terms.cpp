#include "core/analysis/score_terms.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace heed::analysis {

bool has_score_terms(const Trace& trace) {
    return trace.parameters && trace.parameters->count("attention.v") != 0 && trace.has(Quantity::Key) &&
           trace.has(Quantity::QueryProjection) && trace.has(Quantity::Energies);
}

ScoreTerms score_terms(const Trace& trace, int i, int j) {
    ScoreTerms terms;
    terms.query = trace.at(Quantity::QueryProjection).col(i);
    terms.key = trace.at(Quantity::Key).col(j);
    terms.v = trace.parameters->at("attention.v").reshaped();
    const auto bias = trace.parameters->find("attention.b");
    if (bias != trace.parameters->end())
        terms.bias = bias->second.reshaped();
    else
        terms.bias = Eigen::VectorXf::Zero(terms.v.size());
    terms.tanh = (terms.query + terms.key + terms.bias).array().tanh();
    terms.product = terms.v.cwiseProduct(terms.tanh);
    terms.energy = trace.at(Quantity::Energies)(j, i);
    return terms;
}

std::vector<int> largest_units(const Eigen::Ref<const Eigen::VectorXf>& terms, int count) {
    std::vector<int> units(static_cast<std::size_t>(terms.size()));
    std::iota(units.begin(), units.end(), 0);
    const auto kept = std::min<std::ptrdiff_t>(std::max(count, 0), std::ssize(units));
    const auto larger = [&](int a, int b) {
        const float left = std::abs(terms(a)), right = std::abs(terms(b));
        return left != right ? left > right : a < b;
    };
    std::partial_sort(units.begin(), units.begin() + kept, units.end(), larger);
    units.resize(static_cast<std::size_t>(kept));
    return units;
}

int saturated_units(const ScoreTerms& terms, float limit) {
    return static_cast<int>((terms.tanh.array().abs() > limit).count());
}

} // namespace heed::analysis
