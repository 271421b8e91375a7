// Edits of a row, and runs with edits: what may change, and what may not.
#include "core/decode/row_edit.h"

#include "core/base/error.h"
#include "core/base/random.h"
#include "core/decode/run.h"
#include "tests/support/message_of.h"
#include "tests/support/random_model.h"

#include <gtest/gtest.h>

namespace heed {
namespace {

using Eigen::VectorXf;
using Kind = RowEdit::Kind;

const VectorXf none; // no row before

VectorXf random_row(Random& random, int T) {
    VectorXf row(T);
    for (float& w : row) w = static_cast<float>(random.real());
    return row / row.sum();
}

RowEdit edit(Kind kind) { return {kind, {}, {}, {}, 7}; }

TEST(RowEdit, TheRestOfAHeldRowKeepsItsProportionsAndTheSum) {
    Random random(1);
    for (int n = 0; n < 200; ++n) {
        const int T = 2 + static_cast<int>(random.below(20));
        const VectorXf own = random_row(random, T);
        RowEdit held = edit(Kind::Held);
        const int j = static_cast<int>(random.below(static_cast<std::uint64_t>(T)));
        held.held[j] = static_cast<float>(random.real());
        const VectorXf row = decode::edited_row(held, own, none);
        EXPECT_EQ(row(j), held.held[j]);
        EXPECT_NEAR(row.sum(), 1, 1e-5);
        const int a = (j + 1) % T, b = (j + T - 1) % T;
        EXPECT_NEAR(row(a) * own(b), row(b) * own(a), 1e-6);
    }
}

TEST(RowEdit, SettingAWeightToWhatItIsChangesNoBit) {
    Random random(2);
    for (int n = 0; n < 200; ++n) {
        const VectorXf own = random_row(random, 1 + static_cast<int>(random.below(40)));
        RowEdit held = edit(Kind::Held);
        for (int j = 0; j < own.size(); ++j)
            if (random.below(2)) held.held[j] = own(j);
        EXPECT_EQ(decode::edited_row(held, own, none), own);
        RowEdit given = edit(Kind::Given);
        given.weights.assign(own.begin(), own.end());
        EXPECT_EQ(decode::edited_row(given, own, none), own);
    }
}

TEST(RowEdit, WhereNothingIsLeftTheOthersGetNothingAndWhereTheyHadNothingEqualParts) {
    const VectorXf own = (VectorXf(4) << 0, 1, 0, 0).finished();
    RowEdit held = edit(Kind::Held);
    held.held[1] = 0.25f;
    EXPECT_EQ(decode::edited_row(held, own, none), (VectorXf(4) << 0.25f, 0.25f, 0.25f, 0.25f).finished());
    held.held = {{0, 0.75f}, {1, 0.75f}};
    EXPECT_EQ(decode::edited_row(held, own, none), (VectorXf(4) << 0.75f, 0.75f, 0, 0).finished());
    held.held = {{0, 0.f}, {1, 0.f}, {2, 0.f}, {3, 0.f}}; // all of them: as they are
    EXPECT_EQ(decode::edited_row(held, own, none), VectorXf::Zero(4));
}

TEST(RowEdit, AblationsKeepWhatTheRowGaveToTheSource) {
    Random random(3);
    for (int n = 0; n < 50; ++n) {
        const VectorXf own = random_row(random, 9) * 0.8f; // a local row: less than 1
        for (const Kind kind : {Kind::Uniform, Kind::HardMax, Kind::Shuffled, Kind::Without}) {
            RowEdit ablation = edit(kind);
            ablation.without = {2, 5};
            const VectorXf row = decode::edited_row(ablation, own, none);
            EXPECT_NEAR(row.sum(), own.sum(), 1e-5) << to_string(kind);
            if (kind == Kind::Uniform) {
                EXPECT_EQ(row.maxCoeff(), row.minCoeff());
            }
            if (kind == Kind::HardMax) {
                EXPECT_EQ((row.array() > 0).count(), 1);
            }
            if (kind == Kind::Without) {
                EXPECT_EQ(row(2) + row(5), 0);
            }
        }
        VectorXf sorted = own, shuffled = decode::edited_row(edit(Kind::Shuffled), own, none);
        std::sort(sorted.begin(), sorted.end());
        std::sort(shuffled.begin(), shuffled.end());
        EXPECT_EQ(sorted, shuffled);
        const VectorXf before = random_row(random, 9);
        EXPECT_EQ(decode::edited_row(edit(Kind::Previous), own, before), before);
        EXPECT_EQ(decode::edited_row(edit(Kind::Previous), own, none), own);
    }
}

/// Models that carry different things from one output to the next.
std::vector<Model> models() {
    std::vector<Model> all;
    for (const char* function :
         {"additive", "coverage", "location-aware", "own-past", "local-p", "token-context"})
        for (const Order order : {Order::Bahdanau, Order::Luong}) {
            Seq2SeqConfig config = test::config_of(function, order);
            config.decoder.input_feeding = order == Order::Luong;
            all.push_back(test::random_model(config, 5, 0.8));
        }
    all.push_back(test::random_model(test::config_of("none"), 5, 0.8));
    return all;
}

Request request() {
    Request r;
    r.text = "3 mar 87";
    r.max_steps = 9;
    return r;
}

const Quantity of_outputs[] = {Quantity::Query,   Quantity::Energies, Quantity::Weights,
                               Quantity::Context, Quantity::State,    Quantity::Readout,
                               Quantity::Logits,  Quantity::LogProbs, Quantity::PastWeights};

/// The first outputs of both runs are the same to the bit.
void expect_same_before(const Trace& a, const Trace& b, int outputs) {
    for (const Quantity q : of_outputs) {
        if (!a.has(q) || !b.has(q)) continue;
        const auto rows = std::min(a.at(q).rows(), b.at(q).rows());
        const MatrixXf x = a.at(q).topLeftCorner(rows, outputs), y = b.at(q).topLeftCorner(rows, outputs);
        EXPECT_TRUE((x.array() == y.array() || (x.array().isNaN() && y.array().isNaN())).all())
            << info(q).key;
    }
    for (int i = 0; i < outputs; ++i)
        EXPECT_EQ(a.steps[static_cast<std::size_t>(i)].token.id,
                  b.steps[static_cast<std::size_t>(i)].token.id);
}

/// Every kind of edit, at output i.
std::vector<Edits> edits_at(int i, const Model& model, int T) {
    std::vector<Edits> all(1);
    all.back().forced[i] = "7";
    if (model.facts.score == "none") return all;
    for (const Kind kind : {Kind::Given, Kind::Held, Kind::Uniform, Kind::HardMax, Kind::Previous,
                            Kind::Without, Kind::Shuffled}) {
        RowEdit e = edit(kind);
        if (kind == Kind::Given) e.weights.assign(static_cast<std::size_t>(T), 0.1f);
        if (kind == Kind::Held) e.held = {{1, 0.9f}};
        if (kind == Kind::Without)
            for (int j = 0; j + 1 < T; ++j) e.without.push_back(j);
        Edits edits;
        edits.rows[i] = e;
        all.push_back(edits);
    }
    return all;
}

TEST(RunWithEdits, AnEditLeavesEverythingBeforeItAsItWasToTheBit) {
    for (const Model& model : models()) {
        const Trace own = decode::run(model, request());
        for (const int i : {0, 3, own.outputs() - 1})
            for (const Edits& edits : edits_at(i, model, own.source_length())) {
                Request r = request();
                r.edits = edits;
                const Trace changed = decode::run(model, r);
                expect_same_before(own, changed, i);
                const TraceStep& step = changed.steps[static_cast<std::size_t>(i)];
                EXPECT_EQ(step.forced, !edits.forced.empty());
                EXPECT_EQ(step.weights_given, !edits.rows.empty());
                if (edits.rows.empty() || edits.rows.begin()->second.kind == Kind::Previous) continue;
                EXPECT_NE(own.at(Quantity::Context).col(i), changed.at(Quantity::Context).col(i))
                    << model.facts.function();
            }
    }
}

TEST(RunWithEdits, TheWayBackLeadsToTheSameRunToTheBit) {
    for (const Model& model : models()) {
        const Trace own = decode::run(model, request());
        Request r = request();
        for (const Edits& edits : edits_at(2, model, own.source_length())) {
            r.edits = edits;
            const Trace once = decode::run(model, r), again = decode::run(model, r);
            ASSERT_EQ(once.outputs(), again.outputs());
            expect_same_before(once, again, once.outputs());
        }
        r.edits = {};
        const Trace back = decode::run(model, r);
        ASSERT_EQ(back.outputs(), own.outputs());
        expect_same_before(own, back, own.outputs());
        EXPECT_EQ(back.log_prob, own.log_prob);
    }
}

TEST(RunWithEdits, EveryRowSetToItselfChangesNothing) {
    for (const Model& model : models()) {
        const Trace own = decode::run(model, request());
        if (!own.has_weights() || own.has(Quantity::PastWeights))
            continue; // weights as they are leave the past nothing
        Request given = request(), held = request();
        for (int i = 0; i < own.outputs(); ++i) {
            const Eigen::VectorXf row = own.at(Quantity::Weights).col(i);
            given.edits.rows[i].weights.assign(row.begin(), row.end());
            held.edits.rows[i] = edit(Kind::Held);
            for (int j = 0; j < row.size(); ++j) held.edits.rows[i].held[j] = row(j);
        }
        for (const Request& r : {given, held}) {
            const Trace same = decode::run(model, r);
            ASSERT_EQ(same.outputs(), own.outputs());
            expect_same_before(own, same, own.outputs());
            EXPECT_EQ(same.at(Quantity::OwnWeights), own.at(Quantity::Weights));
            EXPECT_EQ(same.log_prob, own.log_prob);
        }
    }
}

TEST(RunWithEdits, TheModelsOwnRowIsRecordedBesideTheOneThatIsUsed) {
    for (const Model& model : models()) {
        if (model.facts.score == "none") continue;
        const Trace own = decode::run(model, request());
        Request r = request();
        r.edits.rows[2] = edit(Kind::Uniform);
        const Trace changed = decode::run(model, r);
        const MatrixXf& made = changed.at(Quantity::OwnWeights);
        EXPECT_EQ(made.leftCols(3), own.at(Quantity::Weights).leftCols(3)); // up to and with the edit
        EXPECT_EQ(changed.at(Quantity::Weights).leftCols(2), made.leftCols(2));
        EXPECT_NE(changed.at(Quantity::Weights).col(2), made.col(2));
        if (changed.outputs() > 3) {
            EXPECT_EQ(changed.at(Quantity::Weights).col(3), made.col(3));
        }
        EXPECT_FALSE(own.has(Quantity::OwnWeights));
    }
}

TEST(RunWithEdits, TemperatureDividesTheEnergiesOfEveryOutput) {
    for (const Model& model : models()) {
        if (model.facts.score == "none") continue;
        Request r = request();
        const Trace own = decode::run(model, r);
        r.edits.temperature = 1e-3;
        const Trace cold = decode::run(model, r);
        r.edits.temperature = 1e3;
        const Trace hot = decode::run(model, r);
        EXPECT_EQ(cold.at(Quantity::Energies).col(0), own.at(Quantity::Energies).col(0));
        EXPECT_EQ(cold.at(Quantity::OwnWeights).col(0), own.at(Quantity::Weights).col(0));
        if (model.facts.alignment == "local-p") continue; // its Gaussian is no part of the softmax
        EXPECT_GT(cold.at(Quantity::Weights).col(0).maxCoeff(), 0.99f) << model.facts.function();
        EXPECT_NEAR(hot.at(Quantity::Weights).col(0).maxCoeff(),
                    1.0f / static_cast<float>(own.source_length()), 5e-3f);
    }
}

TEST(RunWithEdits, AnAblationOfEveryRowIsReplacedWhereARowHasItsOwn) {
    const Model model = test::random_model(test::config_of("additive"), 5, 0.8);
    Request r = request();
    r.edits.every_row = edit(Kind::Uniform);
    r.edits.rows[1] = edit(Kind::HardMax);
    const MatrixXf weights = decode::run(model, r).at(Quantity::Weights);
    EXPECT_EQ(weights.col(0).maxCoeff(), weights.col(0).minCoeff());
    EXPECT_EQ((weights.col(1).array() > 0).count(), 1);
    EXPECT_EQ(weights.col(2).maxCoeff(), weights.col(2).minCoeff());
}

TEST(RunWithEdits, ASearchUsesTheEditedRowsInEverySentence) {
    const Model model = test::random_model(test::config_of("additive"), 5, 0.8);
    Request r = request();
    r.beam.width = 4;
    r.edits.rows[2] = edit(Kind::Previous);
    const Trace trace = decode::run(model, r);
    for (const Hypothesis& h : trace.lattice->hypotheses) {
        const MatrixXf weights = trace.lattice->weights_of(h);
        if (weights.cols() > 2) {
            EXPECT_EQ(weights.col(2), weights.col(1));
        }
    }
}

TEST(RunWithEdits, AnEditThatAnEarlierOneLeavesBehindIsNoMistake) {
    Model model = test::random_model();
    Request r = request();
    r.edits.forced[3] = "</s>";
    r.edits.forced[5] = "7";
    EXPECT_EQ(decode::run(model, r).outputs(), 4);
    r.edits.forced.erase(3);
    r.edits.forced[900] = "7";
    EXPECT_THROW(decode::run(model, r), Error);
}

// Files and the command line count from 0, the screen from 1.
TEST(RunWithEdits, PlacesOnTheScreenAreCountedFromOne) {
    const Model model = test::random_model();
    const auto on_screen = [&](const Edits& edits) -> std::string {
        Request r = request();
        r.edits = edits;
        try {
            decode::run(model, r);
        } catch (const PlaceError& error) {
            return error.on_screen();
        }
        return "";
    };
    Edits held, token, none;
    held.rows[1] = edit(Kind::Held);
    held.rows[1].held[40] = 0.5f;
    EXPECT_NE(on_screen(held).find("weights of output 2: source position: expected 1 to 9, found 41"),
              std::string::npos)
        << on_screen(held);
    token.forced[3] = "no such token";
    EXPECT_NE(on_screen(token).find("forced token at output 4"), std::string::npos) << on_screen(token);
    none.forced[5000] = model.target.token(model.target.size() - 1);
    EXPECT_NE(on_screen(none).find("an output from 1 to"), std::string::npos) << on_screen(none);
    EXPECT_NE(on_screen(none).find("found 5001"), std::string::npos) << on_screen(none);
}

TEST(RunWithEdits, WhatCannotBeIsRefusedInOneSentence) {
    const Model model = test::random_model();
    const auto message = [&](const Edits& edits) {
        Request r = request();
        r.edits = edits;
        return test::message_of([&] { decode::run(model, r); });
    };
    Edits e;
    e.rows[1] = edit(Kind::Held);
    e.rows[1].held[40] = 0.5f;
    EXPECT_NE(message(e).find("weights of output 1: source position: expected 0 to 8, found 40"),
              std::string::npos)
        << message(e);
    e.rows[1].held = {{0, 1.5f}};
    EXPECT_NE(message(e).find("expected a number from 0 to 1"), std::string::npos);
    e = {};
    e.every_row = edit(Kind::Without);
    e.every_row->without = {-1};
    EXPECT_NE(message(e).find("weights of every output: source position"), std::string::npos);
    e = {};
    e.temperature = 0;
    EXPECT_NE(message(e).find("temperature: expected a number from 0.001 to 1000"), std::string::npos);
}

} // namespace
} // namespace heed
