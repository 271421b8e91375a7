// The picture of a pointer network: everything in its place at every size, and every number that of a run.
#include "app/figures/pointer/pointer.h"

#include "app/figures/figures.h"
#include "app/figures/pointer/miniature.h"
#include "app/figures/pointer/reading.h"
#include "core/decode/run.h"
#include "core/models/pointer/phases.h"
#include "core/models/pointer/values.h"
#include "core/tasks/item.h"
#include "tests/app/figures/figure_test.h"
#include "tests/support/samples/sample_pointer.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace heed {
namespace {

constexpr const char* ten = ".13,.34 .44,.52 .3,.1 .74,.16 .62,.6 .9,.52 .52,.3 .22,.8 .57,.92 .36,.68";

Trace run_on(const Model& model, const std::string& text, const char* target = nullptr, Edits edits = {}) {
    Request request;
    request.model = model.name;
    request.text = text;
    if (target) request.target = target;
    request.edits = std::move(edits);
    return decode::run(model, request);
}

PointerBoard sample_pointer_board(const Trace& run) {
    PointerBoard board;
    board.members = {{run.model.name, "pointer network", run.model, .93, {{5, .99}, {8, .95}, {10, .9}}},
                     {"hull/numbers", "LSTM, says numbers", run.model, .2, {{5, .4}, {8, .1}, {10, .06}}}};
    board.prices = {{5, 400, .99, .97, .999, .99, .01},
                    {8, 400, .95, .9, .99, .97, .03},
                    {10, 400, .9, .8, .99, .95, .06}};
    board.trained_from = 5;
    board.trained_to = 10;
    return board;
}

struct PointerFigure : FigureTest {};

std::vector<Trace> runs() {
    const Model plane = sample_pointer_model(), line = sample_sorter();
    pointer::Config numbers;
    numbers.attention.score = pointer::Score::None;
    Edits muted;
    muted.muted = {2};
    Random random(3);
    std::vector<Trace> all;
    all.push_back(run_on(plane, ten, "0 2 3 5 8 7"));
    all.push_back(run_on(plane, ".5,.5 .5,.5 .5,.51 .5,.49 .51,.5", nullptr, muted)); // all in one heap
    all.push_back(run_on(line, "6.2 .8 9.4 3.3 7.1 1.9 4.6 5.5"));
    all.push_back(run_on(line, "5.01 5 4.99 5.02 -3 40"));
    all.push_back(run_on(sample_pointer_model(numbers), ten));
    all.push_back(run_on(plane, tasks::get_item_task("hull").of_length(random, 20).input));
    all.push_back(run_on(line, tasks::get_item_task("sort").of_length(random, 60).input));
    all.push_back(run_on(plane, ".5,.5"));
    return all;
}

TEST_F(PointerFigure, NothingOverlapsAtAnySizeAndMoment) {
    struct Size {
        float width, height;
    };
    for (const Trace& run : runs()) {
        const PointerBoard board = sample_pointer_board(run);
        const int total = run.outline.total();
        for (const Size size :
             {Size{1240, 808}, Size{1240, 708}, Size{640, 448}, Size{960, 448}, Size{3120, 1968}})
            for (const int at : {0, 1, run.source_length(), run.source_length() + 2, total - 4, total})
                for (const int hover : {-1, 1}) {
                    style.theme = hover < 0 ? Theme::Dark : Theme::Light;
                    const Playhead head{
                        .at = std::clamp(at, 0, total), .hover_column = hover, .hover_row = hover};
                    const std::string what = run.source_text.substr(0, 20) + " " +
                                             std::to_string(size.width) + "x" + std::to_string(size.height) +
                                             " at " + std::to_string(head.at);
                    expect_sound(pointer_figure(run, board, head, {size.width, size.height, {}}, style),
                                 what);
                    expect_sound(pointer_inspector(run, board, head, 360, size.height, style),
                                 "inspector " + what);
                    if (HasFailure()) return;
                }
        for (const float height : {716.0f, 1020.0f})
            for (const int at : {0, 1, total / 2, total - 1, total}) {
                const Scene hall = pointer_lecture(run, {.at = at}, 1600, height, style);
                expect_for_a_hall(hall, run.source_text.substr(0, 20) + " at " + std::to_string(at));
                EXPECT_FALSE(says(hall, "Delete")); // nobody in a hall has that mouse
            }
        expect_sound(pointer_miniature(run, 343, 216, 0, style), "miniature");
        expect_sound(pointer_miniature(run, 343, 216, 0.5f, style), "miniature");
    }
}

TEST_F(PointerFigure, APointIsWhereItsNumbersSay) {
    const Trace run = run_on(sample_pointer_model(), ten);
    const PointerSettings settings;
    const PointerLayout layout = pointer_layout(run, settings);
    EXPECT_EQ(layout.plane.w, layout.plane.h);
    for (int k = 0; k < run.source_length(); ++k) {
        const float x = run.at(pointer::quantity::Points)(0, k), y = run.at(pointer::quantity::Points)(1, k);
        const Point at = layout.at(x, y);
        EXPECT_EQ(pointer_point_at(run, layout, at), k);
        const auto [back_x, back_y] = layout.number_at(at);
        EXPECT_NEAR(back_x, x, 1e-6f);
        EXPECT_NEAR(back_y, y, 1e-6f);
        const Scene scene = pointer_figure(run, {}, {.at = 3}, settings, style);
        const Pick* pick = scene.hit(at);
        ASSERT_TRUE(pick);
        EXPECT_EQ(pick->id.i, k);
    }
    EXPECT_EQ(pointer_point_at(run, layout, layout.at(.99f, .99f)), -1);
    const auto held = layout.number_at({layout.plane.x - 500, layout.plane.bottom() + 500});
    EXPECT_EQ(held.first, 0);
    EXPECT_EQ(held.second, 0);
    EXPECT_LT(layout.at(0, 1).y, layout.at(0, 0).y); // up is more
}

TEST_F(PointerFigure, ADraggedPointSaysWhatItsMoveDoesToTheHull) {
    const Trace plane = run_on(sample_pointer_model(), ten); // point 2 lies inside, point 9 is a corner
    const auto with_drag = [&](const Trace& run, PointDrag drag) {
        return pointer_figure(run, {}, {.at = run.outline.total()}, {1240, 808, drag}, style);
    };
    for (const auto& [drag, said] : {std::pair{PointDrag{8, .5f, .5f}, "it was inside, now a corner"},
                                     std::pair{PointDrag{1, .9f, .99f}, "it was a corner, now inside"},
                                     std::pair{PointDrag{1, .45f, .5f}, "it stays inside"},
                                     std::pair{PointDrag{8, .6f, .95f}, "it stays a corner"}}) {
        const Scene scene = with_drag(plane, drag);
        expect_sound(scene, said);
        EXPECT_TRUE(says(scene, said)) << said;
        EXPECT_TRUE(says(scene, "Point " + std::to_string(drag.point + 1) + " of 10")) << said;
        EXPECT_TRUE(says(scene, "the hull ")) << said;
    }
    EXPECT_TRUE(says(with_drag(plane, {8, .5f, .5f}), "the hull goes from "));
    EXPECT_TRUE(says(with_drag(plane, {1, .45f, .5f}), "the hull keeps its "));
    for (int k = 0; k < 10; ++k) // wherever it is, the card stays on the plane
        expect_sound(with_drag(plane, {k, .5f, .5f}), "point " + std::to_string(k));
    const Trace line = run_on(sample_sorter(), "3.1 2 5.5 4");
    EXPECT_TRUE(says(with_drag(line, {0, 6.5f, 0}), "from place 4 to 2 of 4"));
    EXPECT_TRUE(says(with_drag(line, {0, 3.5f, 0}), "it stays in place 2 of 4"));
    EXPECT_FALSE(says(with_drag(plane, {}), "it stays"));
}

TEST_F(PointerFigure, WhatWasForcedIsFramed) {
    const auto framed = [&](const Trace& run) {
        const Scene scene = pointer_figure(run, {}, {.at = run.outline.total()}, {}, style);
        const auto boxes = items_of<RectItem>(scene);
        return std::count_if(boxes.begin(), boxes.end(), [&](const RectItem* box) {
            return box->border_width == 2 && box->border == style.colors().output && box->box.y > 250;
        });
    };
    EXPECT_EQ(framed(run_on(sample_pointer_model(), ten)), 0);
    Edits edits;
    edits.forced[0] = "point 4";
    const Trace run = run_on(sample_pointer_model(), ten, nullptr, edits);
    EXPECT_EQ(framed(run), 2); // its cell, and what the frame means
    EXPECT_TRUE(says(pointer_figure(run, {}, {.at = run.outline.total()}, {}, style), "forced"));
}

TEST_F(PointerFigure, OfWhatWasForcedItIsSaidWhatTheNetworkWouldHaveTaken) {
    const auto said = [&](const std::string& wanted, std::string& own) {
        Edits edits;
        edits.forced[0] = "point" + wanted.substr(wanted.find(' '));
        const Trace run = run_on(sample_sorter(), "3.1 2.0 5.5", nullptr, edits);
        const points::Reading reading(run);
        own = reading.words(reading.strongest(0));
        const int at = at_of(run.outline, {pointer::phase::Choose, 0}, 0);
        return pointer_narration(run, {.at = at}, style.colors()).sentence;
    };
    std::string own;
    for (const std::string wanted : {"number 1", "number 2", "number 3"}) {
        const std::string words = said(wanted, own);
        EXPECT_TRUE(words.starts_with("N" + wanted.substr(1) +
                                      " is taken, as it was asked for; the network would have taken "))
            << words;
        EXPECT_NE(words.find(wanted == own ? "taken it too." : own + ", "), std::string::npos) << words;
        EXPECT_EQ(words.find("% against ") != std::string::npos, wanted != own) << words;
    }
}

TEST_F(PointerFigure, ALectureSaysWhatWasChosen) {
    const Trace run = run_on(sample_pointer_model(), ten, "0 2 3 5 8 7");
    const ResultLine third =
        pointer_result_line(run, {.at = at_of(run.outline, {pointer::phase::Choose, 0}, 2)}, style);
    EXPECT_EQ(third.result, "4"); // the third corner, not how likely it is
    EXPECT_TRUE(third.left.find("C") != std::string::npos) << third.left;
    EXPECT_EQ(pointer_result_line(run, {.at = run.outline.total()}, style).result, "end");
}

TEST_F(PointerFigure, AnotherRowThatIsLookedAtIsCalledByItsPhase) {
    const Trace run = run_on(sample_pointer_model(), ten, "0 2 3 5 8 7");
    const int at = at_of(run.outline, {pointer::phase::Choose, 0}, 3);
    EXPECT_TRUE(prints(pointer_inspector(run, {}, {.at = at}, 360, 900, style), "Choose"));
    const Scene other = pointer_inspector(run, {}, {.at = at, .hover_row = 1}, 360, 900, style);
    EXPECT_TRUE(prints(other, "Softmax")); // its equation stands there
    EXPECT_TRUE(prints(other, "2 of 3"));
    EXPECT_FALSE(prints(other, "Choose"));
}

TEST_F(PointerFigure, WhatIsNotScoredYetHasNoBar) {
    const Trace run = run_on(sample_pointer_model(), ten, "0 2 3 5 8 7");
    const int decodes = at_of(run.outline, {pointer::phase::Decode, 0}, 1);
    const auto bars = [&](int at) {
        const Scene side = pointer_inspector(run, {}, {.at = at}, 360, 900, style);
        const auto boxes = items_of<RectItem>(side);
        return std::count_if(boxes.begin(), boxes.end(),
                             [&](const RectItem* box) { return box->fill == style.colors().attention; });
    };
    EXPECT_EQ(bars(decodes), 0);
    EXPECT_EQ(bars(decodes + 1), 10); // of ten points and the end all but the masked one
}

TEST_F(PointerFigure, TheMapHoldsTheRunsWeightsAndNothingWhereItIsMasked) {
    const Trace run = run_on(sample_pointer_model(), ten, "0 2 3 5 8 7");
    const int total = run.outline.total();
    const auto matrix_at = [&](int at) {
        const Scene scene = pointer_figure(run, {}, {.at = at}, {}, style);
        const auto matrices = items_of<MatrixItem>(scene); // the map, and the ramp of its legend
        const auto found = std::find_if(matrices.begin(), matrices.end(),
                                        [](const MatrixItem* m) { return m->columns == 11; });
        EXPECT_NE(found, matrices.end());
        return **found;
    };
    const MatrixItem whole = matrix_at(total);
    ASSERT_EQ(whole.rows, 7);
    ASSERT_EQ(whole.columns, 11);
    for (int i = 0; i < 7; ++i)
        for (int s = 0; s < 11; ++s) {
            const float shade = (*whole.values)[static_cast<std::size_t>(i * 11 + s)];
            const float weight = run.at(pointer::quantity::Weights)(s, i);
            if (weight == 0)
                EXPECT_TRUE(std::isnan(shade));
            else
                EXPECT_EQ(shade, weight);
        }
    const MatrixItem early = matrix_at(10 + 3 + 2); // the second output's weights are the newest
    EXPECT_FALSE(std::isnan((*early.values)[11 + 1]));
    EXPECT_TRUE(std::isnan((*early.values)[22 + 1]));
}

TEST_F(PointerFigure, WhatIsRightIsToldOfTheAnswer) {
    const Model model = sample_pointer_model();
    const Trace right = run_on(model, ten, "0 2 3 5 8 7"), wrong = run_on(model, ten, "0 2 3 8 7");
    EXPECT_EQ(pointer_answer(right), "1 3 4 6 9 8 end");
    EXPECT_EQ(pointer_verdict(right), "exact, area 100%");
    EXPECT_EQ(pointer_verdict(wrong).substr(0, 16), "not exact, area ");
    const points::Reading reading(wrong);
    EXPECT_EQ(reading.right(), (std::vector<int>{0, 2, 3, 5, 8, 7}));
    EXPECT_EQ(reading.right_so_far(wrong.outputs()), 3);
    EXPECT_GT(reading.area(wrong.outputs()), 0.5);
    EXPECT_LT(reading.area(wrong.outputs()), 1);
    const Trace sorted = run_on(sample_sorter(), "3.1 2.0 5.5", "1 0 2");
    EXPECT_EQ(pointer_verdict(sorted), "exact");
    EXPECT_EQ(pointer_answer(sorted), "2 1 3");
}

TEST_F(PointerFigure, TheInspectorKeepsTheBaselineAndHasTheRunsNumbers) {
    const Trace run = run_on(sample_pointer_model(), ten, "0 2 3 5 8 7");
    const PointerBoard board = sample_pointer_board(run);
    for (const float height : {300.0f, 500.0f, 808.0f, 2000.0f})
        for (const int at : {0, 5, 12, 14, 15}) {
            const Scene scene = pointer_inspector(run, board, {.at = at}, 360, height, style);
            EXPECT_TRUE(says(scene, "Against its baseline")) << height << " at " << at;
            EXPECT_TRUE(says(scene, "LSTM, says numbers")) << height << " at " << at;
        }
    const Scene second = pointer_inspector(run, board, {.at = 10 + 3 + 2}, 360, 2000, style);
    EXPECT_TRUE(says(second, "corner 2"));
    EXPECT_TRUE(says(second, "−∞")); // point 1 is masked
    const ResultLine line = pointer_result_line(run, {.at = 10 + 3 + 2}, style);
    EXPECT_FALSE(line.result.empty());
}

TEST_F(PointerFigure, OneSentenceForEachSubStep) {
    for (const Trace& run : runs())
        for (int at = 0; at <= run.outline.total(); ++at) {
            const Narration n = pointer_narration(run, {.at = at}, style.colors());
            EXPECT_FALSE(n.sentence.empty());
            EXPECT_EQ(n.sentence.back(), '.') << n.sentence;
        }
    const Trace run = run_on(sample_pointer_model(), ten, "0 2 3 5 8 7");
    EXPECT_NE(pointer_narration(run, {.at = 10 + 3 + 3 + 2}, style.colors())
                  .sentence.find("Two points are masked."),
              std::string::npos);
}

TEST_F(PointerFigure, ItIsARowOfWhatCanBeExported) {
    const FigureKind* kind = find_figure("pointer");
    ASSERT_TRUE(kind);
    const Trace run = run_on(sample_pointer_model(), ten);
    FigureSource source;
    source.trace = &run;
    EXPECT_TRUE(kind->there(source));
    EXPECT_FALSE(find_figure("network")->there(source));
    EXPECT_TRUE(find_figure("heatmap")->there(source));
    source.playhead.at = run.outline.total();
    const Picture picture = kind->paper(source, {.width_mm = 174, .title = {}}, style);
    EXPECT_EQ(unsound(picture.scene), "");
    EXPECT_EQ(overlapping(picture.scene, *metrics), "");
    const Picture map =
        find_figure("heatmap")->paper(source, {.width_mm = 84, .font_pt = 7, .title = {}}, style);
    EXPECT_EQ(unsound(map.scene), "");
    source.until_then = true;
    EXPECT_EQ(
        unsound(
            find_figure("heatmap")->paper(source, {.width_mm = 84, .font_pt = 7, .title = {}}, style).scene),
        "");
}

} // namespace
} // namespace heed
