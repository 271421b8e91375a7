// The mechanisms that have a picture of their own, a row each: which models it is of, and what it is drawn
// from beside the run. The parallel rows of what draws them are in app/views/gallery/pictures.cpp.
#pragma once

#include "app/state/gallery/orders.h"
#include "app/state/jobs/engine.h"

#include <span>
#include <string_view>

namespace heed {

struct Mechanism {
    std::string_view id; // "pooling"
    /// Whether its picture shows such a model.
    bool (*shows)(const ModelFacts&);
    /// Called from a worker thread. `family` is the order's task's, or null: then it is read. heed::Error
    /// where the loaded model cannot read the input.
    BoardMade (*make)(const Engine&, const BoardOrder&, std::shared_ptr<const Family>);
    bool each_input = false; // a board is of one input and its edits; else of the model alone
    /// The token that stands in a column of its picture, -1: none; null: each its own.
    int (*token_of)(const Trace&, int column) = nullptr;
    std::size_t (*bytes)(const Board&) = nullptr; // of the runs that a board holds
    /// What the input is the beginning of, where the picture shows more than is read.
    std::string (*around)(const AppState&) = nullptr;
    bool by_card = false; // Step shows such models too: its picture is there where its card was opened
    /// The board with what is looked at, for a page; null: the board as it was made.
    std::shared_ptr<const Board> (*looked_at)(const AppState&) = nullptr;
};

std::span<const Mechanism> mechanisms();
/// The one whose picture shows such a model, or null.
const Mechanism* mechanism_of(const ModelFacts& model);
const Mechanism* find_mechanism(std::string_view id);
/// The board of a model by its name, made here and now. Throws heed::Error: none for such a model.
std::shared_ptr<const Board> board_of(const std::string& model, const std::string& text);

} // namespace heed
