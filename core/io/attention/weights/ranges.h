// Whether the numbers of a file are weights, and what their sums say.
#pragma once

#include "core/io/attention/parts.h"

#include <string_view>
#include <vector>

namespace heed::io {

/// What is said behind a number that is no weight: where it may come from.
inline constexpr std::string_view
    of_masked_row = ", as a softmax over a row that is masked as a whole gives: leave that row out",
    of_scores = ", as scores before their softmax may be: write them after it";

/// Percentages as shares, where that was said of them; else as they are. What is beside 0 or 1 by no more
/// than rounding of float16 or bfloat16 becomes that, and is said. Throws naming map, row and number that is
/// not from 0 to 1.
void check_ranges(std::vector<GivenMap>& maps, GivenSentence& sentence, const GivenAs& as);

/// Says which rows do not sum to 1; and of columns that do, unless the axes were said.
void look_at_sums(const std::vector<GivenMap>& maps, GivenSentence& sentence, bool axes_said);

} // namespace heed::io
