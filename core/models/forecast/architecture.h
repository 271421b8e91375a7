// The row of the registry of forecasting with attention.
#pragma once

#include "core/models/architecture.h"
#include "core/models/forecast/config.h"

namespace heed::forecast {
/// "da-rnn".
extern const heed::Architecture architecture;
const heed::Architecture& architecture_of(const Config& config);
} // namespace heed::forecast
