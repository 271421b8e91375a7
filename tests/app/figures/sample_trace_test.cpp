// The fixture of the figures' tests must itself agree with the equations.
#include "tests/support/samples/sample_trace.h"

#include <gtest/gtest.h>

#include <cmath>

namespace heed {
namespace {

struct Case {
    const char* cell;
    const char* score;
    bool bidirectional;
    int layers;
};

class SampleTrace : public testing::TestWithParam<Case> {};

TEST_P(SampleTrace, AgreesWithItself) {
    SampleOptions options;
    options.cell = GetParam().cell;
    options.score = GetParam().score;
    options.bidirectional = GetParam().bidirectional;
    options.layers = GetParam().layers;
    const Trace t = sample_trace(13, 11, options);
    EXPECT_EQ(t.source_length(), 13);
    EXPECT_EQ(t.outputs(), 11);
    EXPECT_EQ(t.source_text, "3 March 1987");
    EXPECT_EQ(t.target_text, "1987-03-03");
    const MatrixXf& h = t.at(Quantity::Annotation);
    EXPECT_EQ(h.topRows(32), t.at(Quantity::ForwardState, options.layers - 1));
    EXPECT_EQ(t.has_weights(), options.score != "none");
    for (int i = 0; i < 11 && t.has_weights(); ++i) {
        const Eigen::VectorXf a = t.at(Quantity::Weights).col(i);
        const Eigen::VectorXf e = t.at(Quantity::Energies).col(i);
        EXPECT_NEAR(a.sum(), 1, 1e-5);
        EXPECT_NEAR(std::log(a(0) / a(5)), e(0) - e(5), 1e-3);
        EXPECT_LT((h * a - t.at(Quantity::Context).col(i)).norm(), 1e-4);
        EXPECT_EQ(t.at(Quantity::Query).col(i),
                  i == 0 ? t.at(Quantity::InitialState).col(0) : t.at(Quantity::State).col(i - 1));
    }
    for (int i = 0; i < 11; ++i) {
        EXPECT_NEAR(t.at(Quantity::LogProbs).col(i).array().exp().sum(), 1, 1e-4);
        EXPECT_FALSE(t.steps[static_cast<std::size_t>(i)].forced) << i;
    }
    if (options.cell == std::string("gru")) {
        const auto g = t.at(Quantity::DecoderGates).col(4).array();
        const Eigen::ArrayXf s =
            (1 - g.segment(32, 32)) * g.tail(32) + g.segment(32, 32) * t.at(Quantity::State).col(3).array();
        EXPECT_LT((s - t.at(Quantity::State).col(4).array()).matrix().norm(), 1e-5);
    }
}

INSTANTIATE_TEST_SUITE_P(Cells, SampleTrace,
                         testing::Values(Case{"gru", "additive", true, 1}, Case{"lstm", "additive", true, 1},
                                         Case{"rnn", "additive", true, 1}, Case{"gru", "none", true, 1},
                                         Case{"gru", "additive", false, 2},
                                         Case{"gru", "additive", true, 2}));

TEST(SampleTraceDefault, LooksWhereItWasPlanted) {
    const Trace t = sample_trace();
    const int planted[] = {8, 9, 10, 11, 11, 2, 3, 1, 0, 0, 12};
    for (int i = 0; i < 11; ++i) {
        Eigen::Index strongest = 0;
        t.at(Quantity::Weights).col(i).maxCoeff(&strongest);
        EXPECT_EQ(strongest, planted[i]) << i;
    }
    EXPECT_EQ(sample_trace().at(Quantity::Logits), t.at(Quantity::Logits));
}

} // namespace
} // namespace heed
