#include "core/trace/phases.h"

#include <algorithm>
#include <array>

namespace heed {

namespace {

constexpr std::array<std::string_view, 11> phase_names = {"embed",  "forward",      "backward", "annotate",
                                                          "window", "score",        "softmax",  "context",
                                                          "state",  "distribution", "choose"};
static_assert(phase_names.size() == static_cast<std::size_t>(PhaseKind::Choose) + 1);

/// Where a reader finds the position in a source that is fed back to front, its end token last (its own
/// inverse).
int fed_order(const Outline& outline, int position) {
    const int words = outline.source_length - 1;
    return outline.reversed && position < words ? words - 1 - position : position;
}

/// Index of a phase in a list, or -1.
int index_of(const std::vector<Phase>& phases, Phase phase) {
    const auto it = std::find(phases.begin(), phases.end(), phase);
    return it == phases.end() ? -1 : static_cast<int>(it - phases.begin());
}

/// How many sub-steps lie between two stops around the sub-step that follows `at`, and where they are counted
/// from.
struct Stride {
    int origin;
    int length;
};

Stride stride_after(const Outline& outline, int at, Granularity granularity) {
    const int encoded = outline.encoding_substeps();
    const bool decoding = at >= encoded;
    if (granularity == Granularity::Token && decoding) return {encoded, outline.substeps_per_output()};
    if (granularity == Granularity::Phase && !decoding) return {0, outline.source_length};
    return {0, 1};
}

} // namespace

int order_of(const Outline& outline, PhaseKind kind, int position) {
    if (kind == PhaseKind::Forward) return fed_order(outline, position);
    if (kind == PhaseKind::Backward) return outline.source_length - 1 - fed_order(outline, position);
    return position;
}

int position_of(const Outline& outline, PhaseKind kind, int order) {
    if (kind == PhaseKind::Backward) order = outline.source_length - 1 - order;
    return kind == PhaseKind::Forward || kind == PhaseKind::Backward ? fed_order(outline, order) : order;
}

std::string_view phase_name(PhaseKind kind) { return phase_names[static_cast<std::size_t>(kind)]; }

Moment moment_at(const Outline& outline, int at) {
    Moment moment;
    at = std::clamp(at, 0, outline.total());
    if (at == 0) return moment;
    moment.started = true;
    int last = at - 1; // the sub-step revealed last, counted from 0
    moment.decoding = last >= outline.encoding_substeps();
    if (moment.decoding) {
        last -= outline.encoding_substeps();
        moment.phase_index = last % outline.substeps_per_output();
        moment.phase = outline.decoding[static_cast<std::size_t>(moment.phase_index)];
        moment.order = moment.position = last / outline.substeps_per_output();
    } else {
        moment.phase_index = last / outline.source_length;
        moment.phase = outline.encoding[static_cast<std::size_t>(moment.phase_index)];
        moment.order = last % outline.source_length;
        moment.position = position_of(outline, moment.phase.kind, moment.order);
    }
    return moment;
}

int at_of(const Outline& outline, Phase phase, int position) {
    const int never = outline.total() + 1;
    if (position < 0) return never;
    if (const int index = index_of(outline.encoding, phase); index >= 0 && position < outline.source_length) {
        return index * outline.source_length + order_of(outline, phase.kind, position) + 1;
    }
    if (const int index = index_of(outline.decoding, phase); index >= 0 && position < outline.outputs) {
        return outline.encoding_substeps() + position * outline.substeps_per_output() + index + 1;
    }
    return never;
}

bool revealed(const Outline& outline, int at, Phase phase, int position) {
    return at_of(outline, phase, position) <= std::min(at, outline.total());
}

int next_stop(const Outline& outline, int at, Granularity granularity, int direction) {
    at = std::clamp(at, 0, outline.total());
    if (direction > 0) {
        if (at == outline.total()) return at;
        const auto [origin, length] = stride_after(outline, at, granularity);
        return origin + ((at - origin) / length + 1) * length;
    }
    if (at == 0) return at;
    // The stop before: the start of the stride that holds the sub-step just revealed.
    const auto [origin, length] = stride_after(outline, at - 1, granularity);
    return origin + (at - 1 - origin) / length * length;
}

std::vector<Segment> segments(const Outline& outline) {
    std::vector<Segment> result;
    int first = 0;
    const auto append = [&](Segment segment) {
        segment.first = first;
        first += segment.substeps;
        result.push_back(segment);
    };
    for (const Phase phase : outline.encoding) append({false, phase, 0, 0, outline.source_length});
    for (int i = 0; i < outline.outputs; ++i) append({true, {}, i, 0, outline.substeps_per_output()});
    return result;
}

} // namespace heed
