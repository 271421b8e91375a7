// The Gallery's views: its cards, and the mechanism that is opened.
#pragma once

#include "app/figures/seq2seq/inspector/result_line.h"
#include "app/views/views.h"

namespace heed {

void gallery_cards_view(Ui& ui, Box room);
void mechanism_canvas(Ui& ui, Box room);
void mechanism_panel(Ui& ui, Box room);
/// In a lecture: its picture for a hall at that scale, and the one equation.
ResultLine mechanism_lecture(Ui& ui, Box room, float scale);
void mechanism_answer(Ui& ui, Box box);           // beside the input
float mechanism_beside(const Ui& ui, float room); // px that it takes of what both have
Narration mechanism_narration(Ui& ui, const Playhead& head);
std::string_view mechanism_choice_word(const AppState& state);   // what the models of a task differ in
std::string mechanism_choice(const AppState& state);             // the loaded one
std::vector<MenuItem> mechanism_choices(const AppState& state);  // all of a task
std::vector<MenuItem> mechanism_examples(const AppState& state); // the samples

} // namespace heed
