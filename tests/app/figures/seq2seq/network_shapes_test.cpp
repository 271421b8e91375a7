// The Step canvas of models of other shapes: Luong's order, input feeding, windows, every score.
#include "app/figures/seq2seq/network/network.h"
#include "app/figures/tokens.h"
#include "core/attention/scores.h"
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

struct NetworkShapes : FigureTest {
    Scene draw(const Trace& trace, int at, float width = 1240, float height = 808, float progress = 1,
               Theme theme = Theme::Dark) const {
        NetworkSettings settings;
        settings.width = width;
        settings.height = height;
        return network_figure(trace, {.at = at, .progress = progress}, settings, style_of(theme));
    }
    Scene after(const Trace& trace, const PhaseInfo& kind, int i) const {
        return draw(trace, at_of(trace.outline, {kind, 0}, i));
    }
};

bool has_text(const Scene& scene, const std::string& words) {
    const auto all = items_of<TextItem>(scene);
    return std::any_of(all.begin(), all.end(), [&](const TextItem* t) { return t->text == words; });
}

float row(const Scene& scene, const std::string& name) {
    for (const TextItem* t : items_of<TextItem>(scene))
        if (t->text == name && t->at.x == 16) return t->at.y;
    ADD_FAILURE() << name;
    return 0;
}

/// The box of a state, or of the attentional state above it.
Box state_box(const Scene& scene, int i, bool attentional) {
    for (const Pick& pick : scene.picks)
        if (pick.id.kind == PickKind::State && pick.id.i == i &&
            (pick.id.name == "attentional") == attentional)
            return pick.box;
    ADD_FAILURE() << i;
    return {};
}

/// How a box is drawn: 0 dashed, 1 solid, 2 with a ring.
int drawn(const Scene& scene, Box box) {
    int how = -1;
    for (const RectItem* r : items_of<RectItem>(scene)) {
        const bool same =
            std::abs(r->box.x - box.x) < 0.1f && std::abs(r->box.y - box.y) < 0.1f && r->border.a > 0;
        const bool ring = std::abs(r->box.centre().x - box.centre().x) < 0.1f &&
                          std::abs(r->box.centre().y - box.centre().y) < 0.1f && r->box.w > box.w + 3 &&
                          r->box.w < box.w + 14 && r->border.a > 0;
        if (same) how = std::max(how, r->dash.on > 0 ? 0 : 1);
        if (ring) how = 2;
    }
    return how;
}

TEST_F(NetworkShapes, LuongsRowsStandInTheirOrder) {
    const Trace trace = random_trace(config_of("general", Order::Luong));
    const Scene scene = after(trace, seq2seq::Softmax, 2);
    EXPECT_LT(row(scene, "Output"), row(scene, "Attentional"));
    EXPECT_LT(row(scene, "Attentional"), row(scene, "Decoder"));
    EXPECT_LT(row(scene, "Decoder"), row(scene, "Context"));
    const Scene other = draw(random_trace(config_of("general")), 60);
    EXPECT_FALSE(has_text(other, "Attentional"));
}

TEST_F(NetworkShapes, TheNewStateAsksAndIsThereFirst) {
    const Trace luong = random_trace(config_of("dot", Order::Luong)), other = random_trace(config_of("dot"));
    const auto how = [&](const Trace& trace, const PhaseInfo& kind, int state, bool attentional = false) {
        const Scene scene = after(trace, kind, 2);
        return drawn(scene, state_box(scene, state, attentional));
    };
    EXPECT_EQ(how(luong, seq2seq::State, 2), 2); // new
    EXPECT_EQ(how(luong, seq2seq::State, 2, true), 0);
    EXPECT_EQ(how(luong, seq2seq::Score, 2), 2); // asks
    EXPECT_EQ(how(luong, seq2seq::Score, 1), 1);
    EXPECT_EQ(how(luong, seq2seq::Context, 2), 1);
    EXPECT_EQ(how(luong, seq2seq::Context, 2, true), 0); // not yet
    EXPECT_EQ(how(luong, seq2seq::Distribution, 2, true), 2);
    EXPECT_EQ(how(luong, seq2seq::Choose, 2, true), 1);
    EXPECT_EQ(how(other, seq2seq::Score, 1), 2); // Bahdanau's order: the state before
    EXPECT_EQ(how(other, seq2seq::Score, 2), 0);
}

TEST_F(NetworkShapes, TheContextJoinsBesideTheDecoderCell) {
    const Trace trace = random_trace(config_of("dot", Order::Luong));
    const auto elbow = [&](const PhaseInfo& kind) -> const LineItem* {
        static Scene scene;
        scene = after(trace, kind, 2);
        for (const LineItem* line : items_of<LineItem>(scene))
            if (line->points.size() == 4 && line->color.r == dark_palette.attention.r) return line;
        return nullptr;
    };
    const LineItem* waiting = elbow(seq2seq::Softmax);
    ASSERT_NE(waiting, nullptr);
    EXPECT_GT(waiting->dash.on, 0);
    const LineItem* gone = elbow(seq2seq::Distribution);
    ASSERT_NE(gone, nullptr);
    EXPECT_EQ(gone->dash.on, 0);
    const Scene scene = after(trace, seq2seq::Distribution, 2);
    const Box attentional = state_box(scene, 2, true), cell = state_box(scene, 2, false);
    EXPECT_NEAR(gone->points.back().x, attentional.right(), 0.1);
    EXPECT_NEAR(gone->points.back().y, attentional.centre().y, 0.1);
    EXPECT_GT(gone->points[1].x, cell.right()); // not through the cell
    EXPECT_LT(gone->points[1].x, state_box(scene, 3, false).x);
}

