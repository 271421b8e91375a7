// Every operation against central finite differences, and the properties of the values themselves.
#include "core/autodiff/gelu.h"
#include "core/autodiff/ops.h"
#include "tests/core/autodiff/gradcheck.h"

#include <array>

namespace heed {
namespace {

using D = double;
using Vars = std::vector<Var<D>>;
using test::expect_gradients;

Matrix<D> noise(Eigen::Index rows, Eigen::Index cols, std::uint64_t seed) {
    Random random(seed);
    Matrix<D> m(rows, cols);
    for (Eigen::Index k = 0; k < m.size(); ++k) m.data()[k] = random.uniform(-1, 1);
    return m;
}

/// A loss that weighs every entry differently, so that no gradient can hide behind another.
Var<D> weigh(Var<D> x) {
    const Var<D> weights = x.tape().constant(noise(x.rows(), x.cols(), 99));
    const Var<D> product = multiply(x, weights);
    const Var<D> left = x.tape().constant(Matrix<D>::Ones(1, x.rows()));
    const Var<D> right = x.tape().constant(Matrix<D>::Ones(x.cols(), 1));
    return matmul(matmul(left, product), right);
}

struct Case {
    const char* name;
    std::vector<Matrix<D>> inputs;
    std::function<Var<D>(const Vars&)> operation;
};

std::vector<Case> cases() {
    static const std::array<int, 4> ids{2, 0, 2, 1};
    static const std::array<int, 2> lengths{3, 2};
    static const std::array<int, 3> targets{1, 0, 3};
    static const std::array<D, 3> weights{1.0, 0.5, 2.0};
    return {
        {"matmul", {noise(3, 4, 1), noise(4, 2, 2)}, [](const Vars& v) { return matmul(v[0], v[1]); }},
        {"matmul_shared",
         {noise(3, 3, 1), noise(3, 2, 2)},
         [](const Vars& v) { return matmul(v[0], matmul(v[0], v[1])); }},
        {"affine",
         {noise(3, 4, 1), noise(4, 2, 2), noise(3, 1, 3)},
         [](const Vars& v) { return affine(v[0], v[1], v[2]); }},
        {"add_bias", {noise(3, 2, 1), noise(3, 1, 2)}, [](const Vars& v) { return add_bias(v[0], v[1]); }},
        {"lookup", {noise(3, 5, 1)}, [](const Vars& v) { return lookup<D>(v[0], ids); }},
        {"add", {noise(3, 2, 1), noise(3, 2, 2)}, [](const Vars& v) { return add(v[0], v[1]); }},
        {"add_itself", {noise(3, 2, 1)}, [](const Vars& v) { return add(v[0], v[0]); }},
        {"multiply", {noise(3, 2, 1), noise(3, 2, 2)}, [](const Vars& v) { return multiply(v[0], v[1]); }},
        {"multiply_itself", {noise(3, 2, 1)}, [](const Vars& v) { return multiply(v[0], v[0]); }},
        {"scale", {noise(3, 2, 1)}, [](const Vars& v) { return scale(v[0], -2.5); }},
        {"divide",
         {noise(3, 2, 1), noise(3, 2, 2).array().abs() + 0.5},
         [](const Vars& v) { return divide(v[0], v[1]); }},
        {"share_rows", {noise(2, 3, 1).array().abs() + 0.1}, [](const Vars& v) { return share_rows(v[0]); }},
        {"overlap_rows",
         {noise(2, 3, 1), noise(2, 3, 2)},
         [](const Vars& v) { return overlap_rows(v[0], v[1]); }},
        {"sum_by_word",
         {noise(2, 2, 1)}, // two items of two positions: words 2 and 2, 0 and 1
         [](const Vars& v) { return sum_by_word<D>(v[0], ids, 4); }},
        {"mix",
         {noise(1, 2, 1), noise(3, 2, 2), noise(5, 2, 3)},
         [](const Vars& v) { return mix(v[0], v[1], v[2]); }},
        {"log_of", {noise(3, 2, 1).array().abs() + 0.1}, [](const Vars& v) { return log_of(v[0]); }},
        {"tanh", {noise(3, 2, 1)}, [](const Vars& v) { return tanh(v[0]); }},
        {"sigmoid", {noise(3, 2, 1)}, [](const Vars& v) { return sigmoid(v[0]); }},
        {"dropout",
         {noise(3, 2, 1)},
         [](const Vars& v) {
             Random r(5);
             return dropout(v[0], 0.4, r);
         }},
        {"concat_rows",
         {noise(3, 2, 1), noise(1, 2, 2)},
         [](const Vars& v) {
             return concat_rows<D>({v[0], v[1], v[0]});
         }},
        {"concat_columns",
         {noise(3, 2, 1), noise(3, 1, 2)},
         [](const Vars& v) {
             return concat_columns<D>({v[0], v[1], v[0]});
         }},
        {"columns", {noise(3, 5, 1)}, [](const Vars& v) { return columns(v[0], 1, 3); }},
        {"choose_columns",
         {noise(3, 3, 1), noise(3, 3, 2)},
         [](const Vars& v) {
             return choose_columns(v[0], v[1], {true, false, true});
         }},
        {"gather_columns",
         {noise(3, 3, 1)},
         [](const Vars& v) {
             return gather_columns(v[0], {2, 0, 2, 1});
         }},
        {"max_pairs", {noise(6, 3, 1)}, [](const Vars& v) { return max_pairs(v[0]); }},
        {"gelu", {noise(3, 2, 1)}, [](const Vars& v) { return gelu(v[0]); }},
        {"leaky_relu", {noise(3, 2, 1)}, [](const Vars& v) { return leaky_relu(v[0], 0.01); }},
        {"prelu", {noise(3, 4, 1), noise(3, 1, 2)}, [](const Vars& v) { return prelu(v[0], v[1]); }},
        {"reshape", {noise(3, 4, 1)}, [](const Vars& v) { return reshape(v[0], 2, 6); }},
        {"stack_positions", {noise(2, 6, 1)}, [](const Vars& v) { return stack_positions(v[0], 2, 3); }},
        {"stack_positions_past_the_last",
         {noise(2, 6, 1)},
         [](const Vars& v) { return stack_positions(v[0], 3, 4); }},
        {"scale_positions",
         {noise(3, 6, 1), noise(2, 3, 2)},
         [](const Vars& v) { return scale_positions(v[0], v[1]); }},
        {"sum_of_squares", {noise(3, 2, 1)}, [](const Vars& v) { return sum_of_squares(v[0]); }},
        {"softmax_where",
         {noise(2, 4, 1)},
         [](const Vars& v) {
             Mask where(2, 4);
             where << true, false, true, true, false, false, true, true;
             return softmax_where(v[0], where);
         }},
        {"softmax_few", {noise(2, 4, 1)}, [](const Vars& v) { return softmax_few(v[0]); }},
        {"sigmoid_where",
         {noise(2, 4, 1)},
         [](const Vars& v) {
             Mask where(2, 4);
             where << true, false, true, true, false, false, true, true;
             return sigmoid_where(v[0], where);
         }},
        {"dot_tiled", {noise(3, 8, 1), noise(3, 2, 2)}, [](const Vars& v) { return dot_tiled(v[0], v[1]); }},
        {"dot_tiled_of_one",
         {noise(3, 4, 1), noise(3, 1, 2)},
         [](const Vars& v) { return dot_tiled(v[0], v[1]); }},
        {"unit_columns", {noise(3, 4, 1)}, [](const Vars& v) { return unit_columns(v[0]); }},
        {"scale_by_exp",
         {noise(2, 4, 1), noise(1, 1, 2)},
         [](const Vars& v) { return scale_by_exp(v[0], v[1]); }},
        {"slot_rows", {noise(5, 2, 1)}, [](const Vars& v) { return slot_rows(v[0], 3); }},
        {"convolve_rows",
         {noise(2, 3, 1), noise(2, 5, 2)},
         [](const Vars& v) { return convolve_rows(v[0], v[1]); }},
        {"convolve_rows_wider_than_the_rows",
         {noise(2, 7, 1), noise(2, 2, 2)},
         [](const Vars& v) { return convolve_rows(v[0], v[1]); }},
        {"gaussian_rows", {noise(2, 1, 1)}, [](const Vars& v) { return gaussian_rows(v[0], 4, 1.5); }},
        {"gru_gates", {noise(6, 3, 1), noise(6, 3, 2)}, [](const Vars& v) { return gru_gates(v[0], v[1]); }},
        {"gru_state", {noise(6, 3, 1), noise(2, 3, 2)}, [](const Vars& v) { return gru_state(v[0], v[1]); }},
        {"lstm_gates",
         {noise(8, 3, 1), noise(8, 3, 2)},
         [](const Vars& v) { return lstm_gates(v[0], v[1]); }},
        {"lstm_memory",
         {noise(8, 3, 1), noise(2, 3, 2)},
         [](const Vars& v) { return lstm_memory(v[0], v[1]); }},
        {"lstm_state",
         {noise(8, 3, 1), noise(2, 3, 2)},
         [](const Vars& v) { return lstm_state(v[0], v[1]); }},
        {"add_tiled", {noise(3, 6, 1), noise(3, 2, 2)}, [](const Vars& v) { return add_tiled(v[0], v[1]); }},
        {"dot_rows", {noise(3, 1, 1), noise(3, 6, 2)}, [](const Vars& v) { return dot_rows(v[0], v[1], 2); }},
        {"weighted_sum",
         {noise(3, 6, 1), noise(2, 3, 2)},
         [](const Vars& v) { return weighted_sum(v[0], v[1]); }},
        {"weighted_sum_single",
         {noise(3, 4, 1), noise(1, 4, 2)},
         [](const Vars& v) { return weighted_sum(v[0], v[1]); }},
        {"softmax_rows", {noise(2, 3, 1)}, [](const Vars& v) { return softmax_rows<D>(v[0], lengths); }},
        {"log_softmax", {noise(4, 3, 1)}, [](const Vars& v) { return log_softmax(v[0]); }},
        {"negative_log_likelihood",
         {noise(4, 3, 1)},
         [](const Vars& v) { return negative_log_likelihood<D>(v[0], targets, weights); }},
    };
}

class Ops : public testing::TestWithParam<Case> {};

TEST_P(Ops, gradient_agrees_with_finite_differences) {
    const Case& c = GetParam();
    expect_gradients(c.inputs, [&](Tape<D>&, const Vars& v) { return weigh(c.operation(v)); });
}

INSTANTIATE_TEST_SUITE_P(autodiff, Ops, testing::ValuesIn(cases()),
                         [](const auto& p) { return std::string(p.param.name); });

TEST(Softmax, gives_no_weight_past_the_length_and_sums_to_one) {
    Tape<D> tape(false);
    const std::array<int, 2> lengths{3, 1};
    Matrix<D> e = noise(2, 3, 4);
    e(0, 0) = 800; // would overflow without the maximum taken off
    const Matrix<D> a = softmax_rows<D>(tape.leaf(e), lengths).value();
    EXPECT_EQ(a(1, 1), 0);
    EXPECT_EQ(a(1, 2), 0);
    EXPECT_EQ(a(1, 0), 1);
    EXPECT_NEAR(a.row(0).sum(), 1, 1e-15);
}

TEST(Tape, is_as_good_as_new_after_clear) {
    const Matrix<D> W = noise(3, 3, 1), x = noise(3, 2, 2);
    Matrix<D> first;
    Tape<D> tape(true);
    for (int pass = 0; pass < 3; ++pass) {
        tape.clear();
        const Var<D> w = tape.leaf(W);
        tape.backward(weigh(tanh(matmul(w, tape.constant(x)))));
        if (pass == 0) first = w.grad();
        EXPECT_EQ(w.grad(), first);
    }
}

TEST(Tape, without_gradients_gives_the_same_values) {
    const Matrix<D> W = noise(3, 3, 1), x = noise(3, 2, 2);
    Tape<D> with(true), without(false);
    EXPECT_EQ(tanh(matmul(with.leaf(W), with.leaf(x))).value(),
              tanh(matmul(without.leaf(W), without.leaf(x))).value());
}

TEST(Dropout, keeps_the_mean) {
    Tape<D> tape(false);
    Random random(3);
    const Matrix<D> ones = Matrix<D>::Ones(200, 200);
    EXPECT_NEAR(dropout(tape.leaf(ones), 0.3, random).value().mean(), 1, 0.02);
}

// d (w·tanh(W x))/ dx is the same whether or not W's gradient is wanted, and W then has none.
TEST(Tape, WhatIsFixedHasNoGradientAndChangesNoOther) {
    const Matrix<D> W = noise(3, 4, 1), x = noise(4, 2, 2);
    Matrix<D> expected;
    for (const bool fixed : {false, true}) {
        Tape<D> tape(true);
        const Var<D> w = fixed ? tape.fixed(W) : tape.leaf(W), in = tape.leaf(x);
        tape.backward(weigh(tanh(matmul(w, in))));
        EXPECT_EQ(tape.has_grad(w.id()), !fixed);
        if (!fixed) expected = in.grad();
        EXPECT_EQ(in.grad(), expected);
    }
}

// y = u(x) + 2x: cut at u, x has 2 alone, and u what the sum gives it.
TEST(Tape, WhatIsCutKeepsItsGradientAndHandsNothingOn) {
    const Matrix<D> at = noise(3, 2, 1);
    Tape<D> tape(true);
    const Var<D> x = tape.leaf(at), u = tanh(x);
    tape.cut(u);
    tape.backward(weigh(add(u, scale(x, 2.0))));
    EXPECT_EQ(x.grad(), 2 * u.grad());
    EXPECT_EQ(u.grad(), noise(3, 2, 99));
}

} // namespace
} // namespace heed
