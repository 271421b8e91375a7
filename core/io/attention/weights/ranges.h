// Whether the numbers of a file are weights, and what their sums say.
#pragma once

#include "core/io/attention/parts.h"

#include <vector>

namespace heed::io {

/// Percentages as shares, where that was said of them; else as they are. What is beside 0 or 1 by no more
/// than rounding of float16 or bfloat16 becomes that, and is said. Throws naming map, row and number that is
/// not from 0 to 1.
void check_ranges(std::vector<GivenMap>& maps, GivenSentence& sentence, const GivenAs& as);

/// Says which rows do not sum to 1; and of columns that do, unless the axes were said.
void look_at_sums(const std::vector<GivenMap>& maps, GivenSentence& sentence, bool axes_said);

} // namespace heed::io
