// Gradient descent: Adam, the limit on a gradient's length, and the learning rate over time.
#pragma once

#include "core/nn/parameters.h"

#include <vector>

namespace heed::train {

/// One matrix for each parameter of a set, in its order.
using Gradients = std::vector<Eigen::MatrixXf>;

struct OptimizerSettings {
    double learning_rate = 4e-3; // the highest
    int warm_up = 100;           // steps of linear rise to it
    double floor = 0.02;         // the last step's share of it, reached along a half cosine
    double clip = 1;             // longest gradient, all parameters together; 0: no limit
    double beta1 = 0.9, beta2 = 0.999, epsilon = 1e-8;
    bool operator==(const OptimizerSettings&) const = default;
};

/// The rate of step `step` (from 0) of `steps`.
double learning_rate(const OptimizerSettings& settings, int step, int steps);

/// Scales all gradients so that their length together is at most `limit` (if it is not 0). Returns the length
/// before: sqrt of the sum of squares.
double clip_gradients(Gradients& gradients, double limit);

/// Kingma and Ba (2015), algorithm 1, with corrected means:
/// m = b1 m + (1-b1) g;  v = b2 v + (1-b2) g^2;  w -= rate m/(1-b1^t) / (sqrt(v/(1-b2^t)) + eps).
class Adam {
public:
    Adam(const OptimizerSettings& settings, const nn::ParameterSet<float>& parameters);
    void update(nn::ParameterSet<float>& parameters, const Gradients& gradients, double rate);

private:
    OptimizerSettings settings_;
    Gradients mean_, square_;
    int updates_ = 0;
};

} // namespace heed::train
