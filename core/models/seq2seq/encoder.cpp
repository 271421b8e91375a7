#include "core/models/seq2seq/encoder.h"

#include "core/nn/recurrent.h"

namespace heed {

std::string layer_prefix(const std::string& base, int layer) {
    return layer == 0 ? base + "." : base + "." + std::to_string(layer) + ".";
}

namespace {

/// a and b one above the other, or added.
template <class T>
Var<T> merged(Merge merge, Var<T> a, Var<T> b) {
    return merge == Merge::Sum ? add(a, b) : concat_rows<T>({a, b});
}

/// Every item with padding behind it up to that length, which is read as its tokens are.
nn::Sequences with_padding(const nn::Sequences& source, int length, int token) {
    nn::Sequences padded = source;
    padded.length = std::max(source.length, length);
    padded.ids.resize(static_cast<std::size_t>(padded.length) * static_cast<std::size_t>(source.items));
    for (int t = 0; t < padded.length; ++t)
        for (int b = 0; b < source.items; ++b)
            if (t >= source.lengths[static_cast<std::size_t>(b)])
                padded.ids[static_cast<std::size_t>(t) * static_cast<std::size_t>(source.items) +
                           static_cast<std::size_t>(b)] = token;
    for (int& own : padded.lengths) own = std::max(own, length);
    return padded;
}

/// Annotations of a source that was fed back to front, under their own tokens.
template <class T>
Var<T> in_own_places(Var<T> x, const nn::Sequences& source) {
    std::vector<int> own;
    for (int t = 0; t < source.length; ++t)
        for (int b = 0; b < source.items; ++b) own.push_back(source.fed_at(t, b) * source.items + b);
    return gather_columns(x, std::move(own));
}

} // namespace

template <class T>
void Encoder<T>::declare(nn::ParameterSet<T>& set, const Seq2SeqConfig& c) {
    set.add("encoder.embedding.weight", c.source_vocabulary, c.encoder.embedding);
    for (int l = 0; l < c.encoder.layers; ++l) {
        const int inputs = l == 0 ? c.encoder.embedding : c.both_ends();
        nn::declare_cell(set, layer_prefix("encoder.forward", l), c.encoder.cell, inputs, c.encoder.hidden,
                         c.normalisation);
        if (c.encoder.bidirectional)
            nn::declare_cell(set, layer_prefix("encoder.backward", l), c.encoder.cell, inputs,
                             c.encoder.hidden, c.normalisation);
    }
    if (c.encoder.summary == Summary::Tanh) {
        set.add("encoder.summary.weight", c.both_ends(), c.both_ends());
        set.add("encoder.summary.bias", c.both_ends(), 1, 1);
    }
}

template <class T>
Encoder<T>::Encoder(const Seq2SeqConfig& config, nn::Graph<T>& graph)
    : config_(config), graph_(graph), embedding_(graph["encoder.embedding.weight"]) {
    for (int l = 0; l < config.encoder.layers; ++l) {
        forward_.emplace_back(config.encoder.cell, graph, layer_prefix("encoder.forward", l),
                              config.normalisation);
        if (config.encoder.bidirectional)
            backward_.emplace_back(config.encoder.cell, graph, layer_prefix("encoder.backward", l),
                                   config.normalisation);
    }
    if (config.encoder.summary == Summary::Tanh) {
        summary_weight_ = graph["encoder.summary.weight"];
        summary_bias_ = graph["encoder.summary.bias"];
    }
}

template <class T>
Var<T> Encoder<T>::embed(const nn::Sequences& source, const nn::Sequences& fed) {
    const Var<T> x = lookup(embedding_, std::span<const int>(fed.ids)); // (E, T·B)
    if (graph_.recording())
        for (int t = 0; t < own_; ++t)
            graph_.record(Quantity::SourceEmbedding, config_.encoder.reversed ? source.fed_at(t, 0) : t,
                          columns(x, t, 1));
    return graph_.drop(x);
}

template <class T>
LayerEnd<T> Encoder<T>::layer(int l, Var<T> x, const nn::Sequences& source, std::vector<Var<T>>& forward,
                              std::vector<Var<T>>& backward) {
    const auto n = static_cast<std::size_t>(l);
    std::function<int(int)> recorded_at;
    if (config_.encoder.reversed) recorded_at = [&](int t) { return source.fed_at(t, 0); };
    if (config_.encoder.padded > 0) recorded_at = [this](int t) { return t < own_ ? t : -1; };
    LayerEnd<T> end;
    auto run = run_cell(graph_, forward_[n], x, source, nn::Direction::LeftToRight, l, recorded_at);
    forward = std::move(run.states);
    end.forward = run.last;
    if (!config_.encoder.bidirectional) return end;
    run = run_cell(graph_, backward_[n], x, source, nn::Direction::RightToLeft, l, recorded_at);
    backward = std::move(run.states);
    end.backward = run.last;
    return end;
}

template <class T>
Encoded<T> Encoder<T>::operator()(const nn::Sequences& source) {
    own_ = source.length;
    if (config_.encoder.padded > 0) return read_with_padding(source);
    return read(source);
}

/// s_0 and the states above see what was read behind the source; annotations are those of its own tokens.
template <class T>
Encoded<T> Encoder<T>::read_with_padding(const nn::Sequences& source) {
    Encoded<T> result = read(with_padding(source, config_.encoder.padded, config_.encoder.padding));
    result.annotations = columns(result.annotations, 0, Eigen::Index(source.length) * source.items);
    return result;
}

template <class T>
Encoded<T> Encoder<T>::read(const nn::Sequences& source) {
    const bool reversed = config_.encoder.reversed, both = config_.encoder.bidirectional;
    Var<T> x = embed(source, reversed ? source.fed_backwards() : source);
    std::vector<LayerEnd<T>> ends;
    for (int l = 0; l < config_.encoder.layers; ++l) {
        std::vector<Var<T>> states, back;
        ends.push_back(layer(l, x, source, states, back));
        // Between layers both directions stand side by side; on top they are an annotation h_j.
        const Merge merge = l + 1 == config_.encoder.layers ? config_.encoder.merge : Merge::Concat;
        for (std::size_t t = 0; both && t < states.size(); ++t) states[t] = merged(merge, states[t], back[t]);
        x = concat_columns(states); // (d, T·B)
    }
    return ended(reversed ? in_own_places(x, source) : x, std::move(ends));
}

template <class T>
Encoded<T> Encoder<T>::ended(Var<T> annotations, std::vector<LayerEnd<T>> ends) const {
    for (LayerEnd<T>& end : ends) {
        end.both = end.forward;
        if (!end.backward.h) continue;
        end.both.h = concat_rows<T>({end.forward.h, end.backward.h});
        if (end.forward.c) end.both.c = concat_rows<T>({end.forward.c, end.backward.c});
    }
    LayerEnd<T>& top = ends.back();
    if (summary_weight_) top.both.h = tanh(affine(summary_weight_, top.both.h, summary_bias_));
    const bool summed = top.backward.h && config_.encoder.merge == Merge::Sum;
    return {annotations, summed ? add(top.forward.h, top.backward.h) : top.both.h, std::move(ends)};
}

template class Encoder<float>;
template class Encoder<double>;

} // namespace heed
