// How well a model that reads and writes pieces of words does on a pair: as evaluation.h defines it of
// models that write whole words, with these differences.
//
// Tokens are pieces: what the model is made to write is the target as its tokenizer cuts it, with the
// language's token or whatever else its files put first, and the end token. Links are of words, so the map is
// folded into words (core/trace/words/words.h); it is the one that stands for the model. An item is exact if
// the model left alone writes the target's text, however cut, and ends: with all that its files rule
// (core/models/generation.h), its longest output among it.
#pragma once

#include "core/analysis/gold/evaluation.h"
#include "core/analysis/heads/pairs/corpus.h"

namespace heed::heads {

struct AssessedPair {
    analysis::ItemResult result;
    bool cut = false; // left alone, it was stopped by its longest output before it had ended
};

/// The request says languages and a task. Throws heed::Error where the pair has no target, where the model
/// writes nothing, or as run_pair() does; decode::Cancelled.
AssessedPair assess_pair(const Model& model, const Pair& pair, Request request = {},
                         const std::atomic<bool>* cancelled = nullptr);

} // namespace heed::heads
