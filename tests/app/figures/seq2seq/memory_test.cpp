// Step of models with a memory: what has been looked at so far, the decoder's own past, copying.
#include "app/figures/compare/compare.h"
#include "app/figures/seq2seq/inspector/inspector.h"
#include "app/figures/seq2seq/network/network.h"
#include "core/models/seq2seq/phases.h"
#include "tests/app/figures/figure_test.h"
#include "tests/support/random_model.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace heed::memory_test {
namespace {

using test::config_of, test::random_trace;

Seq2SeqConfig fertile() {
    Seq2SeqConfig c = config_of("coverage");
    c.attention.fertility = 2;
    c.attention.coverage_loss = 1;
    return c;
}
Seq2SeqConfig aware() { return config_of("location-aware", Order::Luong); }
Seq2SeqConfig smooth() {
    Seq2SeqConfig c = config_of("location-aware");
    c.attention.smooth = true;
    return c;
}
Seq2SeqConfig sharpened() {
    Seq2SeqConfig c = config_of("location-aware");
    c.attention.sharpen = 2;
    return c;
}
Seq2SeqConfig past() { return config_of("own-past"); }
Seq2SeqConfig copying() {
    Seq2SeqConfig c = config_of("coverage", Order::Luong);
    c.decoder.copy = true;
    return c;
}

struct Shape {
    const char* name;
    Seq2SeqConfig (*config)();
};

struct Memory : FigureTest, testing::WithParamInterface<Shape> {
    Scene network(const Trace& trace, int at, float width = 1240, float height = 808) const {
        NetworkSettings settings;
        settings.width = width;
        settings.height = height;
        return network_figure(trace, {.at = at}, settings, style_of(Theme::Dark));
    }
    Scene inspector(const Trace& trace, Phase phase, int i) const {
        return inspector_figure(trace, {.at = at_of(trace.outline, phase, i)}, 360, style_of(Theme::Light));
    }
    static std::string words(const Scene& scene) {
        std::string all;
        for (const TextItem* t : items_of<TextItem>(scene)) all += t->text + " ";
        return all;
    }
};

TEST_P(Memory, EveryMomentIsSound) {
    const Trace trace = random_trace(GetParam().config(), "3 már 87", "87-á3-3");
    for (const float width : {1240.0f, 660.0f})
        for (int at = 0; at <= trace.outline.total(); ++at) {
            const Scene scene = network(trace, at, width, width > 1000 ? 808 : 500);
            ASSERT_EQ(unsound(scene), "") << at;
            EXPECT_EQ(outside(scene, *metrics), "") << at << " " << width;
            EXPECT_EQ(overlapping(scene, *metrics), "") << at << " " << width;
        }
    for (int at = 1; at <= trace.outline.total(); ++at)
        EXPECT_EQ(unsound(inspector_figure(trace, {.at = at}, 360, style_of(Theme::Light))), "") << at;
}

INSTANTIATE_TEST_SUITE_P(All, Memory,
                         testing::Values(Shape{"coverage", fertile}, Shape{"location_aware", aware},
                                         Shape{"smooth", smooth}, Shape{"sharpened", sharpened},
                                         Shape{"own_past", past}, Shape{"copying", copying}),
                         [](const auto& info) { return info.param.name; });

using MemoryStep = Memory;

TEST_F(MemoryStep, SaysWhatHasBeenLookedAtSoFar) {
    const Trace trace = random_trace(fertile());
    const Scene scene = network(trace, at_of(trace.outline, {seq2seq::Softmax}, 3));
    EXPECT_NE(words(scene).find("Looked at so far"), std::string::npos);
    char expected[32];
    std::snprintf(expected, sizeof expected, "%.2f", trace.at(Quantity::Coverage)(2, 3));
    bool found = false;
    for (const Pick& pick : scene.picks)
        found = found ||
                pick.tooltip.find(std::string(expected) + " in all before output 4") != std::string::npos;
    EXPECT_TRUE(found) << expected;
    // A model without such a memory has no such row.
    const Trace plain = random_trace(config_of("additive"));
    EXPECT_EQ(words(network(plain, plain.outline.total())).find("so far"), std::string::npos);
}

TEST_F(MemoryStep, TheOwnPastHasAPanelOfItsOwnWithItsShare) {
    const Trace trace = random_trace(past());
    const int i = 4;
    const Scene scene = network(trace, at_of(trace.outline, {seq2seq::Softmax}, i));
    const std::string all = words(scene);
    EXPECT_NE(all.find("own past "), std::string::npos);
    EXPECT_NE(all.find("source "), std::string::npos);
    float bars = 0, shares = 0; // the shares stand below the fan, whose curves would cross them
    for (const Pick& pick : scene.picks)
        if (pick.id.kind == PickKind::Bar) bars = std::max(bars, pick.box.bottom());
    for (const TextItem* text : items_of<TextItem>(scene))
        if (text->text.starts_with("own past ")) shares = text->at.y - text->size / 2;
    EXPECT_GT(shares, bars - 18);
    int states = 0; // bars of the own states so far, and of no later one
    for (const Pick& pick : scene.picks)
        if (pick.id.kind == PickKind::Bar && pick.id.name == "past") {
            ++states;
            EXPECT_LT(pick.id.k, i);
        }
    EXPECT_EQ(states, i);
    // Of the heatmap, strictly the lower triangle.
    const Scene done = network(trace, trace.outline.total());
    bool triangle = false;
    for (const MatrixItem* m : items_of<MatrixItem>(done)) {
        if (m->columns != trace.outputs() - 1 || m->rows != trace.outputs()) continue;
        triangle = true;
        for (int row = 0; row < m->rows; ++row)
            for (int k = 0; k < m->columns; ++k)
                EXPECT_EQ(std::isnan((*m->values)[static_cast<std::size_t>(row * m->columns + k)]), k >= row);
    }
    EXPECT_TRUE(triangle);
}

TEST_F(MemoryStep, CopyingShowsItsGateAndThisWordsNumbers) {
    const Trace trace = random_trace(copying(), "3 már 87", "á3");
    const Scene scene = inspector(trace, {seq2seq::Distribution}, 0);
    EXPECT_EQ(unsound(scene), "");
    EXPECT_NE(words(scene).find("generated; copied"), std::string::npos);
    EXPECT_NE(words(network(trace, trace.outline.total())).find("made ."), std::string::npos);
}

TEST_F(MemoryStep, InCompareTheOwnPastStandsBesideTheSource) {
    std::vector<ComparePanel> panels(2);
    panels[0].title = "own past";
    panels[0].trace = std::make_shared<const Trace>(random_trace(past()));
    panels[1].title = "additive";
    panels[1].trace = std::make_shared<const Trace>(random_trace(config_of("additive")));
    const Scene scene = compare_panels(panels, {}, 1240, 700, style_of(Theme::Dark));
    EXPECT_EQ(unsound(scene), "");
    EXPECT_NE(words(scene).find("right its own past"), std::string::npos);
    int maps = 0;
    for (const MatrixItem* m : items_of<MatrixItem>(scene)) maps += m->rows == panels[0].trace->outputs();
    EXPECT_GE(maps, 3); // two of the first panel, one of the second
}

} // namespace
} // namespace heed::memory_test
