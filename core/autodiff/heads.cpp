#include "core/autodiff/heads.h"

#include <cassert>

namespace heed {
namespace {

template <class T>
using Strided = Eigen::Map<Matrix<T>, 0, Eigen::OuterStride<>>;
template <class T>
using ConstStrided = Eigen::Map<const Matrix<T>, 0, Eigen::OuterStride<>>;

/// Of x (h d_h, n·B) the rows of a head at the first `count` positions of an item: (d_h, count).
template <class T>
ConstStrided<T> block(const Matrix<T>& x, int heads, int items, int item, int head, int count) {
    const Eigen::Index each = x.rows() / heads;
    return {x.data() + item * x.rows() + head * each, each, count, Eigen::OuterStride<>(items * x.rows())};
}
template <class T>
Strided<T> block(Matrix<T>& x, int heads, int items, int item, int head, int count) {
    const Eigen::Index each = x.rows() / heads;
    return {x.data() + item * x.rows() + head * each, each, count, Eigen::OuterStride<>(items * x.rows())};
}

template <class F>
void each_head(const Heads& h, F&& f) {
    for (int b = 0; b < h.items; ++b)
        for (int k = 0; k < h.heads; ++k) f(b, k);
}

/// The same blocks of queries (or what has their shape) and of keys.
template <class M>
auto query_block(M& x, const Heads& h, int b, int k) {
    return block(x, h.heads, h.items, b, k, h.queries);
}
template <class M>
auto key_block(M& x, const Heads& h, int b, int k) {
    return block(x, h.heads, h.key_items(), h.one_memory ? 0 : b, k, h.keys);
}
/// What a head's queries give to each key: (K, Q).
template <class M>
auto cells(M& e, const Heads& h, int b, int k) {
    return e.middleCols(h.column(b, k), h.queries);
}

} // namespace

template <class T>
Var<T> head_energies(Var<T> queries, Var<T> keys, const Heads& h, T factor) {
    assert(queries.cols() == h.queries * h.items && keys.cols() >= h.keys * h.key_items());
    Tape<T>& tape = queries.tape();
    const Var<T> e = tape.make(h.keys, h.columns(), {queries, keys});
    Matrix<T>& result = tape.result(e);
    each_head(h, [&](int b, int k) {
        cells(result, h, b, k).noalias() =
            factor * key_block(keys.value(), h, b, k).transpose() * query_block(queries.value(), h, b, k);
    });
    tape.adjoint(e, [queries, keys, e, h, factor] {
        const Matrix<T>& d = e.grad();
        each_head(h, [&](int b, int k) {
            if (queries.wants_grad())
                query_block(queries.grad(), h, b, k) +=
                    factor * (key_block(keys.value(), h, b, k) * cells(d, h, b, k));
            if (keys.wants_grad())
                key_block(keys.grad(), h, b, k) +=
                    factor * (query_block(queries.value(), h, b, k) * cells(d, h, b, k).transpose());
        });
    });
    return e;
}

template <class T>
Var<T> add_head_bias(Var<T> energies, Var<T> table, const Heads& h, std::vector<int> buckets) {
    assert(std::ssize(buckets) == h.keys * h.queries && table.cols() == h.heads);
    Tape<T>& tape = energies.tape();
    const Var<T> y = tape.make(energies.rows(), energies.cols(), {energies, table});
    Matrix<T>& result = tape.result(y);
    result = energies.value();
    // Calls f(bucket, head, key, column) for every energy.
    const auto each = [h, buckets = std::move(buckets)](auto&& f) {
        each_head(h, [&](int b, int k) {
            for (int i = 0; i < h.queries; ++i)
                for (int j = 0; j < h.keys; ++j)
                    f(buckets[static_cast<std::size_t>(j * h.queries + i)], k, j, h.column(b, k, i));
        });
    };
    each([&](int bucket, int k, int j, int column) { result(j, column) += table.value()(bucket, k); });
    tape.adjoint(y, [energies, table, y, each] {
        if (energies.wants_grad()) energies.grad() += y.grad();
        if (table.wants_grad())
            each([&](int bucket, int k, int j, int column) {
                table.grad()(bucket, k) += y.grad()(j, column);
            });
    });
    return y;
}

template <class T>
Var<T> head_softmax(Var<T> energies, const Heads& h, const std::vector<int>& last,
                    const std::vector<int>& first) {
    assert(std::ssize(last) == h.items * h.queries);
    Tape<T>& tape = energies.tape();
    const Var<T> y = tape.make(energies.rows(), energies.cols(), {energies});
    Matrix<T>& a = tape.result(y);
    a.setZero();
    each_head(h, [&](int b, int k) {
        for (int i = 0; i < h.queries; ++i) {
            const Eigen::Index from = first.empty() ? 0 : first[static_cast<std::size_t>(b)];
            const Eigen::Index n = last[static_cast<std::size_t>(b * h.queries + i)] - from;
            const auto column = energies.value().col(h.column(b, k, i)).segment(from, n).array();
            auto to = a.col(h.column(b, k, i)).segment(from, n).array();
            to = (column - column.maxCoeff()).exp();
            to /= to.sum();
        }
    });
    tape.adjoint(y, [energies, y] {
        const Matrix<T> weighted = y.grad().cwiseProduct(y.value());
        energies.grad() += weighted - y.value() * weighted.colwise().sum().asDiagonal();
    });
    return y;
}

template <class T>
Var<T> head_mixture(Var<T> values, Var<T> weights, const Heads& h) {
    assert(values.cols() >= h.keys * h.key_items() && weights.cols() == h.columns());
    Tape<T>& tape = values.tape();
    const Var<T> c = tape.make(values.rows(), h.queries * h.items, {values, weights});
    Matrix<T>& result = tape.result(c);
    each_head(h, [&](int b, int k) {
        query_block(result, h, b, k).noalias() =
            key_block(values.value(), h, b, k) * cells(weights.value(), h, b, k);
    });
    tape.adjoint(c, [values, weights, c, h] {
        const Matrix<T>& d = c.grad();
        each_head(h, [&](int b, int k) {
            if (values.wants_grad())
                key_block(values.grad(), h, b, k) +=
                    query_block(d, h, b, k) * cells(weights.value(), h, b, k).transpose();
            if (weights.wants_grad())
                cells(weights.grad(), h, b, k) +=
                    key_block(values.value(), h, b, k).transpose() * query_block(d, h, b, k);
        });
    });
    return c;
}

#define HEED_INSTANTIATE(T)                                                                                  \
    template Var<T> head_energies(Var<T>, Var<T>, const Heads&, T);                                          \
    template Var<T> add_head_bias(Var<T>, Var<T>, const Heads&, std::vector<int>);                           \
    template Var<T> head_softmax(Var<T>, const Heads&, const std::vector<int>&, const std::vector<int>&);    \
    template Var<T> head_mixture(Var<T>, Var<T>, const Heads&);
HEED_INSTANTIATE(float)
HEED_INSTANTIATE(double)
#undef HEED_INSTANTIATE

} // namespace heed
