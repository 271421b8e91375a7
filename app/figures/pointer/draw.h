// The picture of a pointer network while it is drawn.
#pragma once

#include "app/figures/base/pen.h"
#include "app/figures/pointer/plan.h"

#include <string>

namespace heed::points {

inline constexpr float label_size = 11;

struct Painter : Pen {
    const Reading& reading;
    const PointerBoard& board;
    const Playhead& playhead;
    const PointerSettings& settings;
    const Plan& plan;
    int output = -1; // whose weights are shown; -1: none yet
    int slot = -1;   // that is looked at
    int read = 0, decoded = 0, weighed = 0, taken = 0;
    float grown = 1;     // of what is newest
    bool newest = false; // the shown output's weights are

    bool is_taken(int slot_) const {
        for (int i = 0; i < taken; ++i)
            if (reading.chosen(i) == slot_) return true;
        return false;
    }
    /// The slot that the newest output goes to, which is not taken yet; -1: none.
    int next() const { return weighed > taken ? reading.chosen(weighed - 1) : -1; }
};

/// The plane, or the line of numbers, with what was chosen, and what is pointed at now.
void draw_ground(const Painter& p);
void draw_plane(const Painter& p);
void draw_line_of_numbers(const Painter& p);
/// What is dragged, where it was, and in a card beside it what the move does.
bool is_dragged(const Painter& p);
void draw_drag(const Painter& p);
Box dragged_card_box(const Painter& p);
void draw_dragged_card(const Painter& p);
/// What the colours of either mean, and what is to be known of the model.
void draw_key(const Painter& p);
/// The path through what was chosen.
void draw_taken(const Painter& p);

void draw_names(const Painter& p);
/// A column a slot: decoder, weights, encoder, numbers.
void draw_band(const Painter& p);
void draw_decoder(const Painter& p);
void draw_weights(const Painter& p);
void draw_encoder(const Painter& p);
void draw_labels(const Painter& p);
void pick_columns(const Painter& p);
/// A row an output.
void draw_map(const Painter& p);
void draw_legend(const Painter& p);
/// What masking costs or saves.
void draw_masking(const Painter& p);

/// "Point 6, .9 .52: p .8951 at output 4".
std::string capitalized_words(const Painter& p, int point);
/// A small × where nothing can be chosen.
void add_cross(Scene& scene, Point centre, Color color);
/// The colour of a slot's point: chosen, next, or neither.
Color state_color(const Painter& p, int slot);

} // namespace heed::points
