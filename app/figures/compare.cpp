#include "app/figures/compare.h"

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
