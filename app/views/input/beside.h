// What stands in and beside the input's field: a note about the input, the output, and whether it is right.
#pragma once

#include "app/views/base/ui.h"

#include <string>

namespace heed {

/// The output, with the truth of it where the task knows it.
void output_preview(Ui& ui, Box room);
/// How wide all of that would be.
float output_width(const Ui& ui);

/// "✓ right", or "× should be …", which goes to the first output that is wrong. No wider than `room`; returns
/// the width used, 0 where nothing is known.
float truth_chip(Ui& ui, Point left_middle, float room);

/// In the field, before the count of tokens: an eye and what the user should know of this input; nothing
/// where there is nothing to say. Without room for the words the eye alone, which says them under the
/// pointer.
std::string input_note(const Ui& ui);
float input_note_width(const Ui& ui, const std::string& note, bool in_words);
void draw_input_note(Ui& ui, Point right_middle, const std::string& note, bool in_words);

/// The list of inputs, under the field: every line by its number, the one that is run marked.
void inputs_menu(Ui& ui);

} // namespace heed
