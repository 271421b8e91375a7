// A run that is looked at while it is still being written.
#pragma once

#include "core/trace/trace.h"

namespace heed {

/// The same with one open place behind what is written, for pictures: no sub-step of it is to be reached,
/// and its values are 0. What has no places of outputs is shared, not copied.
Trace with_open_place(Trace written);
/// The same without it, value by value as it was before.
Trace without_open_place(const Trace& run);
/// Lets go of all values that have a place for each output.
void drop_grown(Trace& run);
/// Whether the last of its outputs is one.
bool has_open_place(const Trace& run);

/// What is written of it, without the open place; and its sub-steps.
int written_outputs(const Trace& run);
int written_substeps(const Trace& run);

/// That it is not over: for ModelFacts::doubt, which every export says. After what is doubted already.
std::string unfinished_words(const Trace& run);

} // namespace heed
