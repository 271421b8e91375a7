// What each head is worth to what a model wrote: what its absence costs.
#pragma once

#include "core/base/executor.h"
#include "core/models/model.h"
#include "core/trace/trace.h"

#include <atomic>
#include <functional>
#include <vector>

namespace heed::heads {

struct Cost {
    HeadPlace place;
    double nats = 0; // log p of the same words: with all heads as in the run, less that with this one off
};

/// Of heads that are measured one by one: `known` are not measured again, `found` is told of each of the
/// others as soon as it is known, by any thread.
struct CostsSoFar {
    std::vector<Cost> known;
    std::function<void(const Cost&)> found;
};

/// Every head of the model, by kind, layer and head: each is switched off by itself in the run's own request,
/// which is made to write what it wrote (of an encoder: the likeliest word of each place of the run). What a
/// head that is off already costs is 0. By Mean its context is its mean over the run's places in place of 0.
/// Throws Cancelled, and heed::Error: a model without such heads.
/// (Michel et al. 2019, section 3; there by BLEU.)
std::vector<Cost> costs_of_heads(const Model& model, const Trace& run, const Executor& executor = in_turn,
                                 const std::atomic<bool>* cancelled = nullptr,
                                 HeadEdit::Kind by = HeadEdit::Kind::Off, const CostsSoFar& so_far = {});

/// The heads that the model has.
std::vector<HeadPlace> places_of_heads(const Model& model);

} // namespace heed::heads
