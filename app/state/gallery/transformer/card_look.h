// What of an opened Transformer is looked at, and which of its shipped twins is loaded.
#pragma once

#include "app/figures/transformer/card/look.h"
#include "app/state/commands/row.h"
#include "app/state/gallery/mechanisms.h"

#include <nlohmann/json_fwd.hpp>

namespace heed {

bool shows_transformer_card(const AppState& state);
/// The head that is looked at, with its numbers.
CardHead card_head(const AppState& state);
Rows transformer_card_commands();

/// The shipped model of the same task with such positions, of the same norm where there is one; empty: none.
std::string twin_with_positions(const AppState& state, bool positions);
/// The board with what is looked at.
std::shared_ptr<const Board> transformer_card_board(const AppState& state);

nlohmann::ordered_json transformer_card_json(const AppState& state);
void transformer_card_from_json(const nlohmann::json& json, AppState& state);

} // namespace heed
