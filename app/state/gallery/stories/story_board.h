// Makes the boards of stories: what the task knows of one, and what the model with free keys makes of it.
#pragma once

#include "app/figures/gallery/gallery.h"
#include "app/state/gallery/orders.h"
#include "app/state/jobs/engine.h"

namespace heed {

/// Called from a worker thread. What cannot be told of the story is left out.
BoardMade make_story_board(const Engine& engine, const BoardOrder& order,
                           std::shared_ptr<const Family> family);
std::size_t story_bytes(const Board& board);
/// The story that the card opens with.
inline constexpr std::string_view story_text =
    "mary went to the kitchen. john went to the garden. mary took the milk. sandra went to the office. "
    "john took the ball. mary went to the hallway. mary dropped the milk. sandra went to the hallway. "
    "where is the milk?";
/// The Gallery's card. Throws heed::Error.
CardPicture story_card(const Engine& engine);

} // namespace heed
