// What was measured of heads, as JSON.
#pragma once

#include "core/analysis/heads/pairs/corpus.h"

#include <nlohmann/json_fwd.hpp>

namespace heed::heads {

/// {"pairs", "judged", "diagonal": {"aer", "in_gold"}|null, "maps": [{"name", "kind", "layer", "head",
/// "rank", "type"|null, "reading", "predicts": {measure: number|null}, "reads": the same, of cross attention
/// alone}], "choice": null|{"fitted_on", "held_out_on", "reading", "best", "mean", "layer", "all": {"heads":
/// [[layer, head]], "fitted": {"aer", "in_gold"}, "held_out"}, "diagonal": {"fitted", "held_out"}, "curve":
/// […]}}. Of pairs that are read at once the readings are "target" and "source" in place of "predicts" and
/// "reads". Maps stand in the order given; `rank` counts from 1 within their kind, and equal ones share it.
/// Layers and heads count from 0.
nlohmann::ordered_json to_json(const Corpus& corpus, const std::vector<Corpus::OfHead>& ordered,
                               const std::vector<int>& ranks, const std::optional<Choice>& choice);

/// By that measure, from 1 within their kind: equal ones share a rank, and the next rank counts all of them
/// (1, 1, 3). Those that have no such number are last. Without one: by AER where there is gold, else by
/// entropy.
std::vector<int> ranks_of(const std::vector<Corpus::OfHead>& heads, const Measure* by);
/// In the order of those ranks, cross attention before the others; of equal ones by layer and head.
std::vector<Corpus::OfHead> ordered(std::vector<Corpus::OfHead> heads, const Measure* by);

} // namespace heed::heads
