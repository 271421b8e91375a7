// What figures and readers of a trace know of a pointer network besides what is known of any model.
#pragma once

#include "core/models/pointer/config.h"
#include "core/trace/trace.h"

namespace heed {

struct PointerFacts {
    pointer::Config config;
};

inline const PointerFacts& pointer_facts(const ModelFacts& model) { return model.of<PointerFacts>(); }
inline const PointerFacts& pointer_facts(const Trace& trace) { return pointer_facts(trace.model); }
/// Whether the facts are such a model's.
inline bool is_pointer(const ModelFacts& model) { return std::any_cast<PointerFacts>(&model.own) != nullptr; }

} // namespace heed
