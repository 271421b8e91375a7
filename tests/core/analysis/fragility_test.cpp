#include "core/analysis/fragility.h"

#include "core/decode/run.h"
#include "core/io/open/model_library.h"
#include "tests/support/message_of.h"
#include "tests/support/random_model.h"
#include "tests/support/source_dir.h"

#include <gtest/gtest.h>

namespace heed::analysis {
namespace {

Model bundled(const std::string& name) {
    const io::ModelLibrary library({test::source_dir() / "assets"});
    const io::ModelPlace place = library.resolve(name);
    return io::load_model(place.folder, place.name);
}

Request asked(std::string text) {
    Request r;
    r.text = std::move(text);
    r.max_steps = 14;
    return r;
}

int token_under(const Model& model, const Trace& run, int output, const Eigen::VectorXf& row) {
    Request r = run.request;
    r.edits.rows[output] = edit_to(run, {row.data(), static_cast<std::size_t>(row.size())});
    return decode::run(model, r).steps[static_cast<std::size_t>(output)].token.id;
}

/// What is found does what it says, in a run of its own; nine tenths of it on the same way do not.
void expect_it_holds(const Model& model, const Trace& run, int output, const Fragility& found) {
    const Eigen::VectorXf old = run.at(Quantity::Weights).col(output);
    const int own = run.steps[static_cast<std::size_t>(output)].token.id;
    EXPECT_GE(found.moved, 0);
    EXPECT_LE(found.moved, 1);
    EXPECT_GE(found.row.minCoeff(), 0);
    EXPECT_NEAR(found.row.sum(), old.sum(), 1e-4);
    EXPECT_NEAR(found.moved, (found.row - old).cwiseAbs().sum() / 2, 1e-5);
    for (Eigen::Index j = 0; j < old.size(); ++j) // one position gains, no other does
        EXPECT_TRUE(j == found.to ? found.row(j) >= old(j) : found.row(j) <= old(j) + 1e-6f);
    EXPECT_EQ(token_under(model, run, output, found.row), found.after_id);
    EXPECT_NE(found.after_id, own);
    EXPECT_EQ(found.before_id, own);
    EXPECT_EQ(token_under(model, run, output, old + (found.row - old) * 0.9f), own);
}

TEST(Fragility, WhatIsFoundChangesTheTokenAndNineTenthsOfItDoNot) {
    int found = 0;
    for (const char* name : {"dates", "dates/local-p", "reverse", "translate"}) {
        const Model model = bundled(name);
        for (const char* text : {"3 march 1987", "the agreement was signed"}) {
            if ((model.tokenizer.level == TokenLevel::Word) != std::string(text).starts_with("the")) continue;
            const Trace run = decode::run(model, asked(text));
            for (int i = 0; i < run.outputs(); ++i) {
                SCOPED_TRACE(std::string(name) + " " + std::to_string(i));
                const auto one = fragility(model, run, i), again = fragility(model, run, i);
                ASSERT_EQ(one.has_value(), again.has_value());
                if (!one) continue;
                ++found;
                EXPECT_EQ(one->row, again->row); // nothing is drawn by chance
                expect_it_holds(model, run, i, *one);
            }
        }
    }
    EXPECT_GE(found, 20);
}

TEST(Fragility, HoldsOnModelsOfRandomNumbers) {
    int found = 0;
    for (const char* function : {"additive", "coverage", "own-past", "local-p", "general"})
        for (const Order order : {Order::Bahdanau, Order::Luong})
            for (std::uint64_t seed = 1; seed <= 4; ++seed) {
                SCOPED_TRACE(std::string(function) + " " + std::to_string(seed));
                const Model model = test::random_model(test::config_of(function, order), seed, 1.2);
                const Trace run = decode::run(model, asked("3 mar 87"));
                for (int i = 0; i < std::min(3, run.outputs()); ++i)
                    if (const auto one = fragility(model, run, i)) {
                        ++found;
                        expect_it_holds(model, run, i, *one);
                    }
            }
    EXPECT_GE(found, 20);
}

TEST(Fragility, NoMoveOfHundredthsToOnePositionIsMuchSmaller) {
    const Model model = bundled("dates");
    const Trace run = decode::run(model, asked("3 march 1987"));
    for (int i = 0; i < run.outputs(); ++i) {
        const auto found = fragility(model, run, i);
        const Eigen::VectorXf old = run.at(Quantity::Weights).col(i);
        float least = 2;
        for (Eigen::Index j = 0; j < old.size(); ++j)
            for (float amount = 0.02f; amount <= 1 - old(j) && amount < least; amount += 0.02f) {
                const float share = amount / (1 - old(j));
                const Eigen::VectorXf row = old * (1 - share) + share * Eigen::VectorXf::Unit(old.size(), j);
                if (token_under(model, run, i, row) != run.steps[static_cast<std::size_t>(i)].token.id)
                    least = amount;
            }
        EXPECT_EQ(found.has_value(), least < 2) << i;
        if (found) {
            EXPECT_LE(found->moved, least * 1.02f) << i;
        }
    }
}

TEST(Fragility, ThereIsNoneWhereTheOutputDoesNotHearTheContext) {
    Model model = test::random_model(test::config_of("additive", Order::Luong), 3, 0.8);
    const int combine = model.parameters.find("readout.combine.weight");
    ASSERT_GE(combine, 0);
    model.parameters[combine].value.leftCols(model.config.as<Seq2SeqConfig>().annotation()).setZero();
    const Trace run = decode::run(model, asked("3 mar 87"));
    EXPECT_FALSE(fragility(model, run, 2));
}

TEST(Fragility, EndsWhenItIsCancelledAndNeedsWeights) {
    const Model model = test::random_model();
    const Trace run = decode::run(model, asked("3 mar 87"));
    const std::atomic<bool> cancelled{true};
    EXPECT_THROW(fragility(model, run, 2, &cancelled), decode::Cancelled);
    const Model none = test::random_model(test::config_of("none"));
    EXPECT_NE(test::message_of([&] {
                  fragility(none, decode::run(none, asked("3 mar 87")), 0);
              }).find("no weights"),
              std::string::npos);
}

} // namespace
} // namespace heed::analysis
