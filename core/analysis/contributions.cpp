#include "core/analysis/contributions.h"

#include "core/analysis/value_lengths.h"

#include <algorithm>
#include <numeric>

namespace heed::analysis {

Eigen::VectorXf contribution_shares(const Trace& trace, int i) {
    Eigen::VectorXf shares =
        trace.at(Quantity::Weights).col(i).cwiseProduct(value_lengths(trace.at(Quantity::Annotation)));
    const float sum = shares.sum();
    if (sum > 0) shares /= sum;
    return shares;
}

std::vector<int> by_contribution(const Eigen::Ref<const Eigen::VectorXf>& shares) {
    std::vector<int> order(static_cast<std::size_t>(shares.size()));
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return shares(a) > shares(b); });
    return order;
}

int strongest_unit(const Trace& trace, int i, int j) {
    Eigen::Index unit = 0;
    if (trace.at(Quantity::Annotation).rows() == 0) return 0;
    (trace.weight(i, j) * trace.at(Quantity::Annotation).col(j)).cwiseAbs().maxCoeff(&unit);
    return static_cast<int>(unit);
}

} // namespace heed::analysis
