// What the open dialog shares with the other ways to open a file.
#pragma once

#include "app/state/commands/row.h"

#include <string_view>

namespace heed {

/// What goes with a model that is opened by name.
OpenAnswers answers_of(const AppState& state, const Command& command);
/// The command that takes a file of sentences or of pairs: what stands in front has it.
std::string_view opener_of_sentences(const AppState& state);

Rows open_dialog_commands();

} // namespace heed
