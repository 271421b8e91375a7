// What the Gallery shows and what it has asked for.
#pragma once

#include "app/figures/forecast/view.h"
#include "app/figures/gallery/gallery.h"
#include "app/figures/pointer/pointer.h"
#include "app/figures/transformer/card/look.h"
#include "app/state/gallery/forecast/own_table_state.h"
#include "app/state/gallery/orders.h"
#include "app/state/gallery/pad/pad_state.h"
#include "app/state/session/history.h"

#include <map>
#include <memory>
#include <optional>
#include <string>

namespace heed {

/// A sentence of a story that is being written.
struct StoryDraft {
    int sentence = -1; // from 0; the number of sentences: the empty row below the last; -1: none
    std::string text;
    int chosen = 0; // of the words that can go on
    bool operator==(const StoryDraft&) const = default;
};

struct GalleryState {
    bool opened = false;                    // a mechanism fills the frame; else the cards do
    float scroll = 0;                       // of the cards, px
    int focus = -1;                         // the card that the arrows chose
    std::string kind;                       // of the cards that are shown; empty: all
    int pressed_from = -1, pressed_to = -1; // moments that the mouse is drawn over, to be muted
    PointDrag drag;                         // the point that the mouse holds
    StoryDraft writing;
    BoardOrder asked;
    std::shared_ptr<const Board> board; // of the opened mechanism, the newest that was made
    /// What was made of each card, and why nothing was; by its id.
    std::map<std::string, std::shared_ptr<const CardPicture>> cards;
    std::map<std::string, std::string> card_problems;
    /// By mechanism and task; small: a handful of models of a few thousand numbers.
    std::map<std::string, std::shared_ptr<const Family>> families;
    PadState pad;
    OwnTable own;                    // a person's own CSV file
    std::string series;              // a table that the input was cut from by hand, at its end
    SeriesView chart;                // of the forecast that is opened
    TransformerCardLook transformer; // what of an opened Transformer is looked at
    std::optional<Version> back;     // what Step had before a mechanism was opened
    std::string going;               // the workspace to show once that model is there; empty: none

    /// The board of an opened mechanism of that kind, or null.
    template <class Kind>
    std::shared_ptr<const Kind> board_of() const {
        return std::dynamic_pointer_cast<const Kind>(board);
    }
};

} // namespace heed
