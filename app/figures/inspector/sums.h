// What several cards have in common: a sum of many terms, a share of a softmax, one unit of an LSTM.
#pragma once

#include "app/figures/inspector/card.h"

#include <Eigen/Core>
#include <functional>
#include <string>
#include <vector>

namespace heed::inspector {

/// A number of a matrix; 0 where it has none there.
double number_at(const Eigen::MatrixXf* matrix, Eigen::Index row, Eigen::Index column);

/// One number of Σ α_k x_k.
struct WeightedSum {
    std::vector<int> places{};                     // the k that are added up
    int looked_at = -1;                            // comes first; -1: the largest term does
    std::function<double(int)> weight{}, number{}; // α_k and x_k
    std::function<std::string(int)> symbol{};      // of a term, markup: "{a:α}_{3} {f:h}_{3,12}"
    std::string sum{};                             // of their sum, markup
    double total = 0;
    float air = 2;               // above the sum
    std::string other = "other"; // what the terms are that are added up together: "3 others"
};
/// Its two largest terms, then the others together, then the sum.
void weighted_sum(Card& card, const Palette& colors, const WeightedSum& sum);

/// exp(e) / Σ exp(e): what a softmax makes of one energy.
struct SoftmaxShare {
    std::string symbol{}; // markup
    double energy = 0;
    std::vector<double> energies{}; // of all that take part
    double share = 0;
    Color color{};
    double temperature = 1;
    bool lifts = false;  // where all energies are far below 0 too
    bool chance = false; // of what was written: one near 0 is printed as it is, "3.1e−17"
};
/// A fraction; the largest energy is taken off above and below where a sum would be past all bounds, and a
/// note says so.
void softmax_share(Column& column, const SoftmaxShare& share);

/// One unit of an LSTM: c = f c⁻ + i g, h = o tanh(c).
struct LstmUnit {
    double i = 0, f = 0, g = 0, o = 0; // gates
    double before = 0, memory = 0, state = 0;
};
/// `gates` has i, f, g, o stacked; of each the row `unit`, at that column.
LstmUnit lstm_unit(const Eigen::MatrixXf* gates, const Eigen::MatrixXf* memory, const Eigen::MatrixXf* states,
                   Eigen::Index unit, Eigen::Index column, double before);
void memory_line(Card& card, const std::string& symbol, const LstmUnit& unit, Color color);
void state_line(Card& card, const std::string& symbol, const LstmUnit& unit, Color color);

} // namespace heed::inspector
