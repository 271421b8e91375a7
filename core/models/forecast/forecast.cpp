#include "core/models/forecast/forecast.h"

#include <cassert>

namespace heed::forecast {
namespace {

/// What all parts of a pass read.
template <class T>
struct Pass {
    const Config& config;
    const nn::Graph<T>& graph;
    const Batch& batch;
    const Listener<T>& listener;
    Tape<T>& tape;

    void note(std::string_view key, int index, Var<T> value) const {
        if (listener) listener(key, index, value.value());
    }
    /// A value of one number a place and item, (B, n).
    void note_row(std::string_view key, int index, Var<T> value) const {
        if (listener) listener(key, index, value.value().transpose());
    }
    Var<T> affine(const std::string& name, Var<T> x) const {
        return heed::affine(graph[name + ".weight"], x, graph[name + ".bias"]);
    }
    Var<T> zeros(Eigen::Index rows) const { return tape.constant(Matrix<T>::Zero(rows, batch.items)); }
    /// y_{t-1}, (1, B), of moment t counted from 0.
    Var<T> target_before(int t) const { return tape.constant(batch.history.row(t).template cast<T>()); }
    /// x_t, (1, K·B).
    Var<T> drivers_at(int t) const { return tape.constant(batch.drivers.row(t).template cast<T>()); }

    /// v · tanh(keys_i + W_q q), or without tanh: (B, n) of n·B keys.
    Var<T> energies(const std::string& attention, Var<T> keys, Var<T> query) const {
        const Var<T> met = add_tiled(keys, matmul(graph[attention + ".Wq"], query));
        return dot_rows(graph[attention + ".v"], config.attention.score == Score::Additive ? tanh(met) : met,
                        batch.items);
    }
    /// W_h x_i + b: what does not wait for a query.
    Var<T> keys(const std::string& attention, Var<T> x) const {
        return heed::affine(graph[attention + ".Wh"], x, graph[attention + ".b"]);
    }
};

/// (h_t, s_t) = LSTM(x_t, h_{t-1}, s_{t-1})
template <class T>
struct Lstm {
    const nn::Graph<T>& graph;
    std::string name;
    Var<T> h, s;
    double noise = 0; // on the memory, while training

