// One place in every map of a run: beside the thumbnails of all of them.
#pragma once

#include "app/figures/base/figure.h"
#include "app/figures/run_maps.h"

namespace heed {

/// A table, the strongest first: the weight of that output for that source token in each of the maps over
/// the same words. Where no cell is looked at (row or column -1): how spread each map is, the most pointed
/// one first. `looked_at` is the map that is lit.
Scene every_map_figure(std::span<const RunMap> maps, int looked_at, int row, int column, float width,
                       const FigureStyle& style);

/// "Each over 6 outputs and 5 source tokens. Each row sums to 1." of all maps, or how many do not.
std::string maps_summary(std::span<const RunMap> maps);
/// "“loi” looks at “law”", of a cell of that map.
std::string cell_words(const RunMap& map, int row, int column);
/// Its sentence, layer and head, as far as it has them: "Layer 2, head 1".
std::string title_of(const RunMap& map);

} // namespace heed
