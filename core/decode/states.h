// The states of many inputs, without their traces: what a bank of states is made of.
#pragma once

#include "core/decode/run.h"
#include "core/trace/sentence_states.h"

#include <span>
#include <string>

namespace heed::decode {

/// An input that begin_run has found to be one that the model takes.
struct Prepared {
    std::string text;
    Beginning beginning;
};

/// What run() and states_to_keep() would leave of each, in their order; the numbers differ from theirs by
/// float rounding at most. Items of like length are run together. Throws Cancelled as run() does.
std::vector<SentenceStates> states_of(const Model& model, std::span<const Prepared> items,
                                      const std::atomic<bool>* cancelled = nullptr);

} // namespace heed::decode
