// The picture of pooling: everything in its place at every size, and every number that of a run.
#include "app/figures/pooling/pooling.h"

#include "app/figures/figures.h"
#include "app/figures/pooling/reading.h"
#include "app/figures/trace_map.h"
#include "core/models/pooling/values.h"
#include "tests/app/figures/figure_test.h"
#include "tests/support/samples/sample_board.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace heed {
namespace {

struct PoolingFigure : FigureTest {
    Scene draw(const PoolingBoard& board, PoolingSettings settings = {}, Playhead playhead = {}) {
        return pooling_figure(board, playhead, settings, style);
    }
    static int count_matrices(const Scene& scene, int rows) {
        int count = 0;
        for (const MatrixItem* m : items_of<MatrixItem>(scene)) count += m->rows == rows;
        return count;
    }
};

TEST_F(PoolingFigure, NothingOverlapsAtAnySizeAndLength) {
    struct Size {
        float width, height;
    };
    for (const int moments : {5, 13, 30, 40, 80, 160})
        for (const bool words : {false, true}) {
            if (words && (moments > 80)) continue;
            SampleBoard options{
                .moments = moments, .words = words, .keras = moments == 13, .uneven = moments == 40};
            if (moments > 5) options.muted = {1, 4};
            const PoolingBoard board = sample_board(options);
            for (const Size size :
                 {Size{1240, 708}, Size{1240, 808}, Size{960, 448}, Size{1600, 956}, Size{3480, 1968}})
                for (const int hover : {-1, 3})
                    for (const Theme theme : {Theme::Dark, Theme::Light}) {
                        style.theme = theme;
                        PoolingSettings settings{.width = size.width, .height = size.height};
                        const PoolingLayout layout = pooling_layout(board, settings, style);
                        for (const float scroll : {0.0f, layout.most_scroll / 2, layout.most_scroll}) {
                            settings.scroll = scroll;
                            expect_sound(draw(board, settings, {.hover_column = hover, .hover_row = hover}),
                                         std::to_string(moments) + (words ? " words " : " moments ") +
                                             std::to_string(size.width) + " hover " + std::to_string(hover) +
                                             " scroll " + std::to_string(scroll));
                            if (HasFailure()) return;
                        }
                    }
        }
}

TEST_F(PoolingFigure, AMomentIsPickedRightUnderItsBar) {
    const PoolingBoard board = sample_board({.moments = 80});
    for (const float width : {960.0f, 1240.0f}) {
        PoolingSettings settings{.width = width};
        settings.scroll = pooling_layout(board, settings, style).most_scroll;
        const PoolingLayout layout = pooling_layout(board, settings, style);
        const Scene scene = draw(board, settings);
        for (int t = 60; t < 80; ++t) {
            const float x = layout.first + (static_cast<float>(t) + 0.5f) * layout.pitch;
            ASSERT_EQ(pooling_moment_at(layout, 80, x), t);
            const Pick* hit = scene.hit({x, layout.moments.centre().y});
            ASSERT_TRUE(hit);
            EXPECT_EQ(hit->id.kind, PickKind::Column);
            EXPECT_EQ(hit->id.i, t);
        }
        EXPECT_EQ(pooling_moment_at(layout, 80, layout.moments.x - 1), -1);
        EXPECT_EQ(pooling_moment_at(layout, 80, layout.moments.right() + 1), -1);
    }
}

TEST_F(PoolingFigure, PitchGoesWithTheLengthAndMoreThanFitsScrolls) {
    const auto pitch = [&](int moments, float width) {
        return pooling_layout(sample_board({.moments = moments, .samples = 2}), {.width = width}, style);
    };
    EXPECT_FLOAT_EQ(pitch(30, 1240).pitch, 32);
    EXPECT_FLOAT_EQ(pitch(80, 1240).pitch, 12);
    EXPECT_FLOAT_EQ(pitch(160, 1240).pitch, 6);
    EXPECT_FLOAT_EQ(pitch(160, 1240).most_scroll, 0);
    EXPECT_FLOAT_EQ(pitch(200, 1240).most_scroll, 240);
    EXPECT_FLOAT_EQ(pitch(8, 3480).pitch, 32);
}

/// Both rows of bars are drawn on one scale: heights go with the runs' weights.
TEST_F(PoolingFigure, BarsAreAsHighAsWeights) {
    const PoolingBoard board = sample_board();
    const Scene scene = draw(board);
    const Color amber = style.colors().attention;
    std::vector<const RectItem*> bars;
    for (const RectItem* r : items_of<RectItem>(scene))
        if (r->fill == amber && r->box.w > 10) bars.push_back(r);
    ASSERT_EQ(bars.size(), 60u); // tanh above linear
    std::vector<float> weights;
    for (const int member : {1, 0}) {
        const MatrixXf& row =
            board.now.runs[static_cast<std::size_t>(member)]->at(pooling::quantity::Weights);
        for (Eigen::Index t = 0; t < row.rows(); ++t) weights.push_back(row(t, 0));
    }
    const auto largest = std::max_element(weights.begin(), weights.end()) - weights.begin();
    const float unit =
        bars[static_cast<std::size_t>(largest)]->box.h / weights[static_cast<std::size_t>(largest)];
    EXPECT_LE(unit, 106.01f);
    for (std::size_t n = 0; n < bars.size(); ++n)
        EXPECT_NEAR(bars[n]->box.h, std::max(1.5f, unit * weights[n]), 0.01) << n;
}

TEST_F(PoolingFigure, TheRatioIsThatOfTheRun) {
    const PoolingBoard board = sample_board({.muted = {}});
    const Scene scene = draw(board);
    for (const std::size_t member : {0u, 1u}) {
        const Trace& run = *board.now.runs[member];
        double marked = 0, rest = 0;
        for (int t = 0; t < 30; ++t) {
            const bool mark = run.source[static_cast<std::size_t>(t)].text.ends_with('*');
            (mark ? marked : rest) += run.at(pooling::quantity::Weights)(t, 0);
        }
        EXPECT_TRUE(prints(scene, pools::ratio_text(marked / 2 / (rest / 28)))) << member;
    }
    // e² bounds what tanh can do.
    const auto bounded = pools::ratio_of(*board.now.runs[1], pools::input_of(board.now));
    ASSERT_TRUE(bounded);
    EXPECT_LT(bounded->value, std::exp(2.0));
}

TEST_F(PoolingFigure, WhatIsMutedIsDrawnAsMuted) {
    const PoolingBoard whole = sample_board();
    const int marked = whole.now.gold.front();
    const PoolingBoard board = sample_board({.muted = {marked}});
    const Scene scene = draw(board);
    const auto dashed = [&](const Scene& s) {
        int count = 0;
        for (const RectItem* r : items_of<RectItem>(s)) count += r->dash.on > 0;
        return count;
    };
    EXPECT_EQ(dashed(draw(whole)), 0);
    EXPECT_EQ(dashed(scene), 2); // the bar it had, of either attention
    const Scene unmuted = draw(whole);
    EXPECT_EQ(items_of<LineItem>(scene).size(),
              items_of<LineItem>(unmuted).size() + 6); // crosses: its chip, either map
    // The answers before and after.
    const std::string change = pools::short_number(*pools::number_answer(*board.heard.runs[0]), 2) + " → " +
                               pools::short_number(*pools::number_answer(*board.now.runs[0]), 2);
    EXPECT_TRUE(prints(scene, change)) << change;
    // No weight there, and the map has no cell.
    EXPECT_EQ(board.now.runs[0]->at(pooling::quantity::Weights)(marked, 0), 0);
    for (const MatrixItem* m : items_of<MatrixItem>(scene))
        EXPECT_TRUE(m->rows != 8 || std::isnan((*m->values)[static_cast<std::size_t>(marked)]));
}

TEST_F(PoolingFigure, EightSamplesStandInTwoMaps) {
    const PoolingBoard board = sample_board();
    const Scene scene = draw(board);
    EXPECT_EQ(count_matrices(scene, 8), 2);
    for (int i = 1; i <= 8; ++i) EXPECT_TRUE(prints(scene, "sample " + std::to_string(i)));
    std::vector<const MatrixItem*> maps;
    for (const MatrixItem* m : items_of<MatrixItem>(scene))
        if (m->rows == 8) maps.push_back(m);
    // Attention has weights of its own for each sample; Dense has the same numbers in every row.
    for (int t = 0; t < 30; ++t) {
        const auto cell = static_cast<std::size_t>(t);
        EXPECT_FLOAT_EQ((*maps[0]->values)[cell + 30],
                        board.samples[1].runs[0]->at(pooling::quantity::Weights)(t, 0));
        for (std::size_t i = 1; i < 8; ++i)
            EXPECT_EQ((*maps[1]->values)[cell], (*maps[1]->values)[cell + 30 * i]) << t;
    }
    EXPECT_EQ(maps[1]->map, ColorMapId::Difference);
    // Dots on what is marked, in both.
    int dots = 0;
    for (const CircleItem* c : items_of<CircleItem>(scene))
        dots += c->fill == style.colors().forward && c->centre.y > maps[0]->box.y &&
                c->centre.y < maps[1]->box.bottom();
    EXPECT_EQ(dots, 2 * 8 * 2);
}

TEST_F(PoolingFigure, RowsEndWhereTheirSamplesEnd) {
    const PoolingBoard board = sample_board({.moments = 40, .uneven = true});
    const Scene scene = draw(board);
    for (const MatrixItem* m : items_of<MatrixItem>(scene)) {
        if (m->rows != 8) continue;
        for (std::size_t i = 0; i < 8; ++i)
            for (int t = 0; t < m->columns; ++t)
                EXPECT_EQ(
                    std::isnan(
                        (*m->values)[i * static_cast<std::size_t>(m->columns) + static_cast<std::size_t>(t)]),
                    t >= pools::length_of(board.samples[i]));
    }
}

TEST_F(PoolingFigure, AMemberThatCannotReadSaysWhy) {
    const PoolingBoard board = sample_board({.moments = 40, .dense = 20});
    const Scene scene = draw(board);
    int said = 0;
    for (const TextItem* t : items_of<TextItem>(scene))
        said += t->text.find("20 moments") != std::string::npos;
    EXPECT_EQ(said, 8);
}

TEST_F(PoolingFigure, WordsStandInPlaceOfValues) {
    const PoolingBoard board = sample_board({.moments = 16, .words = true});
    const Scene scene = draw(board);
    int turned = 0, dotted = 0;
    for (const TextItem* t : items_of<TextItem>(scene)) turned += t->angle != 0;
    for (const LineItem* l : items_of<LineItem>(scene)) dotted += l->dash.on > 0;
    EXPECT_EQ(turned, 16);
    EXPECT_EQ(dotted, static_cast<int>(board.now.gold.size()));
    EXPECT_TRUE(prints(scene, "p of the right class"));
    EXPECT_TRUE(prints(
        scene,
        pools::short_number(*pools::probability_of(*board.samples[2].runs[0], board.samples[2].answer), 2)));
}

TEST_F(PoolingFigure, SmallBoardsAreDrawnToo) {
    PoolingBoard own = sample_board({.samples = 0, .sample = -1});
    expect_sound(draw(own), "no samples");
    PoolingBoard mean = sample_board({.chosen = 2});
    mean.members.erase(mean.members.begin(), mean.members.begin() + 2);
    mean.chosen = 0;
    for (PoolingRuns* runs : {&mean.now, &mean.heard})
        runs->runs.erase(runs->runs.begin(), runs->runs.begin() + 2);
    for (PoolingRuns& runs : mean.samples) runs.runs.erase(runs.runs.begin(), runs.runs.begin() + 2);
    expect_sound(draw(mean), "without attention");
    EXPECT_TRUE(prints(draw(mean), "Mean pooling, eight samples"));
    PoolingBoard none;
    expect_sound(draw(none), "nothing at all");
    PoolingBoard unread = sample_board();
    unread.now.runs.assign(unread.now.runs.size(), nullptr);
    expect_sound(draw(unread), "not read");
}

TEST_F(PoolingFigure, TheLargestWeightAlwaysHasItsNumber) {
    for (const bool words : {false, true})
        for (const int moments : {6, 13, 30}) {
            const PoolingBoard board = sample_board({.moments = moments, .words = words});
            const Scene scene = draw(board, {.width = 960, .height = 448});
            for (const std::size_t member : {0u, 1u}) {
                const float largest =
                    board.now.runs[member]->at(pooling::quantity::Weights).col(0).maxCoeff();
                if (largest * static_cast<float>(moments) < 1.6f) continue; // even
                const std::string number = pools::short_number(static_cast<double>(largest), 2);
                EXPECT_TRUE(prints(scene, number)) << number << " of " << moments;
            }
        }
}

TEST_F(PoolingFigure, TheUsersOwnInputHasARow) {
    const PoolingBoard board = sample_board({.sample = -1});
    const Scene scene = draw(board);
    EXPECT_TRUE(prints(scene, "your input"));
    EXPECT_EQ(count_matrices(scene, 9), 2);
    for (const Pick& pick : scene.picks)
        if (pick.id.kind == PickKind::Row || pick.id.kind == PickKind::Cell) {
            EXPECT_GE(pick.id.i, 0); // a sample to load
        }
}

TEST_F(PoolingFigure, ALengthHasNoSign) {
    const Scene scene = draw(sample_board({.moments = 16, .words = true}));
    for (const MatrixItem* m : items_of<MatrixItem>(scene)) EXPECT_NE(m->map, ColorMapId::Difference);
}

TEST_F(PoolingFigure, WhatTheWindowAddsStaysInOnePlace) {
    const PoolingSettings settings{.width = 1240, .height = 808};
    const Box adding = pooling_layout(sample_board(), settings, style).controls;
    const Box words = pooling_layout(sample_board({.moments = 12, .words = true}), settings, style).controls;
    EXPECT_EQ(adding.right(), 1240 - 16);
    EXPECT_EQ(adding.x, words.x);
    EXPECT_EQ(adding.y, words.y);
}

TEST_F(PoolingFigure, ItIsExportedAndSoIsItsMap) {
    const PoolingBoard board = sample_board({.moments = 160, .samples = 3});
    FigureSource source;
    source.trace = &board.run();
    source.board = &board;
    const FigureKind* kind = find_figure("pooling");
    ASSERT_TRUE(kind && kind->there(source));
    EXPECT_FALSE(kind->there({}));
    style.theme = Theme::Light;
    PaperSettings page;
    page.width_mm = 174;
    const Picture picture = kind->paper(source, page, style);
    expect_sound(picture.scene, "on paper");
    EXPECT_EQ(picture.scene.background, rgb(0xFFFFFF));
    EXPECT_NEAR(picture.scene.width / picture.units_per_inch, 174 / 25.4, 1e-3);

    ASSERT_TRUE(find_figure("heatmap")->there(source));
    const LabelledMap map = labelled_map(board.run());
    EXPECT_EQ(map.row_count(), 1);
    EXPECT_EQ(map.column_count(), 160);
    EXPECT_EQ(map.at(0, 5), board.run().at(pooling::quantity::Weights)(5, 0));
    const LabelledMap learned = labelled_map(*board.now.runs.back()); // of Dense
    EXPECT_TRUE(learned.difference());
    for (std::size_t k = 0; k < board.now.runs.size(); ++k) {
        source.trace = board.now.runs[k].get();
        expect_sound(find_figure("heatmap")->paper(source, {}, style).scene, board.members[k].label);
    }
}

} // namespace
} // namespace heed
