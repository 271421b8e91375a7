// One run of a pointer network, every value of it recorded.
#pragma once

#include "core/models/model.h"

#include <atomic>

namespace heed::pointer {

/// Reads the request's points and chooses among them, step by step: what its target says, what its edits
/// force, else the likeliest. The trace's source are the points as they were typed, its steps the slots that
/// were chosen, its values the rows of values.h, its target_text what written_text of reader.h makes of them.
/// What the request mutes are points that cannot be chosen; its masking stands for the model's own. Throws
/// heed::Error: what reader.h refuses, a point to mute or a place to force that is not there, a slot to force
/// that cannot be chosen there, given rows, another score, a beam.
Trace run(const Model& model, const Request& request, const std::atomic<bool>* cancelled);

} // namespace heed::pointer
