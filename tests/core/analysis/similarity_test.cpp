#include "core/analysis/similarity.h"

#include <gtest/gtest.h>

namespace heed::analysis {
namespace {

TEST(Similarity, RowsByCosineWithoutTheRowItself) {
    Eigen::MatrixXf table(5, 2);
    table << 1, 0, 10, 1, 0, 3, -1, 0, 0, 0;
    const auto found = most_similar_rows(table, 0, 3);
    ASSERT_EQ(found.size(), 3u);
    EXPECT_EQ(found[0].index, 1);
    EXPECT_NEAR(found[0].cosine, 10 / std::sqrt(101.0), 1e-6);
    EXPECT_EQ(found[1].index, 2); // at a right angle, as is the row without length, which comes later
    EXPECT_EQ(found[2].index, 4);
    EXPECT_EQ(found[2].cosine, 0);
}

TEST(Similarity, SkippedRowsAreNotListed) {
    const Eigen::MatrixXf table = Eigen::MatrixXf::Ones(3, 2);
    const auto found = most_similar_rows(table, 2, 5, {true, false, false});
    ASSERT_EQ(found.size(), 1u);
    EXPECT_EQ(found[0].index, 1);
}

TEST(Similarity, ColumnsWithOneColumn) {
    Eigen::MatrixXf columns(2, 3);
    columns << 3, 0, 0, 0, 2, 0;
    const Eigen::VectorXf cosines = cosines_with_column(columns, 0);
    EXPECT_NEAR(cosines(0), 1, 1e-6);
    EXPECT_EQ(cosines(1), 0);
    EXPECT_EQ(cosines(2), 0);
}

} // namespace
} // namespace heed::analysis
