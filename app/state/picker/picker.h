// The list of models: families, search, and what each model makes of the input. Pure, as update; the pictures
// are made by a job.
#pragma once

#include "app/state/app_state.h"
#include "app/state/open/standing.h"
#include "app/state/workspaces.h"

namespace heed {

/// A family on the left.
struct PickerFamily {
    std::string id, title, range; // "99–100 % exact"
    int count = 0;                // models that the search leaves
    std::string model;            // whose map stands for it
};

/// A line on the right.
struct PickerRow {
    const ModelChoice* model = nullptr;
    bool own = false, here = false; // one's own; the loaded one
    std::string name, weak;         // "dot", "step 125"; the formula is drawn in place of an empty `weak`
    std::string of;                 // of one's own: "Dates, dot"
    std::string badge;              // "wrong map"
    std::string fails;              // what it fails at
    Standing standing = Standing::Unsaid;
};
struct PickerRecent {
    std::string name, title, when; // "dates/location", "dates / location", "yesterday"
};

/// Everything that is listed, as the search leaves it.
struct PickerLists {
    std::vector<PickerFamily> families;
    std::vector<PickerRow> yours; // of every family
    std::vector<PickerRecent> recent;
    std::string family;             // the one on the right
    std::vector<PickerRow> rows;    // one's own first
    int models = 0;                 // found in all
    std::vector<std::string> meant; // where nothing is found
};
PickerLists picker_lists(const AppState& state);
/// How well it is understood, and the sentence of it; empty: nothing is to be said.
std::pair<Standing, std::string> standing_of(const AppState& state, const ModelChoice& model);

/// "fails on purpose", "wrong map", "no attention", or nothing.
///
/// Fails on purpose: the card says so, and less than 90 % come out right. Wrong map: at least 90 % do, and
/// the alignment error is more than twice that of a perfect map, and .2 or more.
std::string badge_of(const ModelChoice& model);
/// The text that the models of a family are shown with: the input where it is of that task and not too long,
/// else the task's example.
std::string picker_text(const AppState& state, const std::string& family);
/// Null while it is not known.
const PickerShot* find_shot(const AppState& state, const std::string& model, const std::string& text);
/// What a run looks like within so many places.
PickerShot shot_of(const Trace& run);
/// "today", "yesterday", "3 days ago", "2 Nov", of two dates as "2026-11-22".
std::string day_words(const std::string& day, const std::string& today);
/// What one's own model is called: its folder's or file's name; empty: it is bundled.
std::string own_name(const AppState& state);

/// Esc: from a card back to the list. Whether there was a card.
bool leave_card(AppState& state);
EffectList follow_picker(AppState& state);
WorkspaceJob picker_job(const AppState& state);
void apply_picker(AppState& state, const WorkDone& event);
/// Those of the loaded model, which may be another now than the one of that name before.
void forget_shots(AppState& state);
Rows picker_commands();
nlohmann::ordered_json picker_json(const AppState& state);
inline bool never_shown(const AppState&) { return false; }

/// The truth of the run on the screen; null where nothing is known of it.
const tasks::Truth* truth_of(const AppState& state);
void follow_truth(AppState& state);
/// The words of it beside an output that is looked at, or nothing: "This is the first output that is wrong:
/// …".
std::string truth_narration(const AppState& state);
/// "trained on at most 29 characters" where the input is longer than that; else empty.
std::string beyond_training(const AppState& state);
/// The task could tell the right answer to what its training held, and cannot to this input.
bool unlike_training(const AppState& state);

/// The one that a family's bare name opens; empty where there is none.
std::string standing_of(const AppState& state, const std::string& family);

} // namespace heed
