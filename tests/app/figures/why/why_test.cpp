#include "app/figures/why/why.h"

#include "app/figures/why/removed.h"
#include "core/trace/places.h"
#include "tests/app/figures/figure_test.h"
#include "tests/support/samples/sample_trace.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace heed {
namespace {

using analysis::Contrast;

/// Of a run with T source tokens: numbers of both signs, everything taken away once.
Contrast sample_contrast(const Trace& run, double rest = 0.12) {
    Contrast c;
    c.output = 2;
    c.written = "banque";
    c.rival = "rive";
    for (int j = 0; j < run.source_length(); ++j) {
        c.words.push_back((j % 3 - 1) * 0.21 * j);
        analysis::WordGone gone;
        if (!run.source[static_cast<std::size_t>(j)].framing()) gone = {0.6 - 0.1 * j, 0.2};
        c.gone.push_back(gone);
    }
    c.so_far = 0.14;
    c.rest = rest;
    c.margin = std::accumulate(c.words.begin(), c.words.end(), c.so_far + c.rest);
    c.log_p_written = -0.5;
    c.log_p_rival = c.log_p_written - c.margin;
    return c;
}

struct WhyFigure : FigureTest {};

TEST_F(WhyFigure, IsSoundAtEveryWidthAndLength) {
    for (const int words : {2, 7, 12, 13, 60})
        for (const float width : {320.0f, 360.0f, 420.0f})
            for (const Theme theme : {Theme::Dark, Theme::Light}) {
                const Trace run = sample_trace(words, 5);
                const Scene scene =
                    why_figure(run, sample_contrast(run), {.width = width, .head = true}, style_of(theme));
                expect_sound(scene, std::to_string(words) + " at " + std::to_string(width));
            }
}

TEST_F(WhyFigure, PrintsWhatAddsUpAndTheRest) {
    const Trace run = sample_trace(7, 5);
    const Contrast c = sample_contrast(run);
    const Scene scene = why_figure(run, c, {}, style);
    EXPECT_TRUE(says(scene, "written so far"));
    EXPECT_TRUE(says(scene, "+0.14"));
    EXPECT_TRUE(says(scene, with_unit("rest, of no {one}", unit_of(run)))); // of what it reads
    EXPECT_TRUE(says(scene, "+0.12"));
    EXPECT_TRUE(says(scene, nats(c.margin)));
    EXPECT_TRUE(says(scene, "Checked by removing"));
}

// Without weights the words stand nearer to the bars: a bar to the left ends before the name of its row.
TEST_F(WhyFigure, NoBarLiesOnTheNameOfItsRow) {
    const Trace run = sample_trace(7, 5, {.score = "none"});
    for (const double rest : {-40.0, 40.0}) {
        const Scene scene = why_figure(run, sample_contrast(run, rest), {}, style);
        for (const TextItem* text : items_of<TextItem>(scene)) {
            if (!text->text.starts_with("rest, of no ") && text->text != "written so far") continue;
            const float end = text->at.x + text_width(style, text->text, text->face, text->size);
            for (const RectItem* bar : items_of<RectItem>(scene))
                if (bar->box.h <= 12 && bar->box.h > 2 && std::abs(bar->box.centre().y - text->at.y) < 6) {
                    EXPECT_GE(bar->box.x, end) << text->text;
                }
        }
    }
}

TEST_F(WhyFigure, AboveTwelveTokensTheOthersAreOneRow) {
    const Trace run = sample_trace(20, 5);
    const Contrast c = sample_contrast(run);
    const Scene scene = why_figure(run, c, {}, style);
    EXPECT_TRUE(says(scene, "8 others"));
    const auto rows = std::count_if(scene.picks.begin(), scene.picks.end(),
                                    [](const Pick& p) { return p.id.kind == PickKind::Column; });
    EXPECT_EQ(rows, 12);
}

TEST_F(WhyFigure, WithoutRemovalsNoneAreShown) {
    const Trace run = sample_trace(7, 5);
    Contrast c = sample_contrast(run, 0);
    c.gone.clear();
    EXPECT_FALSE(says(why_figure(run, c, {}, style), "Checked by removing"));
    EXPECT_NE(why_caution(run, c).find("set by hand"), std::string::npos);
}

TEST(WhyCaution, SaysTheFirstThatHolds) {
    const Trace run = sample_trace(7, 5);
    EXPECT_NE(why_caution(run, sample_contrast(run, 9)).find("do not simply add up"), std::string::npos);
    Contrast c = sample_contrast(run);
    c.words.assign(c.words.size(), 0.0);
    c.words[1] = 3;
    c.so_far = c.rest = 0;
    c.margin = 3;
    for (auto& gone : c.gone)
        if (gone.removed) gone.removed = 2.9;
    c.gone[1].removed = -1;
    const std::string agrees = why_caution(run, c);
    EXPECT_EQ(agrees.find("Trust the removing"), std::string::npos) << agrees;
    c.gone[4].removed = -2;
    EXPECT_NE(why_caution(run, c).find("Trust the removing"), std::string::npos);
}

TEST(Nats, HaveASignUnlessTheyAreNothing) {
    EXPECT_EQ(nats(1.214), "+1.21");
    EXPECT_EQ(nats(-0.84), "−0.84");
    EXPECT_EQ(nats(-0.001), "0.00");
}

} // namespace
} // namespace heed
