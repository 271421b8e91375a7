// Makes boards: the models of a task, and what each makes of an input and of eight samples.
#pragma once

#include "app/figures/pooling/pooling.h"
#include "app/state/gallery/orders.h"
#include "app/state/jobs/engine.h"

namespace heed {

/// Called from a worker thread. `family` is the order's task's, or null: then it is read. heed::Error where
/// the model whose weights are explained cannot read the input.
BoardMade make_board(const Engine& engine, const BoardOrder& order, std::shared_ptr<const Family> family);
std::size_t board_bytes(const Board& board);
/// The same for a model by its name, all of the family read for it. Throws heed::Error.
std::shared_ptr<const PoolingBoard> board_for(const std::string& model, const std::string& text);

} // namespace heed
