// What one recurrent network learns from, and what it answers to many inputs at once.
#pragma once

#include "core/models/lessons.h"
#include "core/models/one_rnn/config.h"

namespace heed::one_rnn {

/// Without items yet. The loss of an item is minus the log-probability of its answer after the last token;
/// the map of a reply is that of weights_by_token in values.h.
std::unique_ptr<ItemLessons> make_lessons(const Config& config, const Language& language);

} // namespace heed::one_rnn
