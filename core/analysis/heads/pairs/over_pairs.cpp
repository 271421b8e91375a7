#include "core/analysis/heads/pairs/over_pairs.h"

#include "core/base/error.h"
#include "core/decode/run.h"

#include <algorithm>

namespace heed::heads {

PairsScore& PairsScore::operator+=(const PairsScore& other) {
    pairs += other.pairs;
    outputs += other.outputs;
    log_prob += other.log_prob;
    exact += other.exact;
    return *this;
}

bool same_outputs(const Trace& own, const Trace& right) {
    const auto unknown = [](const TraceStep& step) { return step.token.unknown; };
    for (const Trace* run : {&own, &right})
        if (std::any_of(run->steps.begin(), run->steps.end(), unknown)) return false;
    const bool tokens =
        std::equal(own.steps.begin(), own.steps.end(), right.steps.begin(), right.steps.end(),
                   [](const TraceStep& a, const TraceStep& b) { return a.token.id == b.token.id; });
    return tokens || (own.finished && right.finished && own.target_text == right.target_text);
}

PairsScore score_pair(const Model& model, const Pair& pair, const HeadEdits& edits, Request request,
                      const std::atomic<bool>* cancelled) {
    if (!pair.target) throw Error(model.name, "a pair", "what is to be written", "the source alone");
    request.text = pair.source;
    request.edits = {};
    request.edits.heads = edits;
    request.beam = {};
    request.max_steps = 0;
    request.target = pair.target;
    const Trace right = decode::run(model, request, cancelled);
    request.target.reset();
    const Trace own = decode::run(model, request, cancelled);
    return {1, right.outputs(), right.log_prob, same_outputs(own, right) ? 1 : 0};
}

} // namespace heed::heads
