// What figures and readers of a trace know of a Transformer besides what is known of any model.
#pragma once

#include "core/models/transformer/config.h"
#include "core/trace/trace.h"

#include <algorithm>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace heed {

struct TransformerFacts {
    transformer::Config config;
    std::string shown{}; // which heads' mean stands for the run; empty: as the configuration says
    std::vector<HeadPlace> shown_heads{}; // those heads, where `shown` names them
    // Tokens that are no part of a text that is written: those its tokenizer leaves out. Null: there are
    // none.
    std::shared_ptr<const std::set<std::string, std::less<>>> controls{};
    bool is_control(std::string_view token) const { return controls && controls->contains(token); }
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

/// Places that an output may look at: the source's, or, `past`, what was written before; of a decoder alone
/// they are one after the other.
inline int places_looked_at(const Trace& run, bool past) {
    if (!is_transformer(run.model)) return run.source_length();
    const transformer::Kind kind = transformer_facts(run).config.kind;
    if (kind == transformer::Kind::Decoder) return run.source_length() + std::max(0, run.outputs() - 1);
    return past && kind == transformer::Kind::EncoderDecoder ? run.outputs() : run.source_length();
}

} // namespace heed
