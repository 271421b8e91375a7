// The Gallery's cards: a row each, filled with what was measured.
//
// A mechanism gets its card with one row of card_table in cards.cpp: what stands on it, the model that it
// opens, and a function that makes its bars and its picture of a real run (card_pictures.cpp).
#pragma once

#include "app/figures/gallery/gallery.h"
#include "app/state/app_state.h"
#include "app/state/gallery/orders.h"
#include "app/state/jobs/engine.h"

#include <span>

namespace heed {

struct CardRow {
    std::string_view id, title, words; // of the card: two lines
    std::string_view kind;             // of the filter: "Sequence", "Memory", "Time series"
    std::string_view looks_at;         // "time steps"
    std::string_view footnote;         // "trained"
    std::string_view model;            // the bundled model that it opens, "adding/linear"; with it:
    std::string_view text = {};        // the input; empty: the first sample of its task
    /// Bars and picture. Called from a worker thread; heed::Error says why there are none.
    CardPicture (*make)(const Engine&);
    /// In place of loading a model: what else it opens.
    EffectList (*open)(AppState&) = nullptr;
};
std::span<const CardRow> card_rows();
const CardRow* find_card(std::string_view id);
/// The text that it opens with.
std::string card_text(const CardRow& row);
/// The work of one card.
BoardMade make_card(const Engine& engine, const BoardOrder& order);
/// As they are drawn now: those of the chosen kind.
std::vector<GalleryCard> gallery_cards(const AppState& state);
/// All of them, whatever is chosen.
std::vector<GalleryCard> all_cards(const AppState& state);

} // namespace heed
