// In the heatmap's place, of a run without weights: each token's influence on the states, and what is said of
// it.
#include "app/figures/base/format.h"
#include "app/figures/seq2seq/network/whole.h"
#include "tests/app/figures/seq2seq/network_checks.h"

#include <gtest/gtest.h>

#include <cmath>

namespace heed {

using namespace test::network;

namespace {

Trace without_weights(int source, int outputs) {
    SampleOptions options;
    options.score = "none";
    return sample_trace(source, outputs, options);
}

std::shared_ptr<const InfluenceMap> some_influence(const Trace& trace) {
    auto map = std::make_shared<InfluenceMap>();
    map->norms = MatrixXf(trace.source_length(), trace.outputs());
    for (Eigen::Index i = 0; i < map->norms.cols(); ++i)
        for (Eigen::Index j = 0; j < map->norms.rows(); ++j)
            map->norms(j, i) = 0.5f + 0.1f * static_cast<float>((3 * i + 5 * j) % 7);
    map->shares = map->norms;
    for (Eigen::Index i = 0; i < map->shares.cols(); ++i) map->shares.col(i) /= map->shares.col(i).maxCoeff();
    return map;
}

Scene with_settings(const Trace& trace, int at, NetworkSettings settings, const FigureStyle& style) {
    Playhead playhead;
    playhead.at = at;
    return network_figure(trace, playhead, settings, style);
}

bool is_said(const Scene& scene, const std::string& words) {
    for (const TextItem* t : items_of<TextItem>(scene))
        if (t->text.find(words) != std::string::npos) return true;
    return false;
}

TEST(InfluenceMap, CellsAreTheSharesAndAreSaidToBeNoWeights) {
    const Fixture f;
    const Trace trace = without_weights(13, 11);
    NetworkSettings settings;
    settings.influence = some_influence(trace);
    const Scene scene = with_settings(trace, trace.outline.total(), settings, f.style());
    const MatrixItem* heat = heat_of(scene);
    ASSERT_NE(heat, nullptr);
    ASSERT_EQ(heat->rows, 11);
    ASSERT_EQ(heat->columns, 13);
    for (int i = 0; i < 11; ++i)
        for (int j = 0; j < 13; ++j)
            EXPECT_FLOAT_EQ((*heat->values)[static_cast<std::size_t>(13 * i + j)],
                            settings.influence->shares(j, i));
    EXPECT_TRUE(is_said(scene, "not weights"));
    EXPECT_TRUE(is_said(scene, "No weights in this model"));
    EXPECT_TRUE(is_said(scene, "influence |∂s/∂x|"));
    EXPECT_FALSE(is_said(scene, "weight α"));
    EXPECT_FALSE(is_said(scene, "sums to 1"));
}

TEST(InfluenceMap, ARowIsThereOnceItsStateIs) {
    const Fixture f;
    const Trace trace = without_weights(7, 5);
    NetworkSettings settings;
    settings.influence = some_influence(trace);
    const auto rows_at = [&](const PhaseInfo& phase, int i) {
        const Scene scene = with_settings(trace, after(trace, phase, i), settings, f.style());
        const MatrixItem* heat = heat_of(scene);
        int rows = 0;
        for (int r = 0; heat && r < heat->rows; ++r)
            rows += !std::isnan((*heat->values)[static_cast<std::size_t>(heat->columns * r)]);
        return rows;
    };
    EXPECT_EQ(rows_at(seq2seq::Context, 0), 0);
    EXPECT_EQ(rows_at(seq2seq::State, 0), 1);
    EXPECT_EQ(rows_at(seq2seq::Context, 2), 2);
    EXPECT_EQ(rows_at(seq2seq::Choose, 4), 5);
}

TEST(InfluenceMap, ItsRoomIsKeptWhileItIsMeasuredAndWhyThereIsNoneIsSaid) {
    const Fixture f;
    const Trace trace = without_weights(13, 11);
    NetworkSettings soon, there, none, hidden;
    soon.influence_soon = true;
    there.influence = hidden.influence = some_influence(trace);
    none.no_influence = "It would take more numbers than fit.";
    hidden.heatmap = false;
    const int end = trace.outline.total();
    const Scene waiting = with_settings(trace, end, soon, f.style());
    EXPECT_EQ(heat_of(waiting), nullptr);
    EXPECT_TRUE(is_said(waiting, "is being measured"));
    Playhead playhead;
    playhead.at = end;
    const NetworkLayout before = network_layout(trace, playhead, soon),
                        then = network_layout(trace, playhead, there);
    EXPECT_FLOAT_EQ(before.cells.y, then.cells.y);
    EXPECT_FLOAT_EQ(before.cells.h, then.cells.h);
    const Scene refused = with_settings(trace, end, none, f.style());
    EXPECT_TRUE(is_said(refused, "No weights in this model"));
    EXPECT_TRUE(is_said(refused, "It would take more numbers"));
    const Scene away = with_settings(trace, end, hidden, f.style());
    EXPECT_EQ(heat_of(away), nullptr);
    EXPECT_TRUE(is_said(away, "H shows each token’s influence on the states instead"));
}

TEST(InfluenceMap, ACellSaysItsNumberAndItsShare) {
    const Fixture f;
    const Trace trace = without_weights(7, 5);
    NetworkSettings settings;
    settings.influence = some_influence(trace);
    Playhead playhead;
    playhead.at = trace.outline.total();
    playhead.hover_row = 2;
    playhead.hover_column = 3;
    const Scene scene = network_figure(trace, playhead, settings, f.style());
    std::string tip;
    for (const Pick& pick : scene.picks)
        if (pick.id.kind == PickKind::Cell && pick.id.i == 2 && pick.id.j == 3) tip = pick.tooltip;
    EXPECT_NE(tip.find(exact(static_cast<double>(settings.influence->norms(3, 2)))), std::string::npos)
        << tip;
    EXPECT_NE(tip.find("Not a weight"), std::string::npos) << tip;
}

TEST(InfluenceMap, EverySizeIsSoundAndNamesWhatItIs) {
    const Fixture f;
    for (const auto& [source, outputs] : {std::pair{1, 1}, {7, 5}, {40, 40}, {300, 200}})
        for (const auto& [width, height] :
             {std::pair{1240.0f, 808.0f}, {960.0f, 448.0f}, {600.0f, 400.0f}, {1920.0f, 888.0f}})
            for (const bool overview : {false, true}) {
                const Trace trace = without_weights(source, outputs);
                NetworkSettings settings;
                settings.width = width;
                settings.height = height;
                settings.overview = overview;
                settings.influence = some_influence(trace);
                settings.whole =
                    whole_run(trace, settings.influence, nullptr, WhatIfMap::Changed, settings.influence);
                const Scene scene = with_settings(trace, trace.outline.total() / 2 + 9, settings, f.style());
                EXPECT_EQ(unsound(scene), "") << source << " " << width;
                EXPECT_EQ(overlapping(scene, *f.style().metrics), "") << source << " " << width;
                if (network_layout(trace, {}, settings).cells.h > 0)
                    EXPECT_TRUE(is_said(scene, "weights")) << source << " " << width;
            }
}

TEST(InfluenceMap, AModelWithWeightsKeepsThem) {
    const Fixture f;
    const Trace trace = sample_trace(7, 5);
    NetworkSettings settings;
    settings.influence = some_influence(trace);
    const Scene scene = with_settings(trace, trace.outline.total(), settings, f.style());
    const MatrixItem* heat = heat_of(scene);
    ASSERT_NE(heat, nullptr);
    EXPECT_FLOAT_EQ(heat->values->front(), trace.weight(0, 0));
    EXPECT_FALSE(is_said(scene, "not weights"));
}

} // namespace
} // namespace heed
