// The plan of a run in the layout of another: what a hand holds stays under it while the run changes.
#include "app/figures/seq2seq/network/plan/part.h"

#include <algorithm>

namespace heed {
namespace {

constexpr float least_kept_pitch = 17, least_full_pitch = 34; // px: narrower columns are scrolled

/// As close as the room asks for that they had, and from where they began.
void keep_states(NetworkPlan& plan, int count) {
    const Columns was = plan.states;
    const float from = was.scrolls() ? was.from : was.left,
                share = (was.until - from) / static_cast<float>(count);
    const float least = std::min(was.pitch, plan.full ? least_full_pitch : least_kept_pitch);
    const float pitch = was.scrolls() ? was.pitch : std::clamp(share, least, was.pitch);
    plan.states = columns(count, pitch, from, was.until, {}, was.scroll);
    if (!plan.states.scrolls()) plan.states.left = from;
    plan.state_width = std::min(plan.state_width, 0.74f * pitch);
}

} // namespace

bool lends_layout(const LaidOut& lent, const Trace& trace) {
    return lent.run && lent.run->source_length() == trace.source_length() && lent.run->outputs() > 0;
}

NetworkSettings own_layout(NetworkSettings settings) {
    settings.laid_out = {};
    settings.whole = nullptr; // it is of another run
    return settings;
}

NetworkPlan kept_plan(const Trace& trace, const Reveal& reveal, const Playhead& playhead,
                      const NetworkSettings& settings) {
    const Trace& before = *settings.laid_out.run;
    const Playhead& head = settings.laid_out.head;
    const int outputs = trace.outputs();
    NetworkPlan plan = network_plan(before, Reveal(before, head), head, own_layout(settings));
    keep_states(plan, outputs + 1);
    if (plan.past) plan.slots = std::clamp(plan.slots, 0, std::max(0, outputs - 1));
    if (plan.zoomed)
        keep_part(plan, outputs);
    else
        place_heatmap(plan, reveal, playhead.row, outputs, plan.heat_bottom(), plan.row_height);
    return plan;
}

} // namespace heed
