// The operations, each with its adjoint in the same function (ops.cpp, ops_attention.cpp, ops_scores.cpp,
// ops_cells.cpp, ops_copy.cpp, ops_norm.cpp).
//
// Letters: D, A, V features; B items of a batch; T source positions. A sequence of T positions of B items is
// a matrix of T·B columns, position by position: column t·B + b. Attention's energies and weights are (B, T).
#pragma once

#include "core/autodiff/tape.h"
#include "core/base/random.h"

#include <span>
#include <vector>

namespace heed {

// ---- linear maps
template <class T>
Var<T> matmul(Var<T> W, Var<T> x); // W x: (M, D) (D, n) -> (M, n)
template <class T>
Var<T> affine(Var<T> W, Var<T> x, Var<T> b); // W x + b, b: (M, 1) added to every column
template <class T>
Var<T> add_bias(Var<T> x, Var<T> b); // x + b
/// Rows of the table E (V, m), one a column: -> (m, ids.size()).
template <class T>
Var<T> lookup(Var<T> E, std::span<const int> ids);

// ---- element by element
template <class T>
Var<T> add(Var<T> a, Var<T> b);
template <class T>
Var<T> multiply(Var<T> a, Var<T> b);
template <class T>
Var<T> scale(Var<T> a, T factor);
template <class T>
Var<T> tanh(Var<T> x);
template <class T>
Var<T> sigmoid(Var<T> x);
template <class T>
Var<T> relu(Var<T> x);
template <class T>
Var<T> leaky_relu(Var<T> x, T slope); // x where it is above 0, else slope · x
template <class T>
Var<T> prelu(Var<T> x, Var<T> slope); // the same, a slope (D, 1) of each row's own
/// The larger of each pair of rows: (2L, n) -> (L, n), out(k) = max(x(2k), x(2k + 1)).
template <class T>
Var<T> max_pairs(Var<T> x);
/// Each element is zero with probability p, else divided by 1 - p.
template <class T>
Var<T> dropout(Var<T> x, double p, Random& random);

// ---- shape
template <class T>
Var<T> concat_rows(const std::vector<Var<T>>& parts);
template <class T>
Var<T> concat_columns(const std::vector<Var<T>>& parts);
template <class T>
Var<T> rows(Var<T> x, Eigen::Index first, Eigen::Index count);
template <class T>
Var<T> columns(Var<T> x, Eigen::Index first, Eigen::Index count);
/// The same numbers in the same order (down the columns) in another shape. So a row of T·B numbers, one a
/// position and item, becomes (B, T).
template <class T>
Var<T> reshape(Var<T> x, Eigen::Index rows, Eigen::Index cols);
/// All positions of an item one below the other: (D, T·B) -> (D · positions, B); T is at most `positions`,
/// and positions that x does not have hold zeros.
template <class T>
Var<T> stack_positions(Var<T> x, Eigen::Index B, Eigen::Index positions);
/// Columns indices[0], indices[1], … of x; each may be asked for more than once.
template <class T>
Var<T> gather_columns(Var<T> x, std::vector<int> indices);
/// Column b of a where keep[b], else of b: how a recurrence passes over padding.
template <class T>
Var<T> choose_columns(Var<T> a, Var<T> b, const std::vector<bool>& keep);

// ---- cells, in PyTorch's layout; a = W x + b_ih, u = U h + b_hh, split into blocks of rows
template <class T>
Var<T> gru_gates(Var<T> a, Var<T> u); // (3H, B): [r; z; n]
template <class T>
Var<T> gru_state(Var<T> gates, Var<T> h); // (1 - z) n + z h
template <class T>
Var<T> lstm_gates(Var<T> a, Var<T> u); // (4H, B): [i; f; g; o]
template <class T>
Var<T> lstm_memory(Var<T> gates, Var<T> c); // f c + i g
template <class T>
Var<T> lstm_state(Var<T> gates, Var<T> c); // o tanh(c)

// ---- normalisation
/// In each column, each block of rows brought to mean 0 and variance 1 (epsilon is added to the variance),
/// then times gain plus bias: x (n, B); gain, bias (n, 1); the sizes of the blocks add up to n.
template <class T>
Var<T> layer_norm(Var<T> x, Var<T> gain, Var<T> bias, const std::vector<int>& blocks, T epsilon);

// ---- attention
template <class T>
Var<T> add_tiled(Var<T> keys, Var<T> query); // (A, T·B) + (A, B) at every position
template <class T>
Var<T> dot_rows(Var<T> v, Var<T> x, Eigen::Index B); // vᵀx: (A,1) (A, T·B) -> (B, T)
template <class T>
Var<T> weighted_sum(Var<T> annotations, Var<T> weights); // (D, T·B) (B, T) -> (D, B)
template <class T>
Var<T> scale_positions(Var<T> x, Var<T> weights); // each column times its weight: (D, T·B) (B, T) -> (D, T·B)
/// Softmax over each row of e (B, T), over its first lengths[b] columns only; the others are exactly 0.
template <class T>
Var<T> softmax_rows(Var<T> e, std::span<const int> lengths);
/// Softmax over each row of e (B, T), over the columns that `where` has; the others are exactly 0.
using Mask = Eigen::Array<bool, Eigen::Dynamic, Eigen::Dynamic>; // (B, T), something true in every row
template <class T>
Var<T> softmax_where(Var<T> e, const Mask& where);
/// Softmax over each row of e (B, S), for few columns: what its adjoint gives an energy is a sum of
/// differences, which keep their digits where one weight is nearly 1. O(B S²).
template <class T>
Var<T> softmax_few(Var<T> e);
/// Gates: the logistic function of each number where `where` has it, exactly 0 elsewhere: (B, T).
template <class T>
Var<T> sigmoid_where(Var<T> x, const Mask& where);
template <class T>
Var<T> dot_tiled(Var<T> keys, Var<T> query); // key . query: (A, T·B) (A, B) -> (B, T)
/// Each column divided by its length; a column of zeros stays as it is, and passes no gradient.
template <class T>
Var<T> unit_columns(Var<T> x);
template <class T>
Var<T> scale_by_exp(Var<T> x, Var<T> log_factor); // x · exp(log_factor), log_factor: (1, 1)
/// The first T rows of x (L, B), one slot a position, as (B, T); there is no slot past L: -infinity.
template <class T>
Var<T> slot_rows(Var<T> x, Eigen::Index T_positions);
/// Every filter of F (k, r) along each row of a (B, T), zeros beyond its ends: (k, T·B). r is odd, and
/// f(:, t·B + b) = sum_u F(:, u) a(b, t + u - (r - 1)/2).
template <class T>
Var<T> convolve_rows(Var<T> F, Var<T> a);
/// exp(-(j - p)² / 2σ²) for j = 0..T-1: p (B, 1) -> (B, T).
template <class T>
Var<T> gaussian_rows(Var<T> p, Eigen::Index T_positions, T sigma);

// ---- coverage and copying
template <class T>
Var<T> divide(Var<T> a, Var<T> b); // element by element; b has no zeros
template <class T>
Var<T> share_rows(Var<T> x); // each row divided by its sum, which is above 0: (B, T)
/// Σ_j min(a_bj, c_bj): (B, T) (B, T) -> (1, B).
template <class T>
Var<T> overlap_rows(Var<T> a, Var<T> c);
/// What the positions that hold a word are given together: weights (B, T) and the word at each position,
/// words[t·B + b] < count -> (count, B).
template <class T>
Var<T> sum_by_word(Var<T> weights, std::span<const int> words, Eigen::Index count);
/// g exp(log_probs) + (1 - g) copied, column by column; rows past V hold what is copied alone: gate (1, n),
/// log_probs (V, n), copied (W, n), W >= V -> (W, n).
template <class T>
Var<T> mix(Var<T> gate, Var<T> log_probs, Var<T> copied);
template <class T>
Var<T> log_of(Var<T> x); // of the smallest number there is, about -87 in float, where x is no larger

// ---- loss
template <class T>
Var<T> log_softmax(Var<T> logits); // over each column
/// - sum_k weights[k] · log_probs(targets[k], k): (1, 1).
template <class T>
Var<T> negative_log_likelihood(Var<T> log_probs, std::span<const int> targets, std::span<const T> weights);
/// Σ x²: (1, 1).
template <class T>
Var<T> sum_of_squares(Var<T> x);

} // namespace heed
