// The playhead in time: how long a sub-step takes, and what figures see of it.
#include "app/state/app_state.h"

#include <algorithm>

namespace heed {
double substep_seconds(const Outline& outline, int at) {
    const Moment moment = moment_at(outline, at);
    return (moment.started ? moment.phase.info->milliseconds : 260) / 1000.0;
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
    head.hover_past = state.hover.past;
    head.past = state.selection.past;
    head.unit = state.hover.unit >= 0 ? state.hover.unit : state.selection.unit;
    return head;
}

} // namespace heed
