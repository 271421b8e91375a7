// What of a whole run the network's figure needs at every frame, found once.
#pragma once

#include "app/figures/seq2seq/network/network.h"

namespace heed {

struct WholeRun {
    int longest_source = 3, longest_output = 3; // letters of the longest label
    std::shared_ptr<const MapValues> weights;   // of the outputs, or influences in their place; null: none
    std::shared_ptr<const MapValues> shown;     // what the heatmap shows: of a what-if, perhaps another map
};
/// `kept`: what the trace belongs to; null: values are not handed on. `what_if` and `influence` as in the
/// settings.
std::shared_ptr<const WholeRun> whole_run(const Trace& trace, std::shared_ptr<const void> kept,
                                          const WhatIf* what_if = nullptr, WhatIfMap map = WhatIfMap::Changed,
                                          const std::shared_ptr<const InfluenceMap>& influence = {});

} // namespace heed
