// Forecasting models with numbers that were drawn, for tests of what is run and drawn.
#pragma once

#include "core/models/forecast/config.h"
#include "core/models/model.h"

#include <string>

namespace heed {

/// With the score of `kind` and its window and history, numbers as before training.
Model sample_forecast_model(forecast::Config kind, int drivers = 3);
/// A table of so many rows of the drivers and a target.
std::string sample_series(int rows, int drivers = 3);

} // namespace heed
