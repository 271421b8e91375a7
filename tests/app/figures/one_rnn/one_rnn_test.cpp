// The picture of one recurrent network: everything in its place at every size, every number that of the run,
// and nothing shown before its time.
#include "app/figures/one_rnn/one_rnn.h"

#include "app/figures/figures.h"
#include "app/figures/one_rnn/miniature.h"
#include "app/figures/one_rnn/plan.h"
#include "app/figures/one_rnn/reading.h"
#include "tests/app/figures/figure_test.h"
#include "tests/support/samples/sample_recall.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace heed {
namespace {

constexpr const char* typed = "c 7 a 2 f 9 b 4 ? f";

struct OneRnnFigure : FigureTest {
    Scene draw(const Trace& run, int at, OneRnnSettings settings = {}, int hover_row = -1) {
        return one_rnn_figure(run, {.at = at, .hover_row = hover_row}, settings, style);
    }
};

std::string pairs(int count) {
    std::string text;
    for (int k = 0; k < count; ++k)
        text += std::string(1, static_cast<char>('a' + k)) + " " + std::to_string(k % 10) + " ";
    return text + "? a";
}

TEST_F(OneRnnFigure, NothingOverlapsAtAnySizeAndLength) {
    struct Size {
        float width, height;
    };
    for (const one_rnn::Config& kind : one_rnn_kinds())
        for (const int count : {1, 4, 9, 26}) {
            const Trace run = sample_recall_run(
                kind, pairs(count), count == 4 && kind.attends() ? std::set<int>{1, 2} : std::set<int>{});
            const int total = run.outline.total();
            for (const Size size : {Size{1240, 808}, Size{960, 448}, Size{1600, 956}, Size{3480, 1968}})
                for (const int at : {0, 1, total / 2, total - 4, total - 3, total - 2, total - 1, total})
                    for (const Theme theme : {Theme::Dark, Theme::Light}) {
                        style.theme = theme;
                        const OneRnnSettings settings{size.width, size.height};
                        expect_sound(draw(run, at, settings),
                                     one_rnn_label(kind) + " " + std::to_string(count) + " pairs, " +
                                         std::to_string(size.width) + " at " + std::to_string(at));
                        if (HasFailure()) return;
                    }
        }
}

TEST_F(OneRnnFigure, InAHallStatesLookBackAndMapStand) {
    for (const one_rnn::Config& kind : one_rnn_kinds())
        for (const int count : {1, 4, 9, 26}) {
            const Trace run = sample_recall_run(kind, pairs(count));
            const int total = run.outline.total();
            for (const float height : {716.0f, 1020.0f})
                for (const int at : {0, 1, total / 2, total - 3, total - 1, total}) {
                    const Scene hall = one_rnn_lecture(run, {.at = at}, 1600, height, style);
                    expect_for_a_hall(hall, one_rnn_label(kind) + " " + std::to_string(count) + " pairs at " +
                                                std::to_string(at));
                    EXPECT_FALSE(says(hall, "Each row sums"));
                    if (HasFailure()) return;
                }
        }
}

TEST_F(OneRnnFigure, TheUsualPlacesAreThoseOfTheDesign) {
    const Trace run = sample_recall_run({}, typed);
    const past::Plan plan = past::plan_of(past::Reading(run), {});
    EXPECT_FLOAT_EQ(plan.pitch, 76);
    EXPECT_FLOAT_EQ(plan.x(0), 192);
    EXPECT_NEAR(plan.context, 156, 4);
    EXPECT_NEAR(plan.base, 266, 4);
    EXPECT_NEAR(plan.state, 306, 6);
    EXPECT_NEAR(plan.input, 383, 10);
    EXPECT_FLOAT_EQ(plan.row, 30);
}

// Only what is older than the state that asks has a cell, and a row comes when its step has been weighed.
TEST_F(OneRnnFigure, TheMapIsStrictlyLowerTriangularAndGrowsRowByRow) {
    for (const one_rnn::Config& kind : one_rnn_kinds()) {
        const Trace run = sample_recall_run(kind, typed);
        if (!kind.attends()) continue;
        SCOPED_TRACE(one_rnn_label(kind));
        const past::Reading r(run);
        for (int at = 0; at <= run.outline.total(); ++at) {
            const Scene scene = draw(run, at);
            int weighed = 0;
            while (weighed < r.steps && r.done(at, past::Doing::Softmax, weighed)) ++weighed;
            const auto tiles = items_of<TiledItem>(scene);
            ASSERT_EQ(tiles.size(), weighed > 0 ? 1u : 0u) << at;
            if (weighed == 0) continue;
            EXPECT_FLOAT_EQ(tiles[0]->rows, static_cast<float>(weighed));
            const MapValues& values = *tiles[0]->values;
            for (int t = 0; t < values.rows; ++t)
                for (int c = 0; c < values.columns; ++c) {
                    const float cell = values.values[t * values.columns + c];
                    EXPECT_EQ(std::isnan(cell), c >= t || c < r.first(t)) << t << " " << c;
                    if (!std::isnan(cell)) {
                        EXPECT_EQ(cell, r.weight(t, c));
                    }
                }
        }
    }
}

TEST_F(OneRnnFigure, BarsAreAsHighAsTheirWeightsUnderTheCeiling) {
    const Trace run = sample_recall_run({}, typed);
    const past::Reading r(run);
    const past::Plan plan = past::plan_of(r, {});
    const int t = r.steps - 1;
    const Scene scene = draw(run, run.outline.total());
    ASSERT_TRUE(r.ceiling(t));
    int bars = 0;
    for (const RectItem* bar : items_of<RectItem>(scene)) {
        if (!(bar->fill == style.colors().attention) || std::abs(bar->box.bottom() - plan.base) > 0.01f)
            continue;
        const int c = static_cast<int>(std::lround((bar->box.centre().x - plan.x(0)) / plan.pitch));
        EXPECT_NEAR(bar->box.h, std::max(1.5f, r.weight(t, c) / *r.ceiling(t) * plan.room), 0.01f) << c;
        EXPECT_LE(bar->box.h, plan.room + 0.01f); // the law of bounded scores
        ++bars;
    }
    EXPECT_EQ(bars, 10);
    EXPECT_TRUE(says(scene, "ceiling"));
}

TEST_F(OneRnnFigure, AMutedStateHasNoBarNoCellAndNoArc) {
    const Trace run = sample_recall_run({}, typed, {2});
    const past::Reading r(run);
    ASSERT_TRUE(r.muted(3));
    const Scene scene = draw(run, run.outline.total());
    EXPECT_TRUE(says(scene, "muted"));
    for (const TiledItem* tiles : items_of<TiledItem>(scene))
        for (int t = 0; t < tiles->values->rows; ++t)
            EXPECT_TRUE(std::isnan(tiles->values->values[t * tiles->values->columns + 3]));
    EXPECT_EQ(r.heard(10), 9);
    EXPECT_EQ(one_rnn_token(run, 3), 2);
    EXPECT_EQ(one_rnn_token(run, 0), -1);
}

TEST_F(OneRnnFigure, APointedAtRowShowsItsOwnLookBack) {
    const Trace run = sample_recall_run({}, typed);
    const Scene last = draw(run, run.outline.total()), fifth = draw(run, run.outline.total(), {}, 4);
    EXPECT_EQ(items_of<CurveItem>(last).size(), 10u);
    EXPECT_EQ(items_of<CurveItem>(fifth).size(), 4u);
    const Scene early = draw(run, 6), ahead = draw(run, 6, {}, 9);
    EXPECT_EQ(items_of<CurveItem>(ahead).size(), items_of<CurveItem>(early).size())
        << "a step that is still to come is not shown";
}

TEST_F(OneRnnFigure, TheInspectorFitsAndNeverLosesTheBaseline) {
    OneRnnBoard board;
    for (const one_rnn::Config& kind : one_rnn_kinds()) {
        const Trace run = sample_recall_run(kind, typed);
        board.members.push_back(
            {run.model.name + one_rnn_label(kind), one_rnn_label(kind), run.model, 0.9, 0.5, 0.2});
    }
    board.members[0].name = "recall/sample";
    for (const one_rnn::Config& kind : one_rnn_kinds()) {
        const Trace run = sample_recall_run(kind, typed);
        for (int at = 0; at <= run.outline.total(); ++at)
            for (const float height : {808.0f, 448.0f}) {
                const Scene scene = one_rnn_inspector(run, board, {.at = at}, 360, height, style);
                expect_sound(scene, one_rnn_label(kind) + " at " + std::to_string(at));
                EXPECT_TRUE(says(scene, "Against its baseline"));
                if (HasFailure()) return;
            }
    }
}

TEST_F(OneRnnFigure, OtherScalesAreSaidNotToBeRetrained) {
    const Trace run = sample_recall_run({}, typed);
    const Scene scene = one_rnn_inspector(run, {}, {.at = run.outline.total() - 3}, 360, 900, style);
    EXPECT_TRUE(says(scene, "Same states, other scales"));
    EXPECT_TRUE(says(scene, "not retrained"));
    one_rnn::Config bilinear;
    bilinear.attention.score = one_rnn::Score::Bilinear;
    const Trace other = sample_recall_run(bilinear, typed);
    EXPECT_FALSE(says(one_rnn_inspector(other, {}, {.at = other.outline.total() - 3}, 360, 900, style),
                      "other scales"));
}

TEST_F(OneRnnFigure, TheNarrationSaysWhoAnswersAndHowMuch) {
    const Trace run = sample_recall_run({}, typed);
    const past::Reading r(run);
    const Narration words = one_rnn_narration(run, {.at = run.outline.total() - 3}, style.colors());
    EXPECT_EQ(words.title, "Softmax");
    EXPECT_NE(words.sentence.find("Step 11 asks with “f”."), std::string::npos) << words.sentence;
    EXPECT_NE(words.sentence.find("Mean scores cannot pass"), std::string::npos) << words.sentence;
    for (const one_rnn::Config& kind : one_rnn_kinds()) {
        const Trace each =
            sample_recall_run(kind, typed, kind.attends() ? std::set<int>{0} : std::set<int>{});
        for (int at = 0; at <= each.outline.total(); ++at) {
            const Narration said = one_rnn_narration(each, {.at = at}, style.colors());
            EXPECT_TRUE(said.sentence.ends_with('.')) << said.sentence;
            EXPECT_EQ(said.sentence.find("  "), std::string::npos) << said.sentence;
        }
    }
}

TEST_F(OneRnnFigure, TheMiniatureStaysInItsBox) {
    for (const one_rnn::Config& kind : one_rnn_kinds())
        for (const float loop : {0.0f, 0.3f, 0.99f}) {
            const Scene small = one_rnn_miniature(sample_recall_run(kind, typed), 343, 216, loop, style);
            EXPECT_EQ(unsound(small), "");
            EXPECT_EQ(outside(small, *metrics), "");
            for (const MatrixItem* m : items_of<MatrixItem>(small)) EXPECT_LE(m->box.bottom(), 216.5f);
        }
}

TEST_F(OneRnnFigure, OnPaperNothingScrolls) {
    const FigureKind* kind = find_figure("own-past");
    ASSERT_TRUE(kind);
    const Trace run = sample_recall_run({}, pairs(26));
    EXPECT_GT(one_rnn_layout(run, {.width = 960}).most_scroll, 0);
    FigureSource source{.trace = &run};
    ASSERT_TRUE(kind->there(source));
    style.theme = Theme::Light;
    const Picture picture = kind->paper(source, {.width_mm = 174, .title = {}}, style);
    EXPECT_EQ(outside(picture.scene, *metrics), "");
}

} // namespace
} // namespace heed
