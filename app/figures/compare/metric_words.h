// What the numbers of a comparison are: as they are printed, and what was measured.
#pragma once

#include "app/figures/compare/compare.h"

#include <string>

namespace heed::compare {

enum class MetricKind { LogProb, Entropy, Sharpness, Error, ForcedError };

std::string metric_text(MetricKind kind, double value);
/// Whose number it is, of what, and what it can be at best.
std::string metric_tooltip(MetricKind kind, const ComparePanel& panel, const CompareNumbers::Row& row);

} // namespace heed::compare
