// An opened mechanism that has no picture of its own: its map, and its answer.
#pragma once

#include "app/figures/seq2seq/inspector/inspector.h"
#include "app/figures/seq2seq/inspector/result_line.h"
#include "app/views/views.h"

namespace heed {

void plain_canvas(Ui& ui, Box room);
ResultLine plain_lecture(Ui& ui, Box room, float scale);
void plain_panel(Ui& ui, Box room);
Narration plain_narration(Ui& ui, const Playhead& head);
void plain_answer(Ui& ui, Box box);

} // namespace heed
