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

/// "A more", the colours with their ends, "B more": at the right of a difference's heading, whose words end
/// at `left`; "less" and "more" where that has no room. False: not even these have any.
bool add_scale(Scene& scene, const Shading& shading, Box card, float left, const std::string& less,
               const std::string& more);
/// "-.25", the colours, ".25" on the line below the map; returns where it begins.
float add_scale_below(Scene& scene, const Shading& shading, Box card);

} // namespace heed::compare
