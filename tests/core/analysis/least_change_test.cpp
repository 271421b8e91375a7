#include "core/analysis/least_change.h"

#include "core/decode/run.h"
#include "core/decode/step_probe.h"
#include "core/io/open/model_library.h"
#include "tests/support/message_of.h"
#include "tests/support/random_model.h"
#include "tests/support/source_dir.h"

#include <gtest/gtest.h>

namespace heed::analysis {
namespace {

Request request(std::string text = "3 mar 87") {
    Request r;
    r.text = std::move(text);
    r.max_steps = 9;
    return r;
}

TEST(StepProbe, TheRunsOwnRowsGiveTheRunsOwnProbabilities) {
    for (const char* function : {"additive", "coverage", "own-past", "local-p", "location-aware"})
        for (const Order order : {Order::Bahdanau, Order::Luong}) {
            Seq2SeqConfig config = test::config_of(function, order);
            config.decoder.input_feeding = order == Order::Luong;
            const Model model = test::random_model(config, 5, 0.8);
            Request r = request();
            r.edits.rows[1] = {RowEdit::Kind::Uniform, {}, {}, {}, 0};
            const Trace run = decode::run(model, r);
            for (const int i : {0, 2, run.outputs() - 1}) {
                decode::StepProbe probe(model, run, i);
                const MatrixXf rows = run.at(Quantity::Weights).col(i).replicate(1, 70);
                const MatrixXf log_probs = probe.log_probs(rows);
                for (const int k : {0, 63, 69})
                    EXPECT_LT((log_probs.col(k) - run.at(Quantity::LogProbs).col(i)).cwiseAbs().maxCoeff(),
                              2e-5f)
                        << function << " " << i;
            }
        }
}

/// What is found does what it says, in a run of its own.
void expect_it_flips(const Model& model, const Trace& run, int output, const LeastChange& change) {
    const auto token = static_cast<std::size_t>(output);
    EXPECT_NEAR(change.row.sum(), run.at(Quantity::Weights).col(output).sum(), 1e-4);
    EXPECT_GE(change.row.minCoeff(), 0);
    EXPECT_NEAR(change.moved, (change.row - run.at(Quantity::Weights).col(output)).cwiseAbs().sum() / 2,
                1e-6);
    Request r = run.request;
    r.edits.rows[output] = {RowEdit::Kind::Given, {change.row.begin(), change.row.end()}, {}, {}, 0};
    const Trace flipped = decode::run(model, r);
    EXPECT_EQ(flipped.steps[token].token.id, change.after_id);
    EXPECT_NE(flipped.steps[token].token.id, run.steps[token].token.id);
    // A little less of the change does not.
    const Eigen::VectorXf old = run.at(Quantity::Weights).col(output);
    const Eigen::VectorXf less = old + (change.row - old) * 0.98f;
    r.edits.rows[output].weights.assign(less.begin(), less.end());
    EXPECT_EQ(decode::run(model, r).steps[token].token.id, run.steps[token].token.id);
}

TEST(LeastChange, FlipsTheOutputAndALittleLessDoesNot) {
    const io::ModelLibrary library({test::source_dir() / "assets"});
    const io::ModelPlace place = library.resolve("dates");
    const Model model = io::load_model(place.folder, place.name);
    Request r;
    r.text = "3 march 1987";
    const Trace run = decode::run(model, r);
    int found = 0;
    for (int i = 0; i < run.outputs(); ++i)
        if (const auto change = least_change(model, run, i)) {
            expect_it_flips(model, run, i, *change);
            ++found;
        }
    EXPECT_GE(found, 8); // "9" of "19" and the dashes depend on little
}

TEST(LeastChange, IsNotFurtherThanTheBestSmallMoveBetweenTwoPositions) {
    int looked_at = 0;
    for (std::uint64_t seed = 1; seed <= 6; ++seed) {
        const Model model = test::random_model(test::config_of("additive"), seed, 1.2);
        const Trace run = decode::run(model, request());
        if (run.outputs() <= 2) continue; // this one ends before
        ++looked_at;
        decode::StepProbe probe(model, run, 2);
        const Eigen::VectorXf old = run.at(Quantity::Weights).col(2);
        float nearest = 2; // over every pair, in steps of .01
        for (Eigen::Index a = 0; a < old.size(); ++a)
            for (Eigen::Index b = 0; b < old.size(); ++b)
                for (float d = 0.01f; a != b && d <= old(a) && d < nearest; d += 0.01f) {
                    Eigen::VectorXf row = old;
                    row(a) -= d;
                    row(b) += d;
                    Eigen::Index token = 0;
                    probe.log_probs(row).col(0).maxCoeff(&token);
                    if (token != run.steps[2].token.id) nearest = d;
                }
        const auto change = least_change(model, run, 2);
        if (nearest < 2) {
            ASSERT_TRUE(change) << seed;
            EXPECT_LE(change->moved, nearest * 1.02f) << seed;
        }
        if (change) expect_it_flips(model, run, 2, *change);
    }
    EXPECT_GE(looked_at, 3);
}

TEST(LeastChange, ThereIsNoneWhereTheOutputDoesNotHearTheContext) {
    Model model = test::random_model(test::config_of("additive", Order::Luong), 3, 0.8);
    const int combine = model.parameters.find("readout.combine.weight");
    ASSERT_GE(combine, 0);
    model.parameters[combine].value.leftCols(model.config.as<Seq2SeqConfig>().annotation()).setZero();
    const Trace run = decode::run(model, request());
    EXPECT_FALSE(least_change(model, run, 2));
}

TEST(LeastChange, EndsWhenItIsCancelledAndNeedsWeights) {
    const Model model = test::random_model();
    const Trace run = decode::run(model, request());
    const std::atomic<bool> cancelled{true};
    EXPECT_THROW(least_change(model, run, 2, &cancelled), decode::Cancelled);
    const Model none = test::random_model(test::config_of("none"));
    EXPECT_NE(
        test::message_of([&] { least_change(none, decode::run(none, request()), 0); }).find("no weights"),
        std::string::npos);
}

} // namespace
} // namespace heed::analysis
