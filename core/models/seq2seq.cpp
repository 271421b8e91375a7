#include "core/models/seq2seq.h"

namespace heed {
namespace {

// "encoder.forward." for the lowest layer, "encoder.forward.1." above it.
std::string layer_prefix(const std::string& base, int layer) {
    return layer == 0 ? base + "." : base + "." + std::to_string(layer) + ".";
}

attention::Sizes sizes_of(const Seq2SeqConfig& c) {
    return {c.attention.size,      c.decoder.hidden,    c.annotation(),   c.decoder.embedding,
            c.attention.positions, c.attention.filters, c.attention.width};
}

/// What the lowest decoder cell reads beside the previous token.
int beside_token(const Seq2SeqConfig& c) {
    if (c.decoder.order == Order::Luong) return c.decoder.input_feeding ? c.decoder.hidden : 0;
    return c.decoder.context == ContextPlace::Input ? c.annotation() : 0;
}

bool bridged(const Seq2SeqConfig& c) {
    return c.decoder.start == Start::Bridge || c.decoder.start == Start::Backward;
}

} // namespace

template <class T>
nn::ParameterSet<T> declare_seq2seq(const Seq2SeqConfig& c) {
    nn::ParameterSet<T> set;
    const int d = c.annotation(), D = c.decoder.hidden, E = c.decoder.embedding;
    set.add("encoder.embedding.weight", c.source_vocabulary, c.encoder.embedding);
    for (int l = 0; l < c.encoder.layers; ++l) {
        const int inputs = l == 0 ? c.encoder.embedding : d;
        nn::declare_cell(set, layer_prefix("encoder.forward", l), c.encoder.cell, inputs, c.encoder.hidden);
        if (c.encoder.bidirectional)
            nn::declare_cell(set, layer_prefix("encoder.backward", l), c.encoder.cell, inputs,
                             c.encoder.hidden);
    }
    if (c.encoder.summary == Summary::Tanh) {
        set.add("encoder.summary.weight", d, d);
        set.add("encoder.summary.bias", d, 1, 1);
    }
    for (int l = 0; bridged(c) && l < c.decoder.layers; ++l) {
        set.add(layer_prefix("bridge", l) + "weight", D,
                c.decoder.start == Start::Backward ? c.encoder.hidden : d);
        set.add(layer_prefix("bridge", l) + "bias", D, 1, 1);
    }
    set.add("decoder.embedding.weight", c.target_vocabulary, E);
    for (int l = 0; l < c.decoder.layers; ++l)
        nn::declare_cell(set, layer_prefix("decoder.cell", l), c.decoder.cell,
                         l == 0 ? E + beside_token(c) : D, D,
                         c.decoder.context == ContextPlace::Recurrent ? d : 0);
    attention::declare(set, c.attention.score, c.attention.alignment, sizes_of(c));
    const bool maxout = c.decoder.readout == Readout::Maxout;
    set.add("readout.combine.weight", maxout ? 2 * D : D, d + D + (maxout ? E : 0));
    set.add("readout.combine.bias", maxout ? 2 * D : D, 1, 1);
    set.add("readout.output.weight", c.target_vocabulary, D);
    set.add("readout.output.bias", c.target_vocabulary, 1, 1);
    return set;
}

Outline seq2seq_outline(const Seq2SeqConfig& c, int source_length, int outputs) {
    Outline o;
    o.source_length = source_length;
    o.outputs = outputs;
    o.reversed = c.encoder.reversed;
    o.encoding.push_back({PhaseKind::Embed});
    for (int l = 0; l < c.encoder.layers; ++l) {
        o.encoding.push_back({PhaseKind::Forward, l});
        if (c.encoder.bidirectional) o.encoding.push_back({PhaseKind::Backward, l});
    }
    o.encoding.push_back({PhaseKind::Annotate});
    const bool luong = c.decoder.order == Order::Luong;
    if (luong) o.decoding.push_back({PhaseKind::State});
    if (c.attention.alignment == attention::AlignmentKind::LocalP) o.decoding.push_back({PhaseKind::Window});
    if (c.attention.score != "none")
        for (PhaseKind k : {PhaseKind::Score, PhaseKind::Softmax}) o.decoding.push_back({k});
    o.decoding.push_back({PhaseKind::Context});
    if (!luong) o.decoding.push_back({PhaseKind::State});
    for (PhaseKind k : {PhaseKind::Distribution, PhaseKind::Choose}) o.decoding.push_back({k});
    return o;
}

template <class T>
void forget_since(Tape<T>& tape, int size, DecoderState<T>& state) {
    if (!state.history.states.empty()) return;
    std::vector<Var<T>*> carried{&state.history.weights, &state.history.coverage, &state.history.context,
                                 &state.history.language, &state.readout};
    for (nn::CellState<T>& layer : state.layers) carried.insert(carried.end(), {&layer.h, &layer.c});
    std::erase_if(carried, [&](const Var<T>* v) { return !*v || v->id() < size; });
    std::vector<Matrix<T>> values;
    for (const Var<T>* v : carried) values.push_back(v->value());
    tape.rewind(size);
    for (std::size_t n = 0; n < carried.size(); ++n) *carried[n] = tape.constant(std::move(values[n]));
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
    if (config.encoder.summary == Summary::Tanh) {
        summary_weight_ = graph["encoder.summary.weight"];
        summary_bias_ = graph["encoder.summary.bias"];
    }
    for (int l = 0; l < config.decoder.layers; ++l) {
        decoder_.emplace_back(config.decoder.cell, graph, layer_prefix("decoder.cell", l));
        if (!bridged(config)) continue;
        bridge_weight_.push_back(graph[layer_prefix("bridge", l) + "weight"]);
        bridge_bias_.push_back(graph[layer_prefix("bridge", l) + "bias"]);
    }
}

template <class T>
Var<T> Seq2Seq<T>::embed(const nn::Sequences& source, const nn::Sequences& fed) {
    const Var<T> x = lookup(source_embedding_, fed.ids); // (E, T·B)
    if (graph_.recording())
        for (int t = 0; t < source.length; ++t)
            graph_.record(Quantity::SourceEmbedding, config_.encoder.reversed ? source.fed_at(t, 0) : t,
                          columns(x, t, 1));
    return graph_.drop(x);
}

template <class T>
attention::Memory<T> Seq2Seq<T>::encode(const nn::Sequences& source) {
    const bool reversed = config_.encoder.reversed;
    std::function<int(int)> recorded_at;
    if (reversed) recorded_at = [&](int t) { return source.fed_at(t, 0); };
    Var<T> x = embed(source, reversed ? source.fed_backwards() : source);

    layer_ends_.clear();
    for (int l = 0; l < config_.encoder.layers; ++l) {
        const auto n = static_cast<std::size_t>(l);
        auto [states, last] =
            run_cell(graph_, forward_[n], x, source, nn::Direction::LeftToRight, l, recorded_at);
        layer_ends_.push_back({last, {}});
        if (config_.encoder.bidirectional) {
            const auto back =
                run_cell(graph_, backward_[n], x, source, nn::Direction::RightToLeft, l, recorded_at);
            for (std::size_t t = 0; t < states.size(); ++t) // h_j = [->h_j; <-h_j]
                states[t] = concat_rows<T>({states[t], back.states[t]});
            LayerEnd& end = layer_ends_.back();
            end.backward = back.last.h;
            end.both.h = concat_rows<T>({last.h, back.last.h});
            if (last.c) end.both.c = concat_rows<T>({last.c, back.last.c});
        }
        x = concat_columns(states); // (d, T·B)
    }
    if (reversed) { // annotations go back to their own tokens
        std::vector<int> own;
        for (int t = 0; t < source.length; ++t)
            for (int b = 0; b < source.items; ++b) own.push_back(source.fed_at(t, b) * source.items + b);
        x = gather_columns(x, std::move(own));
    }
    if (summary_weight_) {
        LayerEnd& top = layer_ends_.back();
        top.both.h = tanh(affine(summary_weight_, top.both.h, summary_bias_));
    }

    attention::Memory<T> memory;
    memory.annotations = x;
    memory.last = layer_ends_.back().both.h;
    memory.source = source;
    attention::prepare(graph_, memory, config_.attention.score, config_.attention.alignment,
                       config_.attention.window);
    record_memory(memory);
    return memory;
}

template <class T>
void Seq2Seq<T>::record_memory(const attention::Memory<T>& memory) const {
    if (!graph_.recording()) return;
    for (int t = 0; t < memory.source.length; ++t) {
        graph_.record(Quantity::Annotation, t, columns(memory.annotations, t, 1));
        if (memory.keys) graph_.record(Quantity::Key, t, columns(memory.keys, t, 1));
    }
}

template <class T>
DecoderState<T> Seq2Seq<T>::start(const attention::Memory<T>& memory) {
    DecoderState<T> state;
    for (std::size_t l = 0; l < decoder_.size(); ++l) {
        // Each decoder layer starts from the encoder layer at its height, the highest one above.
        const LayerEnd& from = layer_ends_[std::min(l, layer_ends_.size() - 1)];
        nn::CellState<T> s = decoder_[l].zero_state(graph_.tape(), memory.source.items);
        if (bridged(config_)) {
            const bool backward = config_.decoder.start == Start::Backward;
            s.h = tanh(affine(bridge_weight_[l], backward ? from.backward : from.both.h, bridge_bias_[l]));
        } else if (config_.decoder.start == Start::Last) {
            s.h = from.both.h;
            if (s.c) s.c = from.both.c;
        }
        graph_.record(Quantity::InitialState, 0, s.h, static_cast<int>(l)); // (D, B)
        state.layers.push_back(s);
    }
    if (config_.decoder.input_feeding)
        state.readout = graph_.tape().constant(Matrix<T>::Zero(config_.decoder.hidden, memory.source.items));
    return state;
}

template <class T>
void Seq2Seq<T>::attend(const attention::Memory<T>& memory, DecoderState<T>& state, Var<T> y, Step& step,
                        const Matrix<T>* given_weights) {
    const attention::Query<T> query{state.layers.back().h, y};
    graph_.record(Quantity::Query, state.step, query.state);
    step.attended = attention::attend(graph_, memory, query, state.history, state.step, given_weights);
}

/// x through the decoder's layers; the new top state. A context that does not enter as an input is given
/// beside.
template <class T>
Var<T> Seq2Seq<T>::update(DecoderState<T>& state, Var<T> x, Var<T> context) {
    graph_.record(Quantity::CellInput, state.step, x);
    for (std::size_t l = 0; l < decoder_.size(); ++l) {
        nn::CellState<T>& cell = state.layers[l];
        if (context && config_.decoder.context == ContextPlace::State) cell.h = context;
        const bool beside = context && config_.decoder.context == ContextPlace::Recurrent;
        cell = decoder_[l].step(graph_, decoder_[l].input(x), cell, nn::decoder_quantities, state.step,
                                static_cast<int>(l), beside ? context : Var<T>());
        x = cell.h;
    }
    return x;
}

template <class T>
void Seq2Seq<T>::attend_and_update(const attention::Memory<T>& memory, DecoderState<T>& state, Var<T> y,
                                   Step& step, const Matrix<T>* given_weights) {
    attend(memory, state, y, step, given_weights); // with s_{i-1}
    const Var<T> context = step.attended.context;
    step.state = config_.decoder.context == ContextPlace::Input
                     ? update(state, concat_rows<T>({y, context}), {}) // (E + d, B)
                     : update(state, y, context);
}

template <class T>
void Seq2Seq<T>::update_and_attend(const attention::Memory<T>& memory, DecoderState<T>& state, Var<T> y,
                                   Step& step, const Matrix<T>* given_weights) {
    step.state = update(state, state.readout ? concat_rows<T>({y, state.readout}) : y, {});
    attend(memory, state, y, step, given_weights); // with s_i
}

template <class T>
auto Seq2Seq<T>::advance(const attention::Memory<T>& memory, DecoderState<T>& state,
                         std::span<const int> previous, const Matrix<T>* given_weights) -> Step {
    Var<T> y = lookup(target_embedding_, previous); // (E, B)
    graph_.record(Quantity::TargetEmbedding, state.step, y);
    y = graph_.drop(y);

    Step step;
    const Var<T> before = state.layers.back().h; // s_{i-1}
    if (config_.decoder.order == Order::Bahdanau)
        attend_and_update(memory, state, y, step, given_weights);
    else
        update_and_attend(memory, state, y, step, given_weights);
    attention::remember_state(memory, state.history, step.state);

    const bool previous_state = config_.decoder.readout_state == ReadoutState::Previous;
    std::vector<Var<T>> read{step.attended.context, previous_state ? before : step.state};
    if (config_.decoder.readout == Readout::Maxout) read.push_back(y);
    step.joined = concat_rows(read);
    if (config_.decoder.input_feeding) state.readout = step.readout = readout(step.joined);
    ++state.step;
    return step;
}

template <class T>
Var<T> Seq2Seq<T>::readout(Var<T> joined) const {
    const Var<T> combined = affine(combine_weight_, joined, combine_bias_);
    return config_.decoder.readout == Readout::Maxout ? max_pairs(combined) : tanh(combined); // t_i (D, n)
}

template <class T>
Var<T> Seq2Seq<T>::distribution(Var<T> readouts, int step) {
    const Var<T> logits = affine(output_weight_, graph_.drop(readouts), output_bias_); // l_i (V, n)
    const Var<T> log_probs = log_softmax(logits);
    graph_.record(Quantity::Readout, step, readouts);
    graph_.record(Quantity::Logits, step, logits);
    graph_.record(Quantity::LogProbs, step, log_probs);
    return log_probs;
}

template <class T>
Var<T> Seq2Seq<T>::forced(const nn::Sequences& source, const nn::Sequences& inputs) {
    const attention::Memory<T> memory = encode(source);
    DecoderState<T> state = start(memory);
    const bool feeding = config_.decoder.input_feeding;
    std::vector<Var<T>> columns, recorded;
    for (int i = 0; i < inputs.length; ++i) {
        const Step step = advance(memory, state, inputs.at(i));
        columns.push_back(feeding ? step.readout : step.joined);
        if (graph_.recording()) recorded.push_back(distribution(step, i));
    }
    if (graph_.recording()) return concat_columns(recorded);
    const Var<T> all = concat_columns(columns);
    return distribution(feeding ? all : readout(all), 0);
}

template nn::ParameterSet<float> declare_seq2seq(const Seq2SeqConfig&);
template nn::ParameterSet<double> declare_seq2seq(const Seq2SeqConfig&);
template void forget_since(Tape<float>&, int, DecoderState<float>&);
template void forget_since(Tape<double>&, int, DecoderState<double>&);
template class Seq2Seq<float>;
template class Seq2Seq<double>;

} // namespace heed
