// Beam search: the likeliest continuations of several sentences at a time.
#pragma once

#include "core/models/model.h"
#include "core/trace/lattice.h"
#include "core/trace/request.h"

#include <atomic>

namespace heed::decode {

struct Beginning; // run.h
struct Telling;   // telling.h

/// Keeps request.beam.width sentences. At every output those with the best scores go on, out of all
/// continuations of all of them; what ends is set apart, and the search goes on for the rest, until as many
/// have ended or after `beginning.limit` outputs. Sentences of one step are run as one batch. Of equal scores
/// the earlier sentence and the lower id come first, so that width 1 writes what the greedy run writes. What
/// did not end is listed behind what did. Throws Cancelled as run() does.
Lattice beam_search(const Model& model, const Request& request, const Beginning& beginning,
                    const std::atomic<bool>* cancelled = nullptr, const Telling* telling = nullptr);

} // namespace heed::decode
