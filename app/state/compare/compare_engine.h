// What the task of a model says of a run, for a panel of Compare.
#pragma once

#include "app/state/cache.h"
#include "core/models/model.h"

#include <atomic>

namespace heed {

/// Where the model's task knows the right answer to the request's text: the gold links of the outputs that
/// are the answer's, the alignment error of the run's own map, and that of the answer itself, which the model
/// is made to write under the same score and temperature. Throws what decode::run throws.
Judgement judge(const Model& model, const Request& request, const Trace& run,
                const std::atomic<bool>& cancelled);

/// The right answer of a task to a text, as text; none where the task does not know it.
std::optional<std::string> right_answer(const std::string& task, const std::string& text);

/// Scoring functions that the model's states can be scored with and that need no weights of their own.
std::vector<std::string> shared_functions_of(const Model& model);

} // namespace heed
