// What stands beside a run of a pointer network: the other models of its task, and what masking costs.
#pragma once

#include "app/figures/gallery/gallery.h"
#include "app/state/gallery/orders.h"
#include "app/state/jobs/engine.h"

namespace heed {

/// Called from a worker thread. The price of masking is measured then and there, on fresh inputs.
BoardMade make_pointer_board(const Engine& engine, const BoardOrder& order,
                             std::shared_ptr<const Family> family);
CardPicture pointer_card(const Engine& engine);

} // namespace heed
