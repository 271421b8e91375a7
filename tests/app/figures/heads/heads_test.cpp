// The atlas of heads: where thumbnails stand, what is framed, and in which order.
#include "tests/app/figures/heads/heads_fixture.h"

#include "app/figures/base/tiles.h"
#include "app/figures/figures.h"
#include "core/decode/run.h"

#include <cmath>
#include <set>

namespace heed {
namespace {

using heads::Kind;
using heads::Reading;

void expect_box(const Box& box, float x, float y, float w, float h) {
    EXPECT_NEAR(box.x, x, .5f);
    EXPECT_NEAR(box.y, y, .5f);
    EXPECT_NEAR(box.w, w, .5f);
    EXPECT_NEAR(box.h, h, .5f);
}

/// Frames in that colour about that box, dashed or not.
int frames_about(const Scene& scene, const Box& map, Color color, bool dashed) {
    int found = 0;
    for (const RectItem* r : items_of<RectItem>(scene))
        found += r->border == color && (r->dash.on > 0) == dashed && std::abs(r->box.x - (map.x - 3)) < .1f &&
                 std::abs(r->box.y - (map.y - 3)) < .1f;
    return found;
}

TEST_F(HeadsFigure, SixByEightStandsAsDesigned) {
    const HeadsSettings settings;
    expect_box(map_of(measured, settings, number_of(measured, 5, 0)), 84, 74, 84, 81);
    expect_box(map_of(measured, settings, number_of(measured, 4, 2)), 84 + 2 * 133.5f, 74 + 115, 84, 81);
    expect_box(map_of(measured, settings, number_of(measured, 0, 7)), 84 + 7 * 133.5f, 74 + 5 * 115, 84, 81);
    const Scene scene = heads_figure(measured, *maps, settings, style);
    EXPECT_EQ(items_of<TiledItem>(scene).size(), 48u);
    EXPECT_EQ(scene.picks.size(), 48u);
    EXPECT_TRUE(prints(scene, "head 8"));
    EXPECT_TRUE(prints(scene, "layer 6"));
    EXPECT_FALSE(plan(measured, settings).scrolls());
    expect_sound(scene, "6 × 8");
    expect_sound(heads_figure(measured, *maps, settings, style_of(Theme::Light)), "6 × 8, light");
}

TEST_F(HeadsFigure, TwelveBySixteenHasOneNumberEach) {
    const Trace large = test::sample_heads(12, 16);
    const HeadReport report = head_report(large);
    const HeadsSettings settings;
    const atlas::Plan p = plan(report, settings);
    EXPECT_TRUE(p.compact);
    EXPECT_NEAR(p.pitch_x, 66.75f, .01f);
    expect_box(map_of(report, settings, number_of(report, 11, 0)), 72, 69, 47.75f, 35);
    const Scene scene = heads_figure(report, *head_maps(large), settings, style);
    expect_sound(scene, "12 × 16");
    const auto texts = items_of<TextItem>(scene);
    const auto numbers = std::count_if(texts.begin(), texts.end(), [](const TextItem* t) {
        return t->align == Align::Right && (t->face == Face::Mono || t->face == Face::MonoSemibold);
    });
    EXPECT_EQ(numbers, 192 + 1); // and the end of the legend
}

/// The renderer draws maps that come one after another by one command.
TEST_F(HeadsFigure, ThumbnailsComeOneAfterAnother) {
    const Scene scene = heads_figure(measured, *maps, {}, style);
    int runs = 0;
    bool before = false;
    for (const SceneItem& item : scene.items) {
        const bool map = std::holds_alternative<TiledItem>(item);
        runs += map && !before;
        before = map;
    }
    EXPECT_EQ(runs, 1);
}

TEST_F(HeadsFigure, AtTheLeastPitchItScrollsAndNamesStay) {
    const Trace large = test::sample_heads(24, 32);
    const HeadReport report = head_report(large);
    const auto every = head_maps(large);
    HeadsSettings settings;
    const HeadsLayout layout = heads_layout(report, settings);
    EXPECT_NEAR(layout.most_scroll_x, 32 * 40 - 1068, 1);
    EXPECT_NEAR(layout.most_scroll_y, 24 * 40 - 692, 1);
    const auto names = [&](const Scene& scene) {
        std::set<float> left;
        for (const TextItem* t : items_of<TextItem>(scene))
            if (t->text.starts_with("layer")) left.insert(t->at.x);
        return left;
    };
    const Scene first = heads_figure(report, *every, settings, style);
    EXPECT_TRUE(prints(first, "layer 24"));
    settings.scroll_x = settings.scroll_y = 1000;
    const Scene last = heads_figure(report, *every, settings, style);
    EXPECT_EQ(names(first), std::set<float>{16});
    EXPECT_EQ(names(last), std::set<float>{16});
    EXPECT_TRUE(prints(last, "layer 1"));
    EXPECT_FALSE(prints(last, "layer 24"));
    EXPECT_EQ(items_of<ClipItem>(last).size(), 1u);
    EXPECT_EQ(unsound(last), "");
    const HeadsLayout to = heads_in_sight(report, HeadsSettings{}, number_of(report, 0, 31));
    EXPECT_NEAR(to.scroll_x, to.most_scroll_x, 45);
    EXPECT_NEAR(to.scroll_y, to.most_scroll_y, 30);
}

TEST_F(HeadsFigure, AThinDiagonalDoesNotVanish) {
    constexpr int words = 800;
    Trace thin;
    for (int n = 0; n < words; ++n) {
        TraceStep step;
        step.token.text = "w" + std::to_string(n);
        thin.source.push_back(step.token);
        thin.steps.push_back(step);
    }
    for (int h = 0; h < 2; ++h) thin.set({Quantity::HeadWeights, 0, h}, MatrixXf::Identity(words, words));
    const HeadReport report = head_report(thin);
    const atlas::Plan p = plan(report, {});
    const Scene scene = heads_figure(report, *head_maps(thin), {}, style);
    EXPECT_TRUE(prints(scene, "weight, the largest of each pixel"));
    EXPECT_TRUE(prints(heads_figure(measured, *maps, {}, style), "weight"));
    const auto tiles = items_of<TiledItem>(scene);
    ASSERT_EQ(tiles.size(), 2u);
    const MatrixItem drawn = as_matrix(*tiles.front(), 1);
    EXPECT_NEAR(static_cast<float>(drawn.rows), p.map_high, 1);
    EXPECT_NEAR(static_cast<float>(drawn.columns), p.map_wide, 1);
    EXPECT_LT(p.map_wide, static_cast<float>(words));
    for (int i = 0; i < drawn.rows; ++i) {
        const auto row = drawn.values->begin() + static_cast<std::ptrdiff_t>(i) * drawn.columns;
        EXPECT_EQ(*std::max_element(row, row + drawn.columns), 1) << i;
    }
}

TEST_F(HeadsFigure, TheBestIsFramedAndThoseOfTheBestMeanDashed) {
    const int best = number_of(measured, 1, 2), with = number_of(measured, 0, 1);
    ASSERT_TRUE(measured.choice);
    EXPECT_EQ(measured.choice->best.heads.front(), best);
    measured.choice->mean.heads = {best, with};
    const HeadsSettings settings;
    const Scene scene = heads_figure(measured, *maps, settings, style);
    const Color amber = style.colors().attention;
    EXPECT_EQ(frames_about(scene, map_of(measured, settings, best), amber, false), 1);
    EXPECT_EQ(frames_about(scene, map_of(measured, settings, with), amber, true), 1);
    EXPECT_EQ(frames_about(scene, map_of(measured, settings, 0), amber, false), 0);
    EXPECT_TRUE(prints(scene, "best head"));
    EXPECT_TRUE(prints(scene, "with it, best mean of 2"));
    EXPECT_EQ(atlas::seen(measured, {}).chosen, best);
}

/// Ranks and numbers are over all pairs: so is the head that aligns best, whichever was chosen on half of
/// them.
TEST_F(HeadsFigure, TheBestIsTheFirstOverAllPairs) {
    const int best = number_of(measured, 1, 2), with = number_of(measured, 0, 1),
              other = number_of(measured, 0, 0);
    measured.choice->best.heads = {with};
    measured.choice->mean.heads = {with, other};
    const atlas::Seen seen = atlas::seen(measured, {});
    EXPECT_EQ(seen.best, best);
    EXPECT_EQ(seen.rank(seen.best), 1);
    EXPECT_EQ(heads_sentence(measured, {})
                  .find("Of " + std::to_string(seen.all.size()) +
                        " cross-attention heads, layer 2 head 3 aligns best"),
              0u)
        << heads_sentence(measured, {});
    const HeadsSettings settings;
    const Scene scene = heads_figure(measured, *maps, settings, style);
    EXPECT_EQ(frames_about(scene, map_of(measured, settings, best), style.colors().attention, false), 1);
    EXPECT_TRUE(prints(scene, "best mean of 2"));
}

TEST_F(HeadsFigure, WithoutLinksNothingIsSaidOfAligning) {
    const atlas::Seen seen = atlas::seen(alone, {});
    EXPECT_EQ(seen.measure->id, "evenness");
    for (const int h : seen.all) {
        const heads::Type* type = seen.type(h);
        EXPECT_TRUE(!type || type->id != "aligns");
    }
    const Scene scene = heads_figure(alone, *maps, {}, style);
    EXPECT_FALSE(says(scene, "AER"));
    EXPECT_FALSE(prints(scene, "aligns"));
    EXPECT_FALSE(prints(scene, "best head"));
    const Scene panel = heads_panel(alone, *maps, {}, style);
    EXPECT_FALSE(prints(panel, "AER"));
    EXPECT_FALSE(prints(panel, "the diagonal"));
    EXPECT_TRUE(prints(panel, "over this sentence"));
    const std::string words = heads_sentence(alone, {});
    EXPECT_NE(words.find("Of 48 cross-attention heads, layer "), std::string::npos) << words;
    EXPECT_NE(words.find("6 rest on the end token."), std::string::npos) << words;
    EXPECT_EQ(words.find("aligns"), std::string::npos) << words;
}

TEST_F(HeadsFigure, BestFirstAndByType) {
    HeadsLook look;
    look.order = AtlasOrder::Best;
    const atlas::Seen seen = atlas::seen(measured, look);
    const atlas::Grid best = atlas::grid_of(seen, AtlasOrder::Best);
    EXPECT_EQ(best.columns, 8);
    EXPECT_EQ(best.rows, 6);
    EXPECT_EQ(best.places.front().head, number_of(measured, 1, 2));
    EXPECT_EQ(best.places[1].head, number_of(measured, 0, 1));
    int last = 0;
    for (const atlas::Place& place : atlas::grid_of(seen, AtlasOrder::Type).places) {
        const heads::Type* type = seen.type(place.head);
        const int number = type ? static_cast<int>(type - heads::types().data()) : 99;
        EXPECT_GE(number, last);
        last = number;
    }
    HeadsSettings settings;
    settings.look = look;
    const Scene scene = heads_figure(measured, *maps, settings, style);
    EXPECT_FALSE(prints(scene, "layer 6"));
    EXPECT_TRUE(prints(scene, "2:3"));
    expect_sound(scene, "best first");
}

/// A large atlas is sorted as it is: no thumbnail is made in another size.
TEST_F(HeadsFigure, SortedItIsAPermutation) {
    const HeadReport report = head_report(test::sample_heads(12, 16));
    HeadsSettings settings;
    const atlas::Plan by_layer = plan(report, settings);
    for (const AtlasOrder order : {AtlasOrder::Best, AtlasOrder::Type}) {
        settings.look.order = order;
        const atlas::Plan sorted = plan(report, settings);
        EXPECT_EQ(sorted.map_wide, by_layer.map_wide);
        EXPECT_EQ(sorted.map_high, by_layer.map_high);
        EXPECT_EQ(sorted.grid.columns, by_layer.grid.columns);
    }
    settings.width = 960; // where it cannot be, a number is told from the next name
    settings.height = 448;
    const atlas::Plan narrow = plan(report, settings);
    EXPECT_GE(narrow.pitch_x - narrow.line, 12);
}

/// It shows the whole run wherever the playhead stands.
TEST_F(HeadsFigure, TheLegendSaysThatItIsOfTheWholeRun) {
    HeadsSettings settings{.width = 960, .height = 448};
    EXPECT_FALSE(says(heads_figure(measured, *maps, settings, style), "whole run"));
    settings.whole_run = true;
    const Scene scene = heads_figure(measured, *maps, settings, style);
    EXPECT_TRUE(prints(scene, "weight, whole run"));
    expect_sound(scene, "whole run");
}

/// Where nothing stands beside the rows that tells a head.
TEST_F(HeadsFigure, OutOfTheOrderOfLayersEveryMapHasItsName) {
    for (const auto& [layers, heads] : {std::pair(12, 16), {24, 32}, {6, 8}, {2, 4}}) {
        const Trace large = test::sample_heads(layers, heads);
        const HeadReport report = head_report(large);
        const auto every = head_maps(large);
        for (const AtlasOrder order : {AtlasOrder::Best, AtlasOrder::Type})
            for (const auto& [width, height] :
                 {std::pair(1164.0f, 808.0f), {960.0f, 448.0f}, {880.0f, 608.0f}}) {
                HeadsSettings settings{.width = width, .height = height};
                settings.look.order = order;
                const Scene scene = heads_figure(report, *every, settings, style);
                const std::string what = std::to_string(heads) + " heads, " + std::to_string(width);
                EXPECT_EQ(unsound(scene), "") << what;
                if (heads_layout(report, settings).most_scroll_y == 0) { // else they are clipped
                    EXPECT_EQ(overlapping(scene, *metrics), "") << what;
                }
                EXPECT_EQ(heads_layout(report, settings).most_scroll_x, 0) << what;
                std::set<std::string> names;
                for (const TextItem* t : items_of<TextItem>(scene)) names.insert(t->text);
                const atlas::Plan p = plan(report, settings);
                for (const atlas::Place& place : p.grid.places)
                    if (p.shows(p.whole(place))) {
                        EXPECT_TRUE(names.contains(
                            atlas::place_name(report.all[static_cast<std::size_t>(place.head)].head)))
                            << what;
                    }
            }
    }
}

TEST_F(HeadsFigure, AFewHeadsFillTheCanvasAndKeepTheirProportions) {
    for (const auto& [layers, heads] : {std::pair(1, 4), {2, 4}, {1, 8}, {2, 8}, {3, 4}})
        for (const auto& [width, height] :
             {std::pair(1164.0f, 808.0f), {960.0f, 448.0f}, {1484.0f, 1008.0f}}) {
            const Trace few = test::sample_heads(layers, heads);
            const HeadReport report = head_report(few);
            const HeadsSettings settings{.width = width, .height = height};
            const atlas::Plan p = plan(report, settings);
            const std::string what = std::to_string(layers) + " × " + std::to_string(heads) + " in " +
                                     std::to_string(width) + ", columns " + std::to_string(p.grid.columns);
            EXPECT_FALSE(p.scrolls()) << what;
            const float across = static_cast<float>(p.grid.columns) * p.pitch_x / (width - 96),
                        down = static_cast<float>(p.grid.rows) * p.pitch_y / (height - 116);
            EXPECT_GT(across * down, 0.68f) << what;
            EXPECT_GT(std::min(across, down), 0.68f) << what;
            const float proportion = p.map_wide / p.map_high;
            EXPECT_GT(proportion, 0.65f) << what;
            EXPECT_LT(proportion, 1.6f) << what;
            expect_sound(heads_figure(report, *head_maps(few), settings, style), what);
        }
    const HeadReport two = head_report(test::sample_heads(2, 2)); // in a low canvas: they are wider instead
    const atlas::Plan low = plan(two, {.width = 960, .height = 448});
    EXPECT_GT(static_cast<float>(low.grid.columns) * low.pitch_x / (960 - 96), 0.68f);
    EXPECT_LT(low.map_wide / low.map_high, 2.4f);
    const Trace four = test::sample_heads(1, 4);
    const HeadReport report = head_report(four);
    EXPECT_EQ(heads_columns(report, {}, 1164, 808), 2);
    const Scene wrapped = heads_figure(report, *head_maps(four), {}, style);
    EXPECT_TRUE(prints(wrapped, "1:4")); // no number above tells it
    EXPECT_FALSE(prints(wrapped, "head 1"));
    EXPECT_TRUE(prints(wrapped, "layer 1"));
    const atlas::Grid grid = atlas::grid_of(atlas::seen(report, {}), AtlasOrder::Layer, 2);
    EXPECT_EQ(atlas::beside(grid, 0, 0, 1), 2);
}

/// The caption gives way word by word, and goes below the frames where they leave no room.
TEST_F(HeadsFigure, WhatTheNumbersBesideMapsAreIsSaidAtEveryWidth) {
    for (const float width : {960.0f, 880.0f, 1164.0f})
        for (const AtlasOrder order : {AtlasOrder::Layer, AtlasOrder::Best}) {
            HeadsSettings settings{.width = width, .height = 448};
            settings.look.order = order;
            settings.look.measure = "first";
            const Trace few = test::sample_heads(2, 4);
            const Scene scene = heads_figure(head_report(few), *head_maps(few), settings, style);
            EXPECT_TRUE(says(scene, "share on first token, entropy")) << width;
            expect_sound(scene, std::to_string(width));
        }
}

/// Beside a drawer, too, the legend says what every frame means.
TEST_F(HeadsFigure, TheLegendKeepsItsFramesAtEveryWidth) {
    for (const float width : {560.0f, 640.0f, 720.0f, 860.0f, 960.0f, 1164.0f}) {
        HeadReport several = measured;
        several.choice->mean.heads = {several.choice->best.heads.front(), 1, 2};
        const Scene scene = heads_figure(several, *maps, {.width = width, .height = 648}, style);
        EXPECT_TRUE(prints(scene, "best head")) << width;
        EXPECT_TRUE(says(scene, "with it, best mean of")) << width;
        EXPECT_TRUE(prints(scene, "chosen")) << width;
        expect_sound(scene, std::to_string(width));
    }
}

TEST_F(HeadsFigure, AModelOfThreeKindsLooksAtNothingAhead) {
    Request request;
    request.text = "a b c d";
    request.target = "b a d c";
    const Trace trace = decode::run(test::small_transformer(), request);
    EXPECT_TRUE(has_several_heads(trace));
    const HeadReport report = head_report(trace);
    EXPECT_EQ(report.all.size(), 12u);
    EXPECT_EQ(atlas::kinds_of(report), (std::vector{Kind::Encoder, Kind::Decoder, Kind::Cross}));
    const auto every = head_maps(trace);
    for (const HeadReport::One& one : report.all) {
        const auto values = every->at(one.head, Reading::Predicts);
        ASSERT_TRUE(values);
        for (int i = 0; i < values->rows; ++i)
            for (int j = 0; j < values->columns; ++j)
                EXPECT_EQ(std::isnan(values->values[i * values->columns + j]),
                          one.head.kind == Kind::Decoder && j > i);
    }
    for (const Kind kind : atlas_kinds) {
        HeadsSettings settings;
        settings.look.kind = kind;
        expect_sound(heads_figure(report, *every, settings, style), std::string(atlas_title(kind)));
        HeadsPanelSettings panel;
        panel.look.kind = kind;
        EXPECT_EQ(unsound(heads_panel(report, *every, panel, style)), "");
    }
}

} // namespace
} // namespace heed
