// What figures and readers of a trace know of such a model besides what is known of any model.
#pragma once

#include "core/models/one_rnn/config.h"
#include "core/trace/trace.h"

namespace heed {

struct OneRnnFacts {
    one_rnn::Config config;
};

inline const OneRnnFacts& one_rnn_facts(const ModelFacts& model) { return model.of<OneRnnFacts>(); }
inline const OneRnnFacts& one_rnn_facts(const Trace& trace) { return one_rnn_facts(trace.model); }
/// Whether the facts are such a model's.
inline bool is_one_rnn(const ModelFacts& model) { return std::any_cast<OneRnnFacts>(&model.own) != nullptr; }

} // namespace heed
