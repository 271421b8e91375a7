// What the task of a model says of a run, for a panel of Compare.
#pragma once

#include "app/state/cache.h"
#include "core/models/model.h"

#include <atomic>

namespace heed {

/// Where the model's task knows the right answer to the request's text: the gold links of the outputs that
/// agree with it, and the alignment error of the answer itself, forced. Throws what decode::run throws.
Judgement judge(const Model& model, const Request& request, const Trace& run,
                const std::atomic<bool>& cancelled);

/// Scoring functions that the model's states can be scored with and that need no weights of their own.
std::vector<std::string> shared_functions_of(const Model& model);

} // namespace heed
