// What figures and readers of a trace know of a pooling model besides what is known of any model.
#pragma once

#include "core/models/pooling/config.h"
#include "core/trace/trace.h"

#include <string>
#include <vector>

namespace heed {

struct PoolingFacts {
    pooling::Config config;
    std::vector<std::string> classes; // that it answers with; none where it answers with numbers
};

inline const PoolingFacts& pooling_facts(const ModelFacts& model) { return model.of<PoolingFacts>(); }
inline const PoolingFacts& pooling_facts(const Trace& trace) { return pooling_facts(trace.model); }
/// Whether the facts are a pooling model's.
inline bool is_pooling(const ModelFacts& model) { return std::any_cast<PoolingFacts>(&model.own) != nullptr; }

} // namespace heed
