// Other rows of weights for one output, and what they do to it: the rest of the run as it was.
#pragma once

#include "core/analysis/meaning/walk.h"
#include "core/analysis/value_lengths.h"

#include <cstdint>
#include <optional>

namespace heed::analysis::meaning {

/// The sum of the row on each place alike.
template <class T>
Vector<T> equal_row(const Vector<T>& own);
/// All of it on the strongest; of several the first.
template <class T>
Vector<T> strongest_row(const Vector<T>& own);
template <class T>
int strongest_place(const Vector<T>& own);
/// Place j has nothing, the others what they had, scaled to the row's own sum. None where nothing is left.
template <class T>
std::optional<Vector<T>> row_without(const Vector<T>& own, int j);
/// α_π(j) at place j.
template <class T>
Vector<T> permuted_row(const Vector<T>& own, const std::vector<int>& order);

/// The k-th of the orders that shuffled weights are measured with, 0 … S − 1, for a source of S places.
std::vector<int> shuffled_order(int places, std::uint64_t seed, int k);

/// What an output becomes.
struct Effect {
    double tvd = 0;         // of p, from the model's own
    double probability = 0; // of the token that was written
    int likeliest = 0;      // word
};
/// Under each of those rows (S, B).
template <class T>
std::vector<Effect> effects(Walk<T>& walk, const Eigen::Ref<const Matrix<T>>& rows, int written);

/// TVD of the output where place j of its row has nothing, (S); 0 where it had nothing, NaN where nothing
/// else is left.
template <class T>
Vector<T> leave_one_out_of_row(Walk<T>& walk);

/// α_ij ‖h_j‖: how long a vector each place brings, (S).
template <class T>
Vector<T> value_weighted(const Walk<T>& walk) {
    return walk.weights().cwiseProduct(value_lengths(walk.annotations()));
}

} // namespace heed::analysis::meaning
