#include "core/trace/outline.h"

#include <algorithm>

namespace heed {

namespace {

/// Where a reader finds the position in a source that is fed back to front, its last place last (its own
/// inverse).
int turned(int count, int position) { return position < count - 1 ? count - 2 - position : position; }

/// Index of a phase in a stage, or -1.
int index_of(const Stage& stage, const Phase& phase) {
    const auto it = std::find(stage.phases.begin(), stage.phases.end(), phase);
    return it == stage.phases.end() ? -1 : static_cast<int>(it - stage.phases.begin());
}

/// The stage that holds the sub-step after `at`, and `at` before its first.
struct Found {
    const Stage* stage;
    int index, first;
};
Found stage_after(const Outline& outline, int at) {
    int first = 0, index = 0;
    for (const Stage& stage : outline.stages) {
        if (at < first + stage.substeps()) return {&stage, index, first};
        first += stage.substeps();
        ++index;
    }
    return {nullptr, index, first};
}

/// How many sub-steps lie between two stops around the sub-step that follows `at`, and where they are counted
/// from.
struct Stride {
    int origin;
    int length;
};

Stride stride_after(const Outline& outline, int at, Granularity granularity) {
    const Found found = stage_after(outline, at);
    const Stage& stage = *found.stage;
    const int phases = static_cast<int>(stage.phases.size());
    if (granularity == Granularity::Token && !stage.by_phase) return {found.first, phases};
    if (granularity == Granularity::Token && stage.together && !stage.groups.empty())
        return {found.first, stage.substeps()}; // all tokens go through the layers at once
    if (granularity != Granularity::Phase) return {0, 1};
    if (!stage.groups.empty()) {
        const int turns = stage.by_phase ? stage.turns() : 1, done = at - found.first;
        const int phase = stage.by_phase ? done / turns : done % phases;
        const auto [from, to] = stage.group_of(phase);
        const int origin = stage.by_phase ? from * turns : done - phase + from;
        return {found.first + origin, (to - from) * turns};
    }
    if (stage.by_phase) return {found.first, stage.turns()};
    return {0, 1};
}

} // namespace

std::pair<int, int> Stage::group_of(int phase) const {
    const auto next = std::upper_bound(groups.begin(), groups.end(), phase);
    const int from = next == groups.begin() ? 0 : *(next - 1);
    return {from, next == groups.end() ? static_cast<int>(phases.size()) : *next};
}

int Outline::total() const {
    int sum = 0;
    for (const Stage& stage : stages) sum += stage.substeps();
    return sum;
}

const Stage* Outline::over(Axis axis) const {
    const auto it =
        std::find_if(stages.begin(), stages.end(), [&](const Stage& s) { return s.axis == axis; });
    return it == stages.end() ? nullptr : &*it;
}

const Stage* Outline::through(const Phase& phase) const {
    const auto it =
        std::find_if(stages.begin(), stages.end(), [&](const Stage& s) { return index_of(s, phase) >= 0; });
    return it == stages.end() ? nullptr : &*it;
}

bool Outline::declares(const PhaseInfo& phase) const {
    return std::any_of(stages.begin(), stages.end(), [&](const Stage& s) {
        return std::any_of(s.phases.begin(), s.phases.end(), [&](const Phase& p) { return p.is(phase); });
    });
}

int Outline::count(Axis axis) const {
    const Stage* stage = over(axis);
    return stage ? stage->count : 0;
}

int Outline::start_of(Axis axis) const {
    int first = 0;
    for (const Stage& stage : stages) {
        if (stage.axis == axis) break;
        first += stage.substeps();
    }
    return first;
}

int order_of(ReadOrder order, int count, int position) {
    switch (order) {
    case ReadOrder::Against:
        return count - 1 - position;
    case ReadOrder::Turned:
        return turned(count, position);
    case ReadOrder::TurnedAgainst:
        return count - 1 - turned(count, position);
    case ReadOrder::Along:
        break;
    }
    return position;
}

int position_of(ReadOrder order, int count, int index) {
    if (order == ReadOrder::TurnedAgainst) return turned(count, count - 1 - index);
    return order_of(order, count, index); // the others are their own inverses
}

Moment moment_at(const Outline& outline, int at) {
    Moment moment;
    at = std::clamp(at, 0, outline.total());
    if (at == 0) return moment;
    moment.started = true;
    const Found found = stage_after(outline, at - 1);
    const Stage& stage = *found.stage;
    const int last = at - 1 - found.first; // the sub-step revealed last, counted from 0
    const int phases = moment.phases = static_cast<int>(stage.phases.size());
    moment.stage = found.index;
    moment.axis = stage.axis;
    moment.phase_index = stage.by_phase ? last / stage.turns() : last % phases;
    moment.order = stage.by_phase ? last % stage.turns() : last / phases;
    moment.phase = stage.phases[static_cast<std::size_t>(moment.phase_index)];
    moment.position = stage.together ? 0 : position_of(moment.phase.order, stage.count, moment.order);
    return moment;
}

int at_of(const Outline& outline, const Phase& phase, int position) {
    int first = 0;
    for (const Stage& stage : outline.stages) {
        const int index = index_of(stage, phase);
        if (index >= 0 && position >= 0 && position < stage.count) {
            const int order = stage.together ? 0
                                             : order_of(stage.phases[static_cast<std::size_t>(index)].order,
                                                        stage.count, position);
            return first + 1 +
                   (stage.by_phase ? index * stage.turns() + order
                                   : order * static_cast<int>(stage.phases.size()) + index);
        }
        first += stage.substeps();
    }
    return first + 1;
}

bool revealed(const Outline& outline, int at, const Phase& phase, int position) {
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
    int first = 0, index = 0;
    const auto append = [&](Segment segment) {
        segment.stage = index;
        segment.first = first;
        first += segment.substeps;
        result.push_back(segment);
    };
    for (const Stage& stage : outline.stages) {
        const int phases = static_cast<int>(stage.phases.size());
        if (stage.by_phase && !stage.groups.empty())
            for (int from = 0; from < phases; from = stage.group_of(from).second)
                append({0, true, stage.phases[static_cast<std::size_t>(from)], 0, 0,
                        (stage.group_of(from).second - from) * stage.turns()});
        else if (stage.by_phase)
            for (const Phase& phase : stage.phases) append({0, true, phase, 0, 0, stage.turns()});
        else
            for (int i = 0; i < stage.count; ++i) append({0, false, {}, i, 0, phases});
        ++index;
    }
    return result;
}

} // namespace heed
