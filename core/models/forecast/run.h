// One run of a forecasting model, every value of it recorded.
#pragma once

#include "core/models/model.h"

#include <atomic>

namespace heed::forecast {

/// Reads the request's table, mutes the drivers that its edits mute, and foretells. The trace's source are
/// the rows that were read, its values the rows of values.h, its target_text the forecast and its interval;
/// log_prob is NaN, for a number has none. Throws heed::Error: what reader.h refuses, a driver to mute that
/// is not there, none left to look at, and whatever else a request may ask that this model has not.
Trace run(const Model& model, const Request& request, const std::atomic<bool>* cancelled);

} // namespace heed::forecast
