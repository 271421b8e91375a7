// Beam search of models that bring rules for writing (core/models/generation.h), as their own library does
// it.
//
// At each output the likeliest 2 K of all continuations of the K sentences are looked at, best first (more
// where several tokens end a text). One that ends is kept only if it is among the first K; the others fill
// the K places that go on. A sentence that has ended scores log P / N^exponent, N its tokens with the end;
// the best K are kept. The search stops when there are K and, as Stopping says, none that goes on can be
// better. The rules act on log-probabilities and nothing is made to sum to 1 again: a token that they force
// costs nothing, which the totals and scores of such a search say as well.
#pragma once

#include "core/models/model.h"
#include "core/trace/lattice.h"
#include "core/trace/request.h"

#include <atomic>

namespace heed::decode {

struct Beginning; // run.h
struct Telling;   // telling.h

/// As beam_search; throws Cancelled as run() does.
Lattice ruled_beam_search(const Model& model, const Request& request, const Beginning& beginning,
                          const std::atomic<bool>* cancelled = nullptr, const Telling* telling = nullptr);

} // namespace heed::decode
