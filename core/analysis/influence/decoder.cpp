#include "core/analysis/influence/decoder.h"

#include "core/decode/run.h"

namespace heed::influence {
namespace {

/// The parts of the model that the states asked for depend on: no copying, and no attention where the states
/// do not see what it reads.
Seq2SeqConfig needed(Seq2SeqConfig config, bool readouts) {
    config.decoder.copy = false;
    const bool handed_on = config.decoder.input_feeding || config.decoder.recurrent == Recurrent::Readout;
    const bool gated_heads = config.headed() && config.decoder.gate != Gate::None; // of a size of their own
    if (config.decoder.order == Order::Luong && !handed_on && !readouts && !gated_heads)
        set_function(config.attention, "none");
    return config;
}

} // namespace

template <class T>
auto LinearDecoder<T>::parts_of(DecoderState<T>& state) -> std::vector<Part> {
    std::vector<Part> parts;
    for (nn::CellState<T>& layer : state.layers)
        for (Var<T>* x : {&layer.h, &layer.c}) parts.push_back({x, false});
    for (Var<T>* x : {&state.readout, &state.history.context}) parts.push_back({x, false});
    for (Var<T>* x : {&state.history.weights, &state.history.coverage}) parts.push_back({x, true});
    for (auto* list : {&state.history.states, &state.history.keys})
        for (Var<T>& x : *list) parts.push_back({&x, false});
    std::erase_if(parts, [](const Part& part) { return !*part.value; });
    return parts;
}

template <class T>
auto LinearDecoder<T>::taken(DecoderState<T> state) const -> Before {
    if (!weights_) state.history.weights = {};
    if (!context_) state.history.context = {};
    state.history.heads.clear(); // no score looks at them again
    Before before;
    for (const Part& part : parts_of(state)) before.values.push_back(part.value->value());
    if (state.history.language) before.language = state.history.language.value();
    before.shape = std::move(state);
    return before;
}

template <class T>
DecoderState<T> LinearDecoder<T>::placed(Tape<T>& tape, const Before& before, Eigen::Index items,
                                         std::vector<Matrix<T>>& kept) const {
    DecoderState<T> state = before.shape;
    const std::vector<Part> parts = parts_of(state);
    kept.reserve(parts.size()); // a leaf's value stays where it is
    for (std::size_t n = 0; n < parts.size(); ++n) {
        const Matrix<T>& one = before.values[n];
        kept.push_back(parts[n].items_are_rows ? one.replicate(items, 1) : one.replicate(1, items));
        *parts[n].value = tape.leaf(kept.back());
    }
    if (before.language.size()) state.history.language = tape.constant(before.language.replicate(1, items));
    return state;
}

template <class T>
LinearDecoder<T>::LinearDecoder(const Seq2SeqConfig& config, const nn::ParameterSet<T>& parameters,
                                const std::vector<int>& source, const std::vector<int>& inputs, bool readouts,
                                const LinearEncoder<T>& encoder, const Beginnings<T>& begun)
    : config_(needed(config, readouts)), parameters_(parameters), inputs_(inputs), encoder_(encoder),
      begun_(begun), readouts_(readouts) {
    run(source);
    if (inputs.size() > 1) find_looked_back(inputs[1]);
    if (!weights_ || !context_) run(source);
    check_size();
    // Of states alone, attention is left out where they do not see what it reads.
    carried_ = states_alone() ? needed(config, false) : config_;
    if (config_.attention.score == "none") return;
    apart_ =
        states_alone() && config_.attention.alignment == attention::AlignmentKind::Global && !seen_.empty();
    if (apart_) {
        Tape<T> tape(true);
        apart_ = energy_slopes(tape, 0) && reads_the_context_alone(tape, 0);
    }
    if (!apart_) find_keys();
}

template <class T>
bool LinearDecoder<T>::states_alone() const {
    const DecoderState<T>& shape = before_.back().shape;
    const auto& past = shape.history;
    return !shape.readout && !past.weights && !past.coverage && !past.context && past.states.empty() &&
           past.keys.empty();
}

template <class T>
void LinearDecoder<T>::run(const std::vector<int>& source) {
    Tape<T> tape(false);
    nn::Graph<T> graph(tape, parameters_, nn::Only{});
    Seq2Seq<T> net(config_, graph);
    const attention::Memory<T> memory = net.encode(nn::Sequences::single(source));
    annotations_ = memory.annotations.value();
    last_ = memory.last.value();
    DecoderState<T> state = net.start(memory);
    before_.clear();
    seen_.clear();
    for (const int input : inputs_) {
        before_.push_back(taken(state));
        const auto step = net.advance(memory, state, {&input, 1});
        if (!step.attended.energies) continue;
        seen_.push_back({step.attended.energies.value(),
                         step.attended.weights.value(),
                         step.attended.context.value(),
                         step.state.value(),
                         {}});
        if (readouts_) seen_.back().readout = readout_of(net, step).value();
    }
}

template <class T>
void LinearDecoder<T>::find_looked_back(int input) {
    Tape<T> tape(true);
    nn::Graph<T> graph(tape, parameters_, nn::Only{});
    Seq2Seq<T> net(config_, graph);
    const attention::Memory<T> memory = net.memory(tape.constant(annotations_), tape.constant(last_),
                                                   unread(static_cast<int>(annotations_.cols()), 1));
    std::vector<Matrix<T>> kept;
    DecoderState<T> state = placed(tape, before_[1], 1, kept);
    const attention::History<T> history = state.history;
    const auto step = net.advance(memory, state, {&input, 1});
    Var<T> sum = sum_of_squares(step.state);
    if (readouts_) sum = add(sum, sum_of_squares(readout_of(net, step)));
    tape.backward(sum);
    const auto read = [&](Var<T> x) { return x && tape.has_grad(x.id()); };
    weights_ = read(history.weights);
    context_ = read(history.context);
}

// A score makes its keys of one annotation each, once for all outputs: so their derivatives are found once,
// too.
template <class T>
void LinearDecoder<T>::find_keys() {
    const Eigen::Index d = annotations_.rows();
    const int length = static_cast<int>(annotations_.cols());
    const auto make = [&](Tape<T>& tape, Var<T> annotations, Eigen::Index items) {
        nn::Graph<T> graph(tape, parameters_, nn::Only{});
        return Seq2Seq<T>(config_, graph)
            .memory(annotations, tape.constant(last_.replicate(1, items)), unread(length, items));
    };
    {
        Tape<T> tape(false);
        const attention::Memory<T> one = make(tape, tape.constant(annotations_), 1);
        if (!one.keys || one.fertility || !one.heads.empty()) return;
        keys_ = one.keys.value();
    }
    const Eigen::Index A = keys_.rows();
    by_annotation_.assign(static_cast<std::size_t>(length), Matrix<T>(A, d));
    for (Eigen::Index from = 0; from < A; from += rows_at_once) {
        const Eigen::Index items = std::min(rows_at_once, A - from);
        Tape<T> tape(true);
        const Matrix<T> many = repeated_columns<T>(annotations_, items);
        const Var<T> annotations = tape.leaf(many), keys = make(tape, annotations, items).keys;
        Matrix<T> mask = Matrix<T>::Zero(A, length * items); // item b: number from + b of every key
        for (Eigen::Index n = 0; n < mask.cols(); ++n) mask(from + n % items, n) = 1;
        tape.backward(sum_of(tape, keys, std::move(mask)));
        const Matrix<T> rows = as_rows<T>(annotations.grad(), items); // (items, d·T)
        for (int t = 0; t < length; ++t)
            by_annotation_[static_cast<std::size_t>(t)].middleRows(from, items) = rows.middleCols(t * d, d);
    }
}

template <class T>
LinearOutput<T> LinearDecoder<T>::linear(int i) const {
    const auto n = static_cast<std::size_t>(i);
    LinearOutput<T> output;
    // What goes on has the shape of what the next output finds; after the last one only s_i is asked for.
    if (n + 1 == before_.size())
        output.kept = Eigen::Index(config_.decoder.hidden) * config_.decoder.layers *
                      (config_.decoder.cell == CellKind::Lstm ? 2 : 1);
    else
        for (const Matrix<T>& value : before_[n + 1].values) output.kept += value.size();
    const Eigen::Index rows = output.kept + (readouts_ ? Eigen::Index(config_.readout()) : 0);
    Eigen::Index columns = 0;
    for (const Matrix<T>& value : before_[n].values) columns += value.size();
    output.carried.setZero(rows, columns);
    output.state.setZero(rows - output.kept, config_.decoder.hidden);
    Tape<T> tape(true);
    if (!apart_ || !sweep_apart(tape, i, rows, output)) {
        sweep(tape, carried_, i, {0, output.kept, rows}, output);
        sweep(tape, config_, i, {output.kept, rows, rows}, output);
    }
    const auto zero = [](const auto& some) { return some.size() == 0 || some.isZero(0); };
    const auto blind = [&](const Matrix<T>& by) { return by.size() == 0 || zero(by.topRows(output.kept)); };
    output.besides = !zero(output.carried.bottomRows(rows - output.kept));
    if (blind(output.annotations) && blind(output.context) && blind(output.last)) output.blind = output.kept;
    output.sees =
        output.blind < rows && output.annotations.size() + output.context.size() + output.last.size() > 0;
    return output;
}

template <class T>
void LinearDecoder<T>::sweep(Tape<T>& tape, const Seq2SeqConfig& config, int i, Rows rows,
                             LinearOutput<T>& output, InPlace context) const {
    for (Rows some = rows; some.from < rows.to; some.from = some.to) {
        some.to = std::min(rows.to, some.from + rows_at_once);
        sweep_some(tape, config, i, some, output, context);
    }
}

/// What attention looks at, as many times as there are items, on that tape.
template <class T>
struct LinearDecoder<T>::LookedAt {
    LookedAt(const LinearDecoder& of, Tape<T>& tape, Seq2Seq<T>& net, bool attended, Eigen::Index items,
             InPlace context)
        : annotations(context    ? Matrix<T>(context->replicate(1, items))
                      : attended ? repeated_columns<T>(of.annotations_, items)
                                 : of.annotations_),
          last(of.last_.replicate(1, items)) {
        const int length = context ? 1 : static_cast<int>(of.annotations_.cols());
        const bool keyed = !context && attended && of.keys_.size() > 0;
        if (!keyed) {
            memory = net.memory(tape.leaf(annotations), tape.leaf(last), unread(length, items));
            return;
        }
        keys = repeated_columns<T>(of.keys_, items);
        memory = net.memory(tape.constant(of.annotations_), tape.constant(of.last_), unread(length, 1));
        memory.annotations = tape.leaf(annotations);
        memory.last = tape.leaf(last);
        memory.keys = tape.leaf(keys);
        memory.source = unread(length, items);
    }
    /// By the annotations themselves and by the keys made of them: (items, d·T). Without numbers: zero.
    Matrix<T> by_annotations(const LinearDecoder& of, Tape<T>& tape, Eigen::Index items) const {
        Matrix<T> rows;
        if (tape.has_grad(memory.annotations.id())) rows = as_rows<T>(memory.annotations.grad(), items);
        if (!keys.size() || !tape.has_grad(memory.keys.id())) return rows;
        const Eigen::Index d = of.annotations_.rows(), A = keys.rows(), length = of.annotations_.cols();
        const Matrix<T> by_keys = as_rows<T>(memory.keys.grad(), items); // (items, A·T)
        if (!rows.size()) rows.setZero(items, d * length);
        for (Eigen::Index t = 0; t < length; ++t)
            rows.middleCols(t * d, d).noalias() +=
                by_keys.middleCols(t * A, A) * of.by_annotation_[static_cast<std::size_t>(t)];
        return rows;
    }
    Matrix<T> annotations, last, keys; // what the leaves are
    attention::Memory<T> memory;
};

template <class T>
void LinearDecoder<T>::sweep_some(Tape<T>& tape, const Seq2SeqConfig& config, int i, Rows rows,
                                  LinearOutput<T>& output, InPlace context) const {
    const Eigen::Index from = rows.from, items = rows.to - rows.from;
    tape.clear();
    nn::Graph<T> graph(tape, parameters_, nn::Only{});
    Seq2Seq<T> net(config, graph);
    const LookedAt looked_at(*this, tape, net, config.attention.score != "none", items, context);
    std::vector<Matrix<T>> kept;
    DecoderState<T> state = placed(tape, before_[static_cast<std::size_t>(i)], items, kept);
    std::vector<Var<T>> carried;
    std::vector<bool> turned;
    for (const Part& part : parts_of(state)) {
        carried.push_back(*part.value);
        turned.push_back(!part.items_are_rows);
    }
    const auto step =
        net.advance(looked_at.memory, state,
                    std::vector<int>(static_cast<std::size_t>(items), inputs_[static_cast<std::size_t>(i)]));
    if (!weights_) state.history.weights = {};
    if (!context_) state.history.context = {};
    std::vector<Asked<T>> asked;
    Eigen::Index first = 0;
    for (const Part& part : parts_of(state)) {
        if (first >= std::min(output.kept, rows.to)) break; // of the last output
        asked.push_back({*part.value, first - from, part.items_are_rows});
        first += part.value->value().size() / items;
    }
    if (readouts_ && rows.to > output.kept) asked.push_back({readout_of(net, step), output.kept - from});
    if (from >= output.kept) tape.cut(step.state); // how s_i came about is told by the rows above
    sweep_rows(tape, asked);
    if (from >= output.kept && tape.has_grad(step.state.id()))
        output.state.middleRows(from - output.kept, items) = step.state.grad().transpose();

    Eigen::Index at = 0;
    for (std::size_t k = 0; k < carried.size(); ++k) {
        const Eigen::Index size = carried[k].value().size() / items;
        if (tape.has_grad(carried[k].id())) {
            const Matrix<T>& gradient = carried[k].grad();
            output.carried.block(from, at, items, size) =
                turned[k] ? Matrix<T>(gradient.transpose()) : gradient;
        }
        at += size;
    }
    const auto put = [&](Matrix<T>& into, const Matrix<T>& some) {
        if (!into.size()) into.setZero(rows.all, some.cols());
        into.middleRows(from, items) = some;
    };
    if (const Matrix<T> by = looked_at.by_annotations(*this, tape, items); by.size())
        put(output.annotations, by);
    if (const Var<T> last = looked_at.memory.last; tape.has_grad(last.id()))
        put(output.last, last.grad().transpose());
}

template class LinearDecoder<float>;
template class LinearDecoder<double>;

} // namespace heed::influence
