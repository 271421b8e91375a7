// A gate over what attention found: what it lets through, and that another score for the same states keeps
// it.
#include "core/decode/run.h"
#include "core/models/seq2seq/rescore.h"
#include "tests/support/random_model.h"

#include <gtest/gtest.h>

namespace heed {
namespace {

Trace run_gated(const Model& model) {
    Request request;
    request.text = "9 march 1998";
    request.target = "1998-03-09";
    return decode::run(model, request);
}

TEST(Rescore, a_gate_over_the_context_is_the_same_gate) {
    for (const bool with_token : {false, true}) {
        Seq2SeqConfig config;
        set_function(config.attention, "general");
        config.decoder.gate = Gate::Each;
        config.decoder.gate_reads = {true, true, with_token};
        if (with_token) config.attention.query = Asks::TokenState;
        const Model model = test::random_model(config);
        const Trace base = run_gated(model);
        const Trace same = seq2seq::rescore(model, base, "general");
        EXPECT_EQ(same.at(Quantity::GatedContext), base.at(Quantity::GatedContext));
        EXPECT_EQ(same.at(Quantity::LogProbs), base.at(Quantity::LogProbs));
    }
}

TEST(ContextGate, lets_a_part_through_and_nothing_where_it_is_closed) {
    for (const Gate gate : {Gate::One, Gate::Each}) {
        Seq2SeqConfig config;
        config.decoder.gate = gate;
        Model model = test::random_model(config);
        const Trace open = run_gated(model);
        const MatrixXf& g = open.at(Quantity::ContextGate);
        EXPECT_EQ(g.rows(), gate == Gate::One ? 1 : config.annotation());
        EXPECT_GT(g.minCoeff(), 0);
        EXPECT_LT(g.maxCoeff(), 1);
        const MatrixXf all = g.replicate(gate == Gate::One ? config.annotation() : 1, 1);
        EXPECT_LT((all.cwiseProduct(open.at(Quantity::Context)) - open.at(Quantity::GatedContext)).norm(),
                  1e-5);

        model.parameters[model.parameters.find("gate.bias")].value.setConstant(-100);
        complete(model);
        EXPECT_LT(run_gated(model).at(Quantity::GatedContext).norm(), 1e-20);
    }
}

} // namespace
} // namespace heed
