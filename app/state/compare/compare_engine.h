// A panel of Compare as it is computed: the run, and what its task says of it.
#pragma once

#include "app/state/compare/compare_state.h"
#include "core/models/model.h"

#include <atomic>

namespace heed {

/// Runs the request; where the model's task knows the right answer to its text, adds the gold links of the
/// outputs that agree with it, and the alignment error of the answer itself, forced. Throws what decode::run
/// throws.
PanelResult compare_run(const Model& model, const Request& request, const std::atomic<bool>& cancelled);

/// Scoring functions that the model's states can be scored with and that need no weights of their own.
std::vector<std::string> shared_functions_of(const Model& model);

} // namespace heed
