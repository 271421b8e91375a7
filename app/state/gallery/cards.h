// The Gallery's cards: a row each, filled with what was measured.
#pragma once

#include "app/figures/gallery/gallery.h"
#include "app/state/app_state.h"

#include <span>

namespace heed {

/// A mechanism that has a card.
struct CardRow {
    std::string_view id, title, words, kind, looks_at;
    std::string_view task, model; // what it opens
};
std::span<const CardRow> card_rows();
/// As they are drawn now.
std::vector<GalleryCard> gallery_cards(const AppState& state);

} // namespace heed
