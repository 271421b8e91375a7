#include "core/analysis/gold/alignment_error.h"

#include <gtest/gtest.h>

namespace heed::analysis {
namespace {

TEST(AlignmentError, OfAWellKnownExample) {
    const std::vector<Link> gold{{0, 0}, {1, 1}, {2, 2}}, found{{0, 0}, {1, 2}, {2, 1}};
    EXPECT_NEAR(*count_links(found, gold).error_rate(), 2.0 / 3, 1e-12);
    EXPECT_NEAR(*count_links(gold, gold).error_rate(), 0, 1e-12);
}

TEST(AlignmentError, PossibleLinksForgiveButAreNotMissed) {
    const AlignmentCounts counts = count_links({{0, 0}, {1, 0}, {1, 1}, {1, 1}}, {{0, 0}}, {{1, 0}, {0, 0}});
    EXPECT_EQ(counts.links, 3); // given twice, counted once
    EXPECT_EQ(counts.sure, 1);
    EXPECT_EQ(counts.in_sure, 1);
    EXPECT_EQ(counts.in_possible, 2);
    EXPECT_NEAR(*counts.error_rate(), 1 - 3.0 / 4, 1e-12);
    EXPECT_FALSE(AlignmentCounts{}.error_rate().has_value());
}

// Source a b c </s>, target x y - z </s>; nothing is known of the dash.
Eigen::MatrixXf weights() {
    Eigen::MatrixXf w(4, 5);
    //   x     y     -     z     </s>
    w << 0.7f, 0.6f, 1.0f, 0.1f, 0.0f, // a
        0.1f, 0.2f, 0.0f, 0.1f, 0.0f,  // b
        0.1f, 0.1f, 0.0f, 0.2f, 0.9f,  // c
        0.1f, 0.1f, 0.0f, 0.6f, 0.1f;  // </s>
    return w;
}

TEST(AlignmentError, OfWeights) {
    AlignmentError error;
    error.add(weights(), {{0, 0}, {1, 1}, {2, 3}}, {{0, 1}});
    // A = {a-x, a-y}; z's largest weight is on the end: no link.
    EXPECT_EQ(error.shift0.links, 2);
    EXPECT_EQ(error.shift0.sure, 3);
    EXPECT_EQ(error.shift0.in_sure, 1);
    EXPECT_EQ(error.shift0.in_possible, 2);
    // Next outputs: x <- y's row (a), y <- the dash's row (a), z <- the end's row (c).
    EXPECT_EQ(error.shift1.links, 3);
    EXPECT_EQ(error.shift1.in_sure, 2);
    EXPECT_EQ(error.shift1.in_possible, 3);
    // Rows x, y, z without the end: .9 + .9 + .4; on sure .7 + .2 + .2, and .6 on the possible one.
    EXPECT_NEAR(error.soft.links, 2.2, 1e-6);
    EXPECT_NEAR(error.soft.in_sure, 1.1, 1e-6);
    EXPECT_NEAR(error.soft.in_possible, 1.7, 1e-6);
    EXPECT_EQ(error.rows, 3);
    EXPECT_EQ(error.in_gold, 2);
    EXPECT_EQ(error.within_one, 3); // the end is beside c
    // One link each for x, y and z, all of them sure.
    EXPECT_EQ(error.perfect.links, 3);
    EXPECT_EQ(error.perfect.in_sure, 3);
    EXPECT_EQ(error.perfect.error_rate(), 0);
}

// Where a token has several sure links, one strongest weight cannot be on all of them.
TEST(AlignmentError, OfAPerfectMapIsWhatNoMapComesBelow) {
    const std::vector<Link> sure{{0, 0}, {1, 0}, {2, 0}, {1, 1}}, possible{{2, 3}};
    AlignmentError error;
    error.add(weights(), sure, possible);
    EXPECT_NEAR(*error.perfect.error_rate(), 1 - 5.0 / 7, 1e-12); // 3 links, 2 of them sure; 4 sure in all
    for (int of_x = 0; of_x < 3; ++of_x)
        for (int of_y = 0; of_y < 3; ++of_y)
            for (int of_z = 0; of_z < 3; ++of_z) {
                const auto counts = count_links({{of_x, 0}, {of_y, 1}, {of_z, 3}}, sure, possible);
                EXPECT_GE(*counts.error_rate() + 1e-12, *error.perfect.error_rate());
            }
}

TEST(AlignmentError, PoolsCountsNotRates) {
    AlignmentError one, two;
    one.add(weights(), {{0, 0}}, {});
    two.add(weights(), {{1, 1}, {2, 3}}, {});
    two += one;
    EXPECT_EQ(two.shift0.sure, 3);
    EXPECT_EQ(two.shift0.links, 2);
    EXPECT_EQ(two.shift0.in_sure, 1);
    EXPECT_NEAR(*two.shift0.error_rate(), 1 - 2.0 / 5, 1e-12);
}

} // namespace
} // namespace heed::analysis
