// What is measured on the rows of one run, for the doctor's checks. Rows are outputs, columns source places;
// weights are stored (T, N), a column a row of the map.
#pragma once

#include "core/trace/trace.h"

#include <Eigen/Core>
#include <optional>
#include <vector>

namespace heed {
struct Model;
}

namespace heed::doctor {

/// The mean over rows of entropy / ln T: 0 where each lies on one place, 1 where all are even. 0 for T = 1.
double evenness(const MatrixXf& weights);
/// The share of rows whose largest weight is above `limit` of their sum.
double sharp_rows(const MatrixXf& weights, float limit);
/// The tokens that it reads, those that frame them left out.
int words_read(const Trace& run);
/// The place of each row's largest weight.
std::vector<int> strongest(const MatrixXf& weights);
/// The largest JS divergence of two rows that follow each other, in bits; rows divided by their sums.
std::vector<double> steps_between_rows(const MatrixXf& weights);

/// How energies differ within rows and between them, over the places that every row has an energy for.
struct EnergySpread {
    double within = 0;  // std over places of the mean row: what the annotations do
    double between = 0; // std over rows of a row's mean: the same for all its places, so without effect
    double mixed = 0;   // std of what is left: what the query decides
    double row = 0;     // root mean square of energies about their row's mean
    double range = 0;   // mean over rows of largest less least
};
/// None where energies were not recorded, or fewer than two rows or places have them.
std::optional<EnergySpread> energy_spread(const Trace& run);

/// The softmax of the energies divided by `divisor`: the share of rows above `limit` then.
double sharp_rows_divided(const MatrixXf& energies, double divisor, float limit);

/// The mean over outputs of H(p) / ln V: 1 where nothing is preferred. None where p was not recorded.
std::optional<double> output_evenness(const Trace& run);

/// The share of the numbers of a matrix that lie beyond ±limit.
double beyond(const Eigen::Ref<const MatrixXf>& values, float limit);
/// The share of the tanh units of an additive score beyond ±limit, over rows and places (at most some
/// hundred). None for a score that has none.
std::optional<double> tanh_beyond(const Trace& run, float limit);

/// alpha_ij |h_j| in place of alpha_ij, each row divided by its sum (T, N); of a Transformer the map that
/// stands for it with ‖W_O v_j‖, W_O the run's or the model's, which may be null. Empty without annotations
/// or values.
MatrixXf value_weighted(const Trace& run, const Model* model = nullptr);

/// Divides every row of the map by its sum; rows of nothing stay.
MatrixXf shared_out(const MatrixXf& weights);

} // namespace heed::doctor
