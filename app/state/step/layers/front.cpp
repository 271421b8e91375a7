#include "app/state/step/layers/front.h"

#include "core/analysis/heads/in_front.h"

#include <algorithm>

namespace heed {
namespace {

bool has_heads(const Trace& run) {
    return run.has(Quantity::HeadWeights) && run.model.architecture == "seq2seq";
}

} // namespace

int heads_in_step(const AppState& s) {
    const bool there = s.view == "step" && !s.weights_only() && s.trace && has_heads(*s.trace);
    return there ? heads::recorded_heads(*s.trace) : 0;
}

int head_in_step(const AppState& s) {
    return std::clamp(s.layers.front.cross, 0, std::max(0, heads_in_step(s) - 1));
}

std::shared_ptr<const Trace> with_head_in_step(const AppState& s, std::shared_ptr<const Trace> run) {
    if (!run || !has_heads(*run)) return run;
    return std::make_shared<const Trace>(heads::with_head_in_front(*run, s.layers.front.cross));
}

} // namespace heed
