// What figures and readers of a trace know of a Transformer besides what is known of any model.
#pragma once

#include "core/models/transformer/config.h"
#include "core/trace/trace.h"

#include <string>

namespace heed {

struct TransformerFacts {
    transformer::Config config;
    std::string shown{}; // which heads' mean stands for the run; empty: as the configuration says
};

inline const TransformerFacts& transformer_facts(const ModelFacts& model) {
    return model.of<TransformerFacts>();
}
inline const TransformerFacts& transformer_facts(const Trace& trace) {
    return transformer_facts(trace.model);
}
/// Whether the facts are such a model's.
inline bool is_transformer(const ModelFacts& model) {
    return std::any_cast<TransformerFacts>(&model.own) != nullptr;
}

} // namespace heed
