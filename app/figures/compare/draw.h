// One panel of a comparison, while it is drawn.
#pragma once

#include "app/figures/compare/parts.h"
#include "app/figures/maps/painter.h"

namespace heed::compare {

struct Painter : MapPainter {
    const ComparePanel& panel;
    const CompareOptions& options;
    bool other; // wrote something else than most
    std::optional<double> ceiling;

    const Trace& trace() const { return *panel.trace; }
};

/// Looks at that cell as far as it is in the map.
MapPainter painter_of(Scene& scene, const LabelledMap& map, const FigureStyle& style, const MapPlan& plan,
                      Box card, int revealed, CompareCell look, int key);

/// Sentences about the middle of the card, the second below the first; returns the top of it all.
float add_sentences(const MapPainter& painter, const std::string& first, const std::string& second,
                    Color second_color, Face face);

} // namespace heed::compare
