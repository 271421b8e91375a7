// The encoder: embeddings, readers in one or both directions, layer on layer, and the annotations they leave.
//
// Letters: B items, T source positions, E, H, d as in trace/quantity.h.
#pragma once

#include "core/models/seq2seq/config.h"
#include "core/nn/cells.h"
#include "core/nn/sequences.h"

#include <functional>
#include <vector>

namespace heed {

/// "encoder.forward." for the lowest layer, "encoder.forward.1." above it.
std::string layer_prefix(const std::string& base, int layer);

/// A layer after its last token each way; `backward` is unset where the encoder reads one way.
template <class T>
struct LayerEnd {
    nn::CellState<T> forward, backward; // ->h_T, <-h_1 (H, B)
    nn::CellState<T> both;              // [->h_T; <-h_1]; of the topmost through its summary
};

template <class T>
struct Encoded {
    Var<T> annotations; // (d, T·B)
    Var<T> last;        // the fixed context: as an annotation of both ends (d, B)
    std::vector<LayerEnd<T>> ends;
};

template <class T>
class Encoder {
public:
    Encoder(const Seq2SeqConfig& config, nn::Graph<T>& graph);
    static void declare(nn::ParameterSet<T>& set, const Seq2SeqConfig& config);
    /// Records what it makes.
    Encoded<T> operator()(const nn::Sequences& source);
    /// What the decoder is given, of annotations and of where each layer's directions ended.
    Encoded<T> ended(Var<T> annotations, std::vector<LayerEnd<T>> ends) const;

private:
    Encoded<T> read(const nn::Sequences& source);
    Encoded<T> read_with_padding(const nn::Sequences& source);
    Var<T> embed(const nn::Sequences& source, const nn::Sequences& fed);
    /// One layer over x (in, T·B); its end, and both directions' states by position.
    LayerEnd<T> layer(int l, Var<T> x, const nn::Sequences& source, std::vector<Var<T>>& forward,
                      std::vector<Var<T>>& backward);

    int own_ = 0; // positions of the source itself: those that are recorded
    const Seq2SeqConfig& config_;
    nn::Graph<T>& graph_;
    Var<T> embedding_, summary_weight_, summary_bias_;
    std::vector<nn::Cell<T>> forward_, backward_;
};

} // namespace heed
