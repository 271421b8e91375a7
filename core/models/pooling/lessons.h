// What pooling models learn from, and what they answer to many inputs at once.
#pragma once

#include "core/models/lessons.h"
#include "core/models/pooling/config.h"

namespace heed::pooling {

/// Without items yet. The loss of an item is its squared error, or minus the log-probability of its class;
/// a reply has its numbers in full.
std::unique_ptr<ItemLessons> make_lessons(const Config& config, const Language& language);

} // namespace heed::pooling
