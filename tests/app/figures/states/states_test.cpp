#include "app/figures/states/states.h"

#include "app/figures/tokens.h"
#include "core/models/seq2seq/facts.h"
#include "core/models/seq2seq/phases.h"
#include "tests/app/figures/scene_checks.h"
#include "tests/support/random_model.h"
#include "tests/support/samples/sample_trace.h"
#include "tests/support/stub_metrics.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <set>

namespace heed {
namespace {

using analysis::StateKind;

struct Whole {
    explicit Whole(Trace t, StateKind encoder_kind = StateKind::Annotation, const Trace* before = nullptr)
        : trace(std::move(t)), encoder(state_path(trace, before, {encoder_kind, 0})),
          decoder(state_path(trace, before, {StateKind::Decoder, 0})) {
        style.metrics = &metrics;
        head.at = trace.outline.total();
    }
    Scene scene() { return states_figure({trace, encoder, decoder, chosen, near, 0}, head, settings, style); }

    Trace trace;
    StatePath encoder, decoder;
    PathPlace chosen;
    MatrixXf near = MatrixXf(2, 0);
    Playhead head;
    StatesSettings settings;
    StubMetrics metrics;
    FigureStyle style;
};

std::set<int> picked(const Scene& scene, PickKind kind) {
    std::set<int> found;
    for (const Pick& pick : scene.picks)
        if (pick.id.kind == kind) found.insert(pick.id.k);
    return found;
}

/// Circles of the picture: where, how large, in which colour.
std::vector<CircleItem> circles(const Scene& scene) {
    std::vector<CircleItem> found;
    for (const CircleItem* circle : items_of<CircleItem>(scene)) found.push_back(*circle);
    return found;
}

bool says(const Scene& scene, const std::string& words) {
    for (const TextItem* text : items_of<TextItem>(scene))
        if (text->text.find(words) != std::string::npos) return true;
    return false;
}

TEST(StatesFigure, SoundAtEverySizeLengthAndMoment) {
    for (const auto& [sources, outputs] : {std::pair{1, 1}, {5, 4}, {13, 11}, {60, 50}, {200, 200}})
        for (const auto& [width, height] :
             {std::pair{1240.0f, 808.0f}, {960.0f, 448.0f}, {2200.0f, 1300.0f}, {700.0f, 300.0f}})
            for (const Theme theme : {Theme::Dark, Theme::Light}) {
                Whole whole(sample_trace(sources, outputs, {.words = sources == 60}));
                whole.settings.width = width;
                whole.settings.height = height;
                whole.style.theme = theme;
                const int total = whole.trace.outline.total();
                for (const int at : {0, total / 5, total / 2, total}) {
                    whole.head.at = at;
                    const Scene scene = whole.scene();
                    EXPECT_EQ(unsound(scene), "") << sources << " " << width << " " << at;
                    EXPECT_EQ(outside(scene, whole.metrics), "") << sources << " " << width << " " << at;
                }
            }
}

TEST(StatesFigure, EveryStateCanBePointedAt) {
    for (const int n : {1, 13, 60}) {
        Whole whole(sample_trace(n, n));
        const Scene scene = whole.scene();
        EXPECT_EQ(static_cast<int>(picked(scene, PickKind::Annotation).size()), n);
        EXPECT_EQ(static_cast<int>(picked(scene, PickKind::State).size()), n + 1);
        for (const Pick& pick : scene.picks) {
            if (pick.id.kind == PickKind::State)
                EXPECT_EQ(pick.id.i, pick.id.k - 1);
            else if (pick.id.kind == PickKind::Annotation)
                EXPECT_EQ(pick.id.j, pick.id.k);
            else
                continue;
            EXPECT_FALSE(pick.tooltip.empty());
        }
    }
}

TEST(StatesFigure, PathsStandStillWhilePlayedAndPointedAt) {
    Whole whole(sample_trace());
    const auto places = [&] {
        std::set<std::pair<float, float>> found;
        for (const Pick& pick : whole.scene().picks)
            if (pick.id.kind == PickKind::State && pick.box.w < 30)
                found.insert({pick.box.centre().x, pick.box.centre().y});
        return found;
    };
    const auto before = places();
    whole.head.at = 40;
    whole.head.hover_row = 3;
    whole.head.hover_column = 2;
    const auto after = places();
    EXPECT_TRUE(std::includes(before.begin(), before.end(), after.begin(), after.end()) || after == before);
}

TEST(StatesFigure, WhatIsNotWrittenYetIsNotSaid) {
    Whole whole(sample_trace(13, 11));
    whole.settings.heatmap = false;
    whole.head.at = at_of(whole.trace.outline, {seq2seq::Choose, 0}, 2);
    std::multiset<std::string> said;
    const Color output = whole.style.colors().output;
    const Scene scene = whole.scene();
    for (const TextItem* text : items_of<TextItem>(scene))
        if (text->color == output) said.insert(text->text);
    EXPECT_LE(said.size(), 6u); // three tokens, each in the plane and in the strip
    EXPECT_FALSE(said.count(shown_output(whole.trace, 4)) > 0 &&
                 shown_output(whole.trace, 4) != shown_output(whole.trace, 0));
}

TEST(StatesFigure, TheHoveredRowAndColumnAreRinged) {
    Whole whole(sample_trace());
    const auto rings = [&] {
        const auto all = circles(whole.scene());
        return std::count_if(all.begin(), all.end(), [&](const CircleItem& c) {
            return c.border == fade(whole.style.colors().t1, 0.8f);
        });
    };
    EXPECT_EQ(rings(), 0);
    whole.head.hover_row = 4;
    EXPECT_EQ(rings(), 1);
    whole.head.hover_column = 5;
    EXPECT_EQ(rings(), 2);
}

TEST(StatesFigure, NoLabelLiesInTheHaloOrTheRingsOfItsState) {
    SampleOptions options;
    options.words = true;
    Whole whole(sample_trace(5, 4, options));
    whole.settings.heatmap = false;
    for (int at = whole.trace.outline.start_of(Axis::Output); at <= whole.trace.outline.total(); ++at) {
        whole.head.at = at;
        const Scene scene = whole.scene();
        const std::vector<CircleItem> all = circles(scene);
        for (const LaidText& text : laid_texts(scene, whole.metrics)) {
            if (text.item->size < 13 || text.item->align != Align::Centre) continue; // labels in the planes
            const auto away = [&](const CircleItem& c) {
                return std::hypot(std::clamp(c.centre.x, text.box.x, text.box.right()) - c.centre.x,
                                  std::clamp(c.centre.y, text.box.y, text.box.bottom()) - c.centre.y);
            };
            const auto nearest = std::min_element(
                all.begin(), all.end(), [&](const auto& a, const auto& b) { return away(a) < away(b); });
            for (const CircleItem& c : all)
                if (nearest != all.end() && c.centre.x == nearest->centre.x &&
                    c.centre.y == nearest->centre.y) {
                    EXPECT_GE(away(c), c.radius) << text.item->text << " at " << at;
                }
        }
    }
}

TEST(StatesFigure, SharesOfTheTwoDirectionsArePrinted) {
    Whole whole(sample_trace());
    const Scene scene = whole.scene();
    EXPECT_TRUE(says(scene, "first direction " + percent(whole.encoder.plane.share(0))));
    EXPECT_TRUE(says(scene, "second " + percent(whole.decoder.plane.share(1))));
    EXPECT_TRUE(says(scene, "not seen"));
    EXPECT_GE(whole.encoder.plane.share(0), whole.encoder.plane.share(1));
}

TEST(StatesFigure, NeighboursThatCoincideAreOneLargerDot) {
    Whole whole(sample_trace());
    whole.settings.heatmap = false;
    const std::size_t plain = circles(whole.scene()).size();
    whole.chosen = {true, 3};
    const std::size_t ring = circles(whole.scene()).size() - plain;
    MatrixXf near(2, 5);
    near << 0, 0, 0, 0, 0.2f, 0, 0, 0, 0, 0.1f;
    whole.near = near;
    const Color grey = fade(whole.style.colors().t2, 0.55f);
    std::vector<float> radii;
    for (const CircleItem& circle : circles(whole.scene()))
        if (circle.fill == grey) radii.push_back(circle.radius);
    ASSERT_EQ(radii.size(), 2u);
    EXPECT_GT(radii[0], radii[1]); // four hits, one hit
    EXPECT_GE(ring, 1u);
}

TEST(StatesFigure, AnEditIsSeenAgainstTheRunBefore) {
    const Trace before = sample_trace(13, 11);
    Trace after = before;
    MatrixXf states = before.at(Quantity::State);
    states.rightCols(4).array() += 0.7f;
    after.set(Quantity::State, 0, states);
    Whole whole(after, StateKind::Annotation, &before);
    EXPECT_EQ(whole.decoder.before.cols(), 12);
    const auto distance = [&](Eigen::Index k) {
        return (whole.decoder.before.col(k) - whole.decoder.points.col(k)).norm();
    };
    for (Eigen::Index k = 0; k < 8; ++k) EXPECT_NEAR(distance(k), 0, 1e-5); // before the edit: the same
    for (Eigen::Index k = 8; k < 12; ++k) EXPECT_GT(distance(k), 0.1f);
    const Scene scene = whole.scene();
    EXPECT_TRUE(says(scene, "Dashed"));
    const auto dashed = [](const Scene& drawn) {
        const auto lines = items_of<LineItem>(drawn);
        return std::count_if(lines.begin(), lines.end(), [](const LineItem* l) { return l->dash.on == 7; });
    };
    EXPECT_EQ(dashed(scene), 4); // from the last state that both share
    Whole alone(before);
    EXPECT_FALSE(says(alone.scene(), "Dashed"));
    EXPECT_EQ(dashed(alone.scene()), 0);
    EXPECT_EQ(alone.decoder.before.cols(), 0);
}

TEST(StatesFigure, WhatTheUserForcedIsWhite) {
    Trace trace = sample_trace();
    for (TraceStep& step : trace.steps) step.forced = false;
    const auto white = [](const Trace& t) {
        Whole whole(t);
        whole.settings.heatmap = false;
        int count = 0;
        const Scene scene = whole.scene();
        for (const TextItem* text : items_of<TextItem>(scene))
            count += text->color == whole.style.colors().t1;
        return count;
    };
    const int plain = white(trace);
    trace.steps[3].forced = true;
    EXPECT_EQ(white(trace), plain + 2); // in the plane and in its small map
}

TEST(StatesFigure, ARunOfAnotherSizeIsNoComparison) {
    const Trace before = sample_trace(13, 11, {.state = 24});
    const Trace after = sample_trace(13, 11);
    EXPECT_EQ(state_path(after, &before, {StateKind::Decoder, 0}).before.cols(), 0);
}

TEST(StatesFigure, BackwardStatesBeginAtTheEnd) {
    Whole whole(sample_trace(), StateKind::Backward);
    whole.head.at =
        at_of(whole.trace.outline, {seq2seq::Backward, 0}, 10); // the first three read from the right
    EXPECT_TRUE(says(whole.scene(), "right to left"));
    EXPECT_EQ(current_column(whole.trace, whole.encoder, whole.head), 10);
    EXPECT_EQ(current_column(whole.trace, whole.decoder, whole.head), -1);
}

TEST(StatesFigure, TheCurrentStateFollowsThePlayhead) {
    Whole whole(sample_trace());
    whole.head.at = 0;
    EXPECT_EQ(current_column(whole.trace, whole.decoder, whole.head), -1);
    whole.head.at = at_of(whole.trace.outline, {seq2seq::Context, 0}, 4);
    EXPECT_EQ(current_column(whole.trace, whole.decoder, whole.head), 4);
    whole.head.at = at_of(whole.trace.outline, {seq2seq::State, 0}, 4);
    EXPECT_EQ(current_column(whole.trace, whole.decoder, whole.head), 5);
    whole.head.at = whole.trace.outline.total();
    EXPECT_EQ(current_column(whole.trace, whole.decoder, whole.head), 11);
}

TEST(StatesFigure, ModelsOfOtherShapes) {
    for (const Order order : {Order::Bahdanau, Order::Luong, Order::Conditional}) {
        Seq2SeqConfig config = test::config_of("additive", order);
        if (order == Order::Luong) config.decoder.layers = 2;
        Whole whole(test::random_trace(config));
        whole.decoder = state_path(whole.trace, nullptr,
                                   {StateKind::Decoder, seq2seq_facts(whole.trace).decoder_rows() - 1});
        EXPECT_EQ(whole.decoder.count(), whole.trace.outputs() + 1);
        for (int at = 0; at <= whole.trace.outline.total(); at += 7) {
            whole.head.at = at;
            EXPECT_EQ(unsound(whole.scene()), "");
        }
    }
    Whole none(test::random_trace(test::config_of("none")));
    EXPECT_EQ(unsound(none.scene()), "");
    EXPECT_FALSE(says(none.scene(), "weight α")); // no heatmap
}

TEST(StatesFigure, OneStateHasNoDirections) {
    Trace trace = sample_trace(1, 1);
    Whole whole(trace);
    EXPECT_TRUE(says(whole.scene(), "There is one state"));
    trace.set(Quantity::Annotation, 0, MatrixXf::Ones(64, 1).replicate(1, 1));
    Whole same(sample_trace(5, 4));
    same.trace.set(Quantity::Annotation, 0, MatrixXf::Ones(64, 5));
    same.encoder = state_path(same.trace, nullptr, {StateKind::Annotation, 0});
    EXPECT_TRUE(says(same.scene(), "All states are the same point"));
    EXPECT_EQ(unsound(same.scene()), "");
}

} // namespace
} // namespace heed
