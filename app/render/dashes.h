// A line cut into dashes by arc length.
#pragma once

#include "app/figures/base/scene.h"

#include <vector>

namespace heed {

/// The drawn pieces of a polyline, each at least two points. A solid dash gives the line itself.
std::vector<std::vector<Point>> split_by_length(const std::vector<Point>& line, Dash dash);

} // namespace heed
