// What forecasting models learn from, and what they foretell of many windows at once.
#pragma once

#include "core/models/forecast/config.h"
#include "core/models/lessons.h"

namespace heed::forecast {

/// Without items yet. The loss of an item is its squared error in the unit that the model reads; a reply has
/// its number in the unit of the series, in full, and without an interval.
std::unique_ptr<ItemLessons> make_lessons(const Config& config, const Language& language);

/// Once training is done: how far the forecasts of held-out items are off, and the line through the past of
/// those that were learnt from.
void finish(Config& config, const nn::ParameterSet<float>& parameters, const ItemLessons& taught,
            const ItemLessons& held_out);

} // namespace heed::forecast
