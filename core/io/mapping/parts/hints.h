// What is left when cells, embeddings and logits are found: the score, the first state, the readout. Each has
// shapes that it can have and words that its names tend to have.
#pragma once

#include "core/io/mapping/parts/guess.h"

#include <map>
#include <vector>

namespace heed::io::mapping {

/// Units, by their places, that are taken for a part before likelier ones if they can be it.
using Wanted = std::map<Part, std::size_t>;

/// Takes units that nothing is known of for these parts, the likeliest first; gives how likely they are
/// together.
int guess_rest(Mapping& mapping, const Wanted& wanted = {});

/// What a unit that nothing is known of could be if nothing else were guessed to be it.
std::vector<Part> possible_parts(const Mapping& mapping, std::size_t unit);

/// "256 columns = 128 + 128", of what a part's columns are made; empty: nothing is to be said.
std::string columns_ground(Part part, const Unit& unit, const Sizes& sizes);

} // namespace heed::io::mapping
