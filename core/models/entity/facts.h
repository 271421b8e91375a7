// What figures and readers of a trace know of an entity network besides what is known of any model.
#pragma once

#include "core/models/entity/config.h"
#include "core/trace/trace.h"

namespace heed {

struct EntityFacts {
    entity::Config config;
};

inline const EntityFacts& entity_facts(const ModelFacts& model) { return model.of<EntityFacts>(); }
inline const EntityFacts& entity_facts(const Trace& trace) { return entity_facts(trace.model); }
/// Whether the facts are such a model's.
inline bool is_entity(const ModelFacts& model) { return std::any_cast<EntityFacts>(&model.own) != nullptr; }

} // namespace heed
