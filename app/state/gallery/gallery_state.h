// What the Gallery shows and what it has asked for.
#pragma once

#include "app/figures/pooling/pooling.h"
#include "app/state/session/history.h"

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>

namespace heed {

struct Model;

/// What a board of attention over time is made of: the models of a task, and one input of theirs.
struct BoardOrder {
    std::shared_ptr<const Model> model; // the loaded one, whose weights are explained; null: the task's first
    std::string model_name;             // as it was asked for
    std::string task, text;
    std::set<int> muted; // moments, from 0
    bool operator==(const BoardOrder&) const = default;
};
/// The models of a task, read once, and what each makes of eight samples.
struct BoardFamily {
    std::vector<std::shared_ptr<const Model>> models; // those that are bundled, in the order of the board
    PoolingBoard board;                               // their names and measures, and the samples
};
struct BoardMade {
    BoardOrder order;
    std::shared_ptr<const BoardFamily> family;
    std::shared_ptr<const PoolingBoard> board;
};

struct GalleryState {
    bool opened = false;                    // a mechanism fills the frame; else the cards do
    float scroll = 0;                       // of the cards, px
    int focus = -1;                         // the card that the arrows chose
    int pressed_from = -1, pressed_to = -1; // moments that the mouse is drawn over, to be muted
    BoardOrder asked;
    std::shared_ptr<const PoolingBoard> board; // of the opened mechanism, the newest that was made
    std::shared_ptr<const PoolingBoard> card;  // of its card
    std::string card_problem;
    // By task; small: a handful of models of a few thousand numbers.
    std::map<std::string, std::shared_ptr<const BoardFamily>> families;
    std::optional<Version> back; // what Step had before a mechanism was opened
    std::string going;           // the workspace to show once that model is there; empty: none
};

} // namespace heed
