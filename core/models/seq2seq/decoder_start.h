// The decoder's first state, from what the encoder left: one row for each Start of seq2seq_config.h.
#pragma once

#include "core/models/seq2seq/encoder.h"

namespace heed {

template <class T>
class DecoderStart {
public:
    DecoderStart(const Seq2SeqConfig& config, nn::Graph<T>& graph);
    static void declare(nn::ParameterSet<T>& set, const Seq2SeqConfig& config);
    /// s_0 of every layer, lowest first: (D, B), and an lstm's memory.
    std::vector<nn::CellState<T>> operator()(const Encoded<T>& encoded, const nn::Sequences& source) const;

private:
    struct Bridge {
        Var<T> weight, bias, memory_weight, memory_bias;
        nn::Norm<T> norm;
    };
    nn::CellState<T> bridged(int layer, const LayerEnd<T>& from, Var<T> mean) const;
    nn::CellState<T> layer(int layer, const Encoded<T>& encoded, Var<T> mean, Eigen::Index items) const;
    std::vector<nn::CellState<T>> blocks(const Encoded<T>& encoded) const;

    const Seq2SeqConfig& config_;
    nn::Graph<T>& graph_;
    std::vector<Bridge> bridges_;
};

} // namespace heed
