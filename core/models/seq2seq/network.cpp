#include "core/models/seq2seq/network.h"

namespace heed {
namespace {

attention::Sizes sizes_of(const Seq2SeqConfig& c) {
    return {c.attention.size,
            c.query(),
            c.annotation(),
            c.decoder.embedding,
            c.attention.positions,
            c.attention.filters,
            c.attention.width,
            c.attention.fertility > 0,
            c.headed() ? c.attention.heads : 0,
            c.attention.values,
            c.attention.projection};
}

attention::Switches switches_of(const Seq2SeqConfig& c) {
    return {c.attention.sharpen, c.attention.smooth, c.attention.fertility, c.attention.coverage_loss > 0,
            c.headed() ? c.attention.heads : 0};
}

/// What the lowest decoder cell reads beside the previous token.
int beside_token(const Seq2SeqConfig& c) {
    if (c.decoder.order == Order::Luong) {
        if (!c.decoder.input_feeding) return 0;
        return c.decoder.fed == Fed::Context ? c.context() : c.readout();
    }
    if (c.decoder.order == Order::Conditional) return 0;
    return c.decoder.context == ContextPlace::Input ? c.context() : 0;
}

/// Whether an output's readout is what the next one reads, or its state.
bool hands_on_readout(const Seq2SeqConfig& c) {
    return (c.decoder.input_feeding && c.decoder.fed == Fed::Readout) ||
           c.decoder.recurrent == Recurrent::Readout;
}

} // namespace

template <class T>
nn::ParameterSet<T> declare_seq2seq(const Seq2SeqConfig& c, nn::Fill fill) {
    nn::ParameterSet<T> set(fill);
    const int d = c.context(), D = c.decoder.hidden, E = c.decoder.embedding;
    Encoder<T>::declare(set, c);
    DecoderStart<T>::declare(set, c);
    set.add("decoder.embedding.weight", c.target_vocabulary, E);
    if (c.decoder.context == ContextPlace::Combined) {
        set.add("decoder.combine.weight", E, E + d);
        set.add("decoder.combine.bias", E, 1, 1);
    }
    for (int l = 0; l < c.decoder.layers; ++l)
        nn::declare_cell(set, layer_prefix("decoder.cell", l), c.decoder.cell,
                         l == 0 ? (c.decoder.reads_token ? E : 0) + beside_token(c) : D, D, c.normalisation,
                         c.decoder.context == ContextPlace::Recurrent ? d : 0);
    if (c.decoder.order == Order::Conditional)
        nn::declare_cell(set, "decoder.second.", c.decoder.cell, d, D, c.normalisation);
    attention::declare(set, c.attention.score, c.attention.alignment, sizes_of(c), c.normalisation);
    if (c.decoder.gate != Gate::None)
        attention::ContextGate<T>::declare(set, c.decoder.gate == Gate::One ? 1 : d, c.gate_joined());
    CopyLayer<T>::declare(set, c);
    ReadoutLayer<T>::declare(set, c);
    return set;
}

Outline seq2seq_outline(const Seq2SeqConfig& c, int source_length, int outputs) {
    using namespace seq2seq;
    const ReadOrder along = c.encoder.reversed ? ReadOrder::Turned : ReadOrder::Along;
    const ReadOrder against = c.encoder.reversed ? ReadOrder::TurnedAgainst : ReadOrder::Against;
    std::vector<Phase> encoding{seq2seq::Embed}, decoding;
    for (int l = 0; l < c.encoder.layers; ++l) {
        encoding.push_back({Forward, l, along});
        if (c.encoder.bidirectional) encoding.push_back({Backward, l, against});
    }
    encoding.push_back(Annotate);
    const bool bahdanau = c.decoder.order == Order::Bahdanau;
    if (!bahdanau) decoding.push_back(seq2seq::State);
    if (c.attention.alignment == attention::AlignmentKind::LocalP) decoding.push_back(Window);
    if (c.attention.score != "none") decoding.insert(decoding.end(), {Score, Softmax});
    decoding.push_back(Context);
    if (bahdanau) decoding.push_back(seq2seq::State);
    if (c.decoder.order == Order::Conditional) decoding.push_back({seq2seq::State, 1});
    decoding.insert(decoding.end(), {Distribution, Choose});
    return {{{Axis::Source, source_length, true, std::move(encoding)},
             {Axis::Output, outputs, false, std::move(decoding)}}};
}

template <class T>
void forget_since(Tape<T>& tape, int size, DecoderState<T>& state) {
    if (!state.history.states.empty()) return;
    std::vector<Var<T>*> carried{&state.history.weights, &state.history.coverage, &state.history.context,
                                 &state.history.language, &state.readout};
    for (Var<T>& head : state.history.heads) carried.push_back(&head);
    for (nn::CellState<T>& layer : state.layers) carried.insert(carried.end(), {&layer.h, &layer.c});
    std::erase_if(carried, [&](const Var<T>* v) { return !*v || v->id() < size; });
    std::vector<Matrix<T>> values;
    for (const Var<T>* v : carried) values.push_back(v->value());
    tape.rewind(size);
    for (std::size_t n = 0; n < carried.size(); ++n) *carried[n] = tape.constant(std::move(values[n]));
}

template <class T>
Seq2Seq<T>::Seq2Seq(const Seq2SeqConfig& config, nn::Graph<T>& graph)
    : config_(config), graph_(graph), encoder_(config, graph), start_(config, graph), readout_(config, graph),
      copy_(config, graph), gate_(graph), target_embedding_(graph["decoder.embedding.weight"]) {
    for (int l = 0; l < config.decoder.layers; ++l)
        decoder_.emplace_back(config.decoder.cell, graph, layer_prefix("decoder.cell", l),
                              config.normalisation);
    if (config.decoder.order == Order::Conditional)
        second_ = nn::Cell<T>(config.decoder.cell, graph, "decoder.second.", config.normalisation);
    if (config.decoder.context == ContextPlace::Combined) {
        combine_weight_ = graph["decoder.combine.weight"];
        combine_bias_ = graph["decoder.combine.bias"];
    }
}

template <class T>
attention::Memory<T> Seq2Seq<T>::encode(const nn::Sequences& source) {
    encoded_ = encoder_(source);
    attention::Memory<T> made = memory(encoded_.annotations, encoded_.last, source);
    attention::record_memory(graph_, made);
    return made;
}

template <class T>
attention::Memory<T> Seq2Seq<T>::memory(Var<T> annotations, Var<T> last, const nn::Sequences& source) {
    attention::Memory<T> memory;
    memory.annotations = annotations;
    memory.last = last;
    memory.source = source;
    attention::prepare(graph_, memory, config_.attention.score, config_.attention.alignment,
                       config_.attention.window, config_.normalisation, switches_of(config_));
    return memory;
}

template <class T>
DecoderState<T> Seq2Seq<T>::start(const attention::Memory<T>& memory) {
    DecoderState<T> state;
    state.layers = start_(encoded_, memory.source);
    for (std::size_t l = 0; l < state.layers.size(); ++l) {
        graph_.record(Quantity::InitialState, 0, state.layers[l].h, static_cast<int>(l)); // (D, B)
        graph_.record(Quantity::InitialMemory, 0, state.layers[l].c, static_cast<int>(l));
    }
    if (config_.decoder.input_feeding && config_.decoder.fed == Fed::Readout)
        state.readout = graph_.tape().constant(Matrix<T>::Zero(config_.readout(), memory.source.items));
    return state;
}

/// E y_{i-1}; a copied word that the target lacks is fed as the unknown one.
template <class T>
Var<T> Seq2Seq<T>::previous_token(const nn::Copies& copies, std::span<const int> previous, int step) {
    const bool none = step == 0 && config_.decoder.first_input == FirstInput::None;
    std::vector<int> known;
    if (!copies.ids.empty()) {
        known.assign(previous.begin(), previous.end());
        for (int& id : known)
            if (id >= config_.target_vocabulary) id = copies.unknown;
        previous = known;
    }
    const Var<T> y = none ? graph_.tape().constant(Matrix<T>::Zero(
                                config_.decoder.embedding, static_cast<Eigen::Index>(previous.size())))
                          : lookup<T>(target_embedding_, previous); // (E, B)
    graph_.record(Quantity::TargetEmbedding, step, y);
    return graph_.drop(y);
}

template <class T>
void Seq2Seq<T>::attend(const attention::Memory<T>& memory, DecoderState<T>& state, Var<T> y, Step& step,
                        const attention::Intervention<T>* intervention) {
    const Var<T> s = state.layers.back().h;
    const attention::Query<T> query{config_.attention.query == Asks::TokenState ? concat_rows<T>({y, s}) : s,
                                    y};
    graph_.record(Quantity::Query, state.step, query.state);
    step.attended = attention::attend(graph_, memory, query, state.history, state.step, intervention);
    if (gate_) step.attended.context = state.history.context = gated(step.attended.context, s, y, state.step);
}

template <class T>
Var<T> Seq2Seq<T>::gated(Var<T> mixed, Var<T> state, Var<T> token, int step) const {
    if (!gate_) return mixed;
    const Reads& reads = config_.decoder.gate_reads;
    std::vector<Var<T>> read;
    if (reads.context) read.push_back(mixed);
    if (reads.state) read.push_back(state);
    if (reads.token) read.push_back(token);
    return gate_(mixed, read.size() == 1 ? read.front() : concat_rows(read), step);
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

/// The same where the context takes part.
template <class T>
Var<T> Seq2Seq<T>::update_with_context(DecoderState<T>& state, Var<T> y, Var<T> context) {
    switch (config_.decoder.context) {
    case ContextPlace::Input: // (E + d, B)
        return update(state, config_.decoder.reads_token ? concat_rows<T>({y, context}) : context, {});
    case ContextPlace::Combined: // (E, B)
        return update(state, relu(affine(combine_weight_, concat_rows<T>({y, context}), combine_bias_)), {});
    default:
        return update(state, y, context);
    }
}

template <class T>
void Seq2Seq<T>::attend_and_update(const attention::Memory<T>& memory, DecoderState<T>& state, Var<T> y,
                                   Step& step, const attention::Intervention<T>* intervention) {
    attend(memory, state, y, step, intervention); // with s_{i-1}
    step.state = update_with_context(state, y, step.attended.context);
}

/// What the cell reads in luong order: E y_{i-1}, and what is fed back beside it or in its place.
template <class T>
Var<T> Seq2Seq<T>::fed(const attention::Memory<T>& memory, const DecoderState<T>& state, Var<T> y) const {
    if (!config_.decoder.input_feeding) return y;
    Var<T> back = state.readout; // t_{i-1}
    if (config_.decoder.fed == Fed::Context) {
        back = state.history.context; // c_{i-1}, c_0 = 0
        if (!back) back = graph_.tape().constant(Matrix<T>::Zero(config_.context(), memory.source.items));
    }
    return config_.decoder.reads_token ? concat_rows<T>({y, back}) : back;
}

template <class T>
void Seq2Seq<T>::update_and_attend(const attention::Memory<T>& memory, DecoderState<T>& state, Var<T> y,
                                   Step& step, const attention::Intervention<T>* intervention) {
    if (config_.decoder.recurrent == Recurrent::Readout && state.readout)
        state.layers.back().h = state.readout; // t_{i-1} in the place of s_{i-1}
    if (config_.decoder.recurrent == Recurrent::Exchanged && state.step > 0)
        for (nn::CellState<T>& cell : state.layers) std::swap(cell.h, cell.c); // c_{i-1} for s_{i-1}
    step.state = update(state, fed(memory, state, y), {});
    attend(memory, state, y, step, intervention); // with s_i
}

template <class T>
void Seq2Seq<T>::update_attend_update(const attention::Memory<T>& memory, DecoderState<T>& state, Var<T> y,
                                      Step& step, const attention::Intervention<T>* intervention) {
    update(state, y, {});
    attend(memory, state, y, step, intervention); // with the state between the two cells
    const Var<T> context = step.attended.context;
    graph_.record(Quantity::CellInput, state.step, context, 1);
    nn::CellState<T>& cell = state.layers.back();
    cell = second_.step(graph_, second_.input(context), cell, nn::decoder_quantities, state.step, 1);
    step.state = cell.h;
}

template <class T>
auto Seq2Seq<T>::advance(const attention::Memory<T>& memory, DecoderState<T>& state,
                         std::span<const int> previous, const attention::Intervention<T>* intervention)
    -> Step {
    const Var<T> y = previous_token(memory.source.copies, previous, state.step);
    Step step;
    const Var<T> before = state.layers.back().h; // s_{i-1}
    switch (config_.decoder.order) {
    case Order::Bahdanau:
        attend_and_update(memory, state, y, step, intervention);
        break;
    case Order::Luong:
        update_and_attend(memory, state, y, step, intervention);
        break;
    case Order::Conditional:
        update_attend_update(memory, state, y, step, intervention);
        break;
    }
    attention::remember_state(memory, state.history, step.state);

    const bool previous_state = config_.decoder.readout_state == ReadoutState::Previous;
    step.joined = readout_.join(step.attended.context, previous_state ? before : step.state, y);
    step.copied = copy_(memory, step.attended, step.state, y, state.step);
    if (hands_on_readout(config_)) state.readout = step.readout = readout_.combine(step.joined);
    ++state.step;
    return step;
}

template <class T>
Var<T> Seq2Seq<T>::distribution(Var<T> readouts, const Copied<T>& copied, int step) {
    const Var<T> logits = readout_.logits(readouts, step);
    const Var<T> log_probs = copied ? copy_.distribution(logits, copied, step) : log_softmax(logits);
    graph_.record(Quantity::LogProbs, step, log_probs);
    return log_probs;
}

template <class T>
Var<T> Seq2Seq<T>::forced(const nn::Sequences& source, const nn::Sequences& inputs, Var<T>* besides) {
    const attention::Memory<T> memory = encode(source);
    DecoderState<T> state = start(memory);
    const bool made = hands_on_readout(config_);
    std::vector<Var<T>> columns, recorded, overlaps;
    std::vector<Copied<T>> copied;
    for (int i = 0; i < inputs.length; ++i) {
        const Step step = advance(memory, state, inputs.at(i));
        columns.push_back(made ? step.readout : step.joined);
        copied.push_back(step.copied);
        if (step.attended.overlap) overlaps.push_back(step.attended.overlap);
        if (graph_.recording()) recorded.push_back(distribution(step, i));
    }
    // lambda covloss_i    See et al. 2017, eq. 13
    if (besides && !overlaps.empty())
        *besides = scale(concat_columns(overlaps), static_cast<T>(config_.attention.coverage_loss));
    if (graph_.recording()) return concat_columns(recorded);
    const Var<T> all = concat_columns(columns);
    return distribution(made ? all : readout_.combine(all), concat_copied(copied), 0);
}

template nn::ParameterSet<float> declare_seq2seq(const Seq2SeqConfig&, nn::Fill);
template nn::ParameterSet<double> declare_seq2seq(const Seq2SeqConfig&, nn::Fill);
template void forget_since(Tape<float>&, int, DecoderState<float>&);
template void forget_since(Tape<double>&, int, DecoderState<double>&);
template class Seq2Seq<float>;
template class Seq2Seq<double>;

} // namespace heed
