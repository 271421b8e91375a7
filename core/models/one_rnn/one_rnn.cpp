#include "core/models/one_rnn/one_rnn.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <initializer_list>
#include <limits>

namespace heed::one_rnn {
namespace {

/// What all steps read.
template <class T>
struct Reader {
    const Config& config;
    const nn::Graph<T>& graph;
    const Batch& batch;
    const Listener<T>& listener;
    Tape<T>& tape;
    Pass<T> pass{};

    void note(std::string_view key, int index, const Matrix<T>& value) const {
        if (listener) listener(key, index, value);
    }
    void note(std::string_view key, int index, Var<T> value) const {
        if (listener) listener(key, index, value.value());
    }
    Var<T> affine(const std::string& name, Var<T> x) const {
        return heed::affine(graph[name + ".weight"], x, graph[name + ".bias"]);
    }
    Var<T> zeros(Eigen::Index rows) const { return tape.constant(Matrix<T>::Zero(rows, batch.items)); }
    /// Step t of what was made of all tokens at once.
    Var<T> at(Var<T> all, int t) const { return columns(all, Eigen::Index(t) * batch.items, batch.items); }
    /// x_t, (E, T·B).
    Var<T> embedded() const {
        const Var<T> x = lookup(graph["embedding.weight"], {batch.tokens});
        for (int t = 0; listener && t < batch.length; ++t) note("embedded", t, x.value().col(t));
        return x;
    }
    /// a_t of an LSTM: W x_t + b_ih, (4H, T·B).
    Var<T> cell_inputs(Var<T> x) const {
        return heed::affine(graph["cell.weight_ih"], x, graph["cell.bias_ih"]);
    }

    /// What step t looked back at, from place `first` on, of all T places.
    void note_past(std::string_view key, int t, int first, const Matrix<T>& row) const {
        if (!listener) return;
        Matrix<T> column = Matrix<T>::Constant(batch.length, 1, std::numeric_limits<T>::quiet_NaN());
        if (row.size() > 0) column.middleRows(first, row.cols()) = row.row(0).transpose();
        listener(key, t, column);
    }
    /// Nobody looks back at the state of a muted token; h_0, which stands before the first, is none.
    Mask heard(int first, Eigen::Index count) const {
        Mask mask = Mask::Constant(batch.items, count, true);
        const int shift = config.self_attention() ? 1 : 0;
        for (const int token : batch.muted)
            if (const int place = token + shift - first; place >= 0 && place < count)
                mask.col(place).setConstant(false);
        return mask;
    }
    /// Softmax of the energies (B, n) of step t over the past from `first` on; none where nobody is heard.
    Var<T> weigh(Var<T> energies, int t, int first) {
        note_past("self.energies", t, first, energies.value());
        const Mask mask = heard(first, energies.cols());
        if (!mask.any()) {
            note_past("self.weights", t, first, Matrix<T>::Zero(1, energies.cols()));
            pass.looks.push_back({Matrix<T>::Zero(batch.items, energies.cols()), first});
            return {};
        }
        const Var<T> weights = softmax_where(energies, mask);
        note_past("self.weights", t, first, weights.value());
        pass.looks.push_back({weights.value(), first});
        return weights;
    }
    /// Step t has nothing to look back at.
    void nothing_to_weigh(int t) {
        note_past("self.energies", t, 0, {});
        note_past("self.weights", t, 0, {});
        pass.looks.push_back({});
    }

