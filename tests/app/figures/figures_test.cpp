#include "app/figures/figures.h"

#include "app/export/export.h"
#include "tests/app/figures/scene_checks.h"
#include "tests/support/samples/sample_grid.h"
#include "tests/support/samples/sample_panels.h"
#include "tests/support/samples/sample_trace.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

namespace heed {
namespace {

TEST(Figures, EveryRowIsDrawnFromWhatItNeedsAndOnlyThen) {
    const auto metrics = paper_metrics();
    FigureStyle style;
    style.metrics = metrics.get();
    style.theme = Theme::Light;
    const Trace trace = sample_trace();
    const std::vector<ComparePanel> panels = sample_panels({4});
    const SampleGrid grid = sample_grid(12, 16);
    FigureSource source{.trace = &trace, .panels = panels, .maps = grid.maps};
    source.playhead.at = trace.outline.total();
    std::set<std::string_view> ids;
    for (const FigureKind& kind : figures()) {
        SCOPED_TRACE(kind.id);
        EXPECT_TRUE(ids.insert(kind.id).second);
        EXPECT_EQ(find_figure(kind.id), &kind);
        EXPECT_FALSE(kind.there({}));
        if (!kind.there(source)) continue;
        for (const float width : {84.0f, 174.0f}) {
            PaperSettings paper;
            paper.width_mm = width;
            paper.font_pt = kind.font_pt;
            for (const char* title : {"", "A title"}) {
                paper.title = title;
                const Picture picture = kind.paper(source, paper, style);
                EXPECT_EQ(unsound(picture.scene), "");
                EXPECT_EQ(outside(picture.scene, *metrics), "");
                if (kind.id == "grid") { // none is left out
                    EXPECT_GE(picture.scene.picks.size(), 192u);
                }
                EXPECT_NEAR(picture.scene.width / picture.units_per_inch * 25.4, width, 0.01);
                const auto texts = items_of<TextItem>(picture.scene);
                const bool titled = std::any_of(texts.begin(), texts.end(),
                                                [](const TextItem* t) { return t->text == "A title"; });
                EXPECT_EQ(titled, kind.options.title && *title) << "what is offered is drawn";
            }
        }
    }
    EXPECT_EQ(find_figure("heat"), nullptr);
}

TEST(Figures, AMapUntilAMomentLeavesLaterRowsEmpty) {
    const auto metrics = paper_metrics();
    FigureStyle style;
    style.metrics = metrics.get();
    const Trace trace = sample_trace();
    FigureSource source{.trace = &trace, .until_then = true};
    const Picture none = find_figure("heatmap")->paper(source, {}, style);
    for (const MatrixItem* m : items_of<MatrixItem>(none.scene)) {
        if (m->columns > 1) {
            EXPECT_TRUE(std::isnan(m->values->front()));
        }
    }
    source.until_then = false;
    const Picture all = find_figure("heatmap")->paper(source, {}, style);
    for (const MatrixItem* m : items_of<MatrixItem>(all.scene)) EXPECT_FALSE(std::isnan(m->values->front()));
}

TEST(Figures, ThePrintedNetworkShowsEveryOutputOfARunThatWritesMoreThanItReads) {
    const auto metrics = paper_metrics();
    FigureStyle style;
    style.metrics = metrics.get();
    for (const auto& [sources, outputs] : {std::pair{4, 40}, {12, 16}, {30, 5}}) {
        const Trace trace = sample_trace(sources, outputs);
        FigureSource source{.trace = &trace};
        source.playhead.at = trace.outline.total();
        PaperSettings paper;
        paper.width_mm = 174;
        paper.font_pt = 14;
        const Picture picture = find_figure("network")->paper(source, paper, style);
        EXPECT_EQ(outside(picture.scene, *metrics), "");
        std::set<int> states;
        for (const Pick& pick : picture.scene.picks)
            if (pick.id.kind == PickKind::State) states.insert(pick.id.i);
        for (int i = 0; i < outputs; ++i) EXPECT_TRUE(states.contains(i)) << sources << ": " << i;
    }
}

} // namespace
} // namespace heed
