// What changed heads do over the pairs of a file: how likely the right sentences are, and how often the model
// writes them.
#pragma once

#include "core/analysis/heads/pairs/corpus.h"

#include <atomic>

namespace heed::heads {

struct PairsScore {
    int pairs = 0;
    long long outputs = 0; // of the right sentences, ends included
    double log_prob = 0;   // of all of them, nats
    int exact = 0;         // pairs that the model writes as they are (same_outputs)
    double per_output() const { return outputs > 0 ? log_prob / static_cast<double>(outputs) : 0; }
    PairsScore& operator+=(const PairsScore& other);
    bool operator==(const PairsScore&) const = default;
};

/// Whether one run writes what the other does: the same tokens, or to its end the same text in other pieces.
/// A token that stands for what the vocabulary does not have is never right: nobody can tell what it means.
bool same_outputs(const Trace& own, const Trace& right);

/// Of one pair, which must have a target: one run that is made to write it, one that writes by itself. The
/// rest of the request says languages. Throws Cancelled, heed::Error.
PairsScore score_pair(const Model& model, const Pair& pair, const HeadEdits& edits, Request request,
                      const std::atomic<bool>* cancelled = nullptr);

} // namespace heed::heads
