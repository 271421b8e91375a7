#include "core/analysis/influence/encoder.h"

#include "core/models/seq2seq/decoder_start.h"
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

/// The parameters of the encoder and of the decoder's start, the embeddings one a place and item: so x_j is
/// held apart from other places with the same token.
template <class T>
nn::ParameterSet<T> by_place(const nn::ParameterSet<T>& parameters, const std::vector<int>& source,
                             Eigen::Index items) {
    nn::ParameterSet<T> set(nn::Fill::Nothing);
    for (const auto& p : parameters) {
        if (p.name.rfind("encoder.", 0) != 0 && p.name.rfind("bridge", 0) != 0) continue;
        const bool table = p.name == "encoder.embedding.weight";
        const auto T_positions = static_cast<Eigen::Index>(source.size());
        const int k = set.add(p.name, table ? T_positions * items : p.rows, p.cols, p.rank);
        if (!table) {
            set[k].value = p.value;
            continue;
        }
        set[k].value.resize(T_positions * items, p.cols);
        for (Eigen::Index t = 0; t < T_positions; ++t)
            set[k].value.middleRows(t * items, items).rowwise() =
                p.value.row(source[static_cast<std::size_t>(t)]);
    }
    return set;
}

/// A direction of a layer.
struct Reader {
    std::string prefix;
    Quantity state, memory;
    int layer;
};

template <class T>
LinearStep<T> linear_step(const Seq2SeqConfig& config, const nn::ParameterSet<T>& parameters,
                          const std::string& prefix, const Matrix<T>& x, const Matrix<T>& h,
                          const Matrix<T>& c) {
    Tape<T> tape(true);
    nn::Graph<T> graph(tape, parameters);
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

/// Rows `from` and on of what the decoder begins with, as many as one pass takes.
template <class T>
void sweep_beginnings(const Seq2SeqConfig& config, const nn::ParameterSet<T>& parameters,
                      const std::vector<int>& source, Eigen::Index from, Matrix<T>& rows) {
    const Eigen::Index items = std::min(rows_at_once, rows.rows() - from), E = config.encoder.embedding;
    const nn::ParameterSet<T> set = by_place(parameters, source, items);
    nn::Sequences many; // item b of place t reads its own row of the embeddings
    many.items = static_cast<int>(items);
    many.length = static_cast<int>(source.size());
    many.lengths.assign(static_cast<std::size_t>(items), many.length);
    many.ids.resize(source.size() * static_cast<std::size_t>(items));
    for (std::size_t k = 0; k < many.ids.size(); ++k) many.ids[k] = static_cast<int>(k);

    Tape<T> tape(true);
    nn::Graph<T> graph(tape, set);
    Encoder<T> encoder(config, graph);
    const DecoderStart<T> start(config, graph);
    const Encoded<T> encoded = encoder(many);
    std::vector<Asked<T>> asked;
    Eigen::Index first = -from;
    for (const auto& s : start(encoded, many))
        for (const Var<T>& value : {s.h, s.c}) {
            if (!value) continue;
            asked.push_back({value, first});
            first += value.rows();
        }
    asked.push_back({encoded.last, first}); // left out where there are no rows for it
    sweep_rows(tape, asked);
    // Row t·B + b of the gradient is of x_t in item b: (T·B, E) -> (B, E·T)
    const Matrix<T>& table = graph["encoder.embedding.weight"].grad();
    for (Eigen::Index t = 0; t < many.length; ++t)
        rows.block(from, t * E, items, E) = table.middleRows(t * items, items);
}

} // namespace

template <class T>
Beginnings<T> beginnings(const Seq2SeqConfig& config, const nn::ParameterSet<T>& parameters,
                         const std::vector<int>& source, bool last) {
    const Eigen::Index D = config.decoder.hidden, d = config.annotation(), E = config.encoder.embedding;
    const bool memory = config.decoder.cell == CellKind::Lstm;
    const Eigen::Index length = std::ssize(source), states = config.decoder.layers * D * (memory ? 2 : 1);
    Matrix<T> rows(states + (last ? d : 0), E * length);
    for (Eigen::Index from = 0; from < rows.rows(); from += rows_at_once)
        sweep_beginnings(config, parameters, source, from, rows);

    Beginnings<T> result;
    for (Eigen::Index at = 0; at < states;) {
        result.states.push_back(rows.middleRows(at, D));
        at += D;
        if (!memory) continue;
        result.memories.push_back(rows.middleRows(at, D));
        at += D;
    }
    if (last) result.last = rows.bottomRows(d);
    return result;
}

