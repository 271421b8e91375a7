// What was measured of heads, as JSON.
#pragma once

#include "core/analysis/heads/corpus.h"

#include <nlohmann/json_fwd.hpp>

namespace heed::heads {

/// {"pairs", "judged", "diagonal": {"aer", "in_gold"}|null, "maps": [{"name", "kind", "layer", "head",
/// "rank", "type"|null, "reading", "predicts": {measure: number|null}, "reads": the same, of cross attention
/// alone}], "choice": null|{"fitted_on", "held_out_on", "reading", "best", "mean", "layer", "all": {"heads":
/// [[layer, head]], "fitted": {"aer", "in_gold"}, "held_out"}, "diagonal": {"fitted", "held_out"}, "curve":
/// […]}}. Maps stand in the order given; `rank` counts from 1 within their kind. Layers and heads count from
/// 0.
nlohmann::ordered_json to_json(const Corpus& corpus, const std::vector<Corpus::OfHead>& ordered,
                               const std::optional<Choice>& choice);

/// Best first by that measure, cross attention before the others; those that have no such number last.
/// Without one: by AER where there is gold, else by entropy.
std::vector<Corpus::OfHead> ordered(std::vector<Corpus::OfHead> heads, const Measure* by);

/// The cross-attention heads, as Choice numbers them.
std::vector<Head> cross_heads(const Corpus& corpus);

} // namespace heed::heads
