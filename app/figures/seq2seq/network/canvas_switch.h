// The switch at the upper right of Step's canvas, between the network and what may stand in its place: where
// it stands, clear of the outputs.
#pragma once

#include "app/figures/seq2seq/network/network.h"

#include <vector>

namespace heed {

struct NetworkPlan;

inline constexpr float switch_word = 72;           // px, of one of its words
inline constexpr float switch_words_gutter = 248;  // px, of three words and what is free beside them
inline constexpr float switch_buttons_gutter = 52; // of buttons, one under another
inline constexpr int switch_most_tokens = 30;      // of a source: with more there are buttons

/// Words in one box, or a button for each view but the one that is shown.
struct CanvasSwitch {
    bool words = true;
    std::vector<Box> boxes; // of all words: one; else of each button
};

/// Slanted words over the outputs go past the last column so far: they end before what stands beside it.
float slanted_until(float last_column, const NetworkSettings& settings);
/// Where the last output ends once it is written: its word, or its column. At the type as designed;
/// NetworkLayout says it for the canvas.
float outputs_right(const NetworkPlan& plan, const NetworkSettings& settings);
/// For so many views, the network among them, in a canvas of that width whose outputs end there.
CanvasSwitch canvas_switch(int views, int tokens, float outputs_right, float width);
/// In place of the network stand figures that leave the words their room.
CanvasSwitch canvas_switch(int views, float width);

} // namespace heed
