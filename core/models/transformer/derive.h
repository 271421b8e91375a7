// What is made of a run's values when it is over: means of heads, rollouts, words beside the places.
#pragma once

#include "core/models/transformer/config.h"
#include "core/trace/trace.h"

#include <string>
#include <vector>

namespace heed::transformer {

/// Adds them to what a run of `config` recorded. `read`: what its decoder was fed, a word a place. Weights on
/// places that come after are set to 0, which is what they are.
void derive(const Config& config, const std::vector<std::string>& read, Trace& trace);

} // namespace heed::transformer
