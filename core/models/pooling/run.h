// One run of a pooling model, every value of it recorded.
#pragma once

#include "core/models/model.h"

#include <atomic>

namespace heed::pooling {

/// Reads the request's text, mutes what its edits mute, and answers. The trace's source are the moments as
/// they were typed, its values the rows of values.h, its target_text the answer: a class, or numbers of six
/// digits (of a sequence, one group a moment). log_prob is that of the class; NaN of numbers, which have
/// none. Throws heed::Error: what reader.h refuses, a moment to mute that is not there, none left to hear,
/// and whatever else a request may ask that this model has not (a target, forced tokens, weights, a beam,
/// another score).
Trace run(const Model& model, const Request& request, const std::atomic<bool>* cancelled);

} // namespace heed::pooling
