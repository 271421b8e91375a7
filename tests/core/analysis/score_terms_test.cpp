#include "core/analysis/score_terms.h"
#include "tests/support/sample_trace.h"

#include <gtest/gtest.h>

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
