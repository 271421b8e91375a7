// Labelled maps on paper (design 8), in points (1/72 inch): scene.width = width_mm / 25.4 * 72.
#pragma once

#include "app/figures/base/paper_parts.h"
#include "app/figures/maps/map.h"

#include <span>
#include <string>

namespace heed {

/// One map with its axes' names. Throws heed::Error when it has no values.
Scene paper_heatmap(const LabelledMap& map, const PaperSettings& settings, const FigureStyle& style);

struct TitledMap {
    std::string title, formula; // the latter in the markup of base/equation.h; may be empty
    LabelledMap map;            // with values
};
/// Maps side by side under one colour bar; `caption` begins the words below them.
Scene paper_maps(std::span<const TitledMap> maps, const std::string& caption, const PaperSettings& settings,
                 const FigureStyle& style);

} // namespace heed
