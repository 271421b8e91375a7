// Step and inspector of models as other toolkits build them: two decoder cells, added states, slots past the
// source, other readouts, layer normalisation.
#include "app/figures/seq2seq/inspector/inspector.h"
#include "app/figures/seq2seq/network/network.h"
#include "core/analysis/cell_terms.h"
#include "core/analysis/score_terms.h"
#include "core/models/seq2seq/facts.h"
#include "core/models/seq2seq/phases.h"
#include "tests/app/figures/figure_test.h"
#include "tests/support/random_model.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace heed {
namespace {

using test::config_of;
using test::random_trace;

Seq2SeqConfig conditional() {
    Seq2SeqConfig c = config_of("additive", Order::Conditional);
    c.decoder.start = Start::Mean;
    c.decoder.first_input = FirstInput::None;
    c.decoder.reads = {true, true, true};
    return c;
}
Seq2SeqConfig normalised() {
    Seq2SeqConfig c = conditional();
    c.normalisation = {nn::NormKind::Gates, 1e-5};
    return c;
}
Seq2SeqConfig summed() {
    Seq2SeqConfig c = config_of("general", Order::Luong);
    c.encoder.merge = Merge::Sum;
    c.encoder.layers = c.decoder.layers = 2;
    c.decoder.hidden = c.encoder.hidden;
    c.decoder.start = Start::Layers;
    return c;
}
Seq2SeqConfig slots() {
    Seq2SeqConfig c = config_of("location");
    c.encoder.bidirectional = false;
    c.decoder.hidden = c.encoder.hidden;
    c.decoder.start = Start::Forward;
    c.decoder.context = ContextPlace::Combined;
    c.decoder.readout = Readout::None;
    c.decoder.reads = {false, true, false};
    c.attention.query = Asks::TokenState;
    c.attention.alignment = attention::AlignmentKind::Slots;
    return c;
}
Seq2SeqConfig projected() {
    Seq2SeqConfig c = config_of("general", Order::Luong);
    c.encoder.cell = c.decoder.cell = CellKind::Lstm;
    c.decoder.input_feeding = true;
    c.decoder.start = Start::Linear;
    c.decoder.start_memory = StartMemory::Own;
    c.decoder.projection = 5;
    return c;
}

struct Shape {
    const char* name;
    Seq2SeqConfig (*config)();
};
struct ForeignShapes : FigureTest, testing::WithParamInterface<Shape> {};

TEST_P(ForeignShapes, EveryMomentIsSound) {
    const Trace trace = random_trace(GetParam().config());
    for (const float width : {1240.0f, 560.0f}) {
        NetworkSettings settings;
        settings.width = width;
        settings.height = 808;
        for (int at = 0; at <= trace.outline.total(); ++at) {
            const Playhead playhead{.at = at, .progress = at % 3 == 0 ? 0.4f : 1.0f};
            const Scene scene = network_figure(trace, playhead, settings, style_of(Theme::Dark));
            ASSERT_EQ(unsound(scene), "") << at;
            if (playhead.progress < 1) continue;
            EXPECT_EQ(outside(scene, *metrics), "") << at;
            EXPECT_EQ(overlapping(scene, *metrics), "") << at;
        }
    }
    for (int at = 1; at <= trace.outline.total(); ++at) {
        EXPECT_EQ(unsound(inspector_figure(trace, {.at = at}, 360, style_of(Theme::Light))), "") << at;
        EXPECT_FALSE(narrate(trace, {.at = at}, dark_palette).sentence.empty()) << at;
    }
}

INSTANTIATE_TEST_SUITE_P(All, ForeignShapes,
                         testing::Values(Shape{"conditional", conditional}, Shape{"normalised", normalised},
                                         Shape{"summed", summed}, Shape{"slots", slots},
                                         Shape{"projected", projected}),
                         [](const auto& info) { return info.param.name; });

class ForeignStep : public testing::Test {
protected:
    std::shared_ptr<const TextMetrics> metrics = paper_metrics();
    Scene network(const Trace& trace, Phase phase, int i) const {
        FigureStyle style;
        style.metrics = metrics.get();
        NetworkSettings settings;
        settings.width = 1240;
        settings.height = 808;
        return network_figure(trace, {.at = at_of(trace.outline, phase, i)}, settings, style);
    }
    Scene inspector(const Trace& trace, Phase phase, int i) const {
        FigureStyle style;
        style.metrics = metrics.get();
        return inspector_figure(trace, {.at = at_of(trace.outline, phase, i)}, 360, style);
    }
    static const Pick* state(const Scene& scene, int i, int layer) {
        for (const Pick& pick : scene.picks)
            if (pick.id.kind == PickKind::State && pick.id.i == i && pick.id.k == layer) return &pick;
        return nullptr;
    }
    static std::string words(const Scene& scene) {
        std::string all;
        for (const TextItem* t : items_of<TextItem>(scene)) all += t->text + " ";
        return all;
    }
};

TEST_F(ForeignStep, OfTwoCellsTheLowerAsksAndTheUpperTakesTheContextIn) {
    const Trace trace = random_trace(conditional());
    const Scene scene = network(trace, {seq2seq::Softmax}, 2);
    const Pick *lower = state(scene, 2, 0), *upper = state(scene, 2, 1);
    ASSERT_TRUE(lower && upper);
    EXPECT_GT(lower->box.y, upper->box.bottom());
    EXPECT_EQ(state(scene, -1, 0), nullptr); // the first state stands in the upper row alone
    EXPECT_NE(state(scene, -1, 1), nullptr);
    // The context's way ends at the upper cell.
    const Scene done = network(trace, {seq2seq::State, 1}, 2);
    const Box target = state(done, 2, 1)->box;
    bool found = false;
    for (const LineItem* line : items_of<LineItem>(done))
        found =
            found || (line->points.size() == 4 && std::abs(line->points.back().x - target.right()) < 0.1f &&
                      std::abs(line->points.back().y - target.centre().y) < 0.1f);
    EXPECT_TRUE(found);
}

TEST_F(ForeignStep, SlotsPastTheSourceStandBesideItAndTheirWeightsAddUp) {
    const Trace trace = random_trace(slots());
    const int beyond = seq2seq_facts(trace).slots - trace.source_length();
    ASSERT_GT(beyond, 0);
    for (int i = 0; i < trace.outputs(); ++i)
        EXPECT_NEAR(trace.at(Quantity::Weights).col(i).sum() + trace.at(Quantity::SlotWeights).col(i).sum(),
                    1, 1e-5);
    const Scene scene = network(trace, {seq2seq::Softmax}, 1);
    int bars = 0;
    float rightmost_token = 0;
    for (const Pick& pick : scene.picks) {
        if (pick.id.kind == PickKind::Token) rightmost_token = std::max(rightmost_token, pick.box.right());
        if (pick.id.name == "slot") ++bars;
    }
    EXPECT_EQ(bars, beyond);
    for (const Pick& pick : scene.picks) {
        if (pick.id.name != "slot") continue;
        EXPECT_GE(pick.box.x, rightmost_token - 0.1f);
    }
    EXPECT_NE(words(scene).find("nothing to add"), std::string::npos);
    EXPECT_NE(words(inspector(trace, {seq2seq::Softmax}, 1)).find("past the source"), std::string::npos);
}

TEST_F(ForeignStep, WhatTheCardsAddUpIsWhatWasRecorded) {
    for (const auto& config : {conditional(), normalised(), summed(), slots(), projected()}) {
        const Trace trace = random_trace(config);
        for (int i = 0; i < trace.outputs(); ++i) {
            for (int j = 0; j < trace.source_length(); ++j) {
                const analysis::ScoreTerms t = analysis::score_terms(trace, i, j);
                EXPECT_NEAR(t.total(), trace.at(Quantity::Energies)(j, i), 1e-4);
            }
            for (int layer = 0; layer < (seq2seq_facts(trace).order == "conditional" ? 2 : 1); ++layer) {
                const analysis::CellTerms t =
                    analysis::cell_terms(trace, analysis::CellSite::Decoder, layer, i);
                if (t.cell != "gru") continue;
                for (Eigen::Index k = 0; k < t.units(); ++k) {
                    const float z = t.gates(k, 1);
                    EXPECT_NEAR((1 - z) * t.gates(k, 2) + z * t.before(k), t.after(k), 1e-5);
                    EXPECT_NEAR(1 / (1 + std::exp(-(t.input(k, 1) + t.recurrent(k, 1) +
                                                    t.bias(static_cast<int>(k), 1)))),
                                z, 1e-5);
                }
            }
        }
    }
}

TEST_F(ForeignStep, EquationsAreThoseOfTheModel) {
    const auto distribution = [&](const Seq2SeqConfig& config) {
        return words(inspector(random_trace(config), {seq2seq::Distribution}, 0));
    };
    EXPECT_NE(distribution(config_of("dot")).find("tanh"), std::string::npos);
    EXPECT_EQ(distribution(slots()).find("tanh"), std::string::npos); // straight from the state
    EXPECT_NE(distribution(normalised()).find("LN"), std::string::npos);
    EXPECT_NE(words(inspector(random_trace(normalised()), {seq2seq::Forward}, 1)).find("LN"),
              std::string::npos);
    EXPECT_NE(words(inspector(random_trace(summed()), {seq2seq::Annotate}, 1)).find("Add the two states"),
              std::string::npos);
}

} // namespace
} // namespace heed
