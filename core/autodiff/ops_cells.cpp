// The element-wise halves of the recurrent cells. Their linear halves are affine().
#include "core/autodiff/ops.h"

#include "core/autodiff/logistic.h"

namespace heed {

// r = sigma(a_r + u_r)   z = sigma(a_z + u_z)   n = tanh(a_n + r u_n)
// PyTorch's GRU, after Cho et al. 2014 with the reset gate applied behind the product U h.
template <class T>
Var<T> gru_gates(Var<T> a, Var<T> u) {
    Tape<T>& tape = a.tape();
    const Eigen::Index H = a.rows() / 3;
    const Var<T> y = tape.make(a.rows(), a.cols(), {a, u});
    Matrix<T>& g = tape.result(y);
    g.topRows(2 * H) = logistic_of((a.value().topRows(2 * H) + u.value().topRows(2 * H)).array());
    g.bottomRows(H) =
        (a.value().bottomRows(H).array() + g.topRows(H).array() * u.value().bottomRows(H).array()).tanh();
    tape.adjoint(y, [a, u, y, H] {
        const Matrix<T>& g = y.value();
        Matrix<T> d(g.rows(), g.cols()); // with respect to the arguments of sigma and tanh
        const auto r = g.topRows(H).array();
        d.bottomRows(H) = y.grad().bottomRows(H).array() * (T(1) - g.bottomRows(H).array().square());
        d.topRows(2 * H) = y.grad().topRows(2 * H);
        d.topRows(H).array() += d.bottomRows(H).array() * u.value().bottomRows(H).array();
        d.topRows(2 * H).array() *= g.topRows(2 * H).array() * (T(1) - g.topRows(2 * H).array());
        if (a.wants_grad()) a.grad() += d;
        if (u.wants_grad()) {
            d.bottomRows(H).array() *= r;
            u.grad() += d;
        }
    });
    return y;
}

template <class T>
Var<T> gru_state(Var<T> gates, Var<T> h) {
    Tape<T>& tape = gates.tape();
    const Eigen::Index H = h.rows();
    const Var<T> y = tape.make(H, h.cols(), {gates, h});
    const auto z = gates.value().middleRows(H, H).array();
    const auto n = gates.value().bottomRows(H).array();
    tape.result(y) = (T(1) - z) * n + z * h.value().array();
    tape.adjoint(y, [gates, h, y, H] {
        const auto z = gates.value().middleRows(H, H).array();
        const auto n = gates.value().bottomRows(H).array();
        if (gates.wants_grad()) {
            gates.grad().middleRows(H, H).array() += y.grad().array() * (h.value().array() - n);
            gates.grad().bottomRows(H).array() += y.grad().array() * (T(1) - z);
        }
        if (h.wants_grad()) h.grad().array() += y.grad().array() * z;
    });
    return y;
}

// i, f, o = sigma(a + u)   g = tanh(a + u)   (Hochreiter and Schmidhuber 1997, with Gers' forget gate)
template <class T>
Var<T> lstm_gates(Var<T> a, Var<T> u) {
    Tape<T>& tape = a.tape();
    const Eigen::Index H = a.rows() / 4;
    const Var<T> y = tape.make(a.rows(), a.cols(), {a, u});
    Matrix<T>& g = tape.result(y);
    g = a.value() + u.value();
    g.topRows(2 * H) = logistic_of(g.topRows(2 * H).array());
    g.middleRows(2 * H, H) = g.middleRows(2 * H, H).array().tanh().eval();
    g.bottomRows(H) = logistic_of(g.bottomRows(H).array());
    tape.adjoint(y, [a, u, y, H] {
        Matrix<T> d = y.value().array() * (T(1) - y.value().array()); // sigma'
        d.middleRows(2 * H, H) = T(1) - y.value().middleRows(2 * H, H).array().square();
        d.array() *= y.grad().array();
        if (a.wants_grad()) a.grad() += d;
        if (u.wants_grad()) u.grad() += d;
    });
    return y;
}

template <class T>
Var<T> lstm_memory(Var<T> gates, Var<T> c) {
    Tape<T>& tape = gates.tape();
    const Eigen::Index H = c.rows();
    const Var<T> y = tape.make(H, c.cols(), {gates, c});
    const auto i = gates.value().topRows(H).array();
    const auto f = gates.value().middleRows(H, H).array();
    const auto g = gates.value().middleRows(2 * H, H).array();
    tape.result(y) = f * c.value().array() + i * g;
    tape.adjoint(y, [gates, c, y, H] {
        const auto i = gates.value().topRows(H).array();
        const auto f = gates.value().middleRows(H, H).array();
        const auto g = gates.value().middleRows(2 * H, H).array();
        if (gates.wants_grad()) {
            gates.grad().topRows(H).array() += y.grad().array() * g;
            gates.grad().middleRows(H, H).array() += y.grad().array() * c.value().array();
            gates.grad().middleRows(2 * H, H).array() += y.grad().array() * i;
        }
        if (c.wants_grad()) c.grad().array() += y.grad().array() * f;
    });
    return y;
}

template <class T>
Var<T> lstm_state(Var<T> gates, Var<T> c) {
    Tape<T>& tape = gates.tape();
    const Eigen::Index H = c.rows();
    const Var<T> y = tape.make(H, c.cols(), {gates, c});
    tape.result(y) = gates.value().bottomRows(H).array() * c.value().array().tanh();
    tape.adjoint(y, [gates, c, y, H] {
        const Matrix<T> t = c.value().array().tanh();
        if (gates.wants_grad()) gates.grad().bottomRows(H).array() += y.grad().array() * t.array();
        if (c.wants_grad())
            c.grad().array() +=
                y.grad().array() * gates.value().bottomRows(H).array() * (T(1) - t.array().square());
    });
    return y;
}

#define HEED_INSTANTIATE(T)                                                                                  \
    template Var<T> gru_gates(Var<T>, Var<T>);                                                               \
    template Var<T> gru_state(Var<T>, Var<T>);                                                               \
    template Var<T> lstm_gates(Var<T>, Var<T>);                                                              \
    template Var<T> lstm_memory(Var<T>, Var<T>);                                                             \
    template Var<T> lstm_state(Var<T>, Var<T>);
HEED_INSTANTIATE(float)
HEED_INSTANTIATE(double)
#undef HEED_INSTANTIATE

} // namespace heed
