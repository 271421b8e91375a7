// What figures and readers of a trace know of a forecasting model besides what is known of any model.
#pragma once

#include "core/models/forecast/config.h"
#include "core/trace/trace.h"

namespace heed {

struct ForecastFacts {
    forecast::Config config;
};

inline const ForecastFacts& forecast_facts(const ModelFacts& model) { return model.of<ForecastFacts>(); }
inline const ForecastFacts& forecast_facts(const Trace& trace) { return forecast_facts(trace.model); }
/// Whether the facts are such a model's.
inline bool is_forecast(const ModelFacts& model) {
    return std::any_cast<ForecastFacts>(&model.own) != nullptr;
}

} // namespace heed
