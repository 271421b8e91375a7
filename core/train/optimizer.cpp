#include "core/train/optimizer.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace heed::train {

double learning_rate(const OptimizerSettings& settings, int step, int steps) {
    const double rise = settings.warm_up > 0 ? std::min(1.0, double(step + 1) / settings.warm_up) : 1.0;
    const double done = std::min(1.0, double(step) / std::max(1, steps));
    const double fall = 0.5 * (1 + std::cos(std::numbers::pi * done));
    return settings.learning_rate * rise * (settings.floor + (1 - settings.floor) * fall);
}

double clip_gradients(Gradients& gradients, double limit) {
    double squares = 0;
    for (const auto& g : gradients) squares += static_cast<double>(g.squaredNorm());
    const double length = std::sqrt(squares);
    if (limit > 0 && length > limit)
        for (auto& g : gradients) g *= static_cast<float>(limit / length);
    return length;
}

Adam::Adam(const OptimizerSettings& settings, const nn::ParameterSet<float>& parameters)
    : settings_(settings) {
    for (const auto& p : parameters) {
        mean_.push_back(Eigen::MatrixXf::Zero(p.value.rows(), p.value.cols()));
        square_.push_back(mean_.back());
    }
}

void Adam::update(nn::ParameterSet<float>& parameters, const Gradients& gradients, double rate) {
    ++updates_;
    const auto b1 = static_cast<float>(settings_.beta1), b2 = static_cast<float>(settings_.beta2);
    const auto step = static_cast<float>(rate / (1 - std::pow(settings_.beta1, updates_)));
    const auto correct = static_cast<float>(1 / (1 - std::pow(settings_.beta2, updates_)));
    const auto epsilon = static_cast<float>(settings_.epsilon);
    for (int k = 0; k < parameters.size(); ++k) {
        const auto g = gradients[static_cast<std::size_t>(k)].array();
        auto m = mean_[static_cast<std::size_t>(k)].array();
        auto v = square_[static_cast<std::size_t>(k)].array();
        m = b1 * m + (1 - b1) * g;
        v = b2 * v + (1 - b2) * g.square();
        parameters[k].value.array() -= step * m / ((v * correct).sqrt() + epsilon);
    }
}

} // namespace heed::train
