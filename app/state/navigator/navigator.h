// The navigator: the sentences of a file as a table. Its lines are found, measured, filtered and sorted by
// workers, slice by slice; only the lines in sight are read. Pure, as update.
#pragma once

#include "app/state/navigator/navigator_state.h"
#include "app/state/workspaces.h"
#include "core/trace/places.h"

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace heed {

/// Whether a file that is opened or dropped is one of sentences, by its name.
bool takes_sentences(const std::string& file);
/// Opens it in the navigator, which is shown.
EffectList survey_file(AppState& state, const std::string& file);

bool shows_navigator(const AppState& state); // the full view
bool shows_sentences(const AppState& state); // the drawer beside Step
inline constexpr float sentences_width = 304;
/// px that the drawer takes from the canvas, `right` of which are taken at the right; 0: it lies over it.
float sentences_beside(const AppState& state, float right);
bool can_navigate(const AppState& state); // the model writes token by token
/// Which of the models the measures are sorted by, and conditions are about, where nothing else is said.
int judged_model(const NavigatorState& navigator);
/// What the rows should be ordered by: the sorting, the chips, and what is typed.
survey::Wanted wanted_order(const NavigatorState& navigator);
/// Whether the rows are to be put in order again: something else is wanted, or more is known for a second.
bool order_due(const AppState& state);
/// Whether they were put in order when all was known that is.
bool is_settled(const NavigatorState& navigator);
/// The words of what is typed, conditions left out.
std::string typed_words(const NavigatorState& navigator);
/// The row at which a line stands; -1: it is not shown.
int row_of(const NavigatorState& navigator, int line);
/// Words that the models wrote where they part; empty: nothing, it had ended.
std::string parting_word(const NavigatorState& navigator, const survey::LineRecord& line, int model);
/// Whether rows are sorted by τ or hold a condition on it, so that it is measured of every line.
bool agreement_of_all(const NavigatorState& navigator);
/// Lines whose τ should be known now.
std::vector<survey::AskedLine> lines_to_agree(const NavigatorState& navigator);
/// What the length of a line counts: of a model with a tokenizer of its own, whose lines are measured word by
/// word, words.
Unit line_unit(const AppState& state);
/// Whether what is typed is a condition on how many characters or pieces there are.
bool is_of_letters(std::string_view condition);
/// Whether it is such a one of a model whose lines are counted in words.
bool is_uncounted(const AppState& state, std::string_view condition);
/// How a measure is computed, in those units.
std::string measure_meaning(const AppState& state, const survey::Measure& measure);
/// What a measure is called with this model: "letters" where it reads characters.
std::string measure_title(const AppState& state, const survey::Measure& measure);
/// The same of a condition: "letters > 8".
std::string condition_words(const AppState& state, const survey::Condition& condition);
/// "71 204 of 100 000, 40 s left", "100 000 lines", "Finding lines".
std::string progress_words(const AppState& state);
/// Why the table has no row, or there is none: a sentence; empty where there are rows.
std::string empty_words(const AppState& state);
/// "318 shown: AER .15 and .31; log p −0.34 and −1.02; parted in 301".
std::string pooled_words(const NavigatorState& navigator);
/// What a model is called: "Translate, additive".
std::string model_words(const AppState& state, int model);
/// A measure's value as it is printed: ".31", "−1.02", "12".
std::string measure_number(const survey::Measure& measure, double value);

EffectList follow_navigator(AppState& state);
WorkspaceJob navigator_job(const AppState& state);
void apply_navigator(AppState& state, const WorkDone& event);
WorkspaceJob measuring_job(const AppState& state);
void apply_measuring(AppState& state, const WorkDone& event);
WorkspaceJob agreement_job(const AppState& state);
void apply_agreement(AppState& state, const WorkDone& event);
bool leave_sentences(AppState& state); // Esc
Rows navigator_commands();
nlohmann::ordered_json navigator_json(const AppState& state);
nlohmann::ordered_json navigator_choices(const AppState& state);
void navigator_from_json(const nlohmann::json& json, AppState& state);

} // namespace heed
