// Of the readings that shapes allow the one that leaves the fewest tensors unread.
#pragma once

#include "core/io/mapping/parts/guess.h"

namespace heed::io::mapping {

/// Takes units that nothing is known of for score, first state and readout. Where the likeliest first leaves
/// some of them over that another reading takes, that one: of as few the likeliest. What the user said and
/// what was taken before stays.
void guess_fewest_left(Mapping& mapping);

} // namespace heed::io::mapping
