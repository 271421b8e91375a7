// Where the parts of the assistant stand: plain functions of sizes in px.
#pragma once

#include "app/figures/base/scene.h"

#include <array>
#include <optional>

namespace heed {

/// The column at the right: a list of cards that scrolls, below it the verdict in a word where the list does
/// not fit, below that where the family is saved. None lies over another.
struct AssistantColumn {
    Box list;
    std::optional<Box> strip, save; // no `save`: that card is the last of the list
};
inline constexpr float verdict_strip_height = 40;
/// Of the heights that the cards have; 0: not known yet.
AssistantColumn assistant_column(Box room, float questions, float verdict, float saving);

/// How far the list is scrolled once what stands from top to bottom is in it, moved no further than needed;
/// of what is higher than the list its beginning.
float scrolled_into(Box list, float scroll, float top, float bottom);

/// Where the buttons stand whose words are so wide: one row, the last at its right end.
std::array<Box, 3> save_buttons(Box row, const std::array<float, 3>& words);

/// Where the columns of the table stand.
struct AssistantColumns {
    float name, part, ground, shape, sure; // shape and sure end there
    float ground_end;                      // where the widest shape begins
    bool grounds;                          // there is room to say what guesses rest on
};
/// The widest that each has to say.
struct AssistantWidths {
    float name = 0, part = 0, shape = 0, sure = 0;
};
AssistantColumns assistant_columns(Box table, const AssistantWidths& widest);

} // namespace heed
