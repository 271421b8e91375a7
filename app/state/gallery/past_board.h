// What stands beside a run of one recurrent network: the other models of its task.
#pragma once

#include "app/state/gallery/orders.h"
#include "app/state/jobs/engine.h"

namespace heed {

/// Called from a worker thread.
BoardMade make_past_board(const Engine& engine, const BoardOrder& order,
                          std::shared_ptr<const Family> family);

} // namespace heed
