// What moved the outputs of a run as JSON.
#pragma once

#include "core/analysis/moves/moves.h"

#include <nlohmann/json_fwd.hpp>

namespace heed::moves {

/// {"output", "token", "log_p", ["rival", "rival_log_p",] "logit", "parts": [PART], "sum", "rounding",
///  "held", "lens": [LAYER]}. "logit" is that of the token, less the rival's where there is one.
/// PART: {"part": "token" | "place" | "segment" | "head" | "feed" | "layer_bias" | "norm_bias" |
/// "output_bias", "adds"}, of a head and a feed-forward layer also "layer" (from 0), of a head "of" ("cross",
/// "encoder", "decoder"), "head" and "places": what comes from each place it looks at.
/// LAYER: {"layer" (from 0; -1: before the first), "log_p", "rank" (from 1), "top": [{"token", "log_p"}]}.
nlohmann::ordered_json to_json(const Moves& moves);

/// Every head's value-weighted map, unnormalised, by the name of its map: {"decoder.layers.1.cross.heads.0":
/// [[‖α W_O v‖ of each place that is looked at], a row for each that looks], …}.
nlohmann::ordered_json value_weighted_json(const Model& model, const Trace& run);

} // namespace heed::moves
