// Why this token and not that: what each word of the source adds to the margin between two tokens,
//
//     m = log p(written) - log p(rival)    of one output of a run, in nats.
//
// Integrated gradients (Sundararajan, Taly and Yan 2017, eq. 1) over the embeddings x_j of the source, from 0
// to what they are, everything that was written before being held:
//
//     word_j = x_j . ∫_0^1 ∂m/∂x_j (u x_1 … u x_T, y) du          Σ_j word_j = m(x, y) - m(0, y)
//     so far = m(0, y) - m(0, -)      what was written before adds to a source without a word
//     rest   = m(0, -), and what the sum over u misses of the integral (a window that jumps): given to no
//     word
//
// The gradient goes through the tape: decoder, weights and encoder, so that a word counts which only shows in
// the annotations of others. `0` is a vector of zeros in the place of an embedding, `-` the same for every
// output before (the start token stays). Of the ways that were tried (gradient × input at x alone; α_j h_j ·
// ∂m/∂c at the last context; paths from the mean embedding, or from that of ‹unknown›; the outputs before
// moving with the source) this is the one that removing words bears out best: assets/help/contrast.md.
#pragma once

#include "core/models/model.h"
#include "core/trace/trace.h"

#include <atomic>
#include <optional>
#include <string>
#include <vector>

namespace heed::analysis {

/// The margin when a source word is not there and the source is read again, the outputs before being what
/// they were.
struct WordGone {
    std::optional<double> removed; // the source is one token shorter; none: of the frame, or the only word
    std::optional<double> unknown; // ‹unknown› stands there; none: of the frame, or there is no such token
};

struct Contrast {
    int output = 0;
    int written_id = -1, rival_id = -1;
    std::string written, rival;
    double log_p_written = 0, log_p_rival = 0;
    double margin = 0;         // their difference
    std::vector<double> words; // (T) what each adds; positive: for the written token
    double so_far = 0;         // what was written before adds
    double rest = 0;           // margin - so far - the words
    int points = 0;            // of the sum over u
    std::vector<WordGone>
        gone; // (T); empty where rows of weights are set by hand, which belong to this source
};

/// Of an output that the run has. `rival`: a token that can be written; empty: the likeliest beside the
/// written one. What the run's edits change (tokens, rows, temperature) holds; rows that were set are
/// constants, and no gradient goes through them. Throws heed::Error: no encoder-decoder, an output or a token
/// that is not there, weights scored by another function than the model's; decode::Cancelled when `cancelled`
/// becomes true.
Contrast contrast(const Model& model, const Trace& run, int output, const std::string& rival = {},
                  const std::atomic<bool>* cancelled = nullptr);

/// Source positions, the words that speak most for the written token first (equal ones: the earlier). Tokens
/// that frame the source are left out.
std::vector<int> by_support(const Trace& run, const Contrast& contrast);
/// The same by size, whichever token they speak for.
std::vector<int> by_size(const Trace& run, const Contrast& contrast);

/// Whether a third of the margin or more is of no word and nothing written: then the rows do not explain it.
bool mostly_rest(const Contrast& contrast);

} // namespace heed::analysis
