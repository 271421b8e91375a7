#include "core/analysis/divergence.h"

#include "core/base/random.h"

#include <gtest/gtest.h>

#include <cmath>

namespace heed::analysis {
namespace {

Eigen::VectorXf random_row(Random& random, int length, float sum) {
    Eigen::VectorXf row(length);
    for (int j = 0; j < length; ++j)
        row(j) = random.real() < 0.3 ? 0.0f : static_cast<float>(std::pow(random.real(), 4));
    row(static_cast<int>(random.below(static_cast<std::uint64_t>(length)))) += 0.1f;
    return row * (sum / row.sum());
}

/// A run that wrote these tokens, its weights the given columns. "." is the end token.
Trace run(const std::vector<std::string>& tokens, Eigen::MatrixXf weights) {
    Trace trace;
    trace.source.resize(static_cast<std::size_t>(weights.rows()));
    for (const std::string& token : tokens) {
        TraceStep step;
        step.token.text = token;
        step.token.is_end = token == ".";
        trace.steps.push_back(step);
    }
    if (weights.size() != 0) trace.set(Quantity::Weights, 0, std::move(weights));
    return trace;
}

TEST(Divergence, OfKnownRows) {
    const Eigen::Vector2f one(1, 0), other(0, 1), even(0.5f, 0.5f);
    EXPECT_EQ(divergence(one, one), 0.0);
    EXPECT_EQ(divergence(one, other), 1.0);
    // m = (.75, .25): (log2(4/3) + .5 log2(2/3) + .5 log2(2)) / 2
    EXPECT_NEAR(*divergence(one, even), (std::log2(4 / 3.0) + 0.5 * std::log2(2 / 3.0) + 0.5) / 2, 1e-12);
}

TEST(Divergence, IsSymmetricWithinOneBitAndNothingForItself) {
    Random random(7);
    for (int k = 0; k < 500; ++k) {
        const int length = 1 + static_cast<int>(random.below(40));
        const Eigen::VectorXf p = random_row(random, length, 1), q = random_row(random, length, 1);
        const double there = *divergence(p, q), back = *divergence(q, p);
        EXPECT_NEAR(there, back, 1e-12);
        EXPECT_GE(there, 0);
        EXPECT_LE(there, 1);
        EXPECT_NEAR(*divergence(p, p), 0, 1e-12);
        EXPECT_NEAR(*divergence(p, q * 1.7f), there, 1e-6); // a row of more than 1 is divided by its sum
    }
}

/// local-p beside general: the same token, and less of it, is not the same.
TEST(Divergence, WhatARowLacksLiesOnNoPosition) {
    const Eigen::Vector2f whole(1, 0), less(0.6f, 0);
    // m = (.8, 0) and .2 on nothing: (log2(1/.8) + .6 log2(.6/.8) + .4 log2(.4/.2)) / 2
    EXPECT_NEAR(*divergence(whole, less),
                (std::log2(1 / 0.8) + 0.6 * std::log2(0.6 / 0.8) + 0.4 * std::log2(2.0)) / 2, 1e-6);
    EXPECT_EQ(divergence(less, less), 0.0);
    EXPECT_EQ(divergence(Eigen::Vector2f(0, 0), Eigen::Vector2f(0, 1)), 1.0);
    const std::vector<double> terms = divergence_terms(whole, less);
    ASSERT_EQ(terms.size(), 3u);
    EXPECT_NEAR(terms[0] + terms[1] + terms[2], *divergence(whole, less), 1e-12);
    EXPECT_NEAR(terms[2], 0.2, 1e-6);
}

TEST(Divergence, IsUndefinedForOtherLengths) {
    EXPECT_FALSE(divergence(Eigen::Vector2f(1, 0), Eigen::Vector3f(1, 0, 0)));
}

TEST(Divergence, OfRunsIsTheMeanOverTheirRows) {
    Eigen::MatrixXf left(2, 2), right(2, 2);
    left << 1, 1, 0, 0;
    right << 1, 0, 0, 1;
    EXPECT_EQ(divergence(run({"a", "."}, left), run({"a", "."}, right)), 0.5);
    right.col(1).setZero(); // it looks at nothing, where the other looks at something
    EXPECT_EQ(divergence(run({"a", "."}, left), run({"a", "."}, right)), 0.5);
}

TEST(Divergence, OfRunsIsUndefinedWhereThereIsNothingToCompare) {
    const Eigen::MatrixXf two = Eigen::MatrixXf::Identity(2, 2), three = Eigen::MatrixXf::Identity(3, 3);
    EXPECT_FALSE(divergence(run({"a", "."}, two), run({"a", "b", "."}, three))); // other sources
    EXPECT_FALSE(divergence(run({"a", "."}, two), run({"a", "."}, {})));         // no attention
    EXPECT_FALSE(divergence(run({"a", "b"}, two), run({"c", "d"}, two)));
}

TEST(Divergence, ATokenMoreShiftsNothing) {
    const Trace a = run({"la", "zone", "."}, Eigen::MatrixXf::Identity(3, 3));
    Eigen::MatrixXf weights(3, 4);
    weights << 0, 1, 0, 0, 1, 0, 1, 0, 0, 0, 0, 1;
    const Trace b = run({"de", "la", "zone", "."}, weights);
    EXPECT_EQ(shared_outputs(a, b), (std::vector<std::pair<int, int>>{{0, 1}, {1, 2}, {2, 3}}));
    EXPECT_EQ(divergence(a, b), 0.0);
}

TEST(Divergence, SharedOutputsAreInOrderAndAsManyAsCanBe) {
    const auto of = [](const std::vector<std::string>& tokens) { return run(tokens, {}); };
    using Pairs = std::vector<std::pair<int, int>>;
    EXPECT_EQ(shared_outputs(of({"x", "a", "b", "c", "."}), of({"x", "b", "a", "c", "d", "."})),
              (Pairs{{0, 0}, {1, 2}, {3, 3}, {4, 5}}));
    EXPECT_EQ(shared_outputs(of({"a", "a", "a"}), of({"a"})), (Pairs{{2, 0}})); // the last
    EXPECT_EQ(shared_outputs(of({"</s>"}), of({"."})), Pairs{}); // a token that is only written so
    EXPECT_EQ(shared_outputs(of({}), of({"a"})), Pairs{});
    const auto a = of({"p", "q", "r", "s", "."}), b = of({"q", "x", "s", "r", "."});
    for (const auto& [i, k] : shared_outputs(a, b))
        EXPECT_EQ(a.steps[static_cast<std::size_t>(i)].token.text,
                  b.steps[static_cast<std::size_t>(k)].token.text);
    EXPECT_EQ(shared_outputs(a, b).size(), 3u);
}

TEST(Divergence, VeryLongOutputsThatDifferAreComparedInPlace) {
    std::vector<std::string> left(3000, "a"), right(3000, "b");
    left[1500] = right[1500] = "c";
    EXPECT_EQ(shared_outputs(run(left, {}), run(right, {})),
              (std::vector<std::pair<int, int>>{{1500, 1500}}));
}

} // namespace
} // namespace heed::analysis
