#include "core/models/seq2seq.h"

namespace heed {
namespace {

// "encoder.forward." for the lowest layer, "encoder.forward.1." above it.
std::string layer_prefix(const std::string& base, int layer) {
    return layer == 0 ? base + "." : base + "." + std::to_string(layer) + ".";
}

} // namespace

template <class T>
nn::ParameterSet<T> declare_seq2seq(const Seq2SeqConfig& c) {
    nn::ParameterSet<T> set;
    const int d = c.annotation(), D = c.decoder.hidden;
    set.add("encoder.embedding.weight", c.source_vocabulary, c.encoder.embedding);
    for (int l = 0; l < c.encoder.layers; ++l) {
        const int inputs = l == 0 ? c.encoder.embedding : d;
        nn::declare_cell(set, layer_prefix("encoder.forward", l), c.encoder.cell, inputs, c.encoder.hidden);
        if (c.encoder.bidirectional)
            nn::declare_cell(set, layer_prefix("encoder.backward", l), c.encoder.cell, inputs,
                             c.encoder.hidden);
    }
    for (int l = 0; l < c.decoder.layers; ++l) {
        set.add(layer_prefix("bridge", l) + "weight", D, d);
        set.add(layer_prefix("bridge", l) + "bias", D, 1, 1);
    }
    set.add("decoder.embedding.weight", c.target_vocabulary, c.decoder.embedding);
    for (int l = 0; l < c.decoder.layers; ++l)
        nn::declare_cell(set, layer_prefix("decoder.cell", l), c.decoder.cell,
                         l == 0 ? c.decoder.embedding + d : D, D);
    attention::declare_score(set, c.attention.score, c.attention.size, D, d);
    set.add("readout.combine.weight", D, d + D);
    set.add("readout.combine.bias", D, 1, 1);
    set.add("readout.output.weight", c.target_vocabulary, D);
    set.add("readout.output.bias", c.target_vocabulary, 1, 1);
    return set;
}

Outline seq2seq_outline(const Seq2SeqConfig& c, int source_length, int outputs) {
    Outline o;
    o.source_length = source_length;
    o.outputs = outputs;
    o.encoding.push_back({PhaseKind::Embed});
    for (int l = 0; l < c.encoder.layers; ++l) {
        o.encoding.push_back({PhaseKind::Forward, l});
        if (c.encoder.bidirectional) o.encoding.push_back({PhaseKind::Backward, l});
    }
    o.encoding.push_back({PhaseKind::Annotate});
    if (c.attention.score != "none") o.decoding = {{PhaseKind::Score}, {PhaseKind::Softmax}};
    for (PhaseKind k : {PhaseKind::Context, PhaseKind::State, PhaseKind::Distribution, PhaseKind::Choose})
        o.decoding.push_back({k});
    return o;
}

template <class T>
Seq2Seq<T>::Seq2Seq(const Seq2SeqConfig& config, nn::Graph<T>& graph)
    : config_(config), graph_(graph), source_embedding_(graph["encoder.embedding.weight"]),
      target_embedding_(graph["decoder.embedding.weight"]), combine_weight_(graph["readout.combine.weight"]),
      combine_bias_(graph["readout.combine.bias"]), output_weight_(graph["readout.output.weight"]),
      output_bias_(graph["readout.output.bias"]) {
    for (int l = 0; l < config.encoder.layers; ++l) {
        forward_.emplace_back(config.encoder.cell, graph, layer_prefix("encoder.forward", l));
        if (config.encoder.bidirectional)
            backward_.emplace_back(config.encoder.cell, graph, layer_prefix("encoder.backward", l));
    }
    for (int l = 0; l < config.decoder.layers; ++l) {
        bridge_weight_.push_back(graph[layer_prefix("bridge", l) + "weight"]);
        bridge_bias_.push_back(graph[layer_prefix("bridge", l) + "bias"]);
        decoder_.emplace_back(config.decoder.cell, graph, layer_prefix("decoder.cell", l));
    }
}

template <class T>
attention::Memory<T> Seq2Seq<T>::encode(const nn::Sequences& source) {
    Var<T> x = lookup(source_embedding_, source.ids); // (E, T·B)
    if (graph_.recording())
        for (int t = 0; t < source.length; ++t) graph_.record(Quantity::SourceEmbedding, t, columns(x, t, 1));
    x = graph_.drop(x);

    layer_ends_.clear();
    std::vector<Var<T>> annotations;
    for (int l = 0; l < config_.encoder.layers; ++l) {
        const auto n = static_cast<std::size_t>(l);
        const auto forward = run_cell(graph_, forward_[n], x, source, nn::Direction::LeftToRight, l);
        annotations = forward.states;
        layer_ends_.push_back(forward.last.h);
        if (config_.encoder.bidirectional) {
            const auto backward = run_cell(graph_, backward_[n], x, source, nn::Direction::RightToLeft, l);
            for (std::size_t t = 0; t < annotations.size(); ++t) // h_j = [->h_j; <-h_j]
                annotations[t] = concat_rows<T>({annotations[t], backward.states[t]});
            layer_ends_.back() = concat_rows<T>({forward.last.h, backward.last.h});
        }
        x = concat_columns(annotations); // (d, T·B)
    }
    for (int t = 0; t < source.length; ++t)
        graph_.record(Quantity::Annotation, t, annotations[static_cast<std::size_t>(t)]);

    attention::Memory<T> memory;
    memory.annotations = x;
    memory.last = layer_ends_.back();
    memory.source = source;
    attention::prepare_score(graph_, memory, config_.attention.score);
    if (graph_.recording() && memory.keys)
        for (int t = 0; t < source.length; ++t) graph_.record(Quantity::Key, t, columns(memory.keys, t, 1));
    return memory;
}

template <class T>
DecoderState<T> Seq2Seq<T>::start(const attention::Memory<T>& memory) {
    DecoderState<T> state;
    for (std::size_t l = 0; l < decoder_.size(); ++l) {
        // Each decoder layer starts from the encoder layer at its height, the highest one above.
        const Var<T> from = layer_ends_[std::min(l, layer_ends_.size() - 1)];
        nn::CellState<T> s = decoder_[l].zero_state(graph_.tape(), memory.source.items);
        s.h = tanh(affine(bridge_weight_[l], from, bridge_bias_[l])); // (D, B)
        graph_.record(Quantity::InitialState, 0, s.h, static_cast<int>(l));
        state.layers.push_back(s);
    }
    return state;
}

template <class T>
auto Seq2Seq<T>::advance(const attention::Memory<T>& memory, DecoderState<T>& state,
                         std::span<const int> previous, const Matrix<T>* given_weights) -> Step {
    const int i = state.step++;
    Var<T> y = lookup(target_embedding_, previous); // (E, B)
    graph_.record(Quantity::TargetEmbedding, i, y);
    y = graph_.drop(y);

    Step result;
    const Var<T> query = state.layers.back().h; // s_{i-1} (D, B)
    graph_.record(Quantity::Query, i, query);
    result.attended = attention::attend(graph_, memory, query, i, given_weights);

    Var<T> x = concat_rows<T>({y, result.attended.context}); // (E + d, B)
    graph_.record(Quantity::CellInput, i, x);
    for (std::size_t l = 0; l < decoder_.size(); ++l) {
        state.layers[l] = decoder_[l].step(graph_, decoder_[l].input(x), state.layers[l],
                                           nn::decoder_quantities, i, static_cast<int>(l));
        x = state.layers[l].h;
    }
    result.state = x;
    return result;
}

template <class T>
Var<T> Seq2Seq<T>::distribution(Var<T> contexts, Var<T> states, int step) {
    const Var<T> readout =
        tanh(affine(combine_weight_, concat_rows<T>({contexts, states}), combine_bias_)); // t_i (D, n)
    const Var<T> logits = affine(output_weight_, graph_.drop(readout), output_bias_);     // l_i (V, n)
    const Var<T> log_probs = log_softmax(logits);
    graph_.record(Quantity::Readout, step, readout);
    graph_.record(Quantity::Logits, step, logits);
    graph_.record(Quantity::LogProbs, step, log_probs);
    return log_probs;
}

template <class T>
Var<T> Seq2Seq<T>::forced(const nn::Sequences& source, const nn::Sequences& inputs) {
    const attention::Memory<T> memory = encode(source);
    DecoderState<T> state = start(memory);
    std::vector<Var<T>> contexts, states, recorded;
    for (int i = 0; i < inputs.length; ++i) {
        const Step step = advance(memory, state, inputs.at(i));
        contexts.push_back(step.attended.context);
        states.push_back(step.state);
        if (graph_.recording()) recorded.push_back(distribution(step.attended.context, step.state, i));
    }
    if (graph_.recording()) return concat_columns(recorded);
    return distribution(concat_columns(contexts), concat_columns(states), 0);
}

template nn::ParameterSet<float> declare_seq2seq(const Seq2SeqConfig&);
template nn::ParameterSet<double> declare_seq2seq(const Seq2SeqConfig&);
template class Seq2Seq<float>;
template class Seq2Seq<double>;

} // namespace heed
