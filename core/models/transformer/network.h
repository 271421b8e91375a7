// The Transformer: one forward pass for running, training and tracing.
//
//   encoder  x = √d E w + place;  per layer x = branch(self-attention), x = branch(feed-forward);  [norm]
//   decoder  y = √d E v + place;  per layer y = branch(self-attention over what stands before),
//            y = branch(attention over the encoder's output), y = branch(feed-forward);  [norm]
//   output   l = W_o (scale y) + b;  p = softmax(l)
// (Vaswani et al. 2017, section 3; branches: layers.h.) What differs between families is in config.h.
//
// Letters as in layers.h; T source places, N places of the decoder, S those of them that are there already.
#pragma once

#include "core/models/transformer/layers.h"
#include "core/models/transformer/parameters.h"
#include "core/nn/sequences.h"
#include "core/trace/head_edit.h"

#include <functional>
#include <span>
#include <vector>

namespace heed::transformer {

/// What the encoder leaves for the decoder to look at.
template <class T>
struct Memory {
    Var<T> output; // (d, T·B)
    int length = 0, items = 0;
    std::vector<int> lengths;         // of each item
    std::vector<Var<T>> keys, values; // of each decoder layer's cross attention (h d_h, T·B)
};

/// What a decoder carries from one call to the next: keys and values of the places it has been at, so that
/// each is computed once.
template <class T>
struct Cache {
    struct Layer {
        Matrix<T> keys, values; // (h d_h, ≥ S·B): the first `length` places count
        Matrix<T>
            looked; // the weights used on the source at the last place (K, h·B), where a hand is on them
    };
    std::vector<Layer> layers;
    int length = 0; // S
    int items = 1;
    bool keeps = true;        // false: it only says who is behind, for a pass over all places at once
    std::vector<int> behind;  // by item: places at the beginning that hold nothing; empty: none
    std::vector<int> counted; // by item: tokens that stand at a place, where some stand at none; empty: none
    bool counts_all = false;  // those count, too, for what follows: fairseq's kind, token by token

    /// The items `parents` in the places of those there are; each may be named more than once.
    void choose(const std::vector<int>& parents);
};

/// The ids of sources whose last tokens stand at one place; what stands before shorter ones is 0.
std::vector<int> right_aligned(const nn::Sequences& source);

/// A model bound to one pass. Cheap to make: parameters are bound, not copied.
template <class T>
class Transformer {
public:
    Transformer(const Config& config, nn::Graph<T>& graph);

    /// From here on. Output 0 stands at that place of the decoder.
    void change_heads(HeadEdits edits, int first_output = 0);

    /// From here on `told` hears of each layer that is about to be computed: how many are, of how many. It
    /// may throw. None: nobody does.
    void tell_layers(std::function<void(int done, int layers)> told) { told_ = std::move(told); }

    /// Reads the sources whole. Of an encoder-decoder, keys and values of its cross attentions are made, too.
    Memory<T> encode(const nn::Sequences& source);

    struct Decoded {
        Var<T> output; // (d, n·B): after the last layer and its norm
        std::vector<Looked<T>>
            looked; // of each layer, what is shown: at the source, or of a decoder alone at itself
    };
    /// Reads n more places of each item (ids: i·B + b), after those in the cache, which goes on by n; null:
    /// they are the first, and nothing is kept. `memory` is null for a decoder alone. Its keys may be of one
    /// item, which all look at. An intervention needs n = 1 and a cache; the first `source` keys are then the
    /// source's.
    Decoded decode(const Memory<T>* memory, std::span<const int> ids, int items, Cache<T>* cache = nullptr,
                   const attention::Intervention<T>* intervention = nullptr, int source = 0);
    /// The norm after the last layer, where there is one, of the side that makes the logits: what any layer's
    /// columns (d, n) would be if it were the last.
    Var<T> leave(Var<T> x) const;
    /// l (V, n) and log p (V, n) of the last layer's columns.
    Var<T> logits(Var<T> output) const;
    /// Of one item the first of them is recorded as that place's.
    Var<T> distribution(Var<T> output, int first) const;

    /// Teacher forcing: feeds `inputs` and returns log p (V, N·B), place by place. A decoder alone is fed the
    /// source and then the inputs but the first, and gives log p of what follows the source.
    Var<T> forced(const nn::Sequences& source, const nn::Sequences& inputs);

private:
    struct Layer {
        AttentionLayer<T> self, cross;
        FeedLayer<T> feed;
        Var<T> relative;
    };
    struct Bound {
        const SideValues* values = nullptr;
        const Config::Side* side = nullptr;
        Var<T> embedding, positions, types;
        Norm<T> entry, exit;
        std::vector<Layer> layers;
    };
    Bound bind(const std::string& name, const Config::Side& side, const SideValues& values, bool cross) const;
    Var<T> enter(const Bound& bound, std::span<const int> ids, int items, int first,
                 const std::vector<int>& behind, std::vector<int>& counted) const;
    std::vector<int> types_of(std::span<const int> ids, int items) const;
    typename AttentionLayer<T>::Asked past(const Layer& layer, Var<T> read, int n, int items,
                                           typename Cache<T>::Layer* kept, const Cache<T>* cache);
    Var<T> forced_alone(const nn::Sequences& source, const nn::Sequences& inputs);

    std::vector<HeadChange> changes(HeadKind kind, std::size_t layer) const;

    const Config& config_;
    nn::Graph<T>& graph_;
    HeadEdits heads_;
    std::function<void(int, int)> told_;
    int first_output_ = 0; // the place of the decoder that makes it
    Bound encoder_, decoder_;
    Linear<T> output_, dense_;
    Norm<T> head_norm_;
};

} // namespace heed::transformer
