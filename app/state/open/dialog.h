// What the open dialog shares with the other ways to open a file.
#pragma once

#include "app/state/commands/row.h"

#include <string_view>

namespace heed {

/// What goes with a model that is opened by name.
OpenAnswers answers_of(const AppState& state, const Command& command);
/// The command that takes a file of sentences or of pairs: what stands in front has it.
std::string_view opener_of_sentences(const AppState& state);
/// Of a folder whose path was typed, once all its files are known and nothing else was chosen: its only
/// checkpoint is, so that the next Enter opens it.
EffectList choose_only_checkpoint(AppState& state);

Rows open_dialog_commands();

} // namespace heed
