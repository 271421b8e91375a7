// What became of changed heads: where everything stands.
#include "app/figures/head_off/head_off.h"

#include "app/figures/head_off/plan.h"
#include "core/models/transformer/config.h"
#include "tests/app/figures/head_off/head_off_figure.h"

#include <algorithm>
#include <cmath>

namespace heed {
namespace {

/// Of many layers and heads every second is named, or so; the chosen one is always.
TEST_F(HeadOffFigure, TheChosenHeadIsNamedBesideASmallGrid) {
    transformer::Config config;
    config.encoder = config.decoder = {12, 16, 16, 0, 12};
    config.source_vocabulary = config.target_vocabulary = 12;
    const Model large = test::small_transformer(config);
    const HeadEdits edits{{{HeadKind::Cross, 11, 3}, {}}};
    Request request;
    request.text = "a b c d";
    request.max_steps = 4;
    const auto own = std::make_shared<const Trace>(decode::run(large, request));
    request.edits.heads = edits;
    const auto changed = std::make_shared<const Trace>(decode::run(large, request));
    const auto forced = std::make_shared<const Trace>(heads::forced_run(large, *own, changed->request.edits));
    HeadOffSettings settings{.width = 920, .height = 608};
    settings.chosen = {HeadKind::Cross, 11, 3};
    const Scene scene = head_off_figure(head_off_work(own, changed, forced, edits), settings, style);
    const auto named = [&](const char* name) { // below the grid and left of it, in the card's lower half
        const auto texts = items_of<TextItem>(scene);
        return std::any_of(texts.begin(), texts.end(), [&](const TextItem* t) {
            return t->text == name && t->face == Face::MonoSemibold && t->at.x < 290;
        });
    };
    EXPECT_TRUE(named("12"));
    EXPECT_TRUE(named("4"));
    EXPECT_EQ(overlapping(scene, *metrics), "");
}

TEST_F(HeadOffFigure, ItIsSoundInEverySizeAndStandsAsDesigned) {
    for (const std::string text : {"a b c d", "a", "a b c d e f g h a b c d e f g h a b c d e f g h"}) {
        const HeadOffWork w = work({{middle, {}}}, text);
        const auto all = std::make_shared<const HeadCosts>(costs(w));
        for (const Theme theme : {Theme::Dark, Theme::Light})
            for (const auto& [width, height] :
                 {std::pair(1240.0f, 808.0f), {880.0f, 608.0f}, {960.0f, 448.0f}, {616.0f, 608.0f}}) {
                const HeadOffSettings settings{
                    .width = width, .height = height, .beside = 330, .chosen = middle, .costs = all};
                const Scene scene = head_off_figure(w, settings, style_of(theme));
                const std::string what = text + " " + std::to_string(width);
                EXPECT_EQ(unsound(scene), "") << what;
                EXPECT_EQ(overlapping(scene, *metrics), "") << what;
                EXPECT_TRUE(prints(scene, "Without layer 1, head 2")) << what;
                EXPECT_TRUE(prints(scene, "Difference")) << what;
                EXPECT_EQ(items_of<TiledItem>(scene).size(), 3u) << what;
            }
    }
    const HeadOffWork w = work({{middle, {}}});
    const HeadOffLayout layout = head_off_layout(w, {});
    EXPECT_NEAR(layout.words.w, 1208, 0.5f);
    EXPECT_NEAR(layout.words.h, 280, 1);
    EXPECT_NEAR(layout.grids.w, 352, 1);
    EXPECT_NEAR(layout.grids.h, 464, 4);
    EXPECT_EQ(layout.most_scroll, 0);
}

/// A number may stand where a line of the axis does.
TEST_F(HeadOffFigure, NoLineStrikesANumberThrough) {
    HeadOffWork w = work({{middle, {}}});
    for (HeadOffColumn& column : w.columns)
        if (column.word >= 0) column.now = column.before - 0.26;
    const Scene scene = head_off_figure(w, {}, style);
    int numbers = 0;
    for (std::size_t n = 1; n < scene.items.size(); ++n) {
        const auto* text = std::get_if<TextItem>(&scene.items[n]);
        if (!text || text->text != "−.26") continue;
        ++numbers;
        const auto* ground = std::get_if<RectItem>(&scene.items[n - 1]);
        ASSERT_NE(ground, nullptr);
        EXPECT_EQ(ground->fill, style.colors().bg1);
        EXPECT_TRUE(ground->box.contains(text->at));
    }
    EXPECT_GT(numbers, 0);
}

TEST_F(HeadOffFigure, WordsOfOneRowHaveOneSizeAndSumsStandInTheirCard) {
    HeadOffWork w = work({{middle, {}}});
    w.columns.front().model = w.columns.front().changed = "économiquement";
    for (const auto& [width, height] : {std::pair(1240.0f, 808.0f), {920.0f, 608.0f}, {960.0f, 448.0f}}) {
        const HeadOffSettings settings{.width = width, .height = height};
        const Scene scene = head_off_figure(w, settings, style);
        EXPECT_EQ(unsound(scene), "") << width;
        EXPECT_TRUE(prints(scene, "économiquement")) << width; // columns scroll instead
        std::vector<float> sizes;
        for (const TextItem* t : items_of<TextItem>(scene))
            for (const HeadOffColumn& column : w.columns)
                if (t->text == column.model && t->face == Face::Mono && t->align == Align::Centre)
                    sizes.push_back(t->size);
        ASSERT_FALSE(sizes.empty());
        EXPECT_EQ(std::count(sizes.begin(), sizes.end(), sizes.front()), std::ssize(sizes)) << width;
        const Box card = head_off_layout(w, settings).words;
        for (const TextItem* t : items_of<TextItem>(scene))
            if (t->text == "nats in all") {
                EXPECT_LE(t->at.y + 12, card.bottom()) << width;
            }
    }
}

TEST_F(HeadOffFigure, TheWordThatLostMostIsScrolledToAndBarsAreSeenInALowCard) {
    HeadOffWork w = work({{middle, {}}});
    ASSERT_GE(w.columns.size(), 4u);
    for (HeadOffColumn& column : w.columns) {
        column.model = column.changed = "économiquement"; // wide columns
        column.before = -0.1;
        if (column.word >= 0) column.now = -0.2;
    }
    HeadOffColumn& last = w.columns.back();
    last.word = std::max(last.word, 0);
    last.now = -1.2;
    for (const HeadOffSettings& size :
         {HeadOffSettings{.width = 920, .height = 608}, {.width = 760, .height = 448}}) {
        HeadOffSettings settings = size;
        const auto framed = [&] { // the column's place in its card
            const headoff::ColumnsPlan c = headoff::plan_of(w, settings).columns;
            return std::pair(c.x(static_cast<int>(w.columns.size()) - 1) + c.pitch / 2, c.from + c.room);
        };
        ASSERT_GT(framed().first, framed().second) << size.width; // it lies outside
        settings.scroll = head_off_in_sight(w, settings);
        EXPECT_LE(framed().first, framed().second + 0.01f) << size.width;
        EXPECT_EQ(head_off_in_sight(w, settings), settings.scroll);            // and stays
        const headoff::ColumnsPlan at = headoff::plan_of(w, settings).columns; // no column is cut at the left
        EXPECT_TRUE(at.scroll == at.most_scroll || std::abs(std::remainder(at.scroll, at.pitch)) < 0.01f)
            << size.width;
        const Scene scene = head_off_figure(w, settings, style);
        float tallest = 0;
        for (const RectItem* bar : items_of<RectItem>(scene))
            if (bar->fill == style.colors().output) tallest = std::max(tallest, bar->box.h);
        EXPECT_GT(tallest, 24) << size.width; // of 1.1 nats
    }
}

TEST_F(HeadOffFigure, EveryHeadIsACellThatCanBePressed) {
    const HeadOffWork w = work({{middle, {}}});
    const Scene scene = head_off_figure(w, {.chosen = middle}, style);
    int cells = 0, words = 0;
    for (const Pick& pick : scene.picks) {
        cells += pick.id.kind == PickKind::Button && pick.id.name == "head-off";
        words += pick.id.kind == PickKind::Column && pick.id.i >= 0;
    }
    EXPECT_EQ(cells, 12);
    EXPECT_EQ(words, w.words);
}

/// In a window of 1280 × 800 all of it stands in its canvas.
TEST_F(HeadOffFigure, AUsualWindowNeedsNoScrolling) {
    const HeadOffWork some = work({{middle, {}}});
    HeadOffSettings settings{.width = 920, .height = 608};
    settings.costs = std::make_shared<const HeadCosts>(costs(some));
    EXPECT_EQ(head_off_layout(some, settings).height, settings.height);
    expect_sound(head_off_figure(some, settings, style), "920 × 608");
    HeadOffWork ten = some; // a px short of the usual pitch each
    ten.columns.resize(10, some.columns.front());
    EXPECT_EQ(head_off_layout(ten, settings).most_scroll, 0);
    ten.columns.resize(14, some.columns.front());
    EXPECT_GT(head_off_layout(ten, settings).most_scroll, 0);
}

} // namespace
} // namespace heed
