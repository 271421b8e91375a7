// Two sequences of tokens side by side: what is equal, what stands in another's place, what only one has.
//
// Equal tokens are a longest common sequence, of several the one that lies furthest to the right: "signed in
// august" beside "signed in paris in march" pairs the "in" with the last one. What lies between two equal
// pairs, or an end and one, is a token in place of another where it is one of each; else nothing of it
// belongs together.
#pragma once

#include "core/trace/trace.h"

#include <functional>
#include <string>
#include <vector>

namespace heed::analysis {

/// A place of the two. At least one of them is there.
struct AlignedRow {
    int a = -1, b = -1; // positions; -1: only the other has a token here
    bool same = false;  // both have the same token
    bool both() const { return a >= 0 && b >= 0; }
    bool replaced() const { return both() && !same; }
    bool operator==(const AlignedRow&) const = default;
};
using Alignment = std::vector<AlignedRow>;

/// Whether position i of the one and k of the other hold the same token.
using SameToken = std::function<bool(int i, int k)>;

/// Every position of both, each once, in order; between equal pairs what is only in a stands first. Where a
/// few thousand tokens in a row differ in both, these are paired in place.
Alignment align_tokens(int a, int b, const SameToken& same);
Alignment align_tokens(const std::vector<std::string>& a, const std::vector<std::string>& b);
/// Each position beside the same position of the other.
Alignment align_positions(int a, int b, const SameToken& same);

/// Output i of a and output k of b are the same token. End tokens are the same, however they are written.
bool same_output(const Trace& a, int i, const Trace& b, int k);
bool same_source(const Trace& a, int j, const Trace& b, int k);
Alignment align_outputs(const Trace& a, const Trace& b);
Alignment align_sources(const Trace& a, const Trace& b);

/// How many places are of each kind.
struct AlignmentTally {
    int equal = 0, replaced = 0, only_a = 0, only_b = 0;
    bool operator==(const AlignmentTally&) const = default;
};
AlignmentTally tally(const Alignment& alignment);

/// So many tokens differ: between two equal pairs as many as the longer side has there, so that two words in
/// place of two others are two, though none of them belongs to one of the others.
int differing(const Alignment& alignment);

} // namespace heed::analysis
