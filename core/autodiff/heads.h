// Attention of several heads over sequences: energies, softmax, mixture (heads.cpp).
//
// Queries, keys and values are (h d_h, n·B), position by position: column i·B + b; head k owns rows k d_h …
// (k + 1) d_h - 1. Energies and weights are (K, h·Q·B): a column holds what one query of one head gives to
// every key, in column (b h + k) Q + i.
#pragma once

#include "core/autodiff/tape.h"

#include <vector>

namespace heed {

struct Heads {
    int heads = 1;           // h
    int items = 1;           // B
    int queries = 0;         // Q, of an item
    int keys = 0;            // K: the first so many positions of keys and values, which may have more
    bool one_memory = false; // keys and values are of one item, which all items look at

    int column(int item, int head, int query = 0) const { return (item * heads + head) * queries + query; }
    int columns() const { return items * heads * queries; }
    int key_items() const { return one_memory ? 1 : items; }
};

/// e_kij = factor · (q_ki · k_kj): (h d_h, Q·B), (h d_h, ≥K·B) -> (K, h·Q·B).
template <class T>
Var<T> head_energies(Var<T> queries, Var<T> keys, const Heads& heads, T factor);
/// Adds table(bucket, head) to each energy, bucket = buckets[j · Q + i] of query i and key j: table (buckets,
/// h).
template <class T>
Var<T> add_head_bias(Var<T> energies, Var<T> table, const Heads& heads, std::vector<int> buckets);
/// Softmax of each column over some of its rows, the others exactly 0: for query i of item b over those from
/// first[b] on (from 0, where it is empty) to before last[b · Q + i], at least one.
template <class T>
Var<T> head_softmax(Var<T> energies, const Heads& heads, const std::vector<int>& last,
                    const std::vector<int>& first = {});
/// c_ki = Σ_j a_kij v_kj: (h d_h, ≥K·B), (K, h·Q·B) -> (h d_h, Q·B).
template <class T>
Var<T> head_mixture(Var<T> values, Var<T> weights, const Heads& heads);

} // namespace heed
