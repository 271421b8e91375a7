// A Transformer in a few words.
#pragma once

#include "core/models/transformer/facts.h"

#include <string>

namespace heed::transformer {

/// "2 layers of 4 heads".
std::string head_words(const Config::Side& side);
/// "2 layers of 4 heads a side"; both sides where they differ.
std::string layer_words(const Config& config);
/// "Transformer 64, 2 layers of 4 heads a side".
std::string size_words(const Config& config);
/// Which map stands for the model: "layer 2, mean of 4 heads".
std::string shown_words(const Config& config);
/// The same of a run, for which others may have been chosen.
std::string shown_words(const TransformerFacts& facts);
/// And which of those heads were changed by hand: "layer 2, mean of 4 heads, 2:3 off".
std::string shown_words(const Trace& run);
/// What was done to heads of the map that stands for the run.
HeadEdits shown_edits(const Trace& run);

} // namespace heed::transformer
