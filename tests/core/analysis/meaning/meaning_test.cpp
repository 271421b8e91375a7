#include "core/analysis/divergence.h"
#include "core/analysis/fragility.h"
#include "core/analysis/meaning/gradient.h"
#include "core/analysis/meaning/leave_out.h"
#include "core/analysis/meaning/other_map.h"
#include "core/analysis/meaning/rows.h"
#include "core/analysis/meaning/sentence.h"
#include "core/base/error.h"
#include "core/base/random.h"
#include "core/decode/run.h"
#include "core/io/open/model_library.h"
#include "core/models/seq2seq/network.h"
#include "tests/support/random_model.h"
#include "tests/support/source_dir.h"

#include <cmath>
#include <gtest/gtest.h>
#include <set>

namespace heed::analysis::meaning {
namespace {

Model bundled(const std::string& name) {
    const io::ModelLibrary library({test::source_dir() / "assets"});
    const io::ModelPlace place = library.resolve(name);
    return io::load_model(place.folder, place.name);
}

Trace run_of(const Model& model, const std::string& text, int outputs = 0) {
    Request request;
    request.text = text;
    request.max_steps = outputs;
    return decode::run(model, request);
}

/// A model with random numbers, in double, and a sentence that it is fed.
struct Small {
    explicit Small(const std::string& function, Order order = Order::Bahdanau)
        : model(test::random_model(test::config_of(function, order), 3, 0.6)),
          config(model.config.as<Seq2SeqConfig>()), parameters(nn::cast<double>(model.parameters)),
          run{config, parameters, nn::Sequences::single({5, 9, 5, 12, 7, 2}), {1, 6, 8, 6}, {6, 8, 6, 2}, 3} {
    }
    Model model;
    Seq2SeqConfig config;
    nn::ParameterSet<double> parameters;
    Forced<double> run;
};

class Functions : public testing::TestWithParam<const char*> {};

TEST_P(Functions, FreeGradientsAgreeWithDifferencesOfWhatIsRead) {
    Small small(GetParam(), Order::Luong);
    const Matrix<double> found = gradient_times_input(small.run, Alpha::Free);
    const Matrix<double>& E = small.parameters.value("encoder.embedding.weight");
    const int S = small.run.places();
    Matrix<double> table(S, E.cols());
    nn::Sequences places = small.run.source;
    for (int j = 0; j < S; ++j) {
        table.row(j) = E.row(small.run.source.ids[std::size_t(j)]);
        places.ids[std::size_t(j)] = j;
    }
    const double h = 1e-5;
    for (int j = 0; j < S; ++j) { // x . d p / d x is what p does along x
        std::vector<double> up(4), down(4);
        for (const double sign : {1.0, -1.0}) {
            Matrix<double> moved = table;
            moved.row(j) *= 1 + sign * h;
            run_forced<double>(small.run, places, moved,
                               [&](int i, const Matrix<double>& log_probs) {
                                   (sign > 0 ? up : down)[std::size_t(i)] =
                                       std::exp(log_probs(small.run.outputs[std::size_t(i)], 0));
                               },
                               {});
        }
        for (int i = 0; i < 4; ++i)
            EXPECT_NEAR(found(j, i), std::abs(up[std::size_t(i)] - down[std::size_t(i)]) / (2 * h), 1e-8)
                << "place " << j << ", output " << i;
    }
}

TEST_P(Functions, TheWeightsGradientOfTheVariationAgreesWithDifferences) {
    Small small(GetParam());
    Walk<double> walk(small.run);
    walk.to(2);
    const Vector<double> own = walk.weights();
    Matrix<double> rows(own.size(), 2), gradient, unused;
    rows.col(0) = equal_row(own);
    rows.col(1) = permuted_row(own, {5, 0, 3, 1, 2, 4});
    const Vector<double> p = walk.p();
    const Vector<double> tvd = walk.variation(rows, p, gradient);
    const double h = 1e-6;
    for (Eigen::Index k = 0; k < 2; ++k) {
        EXPECT_NEAR(tvd(k), total_variation<double>(p, walk.probabilities(rows).col(k)), 1e-12);
        for (Eigen::Index j = 0; j < own.size(); ++j) {
            Matrix<double> up = rows, down = rows;
            up(j, k) += h;
            down(j, k) -= h;
            const double slope =
                (walk.variation(up, p, unused)(k) - walk.variation(down, p, unused)(k)) / (2 * h);
            EXPECT_NEAR(gradient(j, k), slope, 1e-7) << j;
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Meaning, Functions,
                         testing::Values("additive", "dot", "location", "local-p", "coverage", "own-past"),
                         [](const auto& info) {
                             std::string name = info.param;
                             std::erase(name, '-');
                             return name;
                         });

TEST(Meaning, WithoutWeightsNothingIsHeld) {
    Small small("none");
    EXPECT_EQ(gradient_times_input(small.run, Alpha::Held), gradient_times_input(small.run, Alpha::Free));
}

TEST(Meaning, HoldingTheWeightsChangesTheGradientAndNothingElse) {
    Small small("additive");
    const auto held = gradient_times_input(small.run, Alpha::Held),
               open = gradient_times_input(small.run, Alpha::Free);
    EXPECT_GT((held - open).cwiseAbs().maxCoeff(), 1e-4);
    attention::Intervention<double> hand;
    hand.held = true;
    Tape<double> tape(false);
    nn::Graph<double> graph(tape, small.parameters);
    Seq2Seq<double> net(small.config, graph);
    const auto memory = net.encode(small.run.source);
    auto one = net.start(memory), other = net.start(memory);
    for (const int y : small.run.inputs)
        EXPECT_EQ(net.advance(memory, one, {&y, 1}).state.value(),
                  net.advance(memory, other, {&y, 1}, &hand).state.value());
}

TEST(Meaning, TheModelsOwnRowChangesNothing) {
    Small small("general");
    Walk<double> walk(small.run);
    do {
        const auto same =
            effects<double>(walk, walk.weights(), small.run.outputs[std::size_t(walk.output())]);
        EXPECT_NEAR(same[0].tvd, 0, 1e-14);
        EXPECT_NEAR(walk.p().sum(), 1, 1e-12);
    } while (walk.next());
    EXPECT_EQ(walk.output(), 3);
}

TEST(Meaning, RowsKeepTheirSum) {
    const Vector<double> own{{0.1, 0.5, 0.0, 0.2}};
    EXPECT_NEAR(equal_row(own).sum(), 0.8, 1e-15);
    EXPECT_LT((strongest_row(own) - Vector<double>{{0, 0.8, 0, 0}}).cwiseAbs().maxCoeff(), 1e-15);
    EXPECT_NEAR(row_without(own, 1)->sum(), 0.8, 1e-15);
    EXPECT_EQ((*row_without(own, 1))(1), 0);
    EXPECT_EQ(*row_without(own, 2), own);
    EXPECT_FALSE(row_without(Vector<double>{{0, 1, 0}}, 1));
    EXPECT_EQ(strongest_place(Vector<double>{{0.4, 0.2, 0.4}}), 0);
    const std::vector<int> order = shuffled_order(9, 1, 0);
    EXPECT_EQ(std::set<int>(order.begin(), order.end()).size(), 9u);
    EXPECT_EQ(order, shuffled_order(9, 1, 0));
    EXPECT_NE(order, shuffled_order(9, 1, 1));
}

TEST(Meaning, ARowOfOneWeightCannotBeLeftOut) {
    Small small("none");
    EXPECT_EQ(leave_one_out(small.run, Left::Removed, probabilities(small.run)).rows(), 6);
    Forced<double> without_unknown = small.run;
    without_unknown.unknown = -1;
    EXPECT_EQ(leave_one_out(without_unknown, Left::Unknown, probabilities(small.run)).size(), 0);
    Forced<double> alone{small.config, small.parameters, nn::Sequences::single({2}), {1}, {2}, 3};
    EXPECT_EQ(leave_one_out(alone, Left::Removed, probabilities(alone)).size(), 0);
}

TEST(Meaning, AnotherMapIsFeasibleInARunOfItsOwn) {
    const Model model = bundled("dates/additive");
    const Trace run = run_of(model, "3 March 1987");
    for (const int output : {0, 2, 6, 10}) {
        const OutputMeaning meaning = measure_output(model, run, output);
        const OtherRow* other = meaning.find(OtherRow::Kind::OtherMap);
        ASSERT_TRUE(other);
        const Eigen::VectorXf own = run.at(Quantity::Weights).col(output),
                              row = Eigen::Map<const Eigen::VectorXf>(other->row.data(), own.size());
        EXPECT_GE(row.minCoeff(), 0);
        EXPECT_NEAR(row.sum(), own.sum(), 1e-5);
        Request request = run.request;
        request.edits.rows[output] = edit_to(run, other->row);
        request.max_steps = output + 1;
        const Trace again = decode::run(model, request);
        const Eigen::VectorXf p = run.at(Quantity::LogProbs).col(output).array().exp(),
                              now = again.at(Quantity::LogProbs).col(output).array().exp();
        const double tvd = total_variation<float>(p, now);
        EXPECT_LE(tvd, same_output);
        EXPECT_NEAR(other->tvd, tvd, 1e-6);
        EXPECT_NEAR(meaning.jsd, *divergence(own, row), 1e-9);
        EXPECT_GT(meaning.jsd, 0.2); // weights of this model can be moved far
        const OutputMeaning same = measure_output(model, run, output);
        EXPECT_EQ(same.find(OtherRow::Kind::OtherMap)->row, other->row);
    }
}

/// No row that is drawn at random and brought back to the same output differs more.
TEST(Meaning, AnotherMapDiffersMoreThanRowsThatAreDrawn) {
    const Model model = bundled("translate/additive");
    const Trace run = run_of(model, "the red cat sees the small dog .");
    const Forced<float> forced = forced_by(model, run);
    Walk<float> walk(forced);
    Random random(5);
    do {
        const auto other = other_map(walk);
        ASSERT_TRUE(other);
        const Vector<float> own = walk.weights(), p = walk.p();
        double best = 0;
        for (int n = 0; n < 200; ++n) {
            Vector<float> row(own.size());
            for (float& w : row) w = static_cast<float>(std::pow(random.real(), 3));
            row *= own.sum() / row.sum();
            for (float share = 1; share > 0.01f; share *= 0.9f) {
                const Vector<float> tried = own + (row - own) * share;
                if (total_variation<float>(p, walk.probabilities(tried).col(0)) > same_output) continue;
                best = std::max(best, *divergence(own, tried));
                break;
            }
        }
        EXPECT_GE(other->jsd, best) << "output " << walk.output();
    } while (walk.next());
}

TEST(Meaning, WhatAWindowAsksForIsDoneOrCancelled) {
    const Model model = bundled("dates/additive");
    const Trace run = run_of(model, "3 March 1987");
    double last = 0;
    const Sentence sentence = measure_sentence(model, run, {nullptr, [&](double share) {
                                                                EXPECT_GE(share, last);
                                                                EXPECT_LE(share, 1);
                                                                last = share;
                                                            }});
    EXPECT_GT(last, 0.5);
    EXPECT_EQ(sentence.weights.cols(), run.outputs());
    EXPECT_LT((sentence.weights - run.at(Quantity::Weights)).cwiseAbs().maxCoeff(), 1e-5f);
    EXPECT_EQ(sentence.with_gradient.size(), static_cast<std::size_t>(run.outputs()));
    EXPECT_NEAR(sentence.shuffled_mean->mean, 0, 0.15); // a baseline is one
    std::atomic<bool> cancelled = true;
    EXPECT_THROW(measure_sentence(model, run, {&cancelled, {}}), decode::Cancelled);
    EXPECT_THROW(measure_output(model, run, 3, {&cancelled, {}}), decode::Cancelled);
}

TEST(Meaning, ItIsSaidWhyAModelIsNotMeasured) {
    EXPECT_EQ(not_measured(bundled("dates/additive").facts, {}), "");
    EXPECT_EQ(not_measured(bundled("dates/none").facts, {}), "This model has no weights.");
    EXPECT_NE(not_measured(bundled("adding/linear").facts, {}), "");
    Request scored;
    scored.score = "dot";
    EXPECT_NE(not_measured(bundled("dates/additive").facts, scored), "");
    const Model none = bundled("dates/none");
    EXPECT_THROW(measure_sentence(none, run_of(none, "3 March 1987")), Error);
    Request edited;
    edited.edits.rows[2] = {RowEdit::Kind::Uniform, {}, {}, {}, 0};
    edited.edits.forced[1] = "9";
    edited.edits.temperature = 2;
    EXPECT_EQ(own_weights(edited).edits.touches_rows(), false);
    EXPECT_EQ(own_weights(edited).edits.forced, edited.edits.forced);
}

} // namespace
} // namespace heed::analysis::meaning
