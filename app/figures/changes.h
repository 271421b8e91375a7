// What a hand changed of a run, in a sentence for pictures and files of it.
#pragma once

#include "core/trace/trace.h"
#include "core/trace/words/words.h"

#include <string>

namespace heed {

/// "Changed by hand: head 2:1 off, output 4 forced, the weights of outputs 1 and 3"; empty: it is the model's
/// own run. One that was given all of its outputs is not changed: it was read. `in`: where words are shown,
/// their pieces: "the weights of piece 2 of output 3".
std::string changes_of(const Trace& run, const RunWords* in = nullptr);
/// The same but for a temperature that all of several runs have, which is said once.
std::string changes_of(const Trace& run, double temperature, const RunWords* in = nullptr);
/// The same of these heads alone.
std::string changes_of(const HeadEdits& heads);

} // namespace heed
