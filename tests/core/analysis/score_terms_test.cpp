#include "core/analysis/score_terms.h"
#include "core/attention/scores.h"
#include "tests/support/random_model.h"
#include "tests/support/samples/sample_trace.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace heed::analysis {
namespace {

TEST(ScoreTerms, ProductsSumToTheEnergy) {
    const Trace trace = sample_trace(13, 11);
    ASSERT_TRUE(has_score_terms(trace));
    for (const int i : {0, 6, 10})
        for (const int j : {0, 2, 12}) {
            const ScoreTerms terms = score_terms(trace, i, j);
            EXPECT_NEAR(terms.product.sum(), terms.energy, 1e-4);
            EXPECT_EQ(terms.energy, trace.at(Quantity::Energies)(j, i));
        }
}

/// Files of runs keep neither projection: what is left there need not be of one length.
TEST(ScoreTerms, VectorsOfTwoLengthsHaveNoProduct) {
    Trace trace = test::random_trace(test::config_of("general", Order::Luong));
    ASSERT_TRUE(has_score_terms(trace, 0));
    trace.erase(Quantity::QueryProjection);
    trace.erase(Quantity::Key);
    trace.set(Quantity::Query, 0, MatrixXf::Ones(trace.at(Quantity::Annotation).rows() + 1, trace.outputs()));
    EXPECT_FALSE(has_score_terms(trace, 0));
}

/// Every function in both orders: what the inspector lists adds up to what the model computed.
class ScoreTermsOf : public testing::TestWithParam<std::tuple<std::string, Order>> {};

TEST_P(ScoreTermsOf, TermsSumToTheEnergy) {
    const auto& [function, order] = GetParam();
    const Trace trace = test::random_trace(test::config_of(function, order));
    for (int i = 0; i < trace.outputs(); ++i)
        for (int j = 0; j < trace.source_length(); ++j) {
            ASSERT_TRUE(has_score_terms(trace, j));
            const ScoreTerms t = score_terms(trace, i, j);
            ASSERT_GT(t.units(), 0);
            EXPECT_NE(t.form, ScoreForm::None);
            EXPECT_NEAR(t.total(), trace.at(Quantity::Energies)(j, i), 2e-5) << i << "," << j;
            if (t.form != ScoreForm::Network) continue;
            Eigen::VectorXf asked = t.query;
            if (function.starts_with("token-") && t.extra.size()) asked += t.extra;
            EXPECT_LT((asked - trace.at(Quantity::QueryProjection).col(i)).norm(), 1e-5);
        }
}

std::vector<std::string> weighing_functions() {
    std::vector<std::string> ids{"local-m", "local-p"};
    for (const ScoreInfo& s : score_table())
        if (s.id != "none") ids.emplace_back(s.id);
    return ids;
}

INSTANTIATE_TEST_SUITE_P(Functions, ScoreTermsOf,
                         testing::Combine(testing::ValuesIn(weighing_functions()),
                                          testing::Values(Order::Bahdanau, Order::Luong)),
                         [](const auto& test) {
                             std::string name =
                                 std::get<0>(test.param) + "_" + to_string(std::get<1>(test.param));
                             std::replace(name.begin(), name.end(), '-', '_');
                             return name;
                         });

TEST(ScoreTerms, APlaceWithoutASlotHasNone) {
    Seq2SeqConfig config = test::config_of("location");
    config.attention.positions = 4;
    const Trace trace = test::random_trace(config);
    EXPECT_TRUE(has_score_terms(trace, 3));
    EXPECT_FALSE(has_score_terms(trace, 4));
}

TEST(ScoreTerms, TheWindowIsWhereTheModelPutIt) {
    const Trace trace = test::random_trace(test::config_of("local-p", Order::Luong));
    for (int i = 0; i < trace.outputs(); ++i) {
        const WindowTerms t = window_terms(trace, i);
        EXPECT_EQ(t.units(), 10);
        EXPECT_NEAR(static_cast<float>(trace.source_length() - 1) * t.share, t.position, 1e-4);
        EXPECT_EQ(t.position, trace.at(Quantity::Position)(0, i));
    }
}

TEST(ScoreTerms, AbsentWithoutAttention) {
    SampleOptions options;
    options.score = "none";
    EXPECT_FALSE(has_score_terms(sample_trace(5, 4, options)));
}

TEST(ScoreTerms, LargestUnitsBySize) {
    const Eigen::Vector4f terms(0.1f, -0.9f, 0.5f, 0.5f);
    EXPECT_EQ(largest_units(terms, 3), (std::vector<int>{1, 2, 3}));
    EXPECT_EQ(largest_units(terms, 9).size(), 4u);
    EXPECT_TRUE(largest_units(Eigen::VectorXf(), 4).empty());
}

TEST(ScoreTerms, SaturationCountsBothSigns) {
    ScoreTerms terms;
    terms.tanh = Eigen::Vector4f(0.96f, -0.99f, 0.95f, 0);
    EXPECT_EQ(saturated_units(terms), 2);
}

} // namespace
} // namespace heed::analysis
