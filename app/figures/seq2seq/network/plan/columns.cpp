// Columns in a view, and which of them must be in it.
#include "app/figures/base/marks.h"
#include "app/figures/seq2seq/network/plan/plan.h"

#include <algorithm>
#include <cmath>

namespace heed {

Columns columns(int count, float pitch, float from, float until, Focus focus, float scroll) {
    Columns c{.count = count, .pitch = pitch, .from = from, .until = until};
    const float all = static_cast<float>(count) * pitch;
    float room = until - from;
    if (all <= room + 0.5f) {
        c.left = from + (room - all) / 2;
    } else {
        // Whole columns only, and the one in the middle stands a whole number of columns from the edge.
        const float in_view = std::max(1.0f, std::floor(room / pitch + 0.001f));
        room = in_view * pitch;
        c.until = from + room;
        if (static_cast<int>(in_view) % 2 == 0) focus.middle += 0.5f;
        c.scroll = scroll >= 0 ? scroll : (focus.middle + 0.5f) * pitch - room / 2;
        c.scroll = std::clamp(c.scroll, 0.0f, all - room);
        if (scroll < 0 && focus.chosen >= 0 && focus.chosen < count) {
            const float left = static_cast<float>(focus.chosen) * pitch;
            c.scroll = std::clamp(c.scroll, left + pitch - room, left);
        }
        c.left = from - c.scroll;
    }
    if (count == 0) return c;
    c.first = std::clamp(static_cast<int>(std::floor((from - c.left) / pitch + 0.01f)), 0, count - 1);
    c.last = std::clamp(static_cast<int>(std::ceil((c.until - c.left) / pitch - 0.01f)) - 1, 0, count - 1);
    return c;
}

namespace {

float strongest_column(const Trace& trace, int output) {
    Eigen::Index strongest = 0;
    trace.at(Quantity::Weights).col(output).maxCoeff(&strongest);
    return static_cast<float>(strongest);
}

} // namespace

/// The one being read, or most attended to. It glides from one to the next as the sub-step that begins with
/// it is drawn.
float source_focus(const Trace& trace, const Reveal& reveal) {
    if (!reveal.now.started) return 0;
    const auto position = static_cast<float>(reveal.now.position);
    const float t = ease_in_out(reveal.progress);
    if (!reveal.decoding()) {
        const float step = reveal.now.phase.is(seq2seq::Backward) ? -1.0f : 1.0f;
        return reveal.now.order == 0 ? position : position - step * (1 - t);
    }
    if (!trace.has_weights()) return static_cast<float>(trace.source_length() - 1);
    const float here = strongest_column(trace, reveal.output);
    if (reveal.now.phase_index > 0 || reveal.output == 0) return here;
    return std::lerp(strongest_column(trace, reveal.output - 1), here, t);
}

/// The same of the states: s_0, then one an output.
float state_focus(const Reveal& reveal) {
    const auto here = static_cast<float>(reveal.output + 1);
    const bool begins = reveal.decoding() && reveal.now.phase_index == 0;
    return begins ? here - 1 + ease_in_out(reveal.progress) : here;
}

} // namespace heed
