#include "core/models/pooling/pooling.h"

#include <algorithm>
#include <cassert>

namespace heed::pooling {
namespace {

/// What all parts of a pass read.
template <class T>
struct Pass {
    const Config& config;
    const nn::Graph<T>& graph;
    const Batch& batch;
    const Listener<T>& listener;

    Var<T> note(std::string_view key, Var<T> value) const {
        if (listener) listener(key, value.value());
        return value;
    }
    Var<T> affine(const std::string& name, Var<T> x) const {
        return heed::affine(graph[name + ".weight"], x, graph[name + ".bias"]);
    }
    /// A row of a number a position and item as (B, T).
    Var<T> by_item(Var<T> row) const { return reshape(row, batch.items, batch.length); }
};

/// x_t, (K, T·B).
template <class T>
Var<T> moments(const Pass<T>& p) {
    if (p.config.tokens()) return p.note("embedded", lookup(p.graph["embedding.weight"], {p.batch.tokens}));
    return p.graph["output.bias"].tape().constant(p.batch.vectors.template cast<T>());
}

/// e_t of attention: w·h_t + b, or tanh of it.
template <class T>
Var<T> energies(const Pass<T>& p, Var<T> h) {
    const Var<T> w = p.graph["attention.w"];
    Var<T> e = p.by_item(affine(reshape(w, 1, w.rows()), h, p.graph["attention.b"]));
    if (p.config.attention.energy == Energy::Tanh) e = tanh(p.note("pool.scores", e));
    return p.note("pool.energies", e);
}

/// e_t of keras: tanh(w·x_t + b_t).
template <class T>
Var<T> biased_energies(const Pass<T>& p, Var<T> x) {
    const Var<T> ones = x.tape().constant(Matrix<T>::Ones(p.batch.items, 1));
    const Var<T> bias = reshape(rows(p.graph["attention.bias"], 0, p.batch.length), 1, p.batch.length);
    const Var<T> e = p.by_item(matmul(p.graph["attention.weight"], x));
    return p.note("pool.energies", tanh(p.note("pool.scores", add(e, matmul(ones, bias)))));
}

/// 1 / T for each of the T moments that are heard.
template <class T>
Var<T> equal_weights(const Pass<T>& p, Tape<T>& tape) {
    Matrix<T> weights = p.batch.heard.template cast<T>();
    const Matrix<T> counts = weights.rowwise().sum();
    return tape.constant(counts.col(0).cwiseInverse().asDiagonal() * weights);
}

/// What is answered from the last numbers: classes, or values.
template <class T>
Var<T> answer(const Pass<T>& p, Var<T> y) {
    if (p.config.classes()) return p.note("log_probs", log_softmax(p.note("logits", y)));
    if (p.config.hidden_vectors()) y = leaky_relu(y, static_cast<T>(p.config.readout.slope));
    return p.note("output", y);
}

/// c = Σ_t a_t h_t; s = LReLU(V c + b); the answer is read from s.
template <class T>
Answer<T> pool_hidden(const Pass<T>& p, Var<T> x) {
    const T slope = static_cast<T>(p.config.encoder.slope);
    const Var<T> h = p.note("hidden", leaky_relu(p.affine("input", x), slope));
    Answer<T> result;
    result.weights =
        p.note("pool.weights", p.config.kind == Kind::Mean ? equal_weights(p, x.tape())
                                                           : softmax_where(energies(p, h), p.batch.heard));
    result.context = p.note("pool.context", weighted_sum(h, result.weights));
    const Var<T> s = p.note("summary", leaky_relu(p.affine("hidden", result.context), slope));
    result.output = answer(p, p.affine("output", s));
    return result;
}

/// u = Σ_t a_t x_t, or each u_t = a_t x_t; the answer is read from u.
template <class T>
Answer<T> pool_input(const Pass<T>& p, Var<T> x) {
    Answer<T> result;
    result.weights = p.note("pool.weights", softmax_where(biased_energies(p, x), p.batch.heard));
    Var<T> u;
    if (p.config.sequence())
        u = p.note("pool.sequence", scale_positions(x, result.weights));
    else
        u = result.context = p.note("pool.context", weighted_sum(x, result.weights));
    result.output = answer(p, p.affine("output", u));
    return result;
}

/// z_t = σ(W x_t + b), or x_t itself; the answer is read from all of them side by side.
template <class T>
Answer<T> read_all(const Pass<T>& p, Var<T> x) {
    Var<T> z = x;
    if (p.config.dense.over == Over::Features) z = p.note("dense.output", sigmoid(p.affine("dense", x)));
    if (!p.batch.heard.all())
        z = scale_positions(z, z.tape().constant(p.batch.heard.template cast<T>().matrix()));
    Answer<T> result;
    result.output = answer(p, p.affine("output", stack_positions(z, p.batch.items, p.config.dense.steps)));
    return result;
}

} // namespace

Batch batch_of(const Config& config, std::span<const Item> items) {
    assert(!items.empty());
    Batch batch;
    const Eigen::Index B = std::ssize(items);
    for (const Item& item : items) batch.length = std::max(batch.length, item.length());
    assert(config.longest() == 0 || batch.length <= config.longest());
    batch.items = static_cast<int>(B);
    batch.heard = Mask::Constant(B, batch.length, false);
    if (config.tokens())
        batch.tokens.assign(static_cast<std::size_t>(batch.length * batch.items), 0);
    else
        batch.vectors.setZero(config.input.size, batch.length * B);
    for (Eigen::Index b = 0; b < B; ++b) {
        const Item& item = items[static_cast<std::size_t>(b)];
        assert(item.length() > 0 && (config.tokens() || item.vectors.rows() == config.input.size));
        batch.heard.row(b).head(item.length()).setConstant(true);
        for (int t = 0; t < item.length(); ++t) {
            if (config.tokens())
                batch.tokens[static_cast<std::size_t>(t * B + b)] = item.tokens[static_cast<std::size_t>(t)];
            else
                batch.vectors.col(t * B + b) = item.vectors.col(t);
        }
    }
    return batch;
}

Batch each_muted(const Config& config, const Item& item) {
    assert(item.length() > 1);
    Batch batch = batch_of(config, std::vector<Item>(static_cast<std::size_t>(item.length()), item));
    batch.heard.matrix().diagonal().setConstant(false);
    return batch;
}

template <class T>
nn::ParameterSet<T> declare(const Config& config, nn::Fill fill) {
    nn::ParameterSet<T> set(fill);
    const Eigen::Index K = config.input.size, H = config.encoder.hidden, C = config.readout.size;
    const auto linear = [&](const std::string& name, Eigen::Index out, Eigen::Index in) {
        set.add(name + ".weight", out, in);
        set.add(name + ".bias", out, 1, 1);
    };
    if (config.tokens()) set.add("embedding.weight", config.input.vocabulary, K);
    if (config.hidden_vectors()) {
        linear("input", H, K);
        if (config.kind == Kind::Attention) {
            set.add("attention.w", H, 1, 1);
            set.add("attention.b", 1, 1, 1);
        }
        linear("hidden", H, H);
        linear("output", C, H);
    } else if (config.kind == Kind::Keras) {
        set.add("attention.weight", 1, K);
        set.add("attention.bias", config.attention.steps, 1, 1);
        linear("output", C, K);
    } else {
        const bool features = config.dense.over == Over::Features;
        if (features) linear("dense", config.dense.size, K);
        linear("output", C, config.dense.steps * (features ? config.dense.size : K));
    }
    return set;
}

template <class T>
Answer<T> forward(const Config& config, const nn::Graph<T>& graph, const Batch& batch,
                  const Listener<T>& listener) {
    assert(!listener || batch.items == 1);
    const Pass<T> pass{config, graph, batch, listener};
    const Var<T> x = moments(pass);
    switch (config.kind) {
    case Kind::Keras:
        return pool_input(pass, x);
    case Kind::Dense:
        return read_all(pass, x);
    case Kind::Attention:
    case Kind::Mean:
        break;
    }
    return pool_hidden(pass, x);
}

template <class T>
Var<T> loss_of(const Config& config, const Answer<T>& answer, std::span<const Item> items) {
    const Eigen::Index B = std::ssize(items);
    if (config.classes()) {
        std::vector<int> labels;
        for (const Item& item : items) labels.push_back(item.label);
        const std::vector<T> ones(labels.size(), T(1));
        return negative_log_likelihood<T>(answer.output, labels, ones);
    }
    // Output minus target; past the end of a sequence that is nothing.
    Matrix<T> target = Matrix<T>::Zero(answer.output.rows(), answer.output.cols());
    Matrix<T> counts = Matrix<T>::Zero(B, answer.output.cols() / B);
    for (Eigen::Index b = 0; b < B; ++b) {
        const Matrix<double>& values = items[static_cast<std::size_t>(b)].values;
        counts.row(b).head(values.cols()).setOnes();
        for (Eigen::Index t = 0; t < values.cols(); ++t)
            target.col(t * B + b) = values.col(t).template cast<T>();
    }
    Tape<T>& tape = answer.output.tape();
    const Var<T> error = add(answer.output, tape.constant(-target));
    return sum_of_squares(scale_positions(error, tape.constant(std::move(counts))));
}

#define HEED_INSTANTIATE(T)                                                                                  \
    template nn::ParameterSet<T> declare<T>(const Config&, nn::Fill);                                        \
    template Answer<T> forward(const Config&, const nn::Graph<T>&, const Batch&, const Listener<T>&);        \
    template Var<T> loss_of(const Config&, const Answer<T>&, std::span<const Item>);
HEED_INSTANTIATE(float)
HEED_INSTANTIATE(double)
#undef HEED_INSTANTIATE

} // namespace heed::pooling