    /// The gates i, f, g, o.
    Var<T> step(Var<T> x) {
        const Var<T> a = affine(graph[name + ".weight_ih"], x, graph[name + ".bias_ih"]);
        const Var<T> u = affine(graph[name + ".weight_hh"], h, graph[name + ".bias_hh"]);
        const Var<T> gates = lstm_gates(a, u);
        s = graph.disturb(lstm_memory(gates, s), noise);
        h = lstm_state(gates, s);
        return gates;
    }
};
template <class T>
Lstm<T> lstm(const Pass<T>& p, std::string name, int size, double noise = 0) {
    return {p.graph, std::move(name), p.zeros(size), p.zeros(size), noise};
}

/// Input attention, equations 8 to 11:
///   e^k_t = v · tanh(W_q [h_{t-1}; s_{t-1}] + W_h x^k + b),  α_t = softmax_k e_t,  x̃_t = (α^k_t x^k_t)_k,
///   (h_t, s_t) = LSTM(x̃_t).
/// The states h_t, (m, B) each.
template <class T>
std::vector<Var<T>> encode(const Pass<T>& p, Answer<T>& answer) {
    const Var<T> keys = p.keys("input_attention", p.tape.constant(p.batch.drivers.template cast<T>()));
    const int K = p.config.input.drivers;
    Mask heard = Mask::Constant(p.batch.items, K, true);
    for (const int k : p.batch.muted) heard.col(k).setConstant(false);
    const Config::Encoder& encoder = p.config.encoder;
    Lstm<T> cell = lstm(p, "encoder.forward", encoder.hidden, encoder.memory_noise);
    std::vector<Var<T>> states;
    for (int t = 0; t < p.config.input.window; ++t) {
        const Var<T> e = p.energies("input_attention", keys, concat_rows<T>({cell.h, cell.s})); // (B, K)
        const Var<T> alpha = softmax_where(e, heard);
        const Var<T> x = stack_positions(scale_positions(p.drivers_at(t), alpha), p.batch.items, K); // (K, B)
        const Var<T> gates = cell.step(p.graph.disturb(p.graph.drop(x), encoder.input_noise));
        p.note_row("input.energies", t, e);
        p.note_row("input.weights", t, alpha);
        p.note("input.weighted", t, x);
        p.note("encoder.gates", t, gates);
        p.note("encoder.cell_states", t, cell.s);
        p.note("encoder.states", t, cell.h);
        states.push_back(cell.h);
        answer.input.push_back(alpha);
    }
    return states;
}

/// Temporal attention, equations 12 to 22:
///   l^i_t = v · tanh(W_q [d_{t-1}; s'_{t-1}] + W_h h_i + b),  β_t = softmax_i l_t,  c_t = Σ_i β^i_t h_i,
///   ỹ_{t-1} = w [y_{t-1}; c_{t-1}] + b,  (d_t, s'_t) = LSTM(ỹ_{t-1}),
///   ŷ = V (W [d_T; c_T] + b) + b.
template <class T>
void decode(const Pass<T>& p, const std::vector<Var<T>>& states, Answer<T>& answer) {
    const Var<T> memory = concat_columns(states); // (m, T·B)
    const Var<T> keys = p.keys("temporal_attention", memory);
    const Mask all = Mask::Constant(p.batch.items, p.config.input.window, true);
    Lstm<T> cell = lstm(p, "decoder.cell", p.config.decoder.hidden);
    Var<T> context = p.zeros(p.config.encoder.hidden);
    for (int t = 0; t < p.config.input.window; ++t) {
        const Var<T> l = p.energies("temporal_attention", keys, concat_rows<T>({cell.h, cell.s})); // (B, T)
        const Var<T> beta = softmax_where(l, all), before = p.target_before(t);
        const Var<T> input = p.affine("decoder.mix", concat_rows<T>({before, context})); // (1, B)
        context = weighted_sum(memory, beta);                                            // (m, B)
        const Var<T> gates = cell.step(input);
        p.note_row("temporal.energies", t, l);
        p.note_row("temporal.weights", t, beta);
        p.note("temporal.context", t, context);
        p.note("decoder.target", t, before);
        p.note("decoder.input", t, input);
        p.note("decoder.gates", t, gates);
        p.note("decoder.cell_states", t, cell.s);
        p.note("decoder.states", t, cell.h);
        answer.temporal.push_back(beta);
    }
    const Var<T> readout = p.affine("readout.combine", concat_rows<T>({cell.h, context})); // (p, B)
    answer.forecast = p.affine("readout.output", readout);
    p.note("readout", 0, readout);
    p.note("forecast", 0, answer.forecast);
}

/// Without attention: (h_t, s_t) = LSTM([x_t; y_{t-1}]), ŷ = V h_T + b.
template <class T>
void read_all(const Pass<T>& p, Answer<T>& answer) {
    Lstm<T> cell = lstm(p, "encoder.forward", p.config.encoder.hidden);
    for (int t = 0; t < p.config.input.window; ++t) {
        const Var<T> x = stack_positions(p.drivers_at(t), p.batch.items, p.config.input.drivers); // (K, B)
        const Var<T> before = p.target_before(t);
        const Var<T> gates = cell.step(p.graph.drop(concat_rows<T>({x, before})));
        p.note("decoder.target", t, before);
        p.note("encoder.gates", t, gates);
        p.note("encoder.cell_states", t, cell.s);
        p.note("encoder.states", t, cell.h);
    }
    answer.forecast = p.affine("readout.output", cell.h);
    p.note("forecast", 0, answer.forecast);
}

} // namespace

Batch batch_of(const Config& config, std::span<const Item> items) {
    assert(!items.empty());
    const Eigen::Index B = std::ssize(items), K = config.input.drivers, T = config.input.window;
    Batch batch;
    batch.items = static_cast<int>(B);
    batch.drivers.resize(T, K * B);
    batch.history.setZero(T, B);
    for (Eigen::Index b = 0; b < B; ++b) {
        const Item& item = items[static_cast<std::size_t>(b)];
        assert(item.drivers.rows() == T && item.drivers.cols() == K);
        assert(item.history.rows() == config.input.history);
        for (Eigen::Index k = 0; k < K; ++k) batch.drivers.col(k * B + b) = item.drivers.col(k);
        batch.history.col(b).tail(item.history.rows()) = item.history.col(0);
    }
    return batch;
}

template <class T>
nn::ParameterSet<T> declare(const Config& config, nn::Fill fill) {
    nn::ParameterSet<T> set(fill);
    const Eigen::Index K = config.input.drivers, W = config.input.window;
    const Eigen::Index m = config.encoder.hidden, p = config.decoder.hidden;
    const auto attention = [&](const std::string& name, Eigen::Index size, Eigen::Index query) {
        set.add(name + ".Wq", size, query);
        set.add(name + ".Wh", size, size);
        set.add(name + ".b", size, 1, 1);
        set.add(name + ".v", size, 1, 1);
    };
    const auto cell = [&](const std::string& name, Eigen::Index inputs, Eigen::Index size) {
        set.add(name + ".weight_ih", 4 * size, inputs);
        set.add(name + ".weight_hh", 4 * size, size);
        set.add(name + ".bias_ih", 4 * size, 1, 1);
        set.add(name + ".bias_hh", 4 * size, 1, 1);
    };
    const auto linear = [&](const std::string& name, Eigen::Index out, Eigen::Index in) {
        set.add(name + ".weight", out, in);
        set.add(name + ".bias", out, 1, 1);
    };
    if (!config.attends()) {
        cell("encoder.forward", K + 1, m);
        linear("readout.output", 1, m);
        return set;
    }
    attention("input_attention", W, 2 * m);
    cell("encoder.forward", K, m);
    attention("temporal_attention", m, 2 * p);
    linear("decoder.mix", 1, 1 + m);
    cell("decoder.cell", 1, p);
    linear("readout.combine", p, p + m);
    linear("readout.output", 1, p);
    return set;
}

template <class T>
Answer<T> forward(const Config& config, const nn::Graph<T>& graph, const Batch& batch,
                  const Listener<T>& listener) {
    assert(!listener || batch.items == 1);
    const Pass<T> pass{config, graph, batch, listener, graph["readout.output.bias"].tape()};
    Answer<T> answer;
    if (config.attends())
        decode(pass, encode(pass, answer), answer);
    else
        read_all(pass, answer);
    return answer;
}

template <class T>
Var<T> loss_of(const Answer<T>& answer, std::span<const Item> items) {
    Matrix<T> target(1, std::ssize(items));
    for (std::size_t b = 0; b < items.size(); ++b)
        target(0, static_cast<Eigen::Index>(b)) = static_cast<T>(items[b].target);
    return sum_of_squares(add(answer.forecast, answer.forecast.tape().constant(-target)));
}

namespace {

/// Of one row of weights of each item, (B, n): − Σ_b log Σ_i w_bi over the places i that `gold` has; an item
/// without any adds nothing.
template <class T>
Var<T> guide_of_rows(Var<T> weights, const Matrix<T>& gold) {
    Tape<T>& tape = weights.tape();
    const Eigen::Index B = gold.rows();
    const Var<T> ones = tape.constant(Matrix<T>::Ones(gold.cols(), 1));
    const Var<T> share = matmul(multiply(weights, tape.constant(gold)), ones); // (B, 1)
    const std::vector<int> first(static_cast<std::size_t>(B), 0);
    std::vector<T> counts;
    for (Eigen::Index b = 0; b < B; ++b) counts.push_back(gold.row(b).any() ? T(1) : T(0));
    return negative_log_likelihood<T>(reshape(log_of(share), 1, B), first, counts);
}

} // namespace

template <class T>
Var<T> guide_of(const Answer<T>& answer, std::span<const Item> items) {
    const Eigen::Index B = std::ssize(items);
    Var<T> sum = answer.forecast.tape().constant(Matrix<T>::Zero(1, 1));
    // `step` is which number of a cell says whose row of weights it is in.
    const auto add_all = [&](const std::vector<Var<T>>& weights, Gold::Cells Gold::*cells, std::size_t step) {
        for (std::size_t t = 0; t < weights.size(); ++t) {
            Matrix<T> gold = Matrix<T>::Zero(B, weights[t].cols());
            for (Eigen::Index b = 0; b < B; ++b)
                for (const auto& cell : items[static_cast<std::size_t>(b)].gold.*cells)
                    if (cell[step] == static_cast<int>(t)) gold(b, cell[1 - step]) = 1;
            if (gold.any()) sum = add(sum, guide_of_rows(weights[t], gold));
        }
    };
    add_all(answer.input, &Gold::input, 1);
    add_all(answer.temporal, &Gold::temporal, 0);
    return sum;
}

template <class T>
Var<T> batch_loss(const Config& config, const nn::Graph<T>& graph, std::span<const Item> items) {
    const Answer<T> answer = forward(config, graph, batch_of(config, items));
    const Var<T> errors = loss_of(answer, items);
    if (config.attention.guided <= 0) return errors;
    return add(errors, scale(guide_of(answer, items), static_cast<T>(config.attention.guided)));
}

#define HEED_INSTANTIATE(T)                                                                                  \
    template nn::ParameterSet<T> declare<T>(const Config&, nn::Fill);                                        \
    template Answer<T> forward(const Config&, const nn::Graph<T>&, const Batch&, const Listener<T>&);        \
    template Var<T> loss_of(const Answer<T>&, std::span<const Item>);                                        \
    template Var<T> guide_of(const Answer<T>&, std::span<const Item>);                                       \
    template Var<T> batch_loss(const Config&, const nn::Graph<T>&, std::span<const Item>);
HEED_INSTANTIATE(float)
HEED_INSTANTIATE(double)
#undef HEED_INSTANTIATE

} // namespace heed::forecast
