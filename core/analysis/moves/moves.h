// What moved one output of a Transformer's run: its token's logit taken apart, and what each layer would have
// said in the last one's place.
#pragma once

#include "core/analysis/moves/lens.h"
#include "core/analysis/moves/logit_parts.h"

#include <atomic>
#include <string>
#include <vector>

namespace heed::moves {

struct Moves {
    int output = 0;           // of an encoder alone a place of the text
    std::string token, rival; // "": no rival was asked for
    double log_p = 0, rival_log_p = 0;
    LogitParts parts;
    std::vector<LensLayer> lens; // for the token
};

/// Of what a run has: its outputs, or of an encoder alone its places.
int outputs_of(const Trace& run);

/// Which token, and which other it is set against.
struct Asked {
    int output = 0;
    std::string token{}; // empty: the one written; of an encoder alone the likeliest
    bool against = false;
    std::string rival{}; // of `against`; empty: the likeliest besides
};
/// Throws heed::Error: no Transformer, an output or a token that is not there, a run without what its layers
/// made; decode::Cancelled when `cancelled` becomes true.
Moves moves(const Model& model, const Trace& run, const Asked& asked,
            const std::atomic<bool>* cancelled = nullptr);

/// Heads, feed-forwards and the rest, largest first by size; equal ones as they come about.
std::vector<int> by_size(const LogitParts& parts);
/// Of all heads of that kind, what came from each place they look at (K).
std::vector<double> by_place(const LogitParts& parts, HeadKind kind);

} // namespace heed::moves
