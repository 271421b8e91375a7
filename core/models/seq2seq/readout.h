// From context, state and previous token to the logits: what is read, its combination t_i, and the product
// with a row for every word.
#pragma once

#include "core/models/seq2seq/config.h"
#include "core/nn/normalisation.h"

#include <vector>

namespace heed {

template <class T>
class ReadoutLayer {
public:
    ReadoutLayer(const Seq2SeqConfig& config, nn::Graph<T>& graph);
    static void declare(nn::ParameterSet<T>& set, const Seq2SeqConfig& config);

    /// What the model's readout reads, one above the other: (joined, n).
    Var<T> join(Var<T> context, Var<T> state, Var<T> token) const;
    /// t (size of t, n) from what is read, for n columns at once.
    Var<T> combine(Var<T> joined) const;
    /// Logits (V, n) from readouts t; records them at `step`.
    Var<T> logits(Var<T> readouts, int step) const;

private:
    struct Part { // where every part read is normalised apart
        Eigen::Index first, size;
        Var<T> weight, inner;
        nn::Norm<T> norm;
    };
    const Seq2SeqConfig& config_;
    nn::Graph<T>& graph_;
    Var<T> combine_weight_, combine_bias_, project_weight_, project_bias_, output_weight_, output_bias_;
    std::vector<Part> parts_;
};

} // namespace heed
