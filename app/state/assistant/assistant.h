// What the assistant does with commands and results. Pure, but for its jobs: state in, state and orders out.
#pragma once

#include "app/state/assistant/shown.h"
#include "app/state/workspaces.h"

namespace heed {

/// Begins with these files.
EffectList begin_assistant(AppState& state, const std::string& file, OpenAnswers answers);

/// What was said of the file is there again when it is mapped once more.
void keep_assistant(AppState& state);
EffectList follow_assistant(AppState& state);
WorkspaceJob assistant_job(const AppState& state);
void apply_assistant(AppState& state, const WorkDone& done);
WorkspaceJob assistant_search_job(const AppState& state);
void apply_assistant_search(AppState& state, const WorkDone& done);
WorkspaceJob assistant_save_job(const AppState& state);
void apply_assistant_save(AppState& state, const WorkDone& done);
WorkspaceJob assistant_name_job(const AppState& state);
void apply_assistant_name(AppState& state, const WorkDone& done);
EffectList open_saved_family(AppState& state);
/// Opens what was mapped by that family, on the input that was tried.
EffectList open_mapped(AppState& state, std::string family);
EffectList cancel_assistant(AppState& state);
/// Makes a new one of it: states share what there is.
template <class Change>
void change_assistant(AppState& state, const Change& by) {
    auto next = std::make_shared<AssistantState>(*state.assistant);
    by(*next);
    state.assistant = std::move(next);
}
bool leave_assistant(AppState& state); // Esc
Rows assistant_commands();
nlohmann::ordered_json assistant_json(const AppState& state);

} // namespace heed
