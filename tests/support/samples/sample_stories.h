// Entity networks with numbers that were drawn, for tests of what is run and drawn.
#pragma once

#include "core/models/entity/config.h"
#include "core/models/model.h"

namespace heed {

/// With the words of stories and numbers as they are before training; small, with a slot for each person and
/// thing, or with the first so many of these.
Model sample_story_model(entity::Keys keys, int slots = 7);

} // namespace heed
