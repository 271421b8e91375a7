#include "app/figures/base/marks.h"
#include "tests/app/figures/figure_test.h"

#include <gtest/gtest.h>

namespace heed {
namespace {

struct MarksTest : FigureTest {};

TEST_F(MarksTest, TextIsCutBetweenLetters) {
    EXPECT_EQ(fitted(style, "agreement", Face::Mono, 10, 100), "agreement");
    EXPECT_EQ(fitted(style, "agreement", Face::Mono, 10, 30), "agre…");
    EXPECT_EQ(fitted(style, "économique", Face::Mono, 10, 12), "é…");
    EXPECT_EQ(fitted(style, "été", Face::Mono, 10, 12.5f), "é…"); // not in the middle of the second é
    EXPECT_EQ(fitted(style, "日本語のことば", Face::Regular, 10, 8), "…");
    const std::string endless(100000, 'x');
    const std::string cut = fitted(style, endless, Face::Regular, 13, 60);
    EXPECT_LE(metrics->width(cut, Face::Regular, 13), 60);
    EXPECT_GT(cut.size(), 6u);
}

TEST_F(MarksTest, MonospacedLettersAreMeasuredAsTheyAreSet) {
    for (const std::string text : {"weights", "été −1…", "Привет", "αβγ"})
        EXPECT_NEAR(text_width(style, text, Face::Mono, 20), metrics->width(text, Face::Mono, 20), 0.5)
            << text;
}

TEST_F(MarksTest, PoolingKeepsTheMean) {
    Eigen::MatrixXf m = Eigen::MatrixXf::Random(50, 3);
    const Pooled eight = pool(m, 1, 8);
    EXPECT_EQ(eight.count, 8);
    EXPECT_FLOAT_EQ(eight.values[0], m.col(1).head(6).mean());
    EXPECT_EQ(pool(m.topRows(3), 0, 8).count, 3);
    EXPECT_FLOAT_EQ(pool(m.topRows(3), 0, 8).values[2], m(2, 0));
    EXPECT_GT(pooled_maximum(Eigen::MatrixXf::Zero(4, 4), 8), 0);
}

TEST_F(MarksTest, MotionBeginsAndEnds) {
    for (const auto ease : {ease_out, ease_in_out}) {
        EXPECT_FLOAT_EQ(ease(0), 0);
        EXPECT_FLOAT_EQ(ease(1), 1);
        float before = 0;
        for (float t = 0; t <= 1; t += 0.05f) {
            EXPECT_GE(ease(t), before);
            before = ease(t);
        }
    }
    const CurveItem curve{{0, 0}, {0, 10}, {20, 10}, {20, 0}, {}, 1, {}};
    EXPECT_FLOAT_EQ(on_curve(curve, 1).x, 20);
    EXPECT_FLOAT_EQ(curve_until(curve, 0.5f).d.x, on_curve(curve, 0.5f).x);
    EXPECT_FLOAT_EQ(curve_until(curve, 0.5f).a.x, 0);
}

} // namespace
} // namespace heed
