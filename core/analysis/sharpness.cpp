#include "core/analysis/sharpness.h"

#include "core/analysis/entropy.h"
#include "core/attention/scores.h"

#include <cmath>

namespace heed::analysis {

double sharpness(const Eigen::Ref<const Eigen::MatrixXf>& weights) {
    return weights.size() == 0 ? 0 : weights.colwise().maxCoeff().cast<double>().mean();
}

double normalised_entropy(const Eigen::Ref<const Eigen::MatrixXf>& weights) {
    return weights.rows() < 2 ? 0 : mean_entropy(weights) / std::log(static_cast<double>(weights.rows()));
}

std::optional<double> monotonicity(const Eigen::Ref<const Eigen::MatrixXf>& weights) {
    std::optional<double> before;
    int steps = 0, forward = 0;
    for (Eigen::Index i = 0; i < weights.cols(); ++i) {
        double sum = 0, moment = 0;
        for (Eigen::Index j = 0; j < weights.rows(); ++j) {
            sum += static_cast<double>(weights(j, i));
            moment += static_cast<double>(j) * static_cast<double>(weights(j, i));
        }
        if (!(sum > 0)) continue;
        const double position = moment / sum;
        if (before) {
            ++steps;
            forward += position >= *before;
        }
        before = position;
    }
    return steps > 0 ? std::optional(static_cast<double>(forward) / steps) : std::nullopt;
}

double saturation_ceiling(double bound, int positions) {
    return 1 / (1 + (positions - 1) * std::exp(-2 * bound)); // divided by e^{2 bound}: nothing overflows
}

std::optional<double> energy_bound(const Trace& trace) {
    const ScoreInfo* score = find_score(trace.model.score);
    if (!score || score->bound == ScoreBound::None) return std::nullopt;
    if (score->bound == ScoreBound::One) return 1;
    if (!trace.parameters) return std::nullopt;
    const auto found = trace.parameters->find("attention.log_beta");
    if (found == trace.parameters->end() || found->second.size() != 1) return std::nullopt;
    return std::exp(static_cast<double>(found->second(0)));
}

std::optional<double> saturation_ceiling(const Trace& trace) {
    const auto bound = energy_bound(trace);
    if (!bound || !trace.has_weights() || trace.source_length() < 1 || trace.model.alignment != "global")
        return std::nullopt;
    for (const TraceStep& step : trace.steps)
        if (step.weights_given) return std::nullopt; // by hand every weight can be reached
    return saturation_ceiling(*bound / trace.request.edits.temperature, trace.source_length());
}

} // namespace heed::analysis
