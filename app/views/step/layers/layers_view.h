// Step of a Transformer: its columns of layers, the inspector beside them, what is said below.
#pragma once

#include "app/figures/inspector/result_line.h"
#include "app/views/base/ui.h"
#include "app/views/views.h"

namespace heed {

void layers_canvas(Ui& ui, Box room);
void layers_panel(Ui& ui, Box room);
Narration layers_narration(Ui& ui, const Playhead& head);
ResultLine layers_lecture(Ui& ui, Box room, float scale);

void stream_canvas(Ui& ui, Box room); // the same run's places as paths, in place of the columns

/// Beside the examples, of a model that can be told a language or a task.
std::string_view told_word(const AppState& state);
std::string told_choice(const AppState& state);
std::vector<MenuItem> told_choices(const AppState& state);

} // namespace heed
