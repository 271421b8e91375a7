// What the Gallery asks a worker for, and what comes of it.
#pragma once

#include "app/figures/base/figure.h"
#include "app/figures/gallery/gallery.h"

#include <memory>
#include <set>
#include <string>

namespace heed {

struct Model;

/// A card's picture; or the board of an opened mechanism: the loaded model among those of its task, and where
/// the mechanism's picture needs them, one input and what is muted in it.
struct BoardOrder {
    std::string card;                   // a card's id; empty: a board
    std::string mechanism;              // its id in mechanisms.h
    std::shared_ptr<const Model> model; // the loaded one; null: the task's first
    std::string model_name;             // as it was asked for
    std::string task, text;
    std::set<int> muted;     // moments, from 0
    std::string series = {}; // what the text is the beginning of; empty: of nothing more
    bool operator==(const BoardOrder&) const = default;
};

/// What is read once for all boards of a mechanism and a task: models, what each makes of the samples.
struct Family {
    virtual ~Family() = default;
};

struct BoardMade {
    BoardOrder order;
    std::shared_ptr<const Family> family;    // null: it needs none
    std::shared_ptr<const Board> board;      // of a mechanism
    std::shared_ptr<const CardPicture> card; // or of a card
};

} // namespace heed
