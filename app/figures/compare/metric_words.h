// What the numbers of a comparison are: as they are printed, and what was measured.
#pragma once

#include "app/figures/compare/compare.h"

#include <string>

namespace heed::compare {

enum class MetricKind { LogProb, Entropy, Sharpness, Tau, Error, ForcedError };

std::string metric_text(MetricKind kind, double value);
/// Whose number it is, of what, and what it can be at best.
/// Whether Step can show what a τ was measured on.
bool opens_meaning(MetricKind kind, const ComparePanel& panel);
std::string metric_tooltip(MetricKind kind, const ComparePanel& panel, const CompareNumbers::Row& row);

} // namespace heed::compare
