#include "core/analysis/doctor/row_measures.h"

#include "core/analysis/divergence.h"
#include "core/analysis/doctor/head_measures.h"
#include "core/analysis/entropy.h"
#include "core/analysis/moves/value_weighted.h"
#include "core/analysis/score_terms.h"
#include "core/analysis/value_lengths.h"

#include <algorithm>
#include <cmath>

namespace heed::doctor {

double evenness(const MatrixXf& weights) {
    if (weights.rows() < 2 || weights.cols() == 0) return 0;
    return analysis::mean_entropy(weights) / std::log(static_cast<double>(weights.rows()));
}

double sharp_rows(const MatrixXf& weights, float limit) {
    if (weights.cols() == 0) return 0;
    int above = 0;
    for (Eigen::Index i = 0; i < weights.cols(); ++i)
        above += weights.col(i).maxCoeff() > limit * weights.col(i).sum();
    return double(above) / double(weights.cols());
}

int words_read(const Trace& run) {
    return static_cast<int>(std::count_if(run.source.begin(), run.source.end(),
                                          [](const TraceToken& token) { return !token.framing(); }));
}

std::vector<int> strongest(const MatrixXf& weights) {
    std::vector<int> places(static_cast<std::size_t>(weights.cols()));
    for (Eigen::Index i = 0; i < weights.cols(); ++i) weights.col(i).maxCoeff(&places[std::size_t(i)]);
    return places;
}

std::vector<double> steps_between_rows(const MatrixXf& weights) {
    std::vector<double> steps;
    const MatrixXf rows = shared_out(weights);
    for (Eigen::Index i = 1; i < rows.cols(); ++i)
        steps.push_back(analysis::divergence(rows.col(i - 1), rows.col(i)).value_or(0));
    return steps;
}

std::optional<EnergySpread> energy_spread(const Trace& run) {
    if (!run.has(Quantity::Energies)) return std::nullopt;
    const MatrixXf& e = run.at(Quantity::Energies); // (T, N)
    std::vector<Eigen::Index> places;
    for (Eigen::Index j = 0; j < e.rows(); ++j)
        if (e.row(j).allFinite()) places.push_back(j);
    if (places.size() < 2 || e.cols() < 2) return std::nullopt;
    const Eigen::MatrixXd all = e(places, Eigen::all).cast<double>();
    const double n = double(all.size());
    const Eigen::VectorXd row_means = all.colwise().mean().transpose(); // (N)
    const Eigen::MatrixXd about = all.rowwise() - row_means.transpose();
    const Eigen::VectorXd place_means = about.rowwise().mean(); // (places)
    EnergySpread s;
    s.within = std::sqrt(place_means.squaredNorm() / double(place_means.size()));
    s.between = std::sqrt((row_means.array() - row_means.mean()).square().mean());
    s.mixed = std::sqrt((about.colwise() - place_means).squaredNorm() / n);
    s.row = std::sqrt(about.squaredNorm() / n);
    s.range = (all.colwise().maxCoeff() - all.colwise().minCoeff()).mean();
    return s;
}

double sharp_rows_divided(const MatrixXf& energies, double divisor, float limit) {
    MatrixXf weights(energies.rows(), energies.cols());
    for (Eigen::Index i = 0; i < energies.cols(); ++i) {
        const float top = energies.col(i).maxCoeff();
        for (Eigen::Index j = 0; j < energies.rows(); ++j) {
            const float e = energies(j, i);
            weights(j, i) = std::isfinite(e) ? std::exp((e - top) / static_cast<float>(divisor)) : 0.0f;
        }
    }
    return sharp_rows(weights, limit);
}

std::optional<double> output_evenness(const Trace& run) {
    if (!run.has(Quantity::LogProbs)) return std::nullopt;
    const MatrixXf& log_p = run.at(Quantity::LogProbs); // (V, N)
    if (log_p.rows() < 2 || log_p.cols() == 0) return std::nullopt;
    double sum = 0;
    for (const float l : log_p.reshaped())
        if (std::isfinite(l)) sum -= double(l) * std::exp(double(l));
    return sum / double(log_p.cols()) / std::log(double(log_p.rows()));
}

double beyond(const Eigen::Ref<const MatrixXf>& values, float limit) {
    if (values.size() == 0) return 0;
    return double((values.array().abs() > limit).count()) / double(values.size());
}

std::optional<double> tanh_beyond(const Trace& run, float limit) {
    if (!run.has_weights() || !analysis::has_score_terms(run)) return std::nullopt;
    constexpr int most = 12; // rows and places looked at each way
    const int row_step = std::max(1, run.outputs() / most),
              place_step = std::max(1, run.source_length() / most);
    double saturated = 0, units = 0;
    for (int i = 0; i < run.outputs(); i += row_step)
        for (int j = 0; j < run.source_length(); j += place_step) {
            const analysis::ScoreTerms terms = analysis::score_terms(run, i, j);
            if (terms.form != ScoreForm::Network || terms.unit != ScoreUnit::Tanh) return std::nullopt;
            saturated += analysis::saturated_units(terms, limit);
            units += double(terms.units());
        }
    return units > 0 ? std::optional(saturated / units) : std::nullopt;
}

MatrixXf value_weighted(const Trace& run, const Model* model) {
    if (const auto heads = standing_heads(run); !heads.empty())
        return value_weighted_heads(run, model, heads);
    if (!run.has(Quantity::Annotation)) return {};
    const MatrixXf& h = run.at(Quantity::Annotation); // (d, T)
    const MatrixXf& weights = run.at(Quantity::Weights);
    if (h.cols() != weights.rows()) return {};
    return shared_out(analysis::value_lengths(h).asDiagonal() * weights);
}

MatrixXf shared_out(const MatrixXf& weights) {
    return moves::to_shares(weights.cast<double>()).cast<float>();
}

} // namespace heed::doctor
