// One run of an entity network, every value of it recorded.
#pragma once

#include "core/models/model.h"

#include <atomic>

namespace heed::entity {

/// Reads the request's story sentence by sentence and answers its question. The trace's source are the words
/// as they were read, its labels the sentences, the slots and the question, its values the rows of values.h,
/// its target_text the likeliest word, log_prob that word's. What the request mutes are sentences that nobody
/// reads. Throws heed::Error: what reader.h refuses, a sentence to mute that is not there, and whatever else
/// a request may ask that this model has not (a target, forced tokens, weights, a beam, another score).
Trace run(const Model& model, const Request& request, const std::atomic<bool>* cancelled);

} // namespace heed::entity
