// The picture of an entity network while it is drawn.
#pragma once

#include "app/figures/base/pen.h"
#include "app/figures/entity/plan.h"

#include <string>

namespace heed::slots {

inline constexpr float label_size = 11;

struct Painter : Pen {
    const Reading& reading;
    const StoryBoard& board;
    const Playhead& playhead;
    const StorySettings& settings;
    const Plan& plan;
    int sentence = -1; // looked at
    int slot = 0;      // followed

    bool done(Doing what, int t = 0) const { return reading.done(playhead.at, what, t); }
    /// What somebody points at, or has chosen: not the one that is followed by itself.
    bool pointed(int j) const { return j == playhead.hover_column || j == playhead.column; }
    /// A title with words beside it, cut where there is no room.
    void title(Point at, const std::string& words, Color color, const std::string& gloss, float room) const;
};

void draw_story(const Painter& p);
void draw_gates(const Painter& p);
void draw_question(const Painter& p);
void draw_paths(const Painter& p);
/// Which slot opens for which name, where keys are free.
void draw_serving(const Painter& p);
void pick_all(const Painter& p);

} // namespace heed::slots
