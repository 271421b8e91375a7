// How a Transformer tells places: vectors that are added to tokens, and distances that energies learn by.
#pragma once

#include "core/autodiff/tape.h"
#include "core/models/transformer/config.h"

#include <span>
#include <vector>

namespace heed::transformer {

/// The vectors of `count` places from `first` on, for each of `items`: (d, count·items), column p·items + b.
/// `behind`, if not empty, says by item how many places it begins later. Of the kinds that are no parameter:
/// sinusoidal, halves, fairseq.
template <class T>
Matrix<T> place_vectors(const Config& config, int size, int first, int count, int items,
                        const std::vector<int>& behind = {});

/// The same for places that are given: (d, one each); below 0: zeros.
template <class T>
Matrix<T> place_vectors_at(const Config& config, int size, const std::vector<int>& places);

/// Where tokens stand, a column p·items + b each, if those of `placeless` are not counted; theirs is -1.
/// `counted`, an entry for each item, says how many were counted before, and is carried on; empty: none.
std::vector<int> counted_places(std::span<const int> ids, int items, int placeless,
                                std::vector<int>& counted);

/// The bucket of a key that stands `distance` places after its query (before it: below 0). Raffel et al.
/// 2020, section 2.1, as their code has it: half of the buckets are single distances, the others grow with
/// the logarithm up to `reach`, which is computed in float32. `both_ways`: half of all are for keys that come
/// after.
int bucket_of(int distance, bool both_ways, int buckets, int reach);
/// Of K keys and Q queries, query i standing at place first + i: by key and query, [j · Q + i].
std::vector<int> buckets_of(const Config& config, bool both_ways, int keys, int first, int queries);

} // namespace heed::transformer
