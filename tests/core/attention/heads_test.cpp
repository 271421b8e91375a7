// Several heads in a recurrent decoder: what holds whatever their numbers are.
#include "core/analysis/contrast/contrast.h"
#include "core/analysis/fragility.h"
#include "core/analysis/heads/in_front.h"
#include "core/analysis/score_terms.h"
#include "core/base/error.h"
#include "core/decode/run.h"
#include "core/models/seq2seq/facts.h"
#include "core/models/seq2seq/rescore.h"
#include "core/train/assess.h"
#include "tests/support/message_of.h"
#include "tests/support/random_model.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace heed {
namespace {

const char* const scores_of_heads[] = {"additive", "additive-relu", "concat",    "dot",
                                       "scaled",   "general",       "projected", "projected-scaled"};

Seq2SeqConfig headed(const std::string& score, int heads, int values = 0, int projection = 0,
                     Order order = Order::Bahdanau) {
    Seq2SeqConfig c;
    c.encoder.embedding = c.decoder.embedding = 5;
    c.encoder.hidden = 6;
    c.decoder.hidden = 12;
    c.decoder.order = order;
    set_function(c.attention, score);
    c.attention.size = 12;
    c.attention.heads = heads;
    c.attention.values = values;
    c.attention.projection = projection;
    return c;
}

Trace run(const Model& model, Edits edits = {}, int beam = 0) {
    Request request;
    request.text = "3 mar 87";
    if (beam == 0) request.target = "87-03-3";
    request.beam.width = beam;
    request.max_steps = 6;
    request.edits = std::move(edits);
    return decode::run(model, request);
}

TEST(Heads, EachHasAWholeOfItsOwnAndTheMapThatStandsForThemIsTheirMean) {
    for (const char* score : scores_of_heads)
        for (const Order order : {Order::Bahdanau, Order::Luong, Order::Conditional}) {
            const Trace trace = run(test::random_model(headed(score, 3, 0, 0, order), 2, 0.8));
            ASSERT_TRUE(trace.several_heads()) << score;
            MatrixXf mean = MatrixXf::Zero(trace.source_length(), trace.outputs());
            float apart = 0;
            for (int k = 0; k < 3; ++k) {
                const MatrixXf& head = trace.at(Quantity::HeadWeights, 0, k);
                EXPECT_LT((head.colwise().sum().array() - 1).abs().maxCoeff(), 1e-5f);
                EXPECT_EQ(trace.at(Quantity::HeadContext, 0, k).rows(), 4); // 12 / 3
                apart = std::max(apart, (head - trace.at(Quantity::HeadWeights)).cwiseAbs().maxCoeff());
                mean += head / 3;
            }
            EXPECT_GT(apart, 1e-4f) << score << ": the heads are not the same";
            EXPECT_FALSE(trace.has(Quantity::HeadWeights, 0, 3));
            EXPECT_LT((mean - trace.at(Quantity::Weights)).cwiseAbs().maxCoeff(), 1e-6f);
            EXPECT_FALSE(trace.has(Quantity::Energies)) << "there is no energy of a mean";
            const auto maps = trace.maps();
            ASSERT_EQ(maps.size(), 4u);
            EXPECT_EQ(maps[0].name, "decoder.attention");
            EXPECT_EQ(maps[2].name, "decoder.attention.heads.1");
            EXPECT_EQ(maps[3].place(), "head 3");
        }
}

// c^k_i = Σ_j alpha^k_ij v^k_j, and c_i is the parts side by side, or W_o times them.
TEST(Heads, TheContextIsWhatTheyFoundBroughtTogether) {
    for (const int projection : {0, 5})
        for (const int values : {0, 6}) {
            const Model model = test::random_model(headed("additive", 2, values, projection), 2, 0.8);
            const Trace trace = run(model);
            MatrixXf joined(values > 0 ? values : 12, trace.outputs());
            const Eigen::Index part = joined.rows() / 2;
            for (int k = 0; k < 2; ++k) {
                const MatrixXf found =
                    trace.at(Quantity::HeadValue, 0, k) * trace.at(Quantity::HeadWeights, 0, k);
                EXPECT_LT((found - trace.at(Quantity::HeadContext, 0, k)).cwiseAbs().maxCoeff(), 1e-5f);
                joined.middleRows(k * part, part) = found;
                if (values == 0) {
                    EXPECT_EQ(trace.at(Quantity::HeadValue, 0, k),
                              trace.at(Quantity::Annotation).middleRows(k * part, part));
                }
            }
            if (projection > 0)
                joined = (model.parameters.value("attention.Wo") * joined).colwise() +
                         model.parameters.value("attention.bo").col(0);
            EXPECT_LT((joined - trace.at(Quantity::Context)).cwiseAbs().maxCoeff(), 1e-5f);
        }
}

// The view of a head: its energies are the sums of its own terms, its weights theirs, and what it found is
// its values mixed by them; whatever the score.
TEST(Heads, OneInFrontIsTakenApartLikeTheOnlyHeadOfAModel) {
    for (const char* score : scores_of_heads)
        for (const int values : {0, 6})
            for (int k = 0; k < 3; ++k) {
                const Trace trace = run(test::random_model(headed(score, 3, values, 5), 2, 0.8));
                const Trace view = heads::with_head_in_front(trace, k);
                EXPECT_EQ(seq2seq_facts(view).front, k);
                EXPECT_EQ(view.at(Quantity::Context), trace.at(Quantity::Context));
                const Trace mixed = heads::mixing(view);
                for (int i = 0; i < trace.outputs(); ++i) {
                    Eigen::VectorXf sum = Eigen::VectorXf::Zero(mixed.at(Quantity::Context).rows());
                    for (int j = 0; j < trace.source_length(); ++j) {
                        ASSERT_TRUE(analysis::has_score_terms(view, j)) << score;
                        const analysis::ScoreTerms terms = analysis::score_terms(view, i, j);
                        EXPECT_NEAR(terms.total(), trace.at(Quantity::HeadEnergies, 0, k)(j, i), 2e-6f)
                            << score;
                        sum += view.weight(i, j) * mixed.at(Quantity::Annotation).col(j);
                    }
                    EXPECT_LT((sum - mixed.at(Quantity::Context).col(i)).norm(), 1e-5f) << score;
                }
            }
    const Trace one = run(test::random_model(headed("additive", 1), 2, 0.8));
    EXPECT_EQ(seq2seq_facts(heads::with_head_in_front(one, 0)).front, -1)
        << "there are no heads to choose from";
}

// Two heads with the same units give what one head of them gives.
TEST(Heads, ThatAreAllTheSameAreOne) {
    const Model two = test::random_model(headed("additive", 2), 2, 0.8);
    Model same = two, one = test::random_model(headed("additive", 1), 2, 0.8);
    for (const char* name : {"attention.Wq", "attention.Wh", "attention.b", "attention.v"}) {
        auto& value = same.parameters[same.parameters.find(name)].value;
        value.bottomRows(6) = value.topRows(6).eval();
        one.parameters[one.parameters.find(name)].value = value;
    }
    one.parameters[one.parameters.find("attention.v")].value /= 2; // each unit is there twice
    const Trace of_one = run(one), of_same = run(same);
    EXPECT_LT((of_one.at(Quantity::Weights) - of_same.at(Quantity::Weights)).cwiseAbs().maxCoeff(), 1e-5f);
    EXPECT_LT((of_one.at(Quantity::Context) - of_same.at(Quantity::Context)).cwiseAbs().maxCoeff(), 1e-5f);
    EXPECT_NEAR(of_one.log_prob, of_same.log_prob, 1e-4);
}

// An edit is carried out on the row of every head.
TEST(Heads, EditsReachEveryHead) {
    const Model model = test::random_model(headed("scaled", 3, 0, 7), 2, 0.8);
    const Trace own = run(model);
    Edits edits;
    edits.rows[2].kind = RowEdit::Kind::HardMax;
    edits.rows[3].kind = RowEdit::Kind::Previous;
    const Trace changed = run(model, edits);
    for (int k = 0; k < 3; ++k) {
        const MatrixXf& head = changed.at(Quantity::HeadWeights, 0, k);
        EXPECT_EQ(head.leftCols(2), own.at(Quantity::HeadWeights, 0, k).leftCols(2));
        EXPECT_NEAR(head.col(2).maxCoeff(), 1, 1e-5) << k;
        EXPECT_EQ(head.col(3), head.col(2)) << "the row before of the same head";
        EXPECT_EQ(changed.at(Quantity::HeadOwnWeights, 0, k).leftCols(3),
                  own.at(Quantity::HeadWeights, 0, k).leftCols(3));
    }
    EXPECT_NE(changed.at(Quantity::LogProbs).col(2), own.at(Quantity::LogProbs).col(2));
    // Why it was written is found under the rows of every head.
    const analysis::Contrast why = analysis::contrast(model, changed, 4);
    EXPECT_NEAR(why.log_p_written, changed.steps[4].log_prob, 1e-4);
}

TEST(Heads, BeamsForcingAndSeveralAtOnceGiveTheSameNumbers) {
    for (const char* score : {"additive", "dot", "projected-scaled"}) {
        const Model model = test::random_model(headed(score, 2, 0, 5, Order::Luong), 4, 0.8);
        const Trace wide = run(model, {}, 3);
        ASSERT_TRUE(wide.lattice);
        for (const Hypothesis& h : wide.lattice->hypotheses) {
            Request request;
            request.text = "3 mar 87";
            for (const int node : h.nodes) {
                const LatticeNode& at = wide.lattice->nodes[static_cast<std::size_t>(node)];
                request.edits.forced[static_cast<int>(request.edits.forced.size())] = at.text;
            }
            request.max_steps = static_cast<int>(h.nodes.size());
            const Trace forced = decode::run(model, request);
            EXPECT_NEAR(forced.log_prob, h.log_prob, 1e-4) << score;
            EXPECT_LT((forced.at(Quantity::Weights) - wide.lattice->weights_of(h)).cwiseAbs().maxCoeff(),
                      2e-5f);
        }
    }
}

TEST(Heads, AnotherScoreForTheSameStatesHasAsManyHeads) {
    const Model model = test::random_model(headed("scaled", 3, 6, 5, Order::Luong), 2, 0.8);
    const std::vector<std::string> names = seq2seq::shared_functions(model);
    EXPECT_EQ(names, (std::vector<std::string>{"scaled", "dot"}));
    const Trace own = run(model), dot = seq2seq::rescore(model, own, "dot");
    for (int k = 0; k < 3; ++k) {
        EXPECT_LT((dot.at(Quantity::HeadEnergies, 0, k) - 2 * own.at(Quantity::HeadEnergies, 0, k))
                      .cwiseAbs()
                      .maxCoeff(),
                  1e-5f); // √4
        EXPECT_LT((dot.at(Quantity::HeadWeights, 0, k).colwise().sum().array() - 1).abs().maxCoeff(), 1e-5f);
    }
}

TEST(Heads, NoOneRowOfThemCanBeMoved) {
    const Model model = test::random_model(headed("additive", 2), 2, 0.8);
    EXPECT_NE(test::message_of([&] { analysis::fragility(model, run(model), 1); }).find("several heads"),
              std::string::npos);
}

TEST(Heads, WhatCannotBeSharedOutIsRefusedByName) {
    const auto refusal = [](const char* text) {
        return test::message_of(
            [&] { seq2seq_config_from_json(nlohmann::json::parse(text), "config.json"); });
    };
    EXPECT_EQ(refusal(R"({"attention":{"heads":3,"size":8}})"),
              "config.json: attention.size: expected a multiple of the 3 heads, found 8");
    EXPECT_EQ(refusal(R"({"attention":{"heads":5,"score":"dot"}})"),
              "config.json: attention.heads: expected a divisor of the size of an annotation (96), found 5");
    EXPECT_EQ(refusal(R"({"attention":{"heads":4,"values":6}})"),
              "config.json: attention.values: expected a multiple of the 4 heads, found 6");
    EXPECT_EQ(refusal(R"({"attention":{"heads":2,"score":"cosine"}})"),
              "config.json: attention.heads: expected 1 for the score cosine, found 2");
    EXPECT_EQ(refusal(R"({"attention":{"projection":7,"score":"none"}})"),
              "config.json: attention.projection: expected 0 for the score none, found 7");
    EXPECT_EQ(refusal(R"({"decoder":{"copy":true},"attention":{"heads":2}})"),
              "config.json: attention.heads: expected 1 where decoder.copy is true, found 2");
    EXPECT_EQ(refusal(R"({"attention":{"heads":2,"score":"general","alignment":"local-m","window":2}})"),
              "config.json: attention.heads: expected 1 where attention.alignment is local-m, found 2");
}

} // namespace
} // namespace heed
