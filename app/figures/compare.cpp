#include "app/figures/compare.h"

#include "core/analysis/divergence.h"
#include "core/analysis/entropy.h"
#include "core/analysis/sharpness.h"

#include <cmath>

namespace heed {

namespace {

Scene empty_scene(float width, float height) {
    Scene scene;
    scene.width = width;
    scene.height = height;
    return scene;
}

} // namespace

ComparePanel compare_panel(const std::string& score, const std::string& alignment) {
    ComparePanel panel;
    panel.key = panel.title = alignment.empty() || alignment == "global" ? score : alignment;
    return panel;
}

ComparePanel compare_panel(std::shared_ptr<const Trace> trace) {
    ComparePanel panel = compare_panel(trace->model.score, trace->model.alignment);
    panel.trace = std::move(trace);
    return panel;
}

CompareGrid compare_grid(int panels) {
    if (panels <= 3) return {panels, panels > 0 ? 1 : 0};
    const int columns = panels == 4 ? 2 : 3;
    return {columns, (panels + columns - 1) / columns};
}

MatrixXf compared_weights(const Trace& trace, double temperature) {
    MatrixXf weights = trace.at(Quantity::Weights);
    if (temperature == 1) return weights;
    for (Eigen::Index i = 0; i < weights.cols(); ++i) {
        const float sum = weights.col(i).sum(), largest = weights.col(i).maxCoeff();
        if (!(largest > 0)) continue;
        weights.col(i) = (weights.col(i) / largest).array().pow(static_cast<float>(1 / temperature));
        weights.col(i) *= sum / weights.col(i).sum();
    }
    return weights;
}

namespace {

CompareNumbers::Row numbers_of(const ComparePanel& panel) {
    CompareNumbers::Row row;
    if (panel.alignment) {
        row.error = panel.alignment->shift0.error_rate();
        row.error_next = panel.alignment->shift1.error_rate();
        row.error_soft = panel.alignment->soft.error_rate();
    }
    if (!panel.trace) return row;
    row.log_prob = panel.trace->log_prob;
    if (!panel.trace->has_weights()) return row;
    const MatrixXf& weights = panel.trace->at(Quantity::Weights);
    row.entropy = analysis::mean_entropy(weights);
    row.sharpness = analysis::sharpness(weights);
    row.ceiling = analysis::saturation_ceiling(*panel.trace);
    return row;
}

} // namespace

CompareNumbers compare_numbers(std::span<const ComparePanel> panels) {
    CompareNumbers numbers;
    const std::size_t n = panels.size();
    numbers.divergence.resize(n * n);
    for (const ComparePanel& panel : panels) numbers.rows.push_back(numbers_of(panel));
    for (std::size_t a = 0; a < n; ++a)
        for (std::size_t b = 0; b <= a; ++b)
            if (panels[a].trace && panels[b].trace)
                numbers.divergence[a * n + b] = numbers.divergence[b * n + a] =
                    analysis::divergence(*panels[a].trace, *panels[b].trace);
    return numbers;
}

Scene compare_panels(std::span<const ComparePanel>, const CompareOptions&, float width, float height,
                     const FigureStyle&) {
    return empty_scene(width, height);
}

Scene compare_side(std::span<const ComparePanel>, const CompareOptions&, float width, float height,
                   const FigureStyle&) {
    return empty_scene(width, height);
}

Scene compare_difference(const ComparePanel&, const ComparePanel&, const CompareOptions&, float width,
                         float height, const FigureStyle&) {
    return empty_scene(width, height);
}

Scene paper_compare(std::span<const ComparePanel>, const PaperSettings& settings, const FigureStyle&) {
    return empty_scene(settings.width_mm / 25.4f * 72, 0);
}

} // namespace heed
