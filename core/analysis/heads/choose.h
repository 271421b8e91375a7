// Which cross-attention heads should align: the best one, and the best mean of several, found on one half of
// the pairs and measured on the other.
#pragma once

#include "core/analysis/heads/run_heads.h"
#include "core/base/executor.h"

#include <optional>
#include <span>
#include <vector>

namespace heed::heads {

/// What the strongest words of rows say against gold.
struct AgainstGold {
    analysis::AlignmentCounts counts;
    double rows = 0, hits = 0; // rows that gold speaks of; those whose strongest word is a gold one
    std::optional<double> error_rate() const { return rows > 0 ? counts.error_rate() : std::nullopt; }
    std::optional<double> in_gold() const { return rows > 0 ? std::optional(hits / rows) : std::nullopt; }
};

/// Heads whose mean is read in one way, as numbers among the cross-attention heads.
struct Candidate {
    std::vector<int> heads; // the one found first before the others
    AgainstGold fitted, held_out;
};

struct Choice {
    int pairs = 0, fitted_on = 0, held_out_on = 0; // pairs with gold; of the two halves
    Reading reading = Reading::Predicts;           // of the best head on the pairs it was fitted on
    Candidate best;                                // head
    Candidate mean;                                // of the curve the one with the lowest error when fitted
    Candidate layer;                               // mean of the heads of the best head's layer
    Candidate all;                                 // mean of all
    Candidate diagonal;                            // no heads: the word as far along
    std::vector<Candidate> curve;                  // the best mean of k, k = 1 …
};

/// At most so many heads in a mean.
inline constexpr int most_in_mean = 12;

/// Pairs at even places are fitted on, those at odd ones held out. The mean of k is that of k - 1 and the
/// head that lowers the error rate most with it (of equal ones the one with more hits, then the first).
/// Nothing where there are fewer than two pairs or no heads. `layers`: the layer of each head.
std::optional<Choice> choose(std::span<const GoldRows* const> pairs, std::span<const int> layers,
                             const Executor& executor = in_turn);

/// The mean of those heads on pairs.
AgainstGold against_gold(std::span<const GoldRows* const> pairs, std::span<const int> chosen,
                         Reading reading);

} // namespace heed::heads
