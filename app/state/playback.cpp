// The playhead in time: how long a sub-step takes, and what figures see of it.
#include "app/state/app_state.h"

#include <algorithm>
#include <cmath>

namespace heed {
namespace {

/// Milliseconds at speed 1 (design §6).
constexpr double milliseconds(PhaseKind kind) {
    switch (kind) {
    case PhaseKind::Embed:
        return 260;
    case PhaseKind::Forward:
    case PhaseKind::Backward:
        return 320;
    case PhaseKind::Annotate:
        return 260;
    case PhaseKind::Score:
    case PhaseKind::Softmax:
        return 480;
    case PhaseKind::Window:
        return 320;
    case PhaseKind::Context:
        return 520;
    case PhaseKind::State:
        return 360;
    case PhaseKind::Distribution:
        return 320;
    case PhaseKind::Choose:
        return 300;
    }
    return 300;
}

} // namespace

double substep_seconds(const Outline& outline, int at) {
    const Moment moment = moment_at(outline, at);
    return (moment.started ? milliseconds(moment.phase.kind) : 260) / 1000;
}

Playhead playhead_of(const AppState& state) {
    Playhead head;
    head.at = state.playback.at;
    head.progress = state.playback.progress;
    head.backwards = state.playback.backwards;
    head.reduced = state.settings.reduced_motion || state.settings.speed > 4;
    if (head.backwards && head.progress < 1) { // the sub-step that is being taken back, seen in reverse
        head.at = std::min(head.at + 1, state.total());
        head.progress = 1 - head.progress;
    }
    head.hover_column = state.hover.column;
    head.hover_row = state.hover.row;
    head.column = state.selection.column;
    head.row = state.selection.row;
    head.unit = state.hover.unit >= 0 ? state.hover.unit : state.selection.unit;
    return head;
}

} // namespace heed
