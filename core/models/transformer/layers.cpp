#include "core/models/transformer/layers.h"

#include "core/attention/share_kept.h"
#include "core/autodiff/gelu.h"
#include "core/autodiff/rms_norm.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <utility>

namespace heed::transformer {

template <class T>
Linear<T>::Linear(const nn::Graph<T>& graph, const std::string& name) : weight(graph[name + ".weight"]) {
    if (graph.has(name + ".bias")) bias = graph[name + ".bias"];
}

template <class T>
Norm<T>::Norm(const nn::Graph<T>& graph, const std::string& name, double added)
    : gain(graph[name + ".gain"]), epsilon(static_cast<T>(added)) {
    if (graph.has(name + ".bias")) bias = graph[name + ".bias"];
}

template <class T>
Var<T> Norm<T>::operator()(Var<T> x) const {
    if (!bias) return rms_norm(x, gain, epsilon);
    return layer_norm(x, gain, bias, {static_cast<int>(x.rows())}, epsilon);
}

template <class T>
Var<T> activate(Var<T> x, Activation activation) {
    switch (activation) {
    case Activation::Relu:
        return relu(x);
    case Activation::Gelu:
        return gelu(x);
    case Activation::GeluTanh:
        return gelu_tanh(x);
    case Activation::Silu:
        return swish(x, T(1));
    case Activation::GeluFast:
        return swish(x, T(1.702));
    case Activation::Tanh:
        break;
    }
    return tanh(x);
}

template <class T>
void record(const nn::Graph<T>& graph, Quantity quantity, const Place& at, Var<T> x) {
    if (!graph.recording()) return;
    for (Eigen::Index i = 0; i < x.cols(); ++i)
        graph.recorder()->put({quantity, at.layer}, at.first + static_cast<int>(i), x.value().col(i));
}

namespace {

/// A value that has a block of columns for each head, of one item.
template <class T>
void record_heads(const nn::Graph<T>& graph, Quantity quantity, const Place& at, const Heads& shape,
                  Var<T> x) {
    if (!graph.recording()) return;
    for (int k = 0; k < shape.heads; ++k)
        for (int i = 0; i < shape.queries; ++i)
            graph.recorder()->put({quantity, at.layer, k}, at.first + i,
                                  x.value().col(shape.column(0, k, i)));
}

/// One that has a block of rows for each.
template <class T>
void record_parts(const nn::Graph<T>& graph, Quantity quantity, const Place& at, int heads, Var<T> x) {
    if (!graph.recording()) return;
    const Eigen::Index each = x.rows() / heads;
    for (int k = 0; k < heads; ++k)
        for (Eigen::Index i = 0; i < x.cols(); ++i)
            graph.recorder()->put({quantity, at.layer, k}, at.first + static_cast<int>(i),
                                  x.value().col(i).segment(k * each, each));
}

} // namespace

template <class T>
AttentionLayer<T>::AttentionLayer(const nn::Graph<T>& graph, const std::string& name, const Config& config,
                                  const Config::Side& side, const AttentionValues& values, int layer)
    : query_(graph, name + ".query"), key_(graph, name + ".key"), value_(graph, name + ".value"),
      output_(graph, name + ".output"), norm_(graph, name + ".norm", config.norm_epsilon), values_(&values),
      heads_(side.heads) {
    if (config.attention.scaled) factor_ /= std::sqrt(static_cast<T>(side.each()));
    if (config.attention.by_layer) factor_ /= static_cast<T>(layer + 1);
}

/// What the intervention makes of each head's weights on the source, one query an item.
template <class T>
Var<T> AttentionLayer<T>::changed(const Asked& asked, Var<T> weights) const {
    const Heads& shape = asked.shape;
    Tape<T>& tape = weights.tape();
    assert(!tape.gradients() && shape.queries == 1);
    if (!asked.intervention->change) return weights;
    const auto rows_of = [&](const Matrix<T>& all, int k) { // (B, T) of one head
        Matrix<T> rows(shape.items, asked.source);
        for (int b = 0; b < shape.items; ++b)
            rows.row(b) = all.col(shape.column(b, k)).head(asked.source).transpose();
        return rows;
    };
    Matrix<T> result = weights.value();
    for (int k = 0; k < shape.heads; ++k) {
        const Matrix<T> before = asked.before ? rows_of(*asked.before, k) : Matrix<T>();
        const Matrix<T> now =
            asked.intervention->change(tape.constant(rows_of(weights.value(), k)), before).value();
        for (int b = 0; b < shape.items; ++b) {
            auto column = result.col(shape.column(b, k));
            const T surplus = now.row(b).sum() - column.head(asked.source).sum();
            column.head(asked.source) = now.row(b).transpose();
            auto beyond = column.tail(column.rows() - asked.source);
            if (asked.intervention->source_alone)
                beyond.setZero();
            else if (asked.intervention->keeps_sum)
                beyond *= attention::share_kept(beyond.sum(), surplus);
        }
    }
    return tape.constant(std::move(result));
}

namespace {

/// Calls `f` with each column of a head's weights that is changed, and with the query that it is of.
template <class F>
void each_changed(const HeadChange& change, const Heads& shape, int first, F&& f) {
    for (int i = 0; i < shape.queries; ++i)
        for (int b = 0; b < shape.items && change.edit->at(first + i - change.first_output); ++b) f(b, i);
}

/// The keys that query i of item b may see: from the first on, up to the last.
template <class Asked>
std::pair<int, int> seen_by(const Asked& asked, int b, int i) {
    const auto item = static_cast<std::size_t>(b),
               query = item * static_cast<std::size_t>(asked.shape.queries) + static_cast<std::size_t>(i);
    return {asked.seen.first.empty() ? 0 : asked.seen.first[item],
            asked.seen.last.empty() ? asked.shape.keys : asked.seen.last[query]};
}

/// The row that the head has at the same place of the other input: what that lacks is 0, what it has more is
/// left out.
template <class Column>
void put_other_input(Column&& column, const HeadEdit& edit, std::pair<int, int> seen, int place) {
    using Number = typename std::decay_t<Column>::Scalar;
    const auto [first, last] = seen;
    column.setZero();
    const Eigen::Index row = place - first;
    if (!edit.weights || row < 0 || row >= edit.weights->cols()) return;
    const Eigen::Index count = std::min<Eigen::Index>(edit.weights->rows(), last - first);
    column.segment(first, count) = edit.weights->col(row).head(count).template cast<Number>();
}

} // namespace

/// The weights of heads that are made even, have their strongest alone, or those of another or of another
/// input.
template <class T>
Var<T> AttentionLayer<T>::with_head_weights(const Asked& asked, const Place& at, Var<T> weights) const {
    const Heads& shape = asked.shape;
    const Matrix<T>& own = weights.value();
    Matrix<T> result = own;
    for (const HeadChange& change : asked.heads)
        each_changed(change, shape, at.first, [&](int b, int i) {
            auto column = result.col(shape.column(b, change.head, i));
            if (change.edit->kind == HeadEdit::Kind::Uniform) {
                const auto [first, last] = seen_by(asked, b, i);
                column.setZero();
                column.segment(first, last - first).setConstant(T(1) / static_cast<T>(last - first));
            } else if (change.edit->kind == HeadEdit::Kind::Strongest) {
                Eigen::Index best = 0;
                column.maxCoeff(&best);
                column.setZero();
                column(best) = T(1);
            } else if (change.edit->kind == HeadEdit::Kind::Other) {
                column = own.col(shape.column(b, change.edit->from, i));
            } else if (change.edit->kind == HeadEdit::Kind::Input) {
                put_other_input(column, *change.edit, seen_by(asked, b, i), at.first + i);
            }
        });
    return weights.tape().constant(std::move(result));
}

/// The contexts of heads that are off are 0, of others their mean.
template <class T>
Var<T> AttentionLayer<T>::without_heads(const Asked& asked, const Place& at, Var<T> contexts) const {
    const Heads& shape = asked.shape;
    Matrix<T> result = contexts.value();
    const Eigen::Index each = result.rows() / shape.heads;
    for (const HeadChange& change : asked.heads)
        if (const HeadEdit& edit = *change.edit;
            edit.kind == HeadEdit::Kind::Off || edit.kind == HeadEdit::Kind::Mean)
            each_changed(change, shape, at.first, [&](int b, int i) {
                auto context = result.col(i * shape.items + b).segment(change.head * each, each);
                if (edit.mean && edit.mean->size() == each)
                    context = edit.mean->template cast<T>();
                else
                    context.setZero();
            });
    return contexts.tape().constant(std::move(result));
}

// e_kij = q_ki · k_kj / √d_h + b(j − i, k);  α_ki = softmax over what may be seen;  c_ki = Σ_j α_kij v_kj;
// o_i = W_o [c_1i; …; c_hi] + b    Vaswani et al. 2017, section 3.2; b(·): Raffel et al. 2020, section 2.1
template <class T>
Var<T> AttentionLayer<T>::operator()(const nn::Graph<T>& graph, Var<T> x, const Asked& asked, const Place& at,
                                     Looked<T>* looked) const {
    const Heads& shape = asked.shape;
    const Var<T> queries = query_(x); // (h d_h, Q·B)
    record(graph, values_->queries, at, queries);
    Var<T> energies = head_energies(queries, asked.keys, shape, factor_); // (K, h·Q·B)
    if (asked.relative) energies = add_head_bias(energies, asked.relative, shape, asked.buckets);
    record_heads(graph, values_->energies, at, shape, energies);
    const auto aligned = [&](Var<T> e) { return head_softmax(e, shape, asked.seen.last, asked.seen.first); };
    const bool hotter = asked.intervention && asked.intervention->temperature != 1;
    const Var<T> own = aligned(energies);
    Var<T> weights = hotter ? aligned(scale(energies, 1 / asked.intervention->temperature)) : own;
    if (asked.intervention) weights = changed(asked, weights);
    if (!asked.heads.empty()) weights = with_head_weights(asked, at, weights);
    record_heads(graph, values_->weights, at, shape, weights);
    Var<T> contexts = head_mixture(asked.values, weights, shape); // (h d_h, Q·B)
    if (!asked.heads.empty()) contexts = without_heads(asked, at, contexts);
    record_parts(graph, values_->contexts, at, shape.heads, contexts);
    const Var<T> result = output_(contexts); // (d, Q·B)
    record(graph, values_->result, at, result);
    if (looked) *looked = {shape, own, weights};
    return result;
}

template <class T>
FeedLayer<T>::FeedLayer(const nn::Graph<T>& graph, const std::string& name, const Config& config,
                        const FeedValues& values)
    : in_(graph, name + ".in"), out_(graph, name + ".out"), norm_(graph, name + ".norm", config.norm_epsilon),
      values_(&values), activation_(config.feed.activation) {
    if (config.feed.gated) gate_ = Linear<T>(graph, name + ".gate");
}

// W_2 act(W_1 x + b_1) + b_2, or W_2 (act(W_g x + b_g) ⊙ (W_1 x + b_1)) + b_2    Vaswani et al. 2017, eq. 2;
// Shazeer 2020
template <class T>
Var<T> FeedLayer<T>::operator()(const nn::Graph<T>& graph, Var<T> x, const Place& at) const {
    Var<T> hidden = in_(x); // (F, n·B)
    if (gate_.weight) {
        const Var<T> gate = activate(gate_(x), activation_);
        record(graph, values_->gate, at, gate);
        hidden = multiply(gate, hidden);
    } else {
        hidden = activate(hidden, activation_);
    }
    record(graph, values_->hidden, at, hidden);
    const Var<T> result = out_(graph.drop(hidden)); // (d, n·B)
    record(graph, values_->result, at, result);
    return result;
}

#define HEED_INSTANTIATE(T)                                                                                  \
    template struct Linear<T>;                                                                               \
    template struct Norm<T>;                                                                                 \
    template Var<T> activate(Var<T>, Activation);                                                            \
    template void record(const nn::Graph<T>&, Quantity, const Place&, Var<T>);                               \
    template class AttentionLayer<T>;                                                                        \
    template class FeedLayer<T>;
HEED_INSTANTIATE(float)
HEED_INSTANTIATE(double)
#undef HEED_INSTANTIATE

} // namespace heed::transformer
