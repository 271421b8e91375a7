// The picture of pooling while it is drawn.
#pragma once

#include "app/figures/base/pen.h"
#include "app/figures/pooling/plan.h"

#include <string>

namespace heed::pools {

inline constexpr float label_size = 11;

/// What the newest phase is about: it glows, nothing is hidden.
enum class Lit { Nothing, Values, Weights, Mixture, Numbers, Answer };

struct Painter : Pen {
    const PoolingBoard& board;
    const Playhead& playhead;
    const PoolingSettings& settings;
    const Plan& plan;
    const Input& input;
    Lit lit = Lit::Nothing;
    int lit_moment = -1; // that is being read

    int count() const { return input.count(); }
    bool muted(int t) const { return board.muted.contains(t); }
    /// About to be muted, under the pressed pointer.
    bool pressed(int t) const {
        return settings.pressed_from >= 0 && t >= std::min(settings.pressed_from, settings.pressed_to) &&
               t <= std::max(settings.pressed_from, settings.pressed_to);
    }
    /// Looked at: under the pointer, or chosen by keys.
    int column() const { return playhead.hover_column >= 0 ? playhead.hover_column : playhead.column; }
    const PoolingMember& member(int k) const { return board.members[static_cast<std::size_t>(k)]; }
    /// From where the first moment shown begins to where the last of this input ends.
    float line_end() const { return plan.end; }
    /// Whether the model has no such word and reads ‹unknown›.
    bool unknown(int t) const;
};

/// Moment numbers, values or words, markers, and the weights of every attention with what it answers.
void draw_bands(const Painter& p);
void draw_header(const Painter& p);
void draw_values(const Painter& p);
void draw_markers(const Painter& p);
void draw_weights(const Painter& p);
/// Right of the weights: how unlike they are, and the answer; left of them what their height means.
void draw_gutters(const Painter& p);
/// The names at the left of these rows.
void draw_names(const Painter& p);
/// Where moments do not fit: what is shown of them, and what lies beyond.
void draw_scroll(const Painter& p);
/// Every moment, from its number to its lowest bar.
void pick_moments(const Painter& p);

/// Attention for the samples, and below it what Dense has learnt; errors at the right.
void draw_maps(const Painter& p);
void draw_legends(const Painter& p);
/// What is said beside a map's title; of Dense from the longest to the shortest.
std::string attention_gloss(const PoolingMember& member);
std::vector<std::string> dense_glosses(const Painter& p, const Learned& learned);

/// What Dense has learnt, as its map shows it.
Learned learned_of(const Painter& p);
/// ".76", ".998": two decimals, or as many as it takes not to say 0 or 1.
std::string weight_number(float weight);

/// "Moment 7, .58, marked" or "Word 7, “good”".
std::string moment_words(const Input& input, int t);

} // namespace heed::pools
