#include "core/analysis/cell_terms.h"

#include "core/decode/run.h"
#include "core/models/seq2seq/facts.h"
#include "tests/support/random_model.h"
#include "tests/support/samples/sample_trace.h"

#include <gtest/gtest.h>

#include <cmath>

namespace heed::analysis {
namespace {

float sigmoid(float x) { return 1 / (1 + std::exp(-x)); }

struct Case {
    CellSite site;
    int layer, position;
};

class CellTermsTest : public testing::TestWithParam<const char*> {};

// The terms are those of the equations: put together again they give the recorded state.
TEST_P(CellTermsTest, TermsGiveTheRecordedState) {
    SampleOptions options;
    options.cell = GetParam();
    options.layers = 2;
    const Trace trace = sample_trace(5, 4, options);
    for (const Case& c : {Case{CellSite::Forward, 0, 0},
                          {CellSite::Forward, 1, 3},
                          {CellSite::Backward, 0, 4},
                          {CellSite::Backward, 1, 2},
                          {CellSite::Decoder, 0, 0},
                          {CellSite::Decoder, 0, 3}}) {
        const CellTerms t = cell_terms(trace, c.site, c.layer, c.position);
        for (Eigen::Index k = 0; k < t.units(); ++k) {
            const auto sum = [&](Eigen::Index gate) {
                return t.input(k, gate) + t.recurrent(k, gate) + t.bias(k, gate);
            };
            float state = 0;
            if (t.cell == "gru") {
                const float r = sigmoid(sum(0)), z = sigmoid(sum(1));
                const float n = std::tanh(t.input(k, 2) + t.bias_input(k, 2) +
                                          r * (t.recurrent(k, 2) + t.bias_recurrent(k, 2)));
                EXPECT_NEAR(t.gates(k, 0), r, 1e-5);
                EXPECT_NEAR(t.gates(k, 1), z, 1e-5);
                state = (1 - z) * n + z * t.before(k);
            } else if (t.cell == "lstm") {
                const float memory =
                    sigmoid(sum(1)) * t.memory_before(k) + sigmoid(sum(0)) * std::tanh(sum(2));
                EXPECT_NEAR(t.memory_after(k), memory, 1e-5);
                state = sigmoid(sum(3)) * std::tanh(memory);
            } else {
                state = std::tanh(sum(0));
            }
            ASSERT_NEAR(t.after(k), state, 1e-5);
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Cells, CellTermsTest, testing::Values("gru", "lstm", "rnn"),
                         [](const auto& test) { return std::string(test.param); });

TEST(CellTerms, ReadersStartFromZeroAndTheDecoderFromTheBridge) {
    const Trace trace = sample_trace(5, 4);
    EXPECT_EQ(cell_terms(trace, CellSite::Forward, 0, 0).before.norm(), 0);
    EXPECT_EQ(cell_terms(trace, CellSite::Backward, 0, 4).before.norm(), 0);
    EXPECT_EQ(cell_terms(trace, CellSite::Backward, 0, 2).before, trace.at(Quantity::BackwardState).col(3));
    EXPECT_EQ(cell_terms(trace, CellSite::Decoder, 0, 0).before, trace.at(Quantity::InitialState).col(0));
}

TEST(CellTerms, MostChangedUnitAndKeptShare) {
    CellTerms terms;
    terms.cell = "gru";
    terms.before = Eigen::VectorXf::Zero(3);
    terms.before(1) = 1;
    terms.after = Eigen::VectorXf::Zero(3);
    terms.after(0) = 0.5f;
    terms.after(2) = 0.9f;
    terms.gates = Eigen::MatrixXf::Zero(3, 3);
    terms.gates.col(1) << 0.1f, 0.2f, 0.6f;
    EXPECT_EQ(most_changed_unit(terms), 1);
    EXPECT_NEAR(kept_share(terms), 0.3f, 1e-6);
}

TEST(CellTerms, PrefixesAreTheNamesOnDisk) {
    EXPECT_EQ(cell_prefix({}, CellSite::Forward, 0), "encoder.forward.");
    EXPECT_EQ(cell_prefix({}, CellSite::Backward, 1), "encoder.backward.1.");
    EXPECT_EQ(cell_prefix({}, CellSite::Decoder, 0), "decoder.cell.");
    ModelFacts two_cells;
    two_cells.edit<Seq2SeqFacts>().order = "conditional";
    EXPECT_EQ(cell_prefix(two_cells, CellSite::Decoder, 1), "decoder.second.");
}

// h' = (1 - z) n + z h holds with the h that was read: of a source fed back to front, and of a context that
// stands in place of the state.
TEST(CellTerms, BeforeIsWhatTheCellRead) {
    Seq2SeqConfig reversed, in_place;
    reversed.encoder.reversed = true;
    in_place.decoder.context = ContextPlace::State;
    for (const Seq2SeqConfig& config : {reversed, in_place}) {
        Request request;
        request.text = "9 may";
        request.target = "12";
        const Trace trace = decode::run(test::random_model(config), request);
        for (const CellSite site : {CellSite::Forward, CellSite::Backward, CellSite::Decoder})
            for (int k = 0; k < (site == CellSite::Decoder ? 3 : 6); ++k) {
                const CellTerms t = cell_terms(trace, site, 0, k);
                const Eigen::ArrayXf z = t.gates.col(1).array(), n = t.gates.col(2).array();
                EXPECT_LT(((1 - z) * n + z * t.before.array() - t.after.array()).abs().maxCoeff(), 1e-5f)
                    << k;
            }
    }
}

} // namespace
} // namespace heed::analysis
