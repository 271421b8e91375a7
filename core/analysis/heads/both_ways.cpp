#include "core/analysis/heads/both_ways.h"

namespace heed::heads {

bool looks_both_ways(Kind kind, const Sums& sums) { return kind == Kind::Encoder && sums.gold.rows > 0; }

std::string_view reading_name(Kind kind, Reading reading, bool both_ways) {
    if (kind != Kind::Encoder || !both_ways) return to_string(reading);
    return reading == Reading::Predicts ? "target" : "source";
}

} // namespace heed::heads
