// What stands in and beside the input's field: a note about the input, the output, and whether it is right.
#pragma once

#include "app/views/base/ui.h"

namespace heed {

/// The output, with the truth of it where the task knows it.
void output_preview(Ui& ui, Box room);
/// How wide all of that would be.
float output_width(const Ui& ui);

/// "✓ right", or "× should be …", which goes to the first output that is wrong. No wider than `room`; returns
/// the width used, 0 where nothing is known.
float truth_chip(Ui& ui, Point left_middle, float room);

/// In the field, before the count of tokens: an eye and what the user should know of this input; its width.
/// Nothing where there is nothing to say, or no room.
std::string input_note(const Ui& ui);
float input_note_width(const Ui& ui, const std::string& note);
void draw_input_note(Ui& ui, Point right_middle, const std::string& note);

} // namespace heed
