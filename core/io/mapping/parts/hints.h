// What is left when cells, embeddings and logits are found: the score, the first state, the readout. Each has
// shapes that it can have and words that its names tend to have.
#pragma once

#include "core/io/mapping/parts/guess.h"

namespace heed::io::mapping {

/// Takes units that nothing is known of for these parts, the likeliest first.
void guess_rest(Mapping& mapping);

/// "256 columns = 128 + 128", of what a part's columns are made; empty: nothing is to be said.
std::string columns_ground(Part part, const Unit& unit, const Sizes& sizes);

} // namespace heed::io::mapping
