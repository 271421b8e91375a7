// What each card shows: bars and a picture of a real run. Each is called from a worker thread and may throw
// heed::Error.
#pragma once

#include "app/figures/gallery/gallery.h"
#include "app/state/jobs/engine.h"

namespace heed {

CardPicture own_past_card(const Engine& engine);
CardPicture pooling_card(const Engine& engine);

} // namespace heed
