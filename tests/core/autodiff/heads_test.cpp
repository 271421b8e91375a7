// Attention of several heads against central finite differences, and what its values must be.
#include "core/autodiff/gelu.h"
#include "core/autodiff/heads.h"
#include "core/autodiff/ops.h"
#include "core/autodiff/rms_norm.h"
#include "tests/core/autodiff/gradcheck.h"

namespace heed {
namespace {

using D = double;
using Vars = std::vector<Var<D>>;

Matrix<D> random_matrix(Eigen::Index rows, Eigen::Index cols, std::uint64_t seed) {
    Random random(seed);
    Matrix<D> m(rows, cols);
    for (D& value : m.reshaped()) value = random.uniform(-1, 1);
    return m;
}

/// A loss that weighs every entry differently.
Var<D> weighed(Var<D> x) {
    return sum_of_squares(add(x, x.tape().constant(random_matrix(x.rows(), x.cols(), 99))));
}

constexpr Heads two_of_two{2, 2, 3, 4}; // heads, items, queries, keys

struct HeadCase {
    const char* name;
    std::vector<Matrix<D>> inputs;
    std::function<Var<D>(const Vars&)> operation;
};

std::vector<HeadCase> head_cases() {
    const Heads h = two_of_two, one{2, 2, 3, 4, true};
    return {
        {"energies",
         {random_matrix(6, 6, 1), random_matrix(6, 8, 2)},
         [h](const Vars& v) { return head_energies(v[0], v[1], h, 0.7); }},
        {"energies_of_more_keys_than_count",
         {random_matrix(6, 6, 1), random_matrix(6, 12, 2)},
         [h](const Vars& v) { return head_energies(v[0], v[1], h, 0.7); }},
        {"energies_of_one_memory",
         {random_matrix(6, 6, 1), random_matrix(6, 4, 2)},
         [one](const Vars& v) { return head_energies(v[0], v[1], one, 1.0); }},
        {"bias",
         {random_matrix(4, 12, 1), random_matrix(3, 2, 2)},
         [h](const Vars& v) {
             return add_head_bias(v[0], v[1], h, {0, 1, 2, 1, 0, 1, 2, 1, 0, 2, 2, 1});
         }},
        {"softmax",
         {random_matrix(4, 12, 1)},
         [h](const Vars& v) {
             return head_softmax(v[0], h, {2, 3, 4, 2, 3, 3}, {0, 1});
         }},
        {"mixture",
         {random_matrix(6, 8, 1), random_matrix(4, 12, 2)},
         [h](const Vars& v) { return head_mixture(v[0], v[1], h); }},
        {"mixture_of_one_memory",
         {random_matrix(6, 4, 1), random_matrix(4, 12, 2)},
         [one](const Vars& v) { return head_mixture(v[0], v[1], one); }},
        {"gelu_tanh", {3 * random_matrix(3, 2, 1)}, [](const Vars& v) { return gelu_tanh(v[0]); }},
        {"swish", {3 * random_matrix(3, 2, 1)}, [](const Vars& v) { return swish(v[0], 1.702); }},
        {"rms_norm",
         {random_matrix(5, 3, 1), random_matrix(5, 1, 2)},
         [](const Vars& v) { return rms_norm(v[0], v[1], 1e-3); }},
    };
}

TEST(Heads, gradients_agree_with_finite_differences) {
    for (const HeadCase& c : head_cases()) {
        SCOPED_TRACE(c.name);
        test::expect_gradients(c.inputs, [&](Tape<D>&, const Vars& v) { return weighed(c.operation(v)); });
    }
}

TEST(Heads, a_head_sees_its_own_rows_alone) {
    const Heads h = two_of_two;
    Tape<D> tape(false);
    const Matrix<D> q = random_matrix(6, 6, 1), k = random_matrix(6, 8, 2), v = random_matrix(6, 8, 3);
    const Var<D> e = head_energies(tape.constant(q), tape.constant(k), h, 1.0);
    const Var<D> a = head_softmax(e, h, std::vector<int>(6, 4));
    const Var<D> c = head_mixture(tape.constant(v), a, h);
    for (int b = 0; b < 2; ++b)
        for (int head = 0; head < 2; ++head)
            for (int i = 0; i < 3; ++i) {
                Eigen::Vector3d mixed = Eigen::Vector3d::Zero();
                for (int j = 0; j < 4; ++j) {
                    const double product =
                        q.col(i * 2 + b).segment(3 * head, 3).dot(k.col(j * 2 + b).segment(3 * head, 3));
                    EXPECT_NEAR(e.value()(j, h.column(b, head, i)), product, 1e-14);
                    mixed += a.value()(j, h.column(b, head, i)) * v.col(j * 2 + b).segment(3 * head, 3);
                }
                EXPECT_NEAR((c.value().col(i * 2 + b).segment(3 * head, 3) - mixed).norm(), 0, 1e-14);
            }
}

TEST(Heads, what_may_not_be_seen_gets_exactly_nothing) {
    const Heads h = two_of_two;
    const std::vector<int> last{2, 3, 4, 2, 3, 3}, first{0, 1};
    Tape<D> tape(false);
    const Matrix<D> a = head_softmax(tape.constant(random_matrix(4, 12, 1)), h, last, first).value();
    for (int b = 0; b < 2; ++b)
        for (int head = 0; head < 2; ++head)
            for (int i = 0; i < 3; ++i) {
                const auto column = a.col(h.column(b, head, i));
                EXPECT_NEAR(column.sum(), 1, 1e-14);
                for (int j = 0; j < 4; ++j) {
                    const bool seen = j >= first[static_cast<std::size_t>(b)] &&
                                      j < last[static_cast<std::size_t>(b * 3 + i)];
                    EXPECT_EQ(column(j) > 0, seen) << j;
                }
            }
}

TEST(Heads, units_are_what_their_equations_say) {
    Tape<D> tape(false);
    Matrix<D> x(1, 4);
    x << -2, 0, 0.5, 3;
    for (int k = 0; k < 4; ++k) {
        const double v = x(0, k), u = std::sqrt(2 / M_PI) * (v + 0.044715 * v * v * v);
        EXPECT_NEAR(gelu_tanh(tape.constant(x)).value()(0, k), 0.5 * v * (1 + std::tanh(u)), 1e-14);
        EXPECT_NEAR(swish(tape.constant(x), 1.0).value()(0, k), v / (1 + std::exp(-v)), 1e-14);
    }
    const Matrix<D> y =
        rms_norm(tape.constant(Matrix<D>(x.transpose())), tape.constant(Matrix<D>::Ones(4, 1)), 0.0).value();
    EXPECT_NEAR(y.squaredNorm(), 4, 1e-12);
    EXPECT_NEAR(y(0, 0) / y(3, 0), -2.0 / 3, 1e-12);
}

} // namespace
} // namespace heed
