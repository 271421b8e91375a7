// Attention on a plane: its laws.
#include "core/attention/query_pad.h"

#include <cmath>
#include <gtest/gtest.h>

namespace heed::attention {
namespace {

Matrix<double> keys_of(std::initializer_list<std::pair<double, double>> points) {
    Matrix<double> keys(2, static_cast<Eigen::Index>(points.size()));
    Eigen::Index column = 0;
    for (const auto& [x, y] : points) keys.col(column++) << x, y;
    return keys;
}
const Matrix<double> five = keys_of({{1.35, 1}, {-1, 1.35}, {-1.5, -.6}, {.3, -1.45}, {1.75, -.5}});

struct Answer {
    Matrix<double> energies, weights, context;
};
Answer ask(std::string_view score, const Matrix<double>& keys, const Matrix<double>& queries,
           double temperature = 1) {
    const auto set = pad_parameters<double>(score);
    Tape<double> tape(false);
    nn::Graph<double> graph(tape, set);
    const auto answer = ask_pad(graph, score, keys, queries, temperature);
    return {answer.energies.value(), answer.weights.value(), answer.context.value()};
}
Matrix<double> query(double x, double y) { return keys_of({{x, y}}); }

TEST(QueryPad, BoundedScoresStayUnderTheirCeilings) {
    Matrix<double> everywhere(2, 45 * 45);
    for (int n = 0; n < 45 * 45; ++n) everywhere.col(n) << (n % 45 - 22) / 10.0, (n / 45 - 22) / 10.0;
    for (const char* score : {"cosine", "cosine-beta"})
        for (const double temperature : {.1, 1., 10.}) {
            const double most = ask(score, five, everywhere, temperature).weights.maxCoeff();
            const double ceiling = pad_ceiling(score, 5, temperature);
            EXPECT_LE(most, ceiling + 1e-12) << score << temperature;
            EXPECT_GT(most, 0.5 * ceiling) << "it says something";
        }
    EXPECT_NEAR(pad_ceiling("cosine", 5, 1), std::exp(2) / (std::exp(2) + 4), 1e-12);
    EXPECT_EQ(pad_ceiling("dot", 5, 1), 1);
}

TEST(QueryPad, WeightsSumToOneAndTheContextStaysInsideTheKeys) {
    for (const PadScore& score : pad_scores())
        for (const double temperature : {.1, 1., 10.}) {
            const Answer answer = ask(score.id, five, query(.95, .85), temperature);
            EXPECT_NEAR(answer.weights.sum(), 1, 1e-12) << score.id;
            EXPECT_GE(answer.weights.minCoeff(), 0);
            EXPECT_NEAR((five * answer.weights.transpose() - answer.context).norm(), 0, 1e-12);
            for (int side = 0; side < 2; ++side) {
                EXPECT_LE(answer.context(side, 0), five.row(side).maxCoeff());
                EXPECT_GE(answer.context(side, 0), five.row(side).minCoeff());
            }
        }
}

TEST(QueryPad, ALongQuerySharpensDotAndNotCosine) {
    const double near = ask("dot", five, query(.5, .4)).weights.maxCoeff(),
                 far = ask("dot", five, query(2, 1.6)).weights.maxCoeff();
    EXPECT_GT(far, near + 0.2);
    EXPECT_NEAR(ask("cosine", five, query(.5, .4)).weights.maxCoeff(),
                ask("cosine", five, query(2, 1.6)).weights.maxCoeff(), 1e-12);
    for (const char* score : {"dot", "scaled", "general", "cosine"}) // on the origin they say "even"
        EXPECT_NEAR(ask(score, five, query(0, 0)).weights.maxCoeff(), 0.2, 1e-12) << score;
}

TEST(QueryPad, LocationNeverLooksAtAKey) {
    Matrix<double> moved = five;
    moved.col(2) << 2, 2;
    EXPECT_EQ(ask("location", five, query(1, -1)).energies, ask("location", moved, query(1, -1)).energies);
    EXPECT_NE(ask("dot", five, query(1, -1)).energies, ask("dot", moved, query(1, -1)).energies);
}

TEST(QueryPad, OneKeyGetsAll) {
    for (const PadScore& score : pad_scores())
        EXPECT_EQ(ask(score.id, keys_of({{1, 1}}), query(-1, 2)).weights(0, 0), 1) << score.id;
}

} // namespace
} // namespace heed::attention
