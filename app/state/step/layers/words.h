// Whether what is shown of a run in pieces is folded into words: the run stays, the view folds.
#pragma once

#include "app/state/commands/row.h"
#include "app/state/workspaces.h"
#include "core/trace/words/words.h"

#include <optional>

namespace heed {

/// Whether what is on the screen can be shown in words and in pieces.
bool has_words_switch(const AppState& state);
/// Whether it is in words; where there are no pieces, it is not.
bool shows_words(const AppState& state);
/// The pieces of Step's words, where a Transformer is shown in words there; nothing: pieces are shown.
std::optional<RunWords> words_in_step(const AppState& state);
/// The run in words where that is so, else as it is; null where there is none.
std::shared_ptr<const Trace> run_as_shown(const AppState& state);

Rows words_commands();
nlohmann::ordered_json words_json(const AppState& state);
nlohmann::ordered_json words_choices(const AppState& state);
void words_from_json(const nlohmann::json& json, AppState& state);

} // namespace heed
