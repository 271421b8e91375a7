// The picture of one recurrent network while it is drawn.
#pragma once

#include "app/figures/base/pen.h"
#include "app/figures/one_rnn/plan.h"

#include <string>

namespace heed::past {

inline constexpr float label_size = 11;
inline constexpr float spent = 0.55f; // amber that has done its work

struct Painter : Pen {
    const Reading& reading;
    const Playhead& playhead;
    const Plan& plan;
    int step = -1;              // whose look back is shown; -1: none yet
    int column = -1;            // that is looked at
    bool newest = false;        // that step is the one the playhead stands at
    Doing doing = Doing::Score; // of the newest sub-step
    float grown = 1;            // of what is newest

    bool done(Doing what, int t) const { return reading.done(playhead.at, what, t); }
    /// How far something of the shown step has come: 0 not there, 1 whole.
    float progress(Doing what) const {
        if (step < 0 || !done(what, step)) return 0;
        return newest && doing == what ? grown : 1;
    }
    Box state_box(int column) const {
        const float wide = plan.full ? std::min(54 * std::max(1.0f, plan.up), 0.74f * plan.pitch)
                                     : std::max(6.0f, 0.74f * plan.pitch);
        return around({plan.x(column), plan.state}, wide, plan.state_high);
    }
    Point context_centre() const { return {plan.x(reading.made(step)), plan.context}; }
    float context_radius() const { return plan.full ? 15.0f : 11.0f; }
};

void draw_names(const Painter& p);
void draw_band(const Painter& p);
/// States, the arrows between them, what they have read, and the answer.
void draw_states(const Painter& p);
void draw_answer(const Painter& p);
/// Bars on the base line, the arcs, and what they add up to.
void draw_look(const Painter& p);
/// A row a step; beside each its largest weight.
void draw_map(const Painter& p);
void draw_legend(const Painter& p);
void draw_scroll(const Painter& p);
void pick_columns(const Painter& p);

/// ".34"; of what is nearly all or nothing as many digits as say so.
std::string weight_words(float weight);

} // namespace heed::past
