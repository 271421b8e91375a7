// What an entity network learns from, and what it answers to many stories at once.
#pragma once

#include "core/models/entity/config.h"
#include "core/models/lessons.h"

namespace heed::entity {

/// Without items yet. The loss of an item is minus the log-probability of its answer; the maps of a reply are
/// those of a run, sentences × slots and question × slots; no gates where keys are free, for which slot
/// stands for whom is nobody's to say beforehand.
std::unique_ptr<ItemLessons> make_lessons(const Config& config, const Language& language);

} // namespace heed::entity
