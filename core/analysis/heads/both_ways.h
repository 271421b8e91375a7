// An encoder that reads both texts of a pair at once: its two readings.
//
// The target's words look at the source's (Reading::Predicts), or the source's at the target's
// (Reading::Reads); each by the quadrant of the map that joins the texts, alone.
#pragma once

#include "core/analysis/heads/run_heads.h"

#include <string_view>

namespace heed::heads {

/// Whether links were measured of it so.
bool looks_both_ways(Kind kind, const Sums& sums);
/// "target", "source" of such a pair; else as to_string.
std::string_view reading_name(Kind kind, Reading reading, bool both_ways);

} // namespace heed::heads
