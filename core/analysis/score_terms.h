// One additive score taken apart: e_ij = v . tanh(W_q s + W_h h_j + b)   (Bahdanau et al. 2015, appendix
// A.1.2).
#pragma once

#include "core/trace/trace.h"

#include <Eigen/Core>
#include <utility>
#include <vector>

namespace heed::analysis {

/// A is the attention size; every vector has A values, one a unit.
struct ScoreTerms {
    Eigen::VectorXf query;   // W_q s
    Eigen::VectorXf key;     // W_h h_j
    Eigen::VectorXf bias;    // b
    Eigen::VectorXf tanh;    // tanh(query + key + bias)
    Eigen::VectorXf v;       // v
    Eigen::VectorXf product; // v ∘ tanh; its sum is the score
    float energy = 0;        // e_ij as the run recorded it

    Eigen::Index units() const { return product.size(); }
};

/// Whether the score of this run has these terms.
bool has_score_terms(const Trace& trace);
/// Output i, source j. Throws std::out_of_range if the run did not record them.
ScoreTerms score_terms(const Trace& trace, int i, int j);

/// The units of the largest |product|, largest first; at most `count`.
std::vector<int> largest_units(const Eigen::Ref<const Eigen::VectorXf>& terms, int count);
/// How many units have |tanh| above the limit: there the score hardly changes any more.
int saturated_units(const ScoreTerms& terms, float limit = 0.95f);

} // namespace heed::analysis