TEST_F(NetworkShapes, TheWindowStandsWhereTheRunPutIt) {
    const Trace trace = random_trace(config_of("local-p", Order::Luong));
    const int i = 3;
    const float p = trace.at(Quantity::Position)(0, i);
    NetworkSettings settings;
    const NetworkLayout layout = network_layout(trace, {.at = 1}, settings);
    const float x = layout.left + (p + 0.5f) * layout.pitch;
    const auto lines_at = [&](const Scene& scene) {
        int lines = 0;
        for (const LineItem* line : items_of<LineItem>(scene))
            lines += line->points.size() == 2 && std::abs(line->points[0].x - x) < 0.1f &&
                     std::abs(line->points[1].x - x) < 0.1f && line->color == dark_palette.t1;
        return lines;
    };
    EXPECT_EQ(lines_at(after(trace, seq2seq::State, i)), 0);
    const Scene scene = after(trace, seq2seq::Window, i);
    EXPECT_EQ(lines_at(scene), 4); // above and below the numbers, and the tick in its row
    EXPECT_TRUE(has_text(scene, "= " + fixed(p + 1, 2)));
    const Window window = window_of(trace, i);
    bool band = false;
    for (const RectItem* r : items_of<RectItem>(scene))
        band = band ||
               (std::abs(r->box.x - (layout.left + static_cast<float>(window.first) * layout.pitch)) < 0.1f &&
                std::abs(r->box.right() -
                         (layout.left + static_cast<float>(window.last + 1) * layout.pitch)) < 0.1f);
    EXPECT_TRUE(band);
    for (int j = 0; j < trace.source_length(); ++j) // what the band holds is what has weight
        EXPECT_EQ(window.holds(j), trace.weight(i, j) > 0) << j;
}

TEST_F(NetworkShapes, TheGaussianTakesItsPartOfEveryBar) {
    const Trace trace = random_trace(config_of("local-p", Order::Luong));
    const int i = 3;
    const Scene scene = after(trace, seq2seq::Softmax, i);
    float strongest = trace.at(Quantity::Aligned).col(i).maxCoeff();
    for (const float ceiling : {1.0f, 0.5f, 0.2f, 0.1f})
        if (trace.at(Quantity::Aligned).col(i).maxCoeff() <= ceiling) strongest = ceiling; // of a full bar
    for (int j = 0; j < trace.source_length(); ++j) {
        Box bar;
        for (const Pick& pick : scene.picks)
            if (pick.id.kind == PickKind::Bar && pick.id.j == j) bar = pick.box;
        float hollow = 0, full = 0;
        for (const RectItem* r : items_of<RectItem>(scene)) {
            if (std::abs(r->box.centre().x - bar.centre().x) > 0.1f || r->box.w > bar.w * 0.5f ||
                r->box.bottom() > bar.bottom())
                continue;
            if (r->fill.a == 0 && r->border.a > 0 && r->dash.on == 0) hollow = std::max(hollow, r->box.h);
            if (r->fill == dark_palette.attention) full = std::max(full, r->box.h);
        }
        const float align = trace.at(Quantity::Aligned)(j, i) / strongest * 60;
        if (align >= 2) {
            EXPECT_NEAR(hollow, align, 0.1) << j;
        }
        const float weight = trace.weight(i, j) / strongest * 60;
        if (weight >= 2) {
            EXPECT_NEAR(full, weight, 0.1) << j;
        }
    }
}

TEST_F(NetworkShapes, RowsThatFallShortShowTheirSum) {
    const Trace local = random_trace(config_of("local-p", Order::Luong));
    const Scene scene = after(local, seq2seq::Choose, 4);
    EXPECT_TRUE(has_text(scene, "row sum"));
    EXPECT_TRUE(has_text(scene, "Rows sum to less than 1: the Gaussian takes its part."));
    EXPECT_TRUE(has_text(scene, fixed(local.at(Quantity::Weights).col(4).sum(), 2)));
    const Scene global = after(random_trace(config_of("local-m", Order::Luong)), seq2seq::Choose, 4);
    EXPECT_FALSE(has_text(global, "row sum"));
    EXPECT_TRUE(has_text(global, "Each row sums to 1. Each column is the source token above it."));
}

