#include "core/trace/lattice.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace heed {

Eigen::MatrixXf Lattice::weights_of(const Hypothesis& hypothesis) const {
    if (weights.size() == 0) return {};
    Eigen::MatrixXf own(weights.rows(), static_cast<Eigen::Index>(hypothesis.nodes.size()));
    for (std::size_t i = 0; i < hypothesis.nodes.size(); ++i)
        own.col(static_cast<Eigen::Index>(i)) =
            weights.col(nodes[static_cast<std::size_t>(hypothesis.nodes[i])].row);
    return own;
}

RuledTokens ruled_tokens(const Lattice& lattice, const Hypothesis& hypothesis) {
    constexpr double rounding = 1e-3;
    RuledTokens found;
    double before = 0;
    for (const int n : hypothesis.nodes) {
        const LatticeNode& node = lattice.nodes[static_cast<std::size_t>(n)];
        const double counts = node.total - std::exchange(before, node.total);
        if (std::abs(counts - static_cast<double>(node.log_prob)) > rounding)
            (counts == 0 ? found.forced : found.changed) = true;
    }
    return found;
}

double beam_score(double log_prob, int length, const Eigen::Ref<const Eigen::VectorXf>& coverage,
                  const Beam& settings) {
    if (settings.exponent) return log_prob / std::pow(static_cast<double>(length), *settings.exponent);
    const double penalty = std::pow((5.0 + length) / 6.0, settings.length_penalty);
    double missed = 0;
    if (settings.coverage_penalty != 0)
        for (const float c : coverage) missed += std::log(std::clamp(static_cast<double>(c), 1e-10, 1.0));
    return log_prob / penalty + settings.coverage_penalty * missed;
}

} // namespace heed
