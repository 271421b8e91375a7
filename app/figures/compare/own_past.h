// A score that looks at the decoder's own states, too: on its card a second map beside that of the source.
#pragma once

#include "app/figures/compare/draw.h"

namespace heed::compare {

/// The map of the own past, without labels beside its rows, which are those of the source's map; no columns
/// where a run has none.
LabelledMap past_map_of(const Trace& trace);

/// The maps as wide as what stands on their cards: for the plan of them all.
std::vector<LabelledMap> with_past(std::span<const ComparePanel> panels, std::vector<LabelledMap> maps);

/// The plan of a card with so many columns of the own past: the source's map leaves them room.
MapPlan beside_past(MapPlan plan, int columns);

/// Draws it at the right of the source's map.
void add_past_map(const Painter& painter);

/// "38% of the weight is on its own past", over all outputs.
std::string past_share_words(const Trace& trace);
/// "Left source, 62% of the weight; right its own past, 38%".
std::string past_words(const Trace& trace);

} // namespace heed::compare
