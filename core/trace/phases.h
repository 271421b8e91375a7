// The order in which a model computes, as the timeline counts it: sub-steps.
//
// Encoding: every phase runs over all source positions before the next phase begins
// (embed 1..T, forward 1..T, backward T..1, annotate 1..T). Decoding: for each output, every phase once.
// "at" counts the sub-steps revealed: 0 = nothing yet, total() = everything.
#pragma once

#include <string_view>
#include <vector>

namespace heed {

enum class PhaseKind {
    Embed,
    Forward,
    Backward,
    Annotate,
    Window, // where a local alignment looks
    Score,
    Softmax,
    Context,
    State,
    Distribution,
    Choose
};

std::string_view phase_name(PhaseKind kind); // "embed"; the figures title it

struct Phase {
    PhaseKind kind = PhaseKind::Embed;
    int layer = 0; // of the forward and backward phases of stacked encoders
    bool operator==(const Phase&) const = default;
};

/// The phases a model declares, and how often they run. A plain value.
struct Outline {
    std::vector<Phase> encoding;
    std::vector<Phase> decoding;
    int source_length = 0; // T, end token included
    int outputs = 0;       // N, end token included
    bool reversed = false; // the encoder reads x_{T-1} … x_1, then the end token

    int encoding_substeps() const { return static_cast<int>(encoding.size()) * source_length; }
    int substeps_per_output() const { return static_cast<int>(decoding.size()); }
    int total() const { return encoding_substeps() + substeps_per_output() * outputs; }
    bool operator==(const Outline&) const = default;
};

/// The sub-step that was revealed last.
struct Moment {
    bool started = false;  // false when at == 0: nothing below is meaningful
    bool decoding = false; // which list `phase_index` points into
    int phase_index = 0;   // which phase of that list; "2 of 6" prints phase_index + 1
    Phase phase{PhaseKind::Embed, 0};
    int position = 0; // source position j while encoding, output i while decoding; 0-based
    int order = 0;    // how many positions of this phase were revealed before this one
};

/// at is clamped to [0, total()].
Moment moment_at(const Outline& outline, int at);

/// The smallest `at` at which this phase has been computed for this position. A phase the model does not
/// declare, or a position it does not have, is never computed: total() + 1.
int at_of(const Outline& outline, Phase phase, int position);
/// Whether that phase of that position is revealed at `at`.
bool revealed(const Outline& outline, int at, Phase phase, int position);

/// The how-manieth position an encoding phase reaches, and the position of such an order, from 0: the
/// backward reader starts at the end, and a source that is fed back to front is read so.
int order_of(const Outline& outline, PhaseKind kind, int position);
int position_of(const Outline& outline, PhaseKind kind, int order);

enum class Granularity { Substep, Token, Phase };
/// The next (direction +1) or previous (-1) stop of the transport. Token: after each output (and after each
/// source token of an encoding phase); Phase: after each encoding phase as a whole and each decoding phase.
/// 0 and total() are stops of every granularity, and the answer where there is none further.
int next_stop(const Outline& outline, int at, Granularity granularity, int direction);

/// A segment of the timeline: one encoding phase, or one output.
struct Segment {
    bool decoding = false;
    Phase phase{PhaseKind::Embed, 0}; // encoding segments
    int output = 0;                   // decoding segments
    int first = 0;                    // `at` before its first sub-step
    int substeps = 0;
};
std::vector<Segment> segments(const Outline& outline);

} // namespace heed
