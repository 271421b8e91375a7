// Two outputs side by side, token by token: a minimal edit distance (Wagner and Fischer, 1974).
#pragma once

#include "core/trace/trace.h"

#include <vector>

namespace heed::analysis {

/// One row of the two. At least one of them is there.
struct AlignedRow {
    int a = -1, b = -1; // outputs; -1: only the other run wrote something here
    bool same = false;  // both wrote the same token
    bool operator==(const AlignedRow&) const = default;
};

/// Output i of a and output k of b are the same token. End tokens are the same, however they are written.
bool same_output(const Trace& a, int i, const Trace& b, int k);

/// Every output of both, each once, in order: the fewest tokens inserted, left out or replaced; of equally
/// few, the most that are the same; of those, the ones that replace early rather than insert. A token more in
/// one shifts nothing. Where more than two thousand tokens in a row differ in both, these are paired in
/// place.
std::vector<AlignedRow> align_outputs(const Trace& a, const Trace& b);

} // namespace heed::analysis
