// The order in which a model computes, as the timeline counts it: sub-steps.
//
// An outline is a list of stages, one after the other. A stage goes over the places of an axis, either phase
// by phase (an encoder: embed 1..T, forward 1..T, backward T..1, annotate 1..T) or place by place (a decoder:
// for each output, every phase once). "at" counts the sub-steps revealed: 0 = nothing yet, total() =
// everything.
#pragma once

#include "core/trace/axis.h"
#include "core/trace/quantity.h"

#include <algorithm>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace heed {

/// What the colour of a phase says.
enum class Role { Text, Joined, Forward, Backward, Attention, Decoder, Output };

/// All that is said of a phase, in one row of its architecture. Rows live as long as the program and are
/// known by their place: a copy is another phase.
struct PhaseInfo {
    std::string_view id;    // in files and below the timeline: "softmax"
    std::string_view title; // "Softmax"
    Role role = Role::Text;
    int milliseconds = 300; // a sub-step takes at speed 1
    std::span<const Quantity> reads{}, writes{};
    bool operator==(const PhaseInfo& other) const { return this == &other; }
};

/// In which order a phase goes over the places of its stage. Turned: a source that is fed back to front, its
/// last place last.
enum class ReadOrder { Along, Against, Turned, TurnedAgainst };

struct Phase {
    const PhaseInfo* info = nullptr;
    int layer = 0; // of stacked cells
    ReadOrder order = ReadOrder::Along;

    Phase() = default;
    Phase(const PhaseInfo& row, int of_layer = 0, ReadOrder how = ReadOrder::Along)
        : info(&row), layer(of_layer), order(how) {}
    bool is(const PhaseInfo& row) const { return info == &row; }
    bool operator==(const Phase& other) const { return info == other.info && layer == other.layer; }
};

struct Stage {
    Axis axis = Axis::Source;
    int count = 0;         // places
    bool by_phase = false; // each phase over all places before the next begins
    std::vector<Phase> phases;
    bool together = false;     // by phase, and each phase is one sub-step: all places at once
    std::vector<int> groups{}; // phases that begin a group, from 0 on: a layer; empty: there are none

    /// Places that are revealed one after the other.
    int turns() const { return together ? std::min(count, 1) : count; }
    int substeps() const { return static_cast<int>(phases.size()) * turns(); }
    /// The first phase of the group that holds that phase, and of the next one.
    std::pair<int, int> group_of(int phase) const;
    bool operator==(const Stage&) const = default;
};

/// A plain value.
struct Outline {
    std::vector<Stage> stages;
    int total() const;
    /// The first stage over that axis, or null.
    const Stage* over(Axis axis) const;
    /// The stage that goes through that phase, or null.
    const Stage* through(const Phase& phase) const;
    /// Whether there is that phase, of any layer.
    bool declares(const PhaseInfo& phase) const;
    /// Its places; 0 where there is none.
    int count(Axis axis) const;
    /// `at` before the first sub-step of the first stage over that axis; total() where there is none.
    int start_of(Axis axis) const;
    bool operator==(const Outline&) const = default;
};

/// The sub-step that was revealed last.
struct Moment {
    bool started = false; // false when at == 0: nothing below is meaningful
    int stage = 0;        // index of the stage
    Axis axis = Axis::Source;
    int phase_index = 0; // which phase of the stage; "2 of 6" prints phase_index + 1
    int phases = 0;      // of the stage
    Phase phase;
    int position = 0; // along the axis, from 0; of places that go together the first
    int order = 0;    // how many positions of this phase were revealed before this one
    /// Whether an output is being written.
    bool decoding() const { return started && axis == Axis::Output; }
};

/// at is clamped to [0, total()].
Moment moment_at(const Outline& outline, int at);

/// The smallest `at` at which this phase has been computed for this position. A phase the model does not
/// declare, or a position it does not have, is never computed: total() + 1.
int at_of(const Outline& outline, const Phase& phase, int position);
/// Whether that phase of that position is revealed at `at`.
bool revealed(const Outline& outline, int at, const Phase& phase, int position);

/// The how-manieth position such an order reaches, and the position of such an order, of `count`, from 0.
int order_of(ReadOrder order, int count, int position);
int position_of(ReadOrder order, int count, int index);

enum class Granularity { Substep, Token, Phase };
/// The next (direction +1) or previous (-1) stop of the transport. Token: after each place (of a stage that
/// goes phase by phase: after each sub-step); Phase: after each phase (of a stage that goes phase by phase:
/// when it has been over all places; where phases make groups: after each group). 0 and total() are stops of
/// every granularity, and the answer where there is none further.
int next_stop(const Outline& outline, int at, Granularity granularity, int direction);

/// A segment of the timeline: a phase over all places, a group of them, or one place.
struct Segment {
    int stage = 0;
    bool by_phase = false;
    Phase phase;      // of a stage that goes phase by phase: the first one
    int position = 0; // of one that goes place by place
    int first = 0;    // `at` before its first sub-step
    int substeps = 0;
};
std::vector<Segment> segments(const Outline& outline);

} // namespace heed
