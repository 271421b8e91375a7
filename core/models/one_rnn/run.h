// One run of one recurrent network over its own past, every value of it recorded.
#pragma once

#include "core/models/model.h"

#include <atomic>

namespace heed::one_rnn {

/// Reads the request's text token by token and answers after the last. The trace's source are the tokens as
/// they were read, its values the rows of values.h, its target_text the likeliest word, log_prob that word's.
/// What the request mutes are tokens whose states nobody looks back at. Throws heed::Error: what reader.h
/// refuses, a token to mute that is not there, muting where nothing is looked at, and whatever else a request
/// may ask that this model has not (a target, forced tokens, weights, a beam, another score).
Trace run(const Model& model, const Request& request, const std::atomic<bool>* cancelled);

} // namespace heed::one_rnn
