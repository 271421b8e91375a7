// Labels beside points: none over another, over a point or outside the room; those without a place are left
// out.
#pragma once

#include "app/figures/base/scene.h"

#include <optional>
#include <span>
#include <vector>

namespace heed {

struct LabelledPoint {
    Point at;
    float radius = 4;            // of its dot
    float width = 0, height = 0; // of its label; width 0: it has none, and only stands in the way
};

/// A place for each label, or none. Earlier points choose first. Lines join the points in their order, and a
/// label stands off them where it can. `first`: the one that chooses before all; -1: none. The same points
/// give the same places.
std::vector<std::optional<Box>> place_labels(std::span<const LabelledPoint> points, Box room, int first = -1);

/// The indices 0 … count - 1, first and last before all, then ever finer: so that what finds room is spread
/// evenly.
std::vector<int> spread_order(int count);

} // namespace heed
