#include "core/analysis/influence/encoder.h"

#include "core/models/seq2seq/encoder.h"
#include "core/nn/cells.h"

#include <map>

namespace heed::influence {

/// What an encoder computed, by quantity, layer and place.
template <class T>
class EncoderValues final : public Recorder<T> {
public:
    void put(const Site& site, int index, const Eigen::Ref<const Matrix<T>>& column) override {
        values_[{site, index}] = column;
    }
    const Matrix<T>& at(Quantity q, int layer, int position) const {
        return values_.at({{q, layer, 0}, position});
    }

private:
    std::map<std::pair<Site, int>, Matrix<T>> values_;
};

namespace {

/// A direction of a layer.
struct Reader {
    std::string prefix;
    Quantity state, memory;
    int layer;
};

template <class T>
Matrix<T> in_one_column(const nn::CellState<T>& state) {
    if (!state.h) return {};
    Matrix<T> column(state.h.rows() + (state.c ? state.c.rows() : 0), 1);
    column.topRows(state.h.rows()) = state.h.value();
    if (state.c) column.bottomRows(state.c.rows()) = state.c.value();
    return column;
}

template <class T>
LinearStep<T> linear_step(const Seq2SeqConfig& config, const nn::ParameterSet<T>& parameters,
                          const std::string& prefix, const Matrix<T>& x, const Matrix<T>& h,
                          const Matrix<T>& c) {
    Tape<T> tape(true);
    nn::Graph<T> graph(tape, parameters, nn::Only{});
    const nn::Cell<T> cell(config.encoder.cell, graph, prefix, config.normalisation);
    const Eigen::Index H = h.rows(), S = H + c.rows();
    const Matrix<T> xs = x.replicate(1, S), hs = h.replicate(1, S), cs = c.replicate(1, c.size() ? S : 0);
    const Var<T> in = tape.leaf(xs); // (in, S)
    nn::CellState<T> before{tape.leaf(hs), {}};
    if (c.size()) before.c = tape.leaf(cs);
    const nn::CellState<T> after = cell.step(graph, cell.input(in), before, nn::forward_quantities, 0, 0);
    sweep_rows<T>(tape, {{after.h, 0}, {after.c, H}});
    LinearStep<T> step{Matrix<T>(S, S), in.grad().transpose()};
    step.state.leftCols(H) = before.h.grad().transpose();
    if (c.size()) step.state.rightCols(H) = before.c.grad().transpose();
    return step;
}

} // namespace

// T · S (S + read), a direction and a layer.
double encoder_numbers(const Seq2SeqConfig& config, int length) {
    const auto& e = config.encoder;
    const int ways = e.bidirectional ? 2 : 1;
    const double state = e.hidden * (e.cell == CellKind::Lstm ? 2.0 : 1.0),
                 read = std::max(e.embedding, ways * e.hidden);
    return state * (state + read) * length * ways * e.layers;
}

template <class T>
LinearEncoder<T>::LinearEncoder(const Seq2SeqConfig& config, const nn::ParameterSet<T>& parameters,
                                const std::vector<int>& source, const Executor& executor,
                                const std::atomic<bool>* cancelled)
    : length_(static_cast<int>(source.size())), embedding_(config.encoder.embedding),
      hidden_(config.encoder.hidden), reversed_(config.encoder.reversed),
      summed_(config.encoder.merge == Merge::Sum) {
    const bool lstm = config.encoder.cell == CellKind::Lstm;
    const int ways = config.encoder.bidirectional ? 2 : 1;
    check_numbers(encoder_numbers(config, length_));

    EncoderValues<T> values;
    Tape<T> tape(false);
    nn::Graph<T> graph(tape, parameters, &values);
    Encoder<T> encoder(config, graph);
    const Encoded<T> encoded = encoder(nn::Sequences::single(source));
    mean_ = encoded.annotations.value().rowwise().mean();
    for (const LayerEnd<T>& end : encoded.ends)
        ends_.push_back({in_one_column(end.forward), in_one_column(end.backward)});

    const auto linear = [&](const Reader& reader, bool forward, int k) {
        const int t = place(k), before = forward ? k - 1 : k + 1;
        Matrix<T> x;
        if (reader.layer == 0) {
            x = values.at(Quantity::SourceEmbedding, 0, t);
        } else {
            x.resize(Eigen::Index(hidden_) * ways, 1);
            x.topRows(hidden_) = values.at(Quantity::ForwardState, reader.layer - 1, t);
            if (ways == 2) x.bottomRows(hidden_) = values.at(Quantity::BackwardState, reader.layer - 1, t);
        }
        const bool first = before < 0 || before == length_;
        const auto carried = [&](Quantity q) -> Matrix<T> {
            return first ? Matrix<T>::Zero(hidden_, 1) : values.at(q, reader.layer, place(before));
        };
        return linear_step<T>(config, parameters, reader.prefix, x, carried(reader.state),
                              lstm ? carried(reader.memory) : Matrix<T>());
    };
    const auto n = static_cast<std::size_t>(length_);
    steps_.resize(static_cast<std::size_t>(config.encoder.layers));
    for (Layer& layer : steps_) {
        layer.forward.resize(n);
        if (ways == 2) layer.backward.resize(n);
    }
    executor(config.encoder.layers * ways * length_, [&](int job) {
        stop_if(cancelled);
        const int l = job / (ways * length_), way = job / length_ % ways, k = job % length_;
        Layer& layer = steps_[static_cast<std::size_t>(l)];
        const Reader reader = way == 0 ? Reader{layer_prefix("encoder.forward", l), Quantity::ForwardState,
                                                Quantity::ForwardMemory, l}
                                       : Reader{layer_prefix("encoder.backward", l), Quantity::BackwardState,
                                                Quantity::BackwardMemory, l};
        (way == 0 ? layer.forward : layer.backward)[static_cast<std::size_t>(k)] =
            linear(reader, way == 0, k);
    });
}

template <class T>
int LinearEncoder<T>::place(int t) const {
    return reversed_ && t < length_ - 1 ? length_ - 2 - t : t;
}

/// One direction of one layer, from its last step back to its first: what is by its states (R, S) is added to
/// `inputs` as by what it read (R, in).
template <class T>
void LinearEncoder<T>::through_layer(int layer, bool forward, const ByState& by_state, Inputs& inputs) const {
    const Layer& both = steps_[static_cast<std::size_t>(layer)];
    const auto& steps = forward ? both.forward : both.backward;
    const Eigen::Index S = steps.front().state.rows(), in = steps.front().input.cols();
    Matrix<T> carried = Matrix<T>::Zero(inputs.by.rows(), S), before(inputs.by.rows(), S); // (R, S)
    bool any = false;
    for (int n = 0; n < length_; ++n) {
        const int k = forward ? length_ - 1 - n : n, t = place(k);
        const LinearStep<T>& step = steps[static_cast<std::size_t>(k)];
        any = by_state(layer, forward, t, carried) || any;
        if (!any) continue;
        auto read = inputs.by.middleCols(in * t, in);
        char& there = inputs.there[static_cast<std::size_t>(t)];
        if (there)
            read.noalias() += carried * step.input;
        else
            read.noalias() = carried * step.input;
        there = 1;
        if (n + 1 == length_) break;
        before.noalias() = carried * step.state;
        carried.swap(before);
    }
}

template <class T>
Matrix<T> LinearEncoder<T>::back(Eigen::Index rows, const ByState& by_state, Matrix<T> room) const {
    Inputs inputs, above; // above: what the layer above read, both directions side by side
    const ByState from_above = [&](int layer, bool forward, int t, Eigen::Ref<Matrix<T>> into) {
        bool any = by_state(layer, forward, t, into);
        if (above.by.size() == 0 || !above.there[static_cast<std::size_t>(t)]) return any;
        const int ways = bidirectional() ? 2 : 1;
        into.leftCols(hidden_) +=
            above.by.middleCols(Eigen::Index(hidden_) * (ways * t + (forward ? 0 : 1)), hidden_);
        return true;
    };
    for (int l = layers(); l-- > 0;) {
        const Eigen::Index in = steps_[static_cast<std::size_t>(l)].forward.front().input.cols();
        above = std::move(inputs);
        if (l == 0) inputs.by = std::move(room);
        inputs.by.resize(rows, in * length_);
        inputs.there.assign(static_cast<std::size_t>(length_), 0);
        through_layer(l, true, from_above, inputs);
        if (bidirectional()) through_layer(l, false, from_above, inputs);
        for (int t = 0; t < length_; ++t)
            if (!inputs.there[static_cast<std::size_t>(t)]) inputs.by.middleCols(in * t, in).setZero();
    }
    return std::move(inputs.by);
}

template <class T>
void LinearEncoder<T>::through_annotations(Eigen::Index rows, const ByAnnotation& by_annotation,
                                           Matrix<T>& result) const {
    const int top = layers() - 1;
    const auto by_state = [&](int layer, bool forward, int t, Eigen::Ref<Matrix<T>> into) {
        if (layer != top) return false;
        by_annotation(t, forward || summed_ ? 0 : hidden_,
                      into.leftCols(hidden_)); // of a sum the same columns
        return true;
    };
    result = back(rows, by_state, std::move(result));
}

template <class T>
Matrix<T> LinearEncoder<T>::through_ends(const std::vector<Ends>& by_ends, const Matrix<T>& by_mean) const {
    const Eigen::Index rows = by_ends.front().forward.rows();
    return back(rows, [&](int layer, bool forward, int t, Eigen::Ref<Matrix<T>> into) {
        const Ends& ends = by_ends[static_cast<std::size_t>(layer)];
        const Matrix<T>& by_end = forward ? ends.forward : ends.backward;
        const bool end = by_end.size() > 0 && t == place(forward ? length_ - 1 : 0);
        const bool mean = by_mean.size() > 0 && layer == layers() - 1;
        if (end) into += by_end;
        if (mean)
            into.leftCols(hidden_) +=
                by_mean.middleCols(forward || summed_ ? 0 : hidden_, hidden_) / static_cast<T>(length_);
        return end || mean;
    });
}

template <class T>
Matrix<T> LinearEncoder<T>::state(bool forward, int t) const {
    return back(hidden_, [&](int layer, bool own, int at, Eigen::Ref<Matrix<T>> into) {
        if (layer != layers() - 1 || own != forward || at != t) return false;
        into.diagonal().array() += T(1);
        return true;
    });
}

// J_t = A_t J_{t-1}, and B_t for x_t itself: all that was read before in one product a step.
template <class T>
Matrix<T> LinearEncoder<T>::norms(bool forward) const {
    const auto& steps = forward ? steps_.front().forward : steps_.front().backward;
    const Eigen::Index E = embedding_;
    Matrix<T> by = Matrix<T>::Zero(steps.front().state.rows(), E * length_); // of places in reading order
    Matrix<T> result = Matrix<T>::Zero(length_, length_);
    for (int n = 0; n < length_; ++n) {
        const int k = forward ? n : length_ - 1 - n;
        const LinearStep<T>& step = steps[static_cast<std::size_t>(k)];
        const int first = forward ? 0 : k + 1;
        if (n > 0) {
            const Matrix<T> before = by.middleCols(first * E, n * E);
            by.middleCols(first * E, n * E).noalias() = step.state * before;
        }
        by.middleCols(k * E, E) = step.input;
        for (int j = forward ? 0 : k; j < (forward ? k + 1 : length_); ++j)
            result(place(k), place(j)) = by.block(0, j * E, hidden_, E).norm();
    }
    return result;
}

template class LinearEncoder<float>;
template class LinearEncoder<double>;

} // namespace heed::influence
