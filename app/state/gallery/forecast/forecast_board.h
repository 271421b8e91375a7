// Makes boards of forecasting models: the series of an input, foretold row by row by the model and by every
// baseline.
#pragma once

#include "app/state/gallery/orders.h"
#include "app/state/jobs/engine.h"

namespace heed {

/// Called from a worker thread. heed::Error where the loaded model cannot read the input.
BoardMade make_forecast_board(const Engine& engine, const BoardOrder& order,
                              std::shared_ptr<const Family> known);
/// Bars and picture of its card.
CardPicture forecast_card(const Engine& engine);

} // namespace heed
