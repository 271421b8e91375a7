// What was measured of the meaning of a run's weights: numbers, and no model.
#pragma once

#include "core/analysis/meaning/agreement.h"

#include <Eigen/Core>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace heed::analysis::meaning {

using Taus = std::vector<std::optional<double>>; // an output each

inline constexpr int shuffles = 20; // that are drawn of each row
inline constexpr std::uint64_t shuffle_seed = 1;

struct Sentence {
    Eigen::MatrixXf weights;  // α_ij (S, N), as every matrix here
    Eigen::MatrixXf norms;    // α_ij ‖h_j‖
    Eigen::MatrixXf gradient; // gradient × input, α held
    Eigen::MatrixXf left_out; // TVD of p_i, the source read again without place j
    Eigen::MatrixXf left_row; // the same, row i without it; NaN where nothing is left
    // Kendall's τ of each row of weights with …
    Taus with_gradient, with_left_out, with_norms;
    Taus with_shuffled; // … itself in other places, the mean of the shuffles
    std::optional<MeanTau> gradient_mean, left_out_mean, norms_mean, shuffled_mean;
};
/// A row of other weights, and what the output becomes under it.
struct OtherRow {
    enum class Kind { Own, Equal, Strongest, WithoutStrongest, Shuffled, OtherMap };
    Kind kind = Kind::Own;
    std::vector<float> row; // (S); of Shuffled: the first of them
    std::string token;      // the likeliest under it; of Shuffled: the one that most of them write
    bool changed = false;   // it is not the one that was written
    int changes = 0;        // of Shuffled: how many write another
    double probability = 0; // of the token that was written; of Shuffled: the mean
    double tvd = 0;         // of p, from the run's own; of Shuffled: the mean
};
std::string_view to_string(OtherRow::Kind kind); // "without-strongest"

struct OutputMeaning {
    int output = 0;
    std::vector<OtherRow> rows; // those that there are, in the order of their kinds
    double jsd = 0;             // of OtherMap, from the weights, in bits
    const OtherRow* find(OtherRow::Kind kind) const;
};

} // namespace heed::analysis::meaning
