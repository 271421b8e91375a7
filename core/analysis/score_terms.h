// One score e_ij taken apart into a sum of terms, one a unit, whatever the scoring function.
//
//   networks   e = v . tanh(asked + key + extra + b)       a term is v_k tanh_k      (A of them); tanh or
//                                                          another unit
//   products   e = factor · (asked . key) + offset         a term is asked_k key_k   (2H of them)
//   slots      e = W_j . q + b_j                           a term is W_jk q_k        (D of them)
//
// or the tanh of that. Which form a score has stands in its row of core/attention/score_table.cpp, beside
// equation and paper.
#pragma once

#include "core/attention/scores.h"
#include "core/trace/trace.h"

#include <Eigen/Core>
#include <cmath>
#include <string_view>
#include <vector>

namespace heed::analysis {

/// Every vector has one value a unit; those that a form does not have are empty.
struct ScoreTerms {
    ScoreForm form = ScoreForm::None; // None: a score that the table does not have
    Eigen::VectorXf query;            // what is asked with: W_q q, W_y E y; products: q, W q, q/|q|; slots: q
    Eigen::VectorXf key;              // what answers: W_h h_j; products: h_j or h_j/|h_j|; slots: row j of W
    Eigen::VectorXf extra; // U f_ij, w_c c_ij, W_c c_{i-1} or W_l E y_0, of the scores that have it
    Eigen::VectorXf bias;  // b of a network; zero where it has none
    Eigen::VectorXf tanh;  // of the sum of the four; of a score with another unit what that makes of it
    ScoreUnit unit = ScoreUnit::Tanh;
    Eigen::VectorXf v;       // v; 1 where there is no projection
    Eigen::VectorXf product; // the terms
    float factor = 1;        // what the sum of the terms is multiplied by: 1/√d, β
    float offset = 0;        // added after it: b, or b_j of a slot
    bool squashed = false;   // tanh is taken of it all
    float energy = 0;        // e_ij as the run recorded it

    Eigen::Index units() const { return product.size(); }
    /// factor · sum of product + offset: the energy, or what stands inside its tanh.
    float sum() const { return factor * product.sum() + offset; }
    /// The energy as the terms give it.
    float total() const { return squashed ? std::tanh(sum()) : sum(); }
};

/// Whether this score of this run can be taken apart: false for the fixed context, for a slot that the model
/// does not have, and where a parameter is missing.
bool has_score_terms(const Trace& trace, int j = 0);
/// Output i, source j: the total of the terms is the energy. Throws std::out_of_range if the run did not
/// record what it needs.
ScoreTerms score_terms(const Trace& trace, int i, int j);

/// What a unit makes of its sum, and what it is called: "tanh", "relu", "gelu"; empty for the sum itself.
float through(ScoreUnit unit, float sum);
std::string_view name_of(ScoreUnit unit);

/// The units of the largest |product|, largest first; at most `count`.
std::vector<int> largest_units(const Eigen::Ref<const Eigen::VectorXf>& terms, int count);
/// How many units have |tanh| above the limit: there the score hardly changes any more. Of another unit none.
int saturated_units(const ScoreTerms& terms, float limit = 0.95f);

/// Where a window stands, taken apart: p_i = (T - 1) σ(v_p . tanh(W_p q)), counted from 0 (Luong, Pham and
/// Manning 2015, equation 9).
struct WindowTerms {
    Eigen::VectorXf tanh;                   // tanh(W_p q)
    Eigen::VectorXf v;                      // v_p
    Eigen::VectorXf product;                // v_p ∘ tanh
    float sum = 0, share = 0, position = 0; // of the product, its sigmoid, and p_i as the run recorded it

    Eigen::Index units() const { return product.size(); }
};
/// Throws std::out_of_range where the run has no predicted window.
WindowTerms window_terms(const Trace& trace, int i);

} // namespace heed::analysis