template <class T>
LinearEncoder<T>::LinearEncoder(const Seq2SeqConfig& config, const nn::ParameterSet<T>& parameters,
                                const std::vector<int>& source, const Executor& executor)
    : length_(static_cast<int>(source.size())), embedding_(config.encoder.embedding),
      hidden_(config.encoder.hidden), reversed_(config.encoder.reversed) {
    const bool lstm = config.encoder.cell == CellKind::Lstm;
    const int ways = config.encoder.bidirectional ? 2 : 1;
    const double state = hidden_ * (lstm ? 2.0 : 1.0), read = std::max(embedding_, ways * hidden_);
    check_numbers(state * (state + read) * length_ * ways * config.encoder.layers);

    EncoderValues<T> values;
    Tape<T> tape(false);
    nn::Graph<T> graph(tape, parameters, &values);
    Encoder<T> encoder(config, graph);
    encoder(nn::Sequences::single(source));

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

/// One direction of one layer, from its last step back to its first: what is by its states (R, H), by place,
/// is added to `inputs` as by what it read (R, in).
template <class T>
auto LinearEncoder<T>::through_layer(const std::vector<LinearStep<T>>& steps, const Blocks& by_state,
                                     bool forward, Blocks inputs) const -> Blocks {
    Matrix<T> carried; // (R, S)
    for (int n = 0; n < length_; ++n) {
        const auto k = static_cast<std::size_t>(forward ? length_ - 1 - n : n);
        const Matrix<T>& here = by_state[k];
        if (here.size() && !carried.size()) carried.setZero(here.rows(), steps[k].state.rows());
        if (here.size()) carried.leftCols(hidden_) += here;
        if (!carried.size()) continue;
        if (inputs[k].size())
            inputs[k].noalias() += carried * steps[k].input;
        else
            inputs[k].noalias() = carried * steps[k].input;
        carried = carried * steps[k].state;
    }
    return inputs;
}

template <class T>
Matrix<T> LinearEncoder<T>::back(Blocks forward, Blocks backward) const {
    const auto n = static_cast<std::size_t>(length_);
    Blocks inputs;
    for (std::size_t l = steps_.size(); l-- > 0;) {
        inputs.assign(n, {});
        if (!forward.empty()) inputs = through_layer(steps_[l].forward, forward, true, std::move(inputs));
        if (!backward.empty()) inputs = through_layer(steps_[l].backward, backward, false, std::move(inputs));
        if (l == 0) break;
        forward.assign(n, {}); // the layer below, both directions side by side
        backward.assign(bidirectional() ? n : 0, {});
        for (std::size_t k = 0; k < n; ++k) {
            if (!inputs[k].size()) continue;
            forward[k] = inputs[k].leftCols(hidden_);
            if (bidirectional()) backward[k] = inputs[k].rightCols(hidden_);
        }
    }
    Eigen::Index rows = 0;
    for (const auto& block : inputs) rows = std::max(rows, block.rows());
    Matrix<T> result = Matrix<T>::Zero(rows, Eigen::Index(embedding_) * length_);
    for (int k = 0; k < length_; ++k)
        if (const Matrix<T>& block = inputs[static_cast<std::size_t>(k)]; block.size())
            result.middleCols(Eigen::Index(place(k)) * embedding_, embedding_) = block;
    return result;
}

template <class T>
Matrix<T> LinearEncoder<T>::through_annotations(const Eigen::Ref<const Matrix<T>>& by_annotation) const {
    const auto n = static_cast<std::size_t>(length_);
    const Eigen::Index d = by_annotation.cols() / length_;
    Blocks forward(n), backward(bidirectional() ? n : 0);
    for (int t = 0; t < length_; ++t) {
        const auto k = static_cast<std::size_t>(place(t));
        const auto block = by_annotation.middleCols(d * t, d);
        forward[k] = block.leftCols(hidden_);
        if (bidirectional()) backward[k] = block.rightCols(hidden_); // of a sum the same columns
    }
    return back(std::move(forward), std::move(backward));
}

template <class T>
Matrix<T> LinearEncoder<T>::state(bool forward, int t) const {
    Blocks by_state(static_cast<std::size_t>(length_));
    by_state[static_cast<std::size_t>(place(t))] = Matrix<T>::Identity(hidden_, hidden_);
    return forward ? back(std::move(by_state), {}) : back({}, std::move(by_state));
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

#define HEED_INSTANTIATE(T)                                                                                  \
    template Beginnings<T> beginnings(const Seq2SeqConfig&, const nn::ParameterSet<T>&,                      \
                                      const std::vector<int>&, bool);                                        \
    template class LinearEncoder<T>;
HEED_INSTANTIATE(float)
HEED_INSTANTIATE(double)
#undef HEED_INSTANTIATE

} // namespace heed::influence
