// Step of a recurrent decoder with several heads: which of them stands in the picture.
#pragma once

#include "app/state/app_state.h"

namespace heed {

/// How many heads there are to choose from; 0: the run has none, or its layers have heads of their own.
int heads_in_step(const AppState& state);
/// The one that is shown, from 0.
int head_in_step(const AppState& state);
/// The run with that head in front; a run without heads is the same run.
std::shared_ptr<const Trace> with_head_in_step(const AppState& state, std::shared_ptr<const Trace> run);

} // namespace heed
