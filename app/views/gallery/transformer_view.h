// A Transformer as the Gallery opens it: every head, and four maps of one sentence.
#pragma once

#include "app/views/gallery/pictures.h"

#include <vector>

namespace heed {

void card_canvas(Ui& ui, Box room);
void card_panel(Ui& ui, Box room);
ResultLine card_hall(Ui& ui, Box room, float scale);
Narration card_words(Ui& ui, const Playhead& head);
void card_answer(Ui& ui, Box box);
std::string norm_choice(const AppState& state); // where the norm is
std::vector<MenuItem> norm_choices(const AppState& state);

} // namespace heed
