// The query pad: keys and a query on a plane, moved by hand. Pure, as update.
#pragma once

#include "app/figures/query_pad/query_pad.h"
#include "app/state/gallery/orders.h"
#include "app/state/workspaces.h"

namespace heed {

inline constexpr int pad_fewest_keys = 2;

/// The pad as it is first seen: five keys, and the query beside one of them.
QueryPad first_pad();
/// A place in units, held on the pad; zero for what is no number.
Point on_pad(double x, double y);
/// Everything anew after keys, query or temperature have changed; `fields`: also what every place would give.
void ask_again(QueryPad& pad, bool fields);

/// Whether it fills the frame.
bool shows_pad(const AppState& state);
/// What of it can be exported.
std::string_view pad_figure_id(const AppState& state);
std::shared_ptr<const Board> pad_board(const AppState& state);
EffectList open_pad(AppState& state);
/// Esc: first the chosen key, then back to the cards.
bool leave_pad(AppState& state);
Rows pad_commands();
nlohmann::ordered_json pad_json(const AppState& state);
/// What a session keeps of it, and back; what is not there is as at first.
nlohmann::ordered_json pad_choices(const AppState& state);
void pad_from_json(const nlohmann::json& json, AppState& state);
/// The card's bars and picture.
CardPicture pad_card(const Engine& engine);

} // namespace heed
