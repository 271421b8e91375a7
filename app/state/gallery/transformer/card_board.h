// What stands beside an opened Transformer: a recurrent network's run of the same sentence, what is right,
// and the models of its task as they were measured.
#pragma once

#include "app/state/gallery/orders.h"
#include "app/state/jobs/engine.h"

namespace heed {

/// Called from a worker thread.
BoardMade make_transformer_board(const Engine& engine, const BoardOrder& order,
                                 std::shared_ptr<const Family> family);
CardPicture transformer_card(const Engine& engine);

/// The text that the card opens with.
inline constexpr std::string_view transformer_card_text =
    "the agreement on the european economic area was signed";

} // namespace heed
