// A run of an encoder alone: a whole text is read, and every place says which words might stand there.
#pragma once

#include "core/models/model.h"
#include "core/trace/request.h"

#include <atomic>

namespace heed::transformer {

/// Throws heed::Error: a text it cannot read or has no places for, a request for what only a written output
/// has.
Trace run(const Model& model, const Request& request, const std::atomic<bool>* cancelled);

/// Adds to a run of a model that writes what is made of its values (derive.h).
void derive_run(const Model& model, Trace& trace);

} // namespace heed::transformer
