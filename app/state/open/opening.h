// Opening models and weights: what is asked for, what is remembered of it, and what comes of it. Pure, as
// update.
#pragma once

#include "app/state/update.h"

namespace heed {

/// Asks for a model; the old one stays usable until it has come.
EffectList open_named(AppState& state, const std::string& name, OpenAnswers answers);
/// What the user said of that file before.
OpenAnswers remembered_answers(const AppState& state, const std::string& name);

/// Whose names are offered while a path is typed: the folder itself once its "/" is there.
std::filesystem::path folder_of_typed(const OpenDialog& dialog);
/// Whether a path is opened as soon as it is typed whole: a file, or a model's folder. Another folder is
/// looked into, unless it was chosen.
bool names_model(const std::filesystem::path& path);
/// Whether the path that is typed names something, listed or hidden.
bool typed_is_there(const OpenDialog& dialog);

/// Opens the model that lacks its words once more, with what the fields say now.
EffectList check_words(AppState& state);
/// Shows the load report, and reads it first where that has not been done; shown, it is left.
EffectList show_report(AppState& state);
EffectList choose_map(AppState& state, int n);

EffectList save_model_dialog(AppState& state);
EffectList save_session(AppState& state);
EffectList save_session_dialog(AppState& state);
EffectList restore_orphan(AppState& state);
/// What is saved now holds the lost session, as far as it was gone on with.
bool holds_lost_session(const AppState& state);
EffectList restore_last(AppState& state);
EffectList name_save(AppState& state, const Command& command);
EffectList save_named(AppState& state);

/// What the state holds of a model and what its files say of it; nothing of what was made with the one
/// before.
void take_loaded(AppState& state, const LoadedModel& loaded);
EffectList apply_loaded(AppState& state, const ModelLoaded& event);
/// Of a family that was saved for the model that is being opened, where nothing else says so. `report`: what
/// it opened; null: nothing came.
void say_family_saved(AppState& state, const io::LoadReport* report = nullptr);
EffectList apply_failed(AppState& state, const ModelFailed& event);
EffectList apply_report(AppState& state, const ReportRead& event);
EffectList apply_weighed(AppState& state, const FilesWeighed& event);
EffectList apply_saved_session(AppState& state, const SessionSaved& event);
EffectList apply_session(AppState& state, const SessionRead& event);
EffectList apply_saved_model(AppState& state, const ModelSaved& event);

/// Leaves the load report, and with it a model that still lacks its words. Whether there was something to
/// leave.
bool leave_report(AppState& state);
/// Whether the report says something that a person should see before the model is used.
bool needs_a_look(const io::LoadReport& report);
/// Whether tensors that the model needs are not in its files.
bool lacks_tensors(const io::LoadReport& report);
/// What belonged to the text and the pointer before something else came.
void forget_pointers(AppState& state);
/// Inputs to try: of the task, or of the model's own case.
std::vector<std::string> example_inputs(const AppState& state);
/// What map n is called: its own name, or its number.
std::string map_title(const AppState& state, int n);
/// The last part of a path, whatever it ends in.
std::string last_part(const std::string& name);

} // namespace heed
