// Tokens that are forced in the tree of a search, and the field in which they are typed.
#pragma once

#include "app/state/commands/row.h"

#include <string>

namespace heed {

/// Whether Search is in front and has a tree.
bool has_search_tree(const AppState& state);
/// That token at that output, behind the selected node's own beginning: what of it the model would not write
/// by itself is forced as well. What the search does anyway is no edit.
EffectList force_in_tree(AppState& state, int output, const std::string& token);
/// The output that the selected node is, from 0; at the start the first one.
int selected_output(const AppState& state);
Rows typed_token_commands();

} // namespace heed
