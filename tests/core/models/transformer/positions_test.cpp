// How places are told: by waves, and by buckets of distances.
#include "core/models/transformer/positions.h"

#include <gtest/gtest.h>

namespace heed::transformer {
namespace {

TEST(TransformerPositions, buckets_are_single_near_by_and_wide_far_away) {
    for (int distance = -7; distance <= 7; ++distance) // 32 both ways: 8 single distances a side
        EXPECT_EQ(bucket_of(distance, true, 32, 128), distance > 0 ? 16 + distance : -distance);
    EXPECT_EQ(bucket_of(-8, true, 32, 128), 8);
    EXPECT_EQ(bucket_of(-127, true, 32, 128), 15);
    EXPECT_EQ(bucket_of(-100000, true, 32, 128), 15);
    EXPECT_EQ(bucket_of(100000, true, 32, 128), 31);
    for (int distance = 0; distance < 16; ++distance)
        EXPECT_EQ(bucket_of(-distance, false, 32, 128), distance);
    EXPECT_EQ(bucket_of(5, false, 32, 128), 0); // what comes after is not seen
    EXPECT_EQ(bucket_of(-127, false, 32, 128), 31);
    for (int distance = 1; distance < 300; ++distance)
        EXPECT_GE(bucket_of(-distance, false, 32, 128), bucket_of(1 - distance, false, 32, 128));
}

TEST(TransformerPositions, the_three_forms_of_waves) {
    Config c;
    c.positions = Positions::Sinusoidal;
    const Matrix<double> one = place_vectors<double>(c, 6, 3, 2, 1);
    EXPECT_NEAR(one(0, 0), std::sin(3.0), 1e-15);
    EXPECT_NEAR(one(1, 0), std::cos(3.0), 1e-15);
    EXPECT_NEAR(one(4, 1), std::sin(4 / std::pow(10000, 4.0 / 6)), 1e-15);
    c.positions = Positions::Halves;
    const Matrix<double> half = place_vectors<double>(c, 6, 3, 1, 1);
    EXPECT_NEAR(half(1, 0), std::sin(3 / std::pow(10000, 2.0 / 6)), 1e-7);
    EXPECT_NEAR(half(3, 0), std::cos(3.0), 1e-7);
    c.positions = Positions::Fairseq;
    c.position.offset = 2;
    const Matrix<double> shifted = place_vectors<double>(c, 6, 0, 1, 1);
    EXPECT_NEAR(shifted(0, 0), std::sin(2.0), 1e-6);
    EXPECT_NEAR(shifted(2, 0), std::sin(2 / 10000.0), 1e-7); // i = d/2 - 1
}

TEST(TransformerPositions, of_an_odd_number_the_last_is_a_sine_or_nothing) {
    Config c;
    c.positions = Positions::Halves;
    const Matrix<double> halves = place_vectors<double>(c, 5, 0, 4, 1);
    for (int p = 0; p < 4; ++p)
        for (int i = 0; i < 5; ++i) {
            const double angle = p / std::pow(10000.0, 2.0 * (i < 3 ? i : i - 3) / 5);
            EXPECT_NEAR(halves(i, p), i < 3 ? std::sin(angle) : std::cos(angle), 1e-7) << p << " " << i;
        }
    c.positions = Positions::Fairseq;
    c.position.offset = 2;
    const Matrix<double> fairseq = place_vectors<double>(c, 5, 1, 1, 1),
                         even = place_vectors<double>(c, 4, 1, 1, 1);
    EXPECT_EQ(fairseq(4, 0), 0);
    EXPECT_EQ(fairseq.topRows(4), even);
}

TEST(TransformerPositions, a_token_that_stands_at_no_place_has_zeros_and_is_not_counted) {
    Config c;
    c.positions = Positions::Fairseq;
    c.position.offset = 2;
    std::vector<int> counted;
    // two items: 5 1 6 and 1 7 8, the second call goes on
    const std::vector<int> ids{5, 1, 1, 7}, more{6, 8};
    EXPECT_EQ(counted_places(ids, 2, 1, counted), (std::vector<int>{0, -1, -1, 0}));
    EXPECT_EQ(counted_places(more, 2, 1, counted), (std::vector<int>{1, 1}));
    const Matrix<double> vectors = place_vectors_at<double>(c, 6, {0, -1, 1});
    EXPECT_EQ(vectors.col(0), place_vectors<double>(c, 6, 0, 1, 1));
    EXPECT_TRUE(vectors.col(1).isZero());
    EXPECT_EQ(vectors.col(2), place_vectors<double>(c, 6, 1, 1, 1));
}

} // namespace
} // namespace heed::transformer
