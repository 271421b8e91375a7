// What pointer networks learn from, and what they answer to many inputs at once.
#pragma once

#include "core/models/lessons.h"
#include "core/models/pointer/config.h"

namespace heed::pointer {

/// Without items yet. What is minimised is minus the log-probability of the whole answer, the end included,
/// with nothing masked, so that what was chosen is learned too. A reply is what the model chooses by itself,
/// masked as its configuration says, and its map where it points when it is fed the right answer, which is
/// what gold tells.
std::unique_ptr<ItemLessons> make_lessons(const Config& config, const Language& language);

} // namespace heed::pointer
