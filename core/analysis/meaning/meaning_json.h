// What was measured of the meaning of a run's weights, as JSON.
#pragma once

#include "core/analysis/meaning/measured.h"
#include "core/trace/trace.h"

#include <nlohmann/json_fwd.hpp>
#include <span>

namespace heed::analysis::meaning {

/// {mean, low, high, outputs}; null where there is none.
nlohmann::ordered_json to_json(const std::optional<MeanTau>& mean);

/// Of the sentence: `agreement`, the means of τ with each measure. Of each output: every measure by place,
/// its τ with the weights, and the other rows of weights where `outputs` holds them. A measure that cannot be
/// taken is null.
nlohmann::ordered_json to_json(const Trace& run, const Sentence& sentence,
                               std::span<const OutputMeaning> outputs);

} // namespace heed::analysis::meaning