    /// Where no gradient is wanted: all that was made since there were `mark` values is let go of, but these.
    void keep(int mark, std::initializer_list<Var<T>*> kept) const {
        if (tape.gradients()) return;
        std::vector<Matrix<T>> values;
        for (const Var<T>* v : kept) values.push_back(v->value());
        tape.rewind(mark);
        auto value = values.begin();
        for (Var<T>* v : kept) *v = tape.constant(std::move(*value++));
    }
};

/// The places `first` to `last` (without it), side by side.
template <class T>
Var<T> past(const std::vector<Var<T>>& all, int first, int last) {
    return concat_columns(std::vector<Var<T>>(all.begin() + first, all.begin() + last));
}

/// v · tanh(keys_i + asked), (B, n)
template <class T>
Var<T> additive(const nn::Graph<T>& graph, Var<T> keys, Var<T> asked) {
    return dot_rows(graph["attention.v"], tanh(add_tiled(keys, asked)), asked.cols());
}

// ---- the state before asks: rnn-self-attention

/// z_i of the query h_{t-1} and the states h_i, (B, n).
template <class T>
Var<T> products(const Config& config, const nn::Graph<T>& graph, Score score, Var<T> memory, Var<T> query) {
    if (score == Score::Bilinear) return dot_tiled(memory, matmul(graph["attention.W"], query));
    const Var<T> z = dot_tiled(memory, query);
    const T H = static_cast<T>(config.encoder.hidden);
    return score == Score::Mean ? scale(z, 1 / H) : score == Score::Scaled ? scale(z, 1 / std::sqrt(H)) : z;
}

/// The weights of step t if the same states were compared on other scales, and how far a mean can go.
template <class T>
void note_other_scales(const Reader<T>& r, int t, Var<T> memory, Var<T> query) {
    constexpr std::pair<std::string_view, Score> scales[] = {{"same_states.mean.weights", Score::Mean},
                                                             {"same_states.scaled.weights", Score::Scaled},
                                                             {"same_states.sum.weights", Score::Sum}};
    for (const auto& [key, score] : scales) {
        if (!memory) {
            r.note_past(key, t, 0, {});
            continue;
        }
        const Var<T> z = products(r.config, r.graph, score, memory, query);
        const Mask mask = r.heard(0, z.cols());
        r.note_past(key, t, 0, mask.any() ? softmax_where(z, mask).value() : Matrix<T>::Zero(1, z.cols()));
    }
    if (r.config.attention.score != Score::Mean) return;
    // |z| <= 1, so that of n weights none passes e² / (e² + n - 1).
    const T e2 = std::exp(T(2)), none = std::numeric_limits<T>::quiet_NaN();
    const auto n = memory ? static_cast<T>(r.heard(0, memory.cols()).count()) : T(0);
    r.note("self.ceiling", t, Matrix<T>::Constant(1, 1, n > 0 ? e2 / (e2 + n - 1) : none));
}

/// c_t = Σ_i p_i h_i over h_0 … h_{t-2}; 0 where there is none of them.
template <class T>
Var<T> looked_up(Reader<T>& r, const std::vector<Var<T>>& states, int t) {
    const Var<T> query = states.back();
    Var<T> memory, weights;
    if (t > 0) {
        memory = past(states, 0, t);
        weights = r.weigh(products(r.config, r.graph, r.config.attention.score, memory, query), t, 0);
    } else {
        r.nothing_to_weigh(t);
    }
    if (r.listener && r.config.product()) note_other_scales(r, t, memory, query);
    const Var<T> context = weights ? weighted_sum(memory, weights) : r.zeros(query.rows());
    r.note("self.context", t, context);
    return context;
}

/// h_t = tanh(W_x x_t + W_h [h_{t-1}; c_t] + b)
template <class T>
void read_self_attention(Reader<T>& r) {
    const Var<T> inputs = matmul(r.graph["cell.weight_ih"], r.embedded()); // (H, T·B)
    std::vector<Var<T>> states{r.zeros(r.config.encoder.hidden)};          // h_0, h_1 …
    r.note("states", 0, states.front());
    for (int t = 0; t < r.batch.length; ++t) {
        const int mark = r.tape.size();
        Var<T> before = states.back();
        if (r.config.attends()) before = concat_rows<T>({before, looked_up(r, states, t)});
        const Var<T> u = affine(r.graph["cell.weight_hh"], before, r.graph["cell.bias"]);
        Var<T> h = r.graph.drop(tanh(add(r.at(inputs, t), u)));
        r.keep(mark, {&h});
        r.note("states", t + 1, h);
        states.push_back(h);
        r.pass.readable.push_back(h);
    }
}

// ---- the token read asks: LSTMN

/// [h̃_t; c̃_t] = Σ_i s_i [h_i; c_i] stands where an LSTM has [h_{t-1}; c_{t-1}].
template <class T>
void read_lstmn(Reader<T>& r) {
    const int H = r.config.encoder.hidden;
    const Var<T> x = r.embedded(), inputs = r.cell_inputs(x),
                 asking = affine(r.graph["attention.Wx"], x, r.graph["attention.b"]); // (A, T·B)
    std::vector<Var<T>> states, cells, keys;                                          // h_i, c_i, W_h h_i
    Var<T> tilde = r.zeros(H);
    for (int t = 0; t < r.batch.length; ++t) {
        const int mark = r.tape.size();
        Var<T> tilde_cell, weights;
        if (t > 0) { // a_i = v · tanh(W_h h_i + W_x x_t + W_h̃ h̃_{t-1} + b)
            const Var<T> asked = add(r.at(asking, t), matmul(r.graph["attention.Wt"], tilde));
            weights = r.weigh(additive(r.graph, past(keys, 0, t), asked), t, 0);
        } else {
            r.nothing_to_weigh(t);
        }
        tilde = weights ? weighted_sum(past(states, 0, t), weights) : r.zeros(H);
        tilde_cell = weights ? weighted_sum(past(cells, 0, t), weights) : r.zeros(H);
        const Var<T> u = affine(r.graph["cell.weight_hh"], tilde, r.graph["cell.bias_hh"]);
        const Var<T> gates = lstm_gates(r.at(inputs, t), u);
        Var<T> c = lstm_memory(gates, tilde_cell), h = r.graph.drop(lstm_state(gates, c));
        Var<T> key = matmul(r.graph["attention.Wh"], h);
        r.note("self.state", t, tilde);
        r.note("self.cell_state", t, tilde_cell);
        r.note("gates", t, gates);
        r.note("cell_states", t, c);
        r.note("states", t, h);
        r.keep(mark, {&tilde, &c, &h, &key});
        states.push_back(h);
        cells.push_back(c);
        keys.push_back(key);
        r.pass.readable.push_back(h);
    }
}

// ---- the state just made asks: key-value(-predict)

/// r_t = Σ_i α_i v_i over the steps before t, at most `window` of them; 0 at the first.
template <class T>
Var<T> retrieved(Reader<T>& r, const std::vector<Var<T>>& keys, const std::vector<Var<T>>& values,
                 Var<T> own_key, int t) {
    const int first = std::max(0, t - r.config.attention.window);
    Var<T> weights;
    if (t > 0) { // e_i = v · tanh(W_h k_i + W_q k_t + b)
        const Var<T> asked = affine(r.graph["attention.Wq"], own_key, r.graph["attention.b"]);
        weights = r.weigh(additive(r.graph, past(keys, first, t), asked), t, first);
    } else {
        r.nothing_to_weigh(t);
    }
    return weights ? weighted_sum(past(values, first, t), weights) : r.zeros(own_key.rows());
}

/// An ordinary LSTM, whose states [k_t; v_t; p_t] are cut into their parts.
template <class T>
void read_key_value(Reader<T>& r) {
    const int H = r.config.encoder.hidden, R = r.config.attention.roles, n = r.config.part();
    const Var<T> inputs = r.cell_inputs(r.embedded());
    const auto part = [&](Var<T> h, int role) { return rows(h, Eigen::Index(role) * n, n); };
    std::vector<Var<T>> keys, values; // W_h k_i, v_i
    Var<T> h = r.zeros(H), c = r.zeros(H);
    for (int t = 0; t < r.batch.length; ++t) {
        const int mark = r.tape.size();
        const Var<T> u = affine(r.graph["cell.weight_hh"], h, r.graph["cell.bias_hh"]);
        const Var<T> gates = lstm_gates(r.at(inputs, t), u);
        c = lstm_memory(gates, c);
        h = r.graph.drop(lstm_state(gates, c));
        Var<T> key = part(h, 0), value = part(h, R > 1 ? 1 : 0);
        const Var<T> prediction = part(h, R - 1), read = retrieved(r, keys, values, key, t);
        Var<T> readable = concat_rows<T>({read, prediction});
        r.note("gates", t, gates);
        r.note("cell_states", t, c);
        r.note("states", t, h);
        r.note("keys", t, key);
        r.note("values", t, value);
        r.note("predictions", t, prediction);
        r.note("self.context", t, read);
        key = matmul(r.graph["attention.Wh"], key);
        r.keep(mark, {&h, &c, &key, &value, &readable});
        keys.push_back(key);
        values.push_back(value);
        r.pass.readable.push_back(readable);
    }
}

} // namespace

template <class T>
Pass<T> read(const Config& config, const nn::Graph<T>& graph, const Batch& batch,
             const Listener<T>& listener) {
    assert(!listener || batch.items == 1);
    Reader<T> reader{config, graph, batch, listener, graph["embedding.weight"].tape()};
    if (config.self_attention())
        read_self_attention(reader);
    else if (config.kind == Kind::Lstmn)
        read_lstmn(reader);
    else
        read_key_value(reader);
    return std::move(reader.pass);
}

template Pass<float> read(const Config&, const nn::Graph<float>&, const Batch&, const Listener<float>&);
template Pass<double> read(const Config&, const nn::Graph<double>&, const Batch&, const Listener<double>&);

} // namespace heed::one_rnn
