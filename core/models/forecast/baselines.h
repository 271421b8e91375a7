// Forecasts that need no network, held beside every other: the last value again, and a straight line through
// the target's own past.
#pragma once

#include "core/models/forecast/forecast.h"

#include <span>
#include <vector>

namespace heed::forecast {

/// ŷ = the last value that is known.
double persistence(const Item& item);

/// The bias and then a weight for each value of the history, oldest first: those of the least squared error
/// over the items. Of at least one.
std::vector<double> fit_autoregression(std::span<const Item> items);
/// ŷ = b + Σ_t w_t y_t.
double autoregression(std::span<const double> fitted, const Item& item);

/// What `share` of the numbers are at most. Of at least one.
double quantile(std::vector<double> numbers, double share);

} // namespace heed::forecast