// The columns of the own past keep their room, and there are no more than the run has states.
TEST_F(NetworkShapes, TheOwnPastKeepsItsLayoutWhileAWeightIsHeld) {
    const auto before = std::make_shared<const Trace>(random_trace(config_of("own-past")));
    const Playhead now{.at = at_of(before->outline, {seq2seq::Context, 0}, 2)};
    for (const char* target : {"87", "87-03-3", "87-03-387-03-3"}) {
        const Trace run = random_trace(config_of("own-past"), "3 mar 87", target);
        NetworkSettings settings;
        const NetworkLayout was = network_layout(*before, now, settings);
        settings.laid_out = {before, now};
        const NetworkLayout kept = network_layout(run, now, settings);
        EXPECT_EQ(kept.left, was.left) << target;
        EXPECT_EQ(kept.pitch, was.pitch) << target;
        EXPECT_EQ(kept.bar_height, was.bar_height) << target;
        const Scene scene = network_figure(run, now, settings, style);
        EXPECT_EQ(unsound(scene), "") << target;
        for (const Pick& pick : scene.picks) {
            if (pick.id.name == "past") {
                EXPECT_LT(pick.box.right(), settings.width) << target;
            }
        }
    }
}

TEST_F(NetworkShapes, TheOwnPastIsNotHidden) {
    const Trace trace = random_trace(config_of("own-past"));
    const float past = own_past_weight(trace, 4);
    EXPECT_NEAR(past + trace.at(Quantity::Weights).col(4).sum(), 1, 1e-5);
    EXPECT_GT(past, 0.01f);
    EXPECT_TRUE(has_text(after(trace, seq2seq::Context, 4), percent(past) + " is its own past"));
    EXPECT_TRUE(has_text(after(trace, seq2seq::Score, 4), "weighted sum c"));
}

TEST_F(NetworkShapes, WhereTheTokenAsksTheStateHasNoRing) {
    const Trace trace = random_trace(config_of("token", Order::Luong));
    const Scene scene = after(trace, seq2seq::Score, 3);
    for (const int state : {2, 3}) EXPECT_EQ(drawn(scene, state_box(scene, state, false)), 1);
    Box box;
    for (const Pick& pick : scene.picks)
        if (pick.id.kind == PickKind::OutputBox && pick.id.i == 2) box = pick.box;
    EXPECT_EQ(drawn(scene, box), 2);
}

TEST_F(NetworkShapes, TheTagIsForTheDecoder) {
    Trace trace = random_trace(config_of("general", Order::Luong));
    trace.model.edit<Seq2SeqFacts>().tagged = true;
    const Scene scene = after(trace, seq2seq::Softmax, 1);
    EXPECT_TRUE(has_text(scene, "to the decoder"));
    for (const TextItem* t : items_of<TextItem>(scene))
        if (t->text == "3" && t->size == 13 && t->align == Align::Centre) {
            EXPECT_EQ(t->color, dark_palette.t3);
            break;
        }
    bool said = false;
    for (const Pick& pick : scene.picks)
        said = said || pick.tooltip == "“3” tells the decoder what to write; the encoder does not read it";
    EXPECT_TRUE(said);
    EXPECT_EQ(overlapping(scene, *metrics), "");
}

TEST_F(NetworkShapes, EveryShapeIsSoundAtEveryMoment) {
    std::vector<std::string> functions{"local-m", "local-p"};
    for (const ScoreInfo& s : score_table()) functions.emplace_back(s.id);
    for (const std::string& function : functions)
        for (const Order order : {Order::Bahdanau, Order::Luong}) {
            Seq2SeqConfig config = config_of(function, order);
            config.decoder.input_feeding = order == Order::Luong;
            const Trace trace = random_trace(config);
            SCOPED_TRACE(function + " " + to_string(order));
            for (int at = 0; at <= trace.outline.total(); ++at) {
                ASSERT_EQ(unsound(draw(trace, at, 1240, 808, 0.4f)), "") << at;
                const Scene scene = draw(trace, at);
                ASSERT_EQ(unsound(scene), "") << at;
                ASSERT_EQ(outside(scene, *metrics), "") << at;
                ASSERT_EQ(overlapping(scene, *metrics), "") << at;
            }
        }
}

TEST_F(NetworkShapes, LuongFitsLowAndNarrowWindows) {
    for (const std::string function : {"general", "local-p", "none"})
        for (const int length : {6, 25, 70}) {
            std::string source, target;
            for (int k = 0; k < length; ++k)
                (source += static_cast<char>('a' + k % 26), target += static_cast<char>('a' + k % 7));
            Seq2SeqConfig config = config_of(function, Order::Luong);
            config.decoder.input_feeding = true;
            const Trace trace = random_trace(config, source, target);
            for (const auto& [width, height] :
                 {std::pair{1240.0f, 808.0f}, {840.0f, 608.0f}, {960.0f, 448.0f}, {900.0f, 350.0f}})
                for (const PhaseInfo* phase : {&seq2seq::State, &seq2seq::Context, &seq2seq::Choose}) {
                    const Scene scene =
                        draw(trace, at_of(trace.outline, *phase, length / 2), width, height, 1, Theme::Light);
                    SCOPED_TRACE(function + " " + std::to_string(length) + " in " + std::to_string(width));
                    ASSERT_EQ(unsound(scene), "");
                    EXPECT_EQ(outside(scene, *metrics), "");
                    EXPECT_EQ(overlapping(scene, *metrics), "");
                }
        }
}

} // namespace
} // namespace heed
