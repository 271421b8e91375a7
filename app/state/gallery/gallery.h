// The Gallery: cards of mechanisms, and the one that is opened. Pure, as update.
#pragma once

#include "app/state/gallery/mechanisms.h"
#include "app/state/workspaces.h"

namespace heed {

/// Whether the loaded model answers a whole input at once: it is looked at in the Gallery and nowhere else.
bool answers_at_once(const AppState& state);
/// The mechanism whose picture shows the loaded model, or null: then its map is what is shown.
const Mechanism* mechanism_now(const AppState& state);
/// The one whose card shows a model that Step shows too, or null.
const Mechanism* mechanism_by_card(const AppState& state);
bool has_picture(const AppState& state);
/// What the loaded model is, in a sentence.
std::string model_words(const AppState& state);
/// Whether a mechanism is on the screen, the cards are.
bool shows_mechanism(const AppState& state);
bool shows_cards(const AppState& state);

EffectList follow_gallery(AppState& state);
WorkspaceJob board_job(const AppState& state);
void apply_board(AppState& state, const WorkDone& event);
void reset_gallery(AppState& state, Fresh fresh);
/// The loaded model is another now: it goes where it can be looked at.
void place_model(AppState& state);
/// The cards again, as they were left.
void close_mechanism(AppState& state);
/// Esc: first what is chosen, then back to the cards.
bool leave_mechanism(AppState& state);
/// Another workspace is asked for while a mechanism's model is loaded: what Step had before it comes back.
std::optional<EffectList> leave_for(AppState& state, std::string_view workspace);
Rows gallery_commands();
std::string_view mechanism_figure(const AppState& state);
/// Of the runs of small models that the boards hold.
std::size_t gallery_bytes(const AppState& state);
std::shared_ptr<const Board> board_shown(const AppState& state);

/// The text of sample n (from 0) of a task that has samples, or nothing.
std::string sample_text(const std::string& task, int n);
inline constexpr int gallery_samples = 8;

nlohmann::ordered_json gallery_json(const AppState& state);
/// What a session keeps: the kind of the cards, and the series that the input was cut from.
nlohmann::ordered_json gallery_choices(const AppState& state);
void gallery_from_json(const nlohmann::json& json, AppState& state);

} // namespace heed
