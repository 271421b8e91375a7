#include "app/figures/compare/compare.h"

#include "app/export/export.h"
#include "app/figures/maps/plan.h"
#include "core/base/error.h"
#include "tests/app/figures/scene_checks.h"
#include "tests/support/sample_panels.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace heed {
namespace {

struct CompareTest : testing::Test {
    std::shared_ptr<const TextMetrics> metrics = paper_metrics();
    FigureStyle style;
    CompareTest() { style.metrics = metrics.get(); }

    static std::vector<std::string> words(const Scene& scene) {
        std::vector<std::string> all;
        for (const TextItem* t : items_of<TextItem>(scene)) all.push_back(t->text);
        return all;
    }
    static int count(const Scene& scene, const std::string& word) {
        const auto all = words(scene);
        return static_cast<int>(std::count(all.begin(), all.end(), word));
    }
    static bool says(const Scene& scene, const std::string& part) {
        const auto all = words(scene);
        return std::any_of(all.begin(), all.end(),
                           [&](const std::string& text) { return text.find(part) != std::string::npos; });
    }
    static int dashed(const Scene& scene) {
        const auto boxes = items_of<RectItem>(scene);
        return static_cast<int>(
            std::count_if(boxes.begin(), boxes.end(), [](const RectItem* r) { return r->dash.on == 2; }));
    }
    /// The maps, without ramps.
    static std::vector<const MatrixItem*> maps(Scene&&) = delete; // which they point into
    static std::vector<const MatrixItem*> maps(const Scene& scene) {
        auto all = items_of<MatrixItem>(scene);
        std::erase_if(all, [](const MatrixItem* m) { return m->rows == 1; });
        return all;
    }
    Scene panels_of(const SamplePanels& sample, const CompareOptions& options = {}, float width = 1132,
                    float height = 784) {
        return compare_panels(sample_panels(sample), options, width, height, style);
    }
};

TEST_F(CompareTest, TheGrid) {
    const int columns[] = {0, 1, 2, 3, 2, 3, 3, 3, 3, 3}, rows[] = {0, 1, 1, 1, 2, 2, 2, 3, 3, 3};
    EXPECT_EQ(map_grid(15, 1132, 784).columns, 5);
    EXPECT_EQ(map_grid(15, 928, 424).rows, 3);
    for (int n = 0; n <= 9; ++n) {
        EXPECT_EQ(map_grid(n).columns, columns[n]) << n;
        EXPECT_EQ(map_grid(n).rows, rows[n]) << n;
    }
}

TEST_F(CompareTest, PanelsAreNamedAfterScoreOrWindow) {
    EXPECT_EQ(compare_panel("scaled", "global").title, "scaled dot");
    EXPECT_EQ(compare_panel("scaled", "global").key, "scaled");
    EXPECT_EQ(compare_panel("general", "local-p").key, "local-p");
    EXPECT_EQ(compare_panel("general", "local-p").formula, "general · window at p");
    EXPECT_EQ(compare_panel("new", "").title, "new");
    EXPECT_EQ(compare_panel("new", "").formula, "");
}

TEST_F(CompareTest, EverythingStaysInsideWhateverTheSize) {
    for (const int n : {1, 2, 4, 6, 9})
        for (const auto& [sources, outputs] : {std::pair{1, 1}, {5, 5}, {13, 14}, {60, 62}, {200, 30}})
            for (const bool of_words : {true, false})
                for (const float height : {424.0f, 784.0f}) {
                    SCOPED_TRACE(std::to_string(n) + " panels, " + std::to_string(sources) + " tokens, " +
                                 std::to_string(height) + (of_words ? " words" : " characters"));
                    const SamplePanels sample{n, sources, outputs, of_words, true, true};
                    CompareOptions options;
                    options.hover = {0, outputs / 2, sources / 2};
                    const Scene grid = panels_of(sample, options, 1132, height);
                    EXPECT_EQ(unsound(grid), "");
                    EXPECT_EQ(outside(grid, *metrics), "");
                    const Scene side = compare_side(sample_panels(sample), options, 420, height, style);
                    EXPECT_EQ(unsound(side), "");
                    EXPECT_EQ(outside(side, *metrics), "");
                    EXPECT_EQ(overlapping(side, *metrics), "");
                }
}

TEST_F(CompareTest, NineFunctionsFitBesideThePanels) {
    for (const float height : {784.0f, 584.0f})
        EXPECT_EQ(compare_side(sample_panels({9}), {}, 420, height, style).height, height);
}

TEST_F(CompareTest, TheSameTokensStandAtTheSamePlaces) {
    const Scene scene = panels_of({6});
    const auto all = maps(scene);
    ASSERT_EQ(all.size(), 6u);
    for (std::size_t n = 0; n < all.size(); ++n) {
        const float x = static_cast<float>(n % 3) * 380, y = static_cast<float>(n / 3) * 396;
        EXPECT_EQ(all[n]->box.x - x, all[0]->box.x);
        EXPECT_EQ(all[n]->box.y - y, all[0]->box.y);
        EXPECT_EQ(all[n]->box.w, all[0]->box.w);
    }
    EXPECT_GE(all[0]->box.w / 13, 19); // design: 20, a note below one panel takes a little
}

TEST_F(CompareTest, SmallWindowsScrollRatherThanNumberTheRows) {
    for (const int n : {6, 9})
        for (const float height : {424.0f, 584.0f}) {
            const auto panels = sample_panels({n});
            const Scene scene = compare_panels(panels, {}, 928, height, style);
            EXPECT_EQ(count(scene, "5"), 0) << n << " panels, " << height << " high";
            EXPECT_GE(count(scene, panels[0].trace->steps[4].token.text), n - (n == 9));
        }
    const Scene longer = compare_panels(sample_panels({9, 60, 62}), {}, 928, 424, style);
    EXPECT_EQ(count(longer, "10"), 16) << "numbers of rows and columns where no card could be high enough";
    EXPECT_LT(longer.height, 700);
}

TEST_F(CompareTest, EveryColumnHasItsWordWhereverWordsFit) {
    std::vector<ComparePanel> panels = sample_panels({9});
    while (panels.size() < 15) panels.push_back(panels[panels.size() - 8]);
    const std::string word = panels[0].trace->source[5].text;
    for (const auto& [width, height] : {std::pair{928.0f, 424.0f},
                                        {860.0f, 584.0f},
                                        {1132.0f, 784.0f},
                                        {1840.0f, 1224.0f},
                                        {2900.0f, 1900.0f}})
        for (const std::size_t n : {2u, 3u, 6u, 9u, 12u, 15u}) {
            const std::span some(panels.data(), n);
            const auto maps = std::count_if(some.begin(), some.end(), [](const ComparePanel& p) {
                return p.trace && p.trace->has_weights();
            });
            const Scene scene = compare_panels(some, {}, width, height, style);
            EXPECT_EQ(count(scene, word), maps) << n << " panels, " << width << " wide";
            EXPECT_EQ(outside(scene, *metrics), "");
        }
}

TEST_F(CompareTest, CardsAreFilled) {
    for (const auto& [width, height] : {std::pair{1132.0f, 784.0f}, {1840.0f, 1224.0f}, {928.0f, 424.0f}})
        for (const int n : {1, 2, 3, 4, 6}) {
            const Scene scene = panels_of({n}, {}, width, height);
            const float rows = n <= 3 ? 1 : 2;
            const auto all = maps(scene);
            ASSERT_FALSE(all.empty());
            for (const MatrixItem* map : all) {
                const bool high = map->box.h > 0.55f * (height / rows - 150),
                           wide = map->box.w > 0.55f * width / std::max(1.0f, static_cast<float>(n) / rows);
                EXPECT_TRUE(high || wide)
                    << n << " in " << width << ": " << map->box.w << " × " << map->box.h;
                if (n == 3) {
                    EXPECT_GT(map->box.h, 0.6f * (height - 150)) << width;
                }
                EXPECT_LE(map->box.w / map->columns, 2.2f * map->box.h / map->rows);
                EXPECT_LE(map->box.h / map->rows, 2.2f * map->box.w / map->columns);
            }
        }
}

TEST_F(CompareTest, ARunThatGoesOnAndOnLeavesTheOthersTheirHeight) {
    const auto usual = sample_panels({6});
    auto panels = usual;
    panels[2] = sample_panels({6, 13, 60})[2];
    for (const auto& [width, height] : {std::pair{1132.0f, 784.0f}, {928.0f, 424.0f}, {1840.0f, 1224.0f}}) {
        const Scene unchanged = compare_panels(usual, {}, width, height, style);
        const auto before = maps(unchanged);
        const Scene scene = compare_panels(panels, {}, width, height, style);
        const auto all = maps(scene);
        ASSERT_EQ(all.size(), before.size());
        for (const std::size_t n : {0u, 1u, 3u, 4u, 5u})
            EXPECT_GT(all[n]->box.h, 0.8f * before[n]->box.h) << n << " in " << width;
        EXPECT_EQ(all[2]->rows, 60);
        EXPECT_EQ(outside(scene, *metrics), "");
        EXPECT_EQ(overlapping(scene, *metrics), "");
    }
}

TEST_F(CompareTest, OnePanelKeepsToItsRoom) {
    for (const float height : {150.0f, 180.0f, 300.0f, 784.0f})
        EXPECT_EQ(panels_of({1}, {}, 928, height).height, height);
}

TEST_F(CompareTest, ANoteBesideAHeadingIsWhole) {
    for (const float width : {300.0f, 340.0f, 420.0f})
        for (const double temperature : {1.0, 1.5}) {
            CompareOptions options;
            options.temperature = temperature;
            const Scene side = compare_side(sample_panels({6}), options, width, 784, style);
            for (const TextItem* t : items_of<TextItem>(side))
                EXPECT_FALSE(t->align == Align::Right && t->text.ends_with("…")) << width << ": " << t->text;
        }
}

TEST_F(CompareTest, TheLastColumnsOfManyAreNamedInFull) {
    std::vector<ComparePanel> panels = sample_panels({9});
    panels.pop_back(); // it has no weights
    const std::vector<ComparePanel> first = panels;
    for (const char* title :
         {"token", "token, plain", "token, context", "cosine β", "general, tanh", "local-m"}) {
        panels.push_back(first[panels.size() % first.size()]);
        panels.back().title = title;
    }
    std::swap(panels.back(), panels[panels.size() - 3]); // one long name last but one, as in the table
    const Scene side = compare_side(panels, {}, 420, 784, style);
    for (const std::string& word : words(side)) EXPECT_FALSE(word.ends_with("…")) << word;
    EXPECT_EQ(outside(side, *metrics), "");
}

TEST_F(CompareTest, TheCellLookedAtIsReadInEveryPanel) {
    const auto panels = sample_panels({4});
    CompareOptions options;
    options.hover = {1, 4, 6};
    options.pinned = {0, 1, 1}; // hover wins
    const Scene scene = compare_panels(panels, options, 1132, 784, style);
    const std::string label = "la → stops";
    EXPECT_EQ(count(scene, label), 4);
    options.hover = {};
    EXPECT_EQ(count(compare_panels(panels, options, 1132, 784, style), "train → slow"), 4);
    options.rows = 1; // output 1 is still to come
    EXPECT_EQ(count(compare_panels(panels, options, 1132, 784, style), "train → slow"), 0);
}

TEST_F(CompareTest, PicksNameOutputSourceAndPanel) {
    const Scene scene = panels_of({6});
    const auto all = maps(scene);
    const float pitch = all[0]->box.w / 13;
    const MatrixItem& map = *all[4];
    const Pick* hit = scene.hit({map.box.x + 6.5f * pitch, map.box.y + 3.5f * map.box.h / 14});
    ASSERT_NE(hit, nullptr);
    EXPECT_EQ(hit->id, (PickId{PickKind::Cell, 3, 6, 4, {}}));
    const Pick* label = scene.hit({map.box.x + 6.5f * pitch, map.box.y - 5});
    ASSERT_NE(label, nullptr);
    EXPECT_EQ(label->id, (PickId{PickKind::Column, -1, 6, 4, {}}));
}

TEST_F(CompareTest, ALongMapCanBePointedAtEverywhere) {
    const Scene scene = panels_of({9, 200, 200});
    std::set<int> columns;
    for (const Pick& pick : scene.picks)
        if (pick.id.kind == PickKind::Cell && pick.id.k == 0) columns.insert(pick.id.j);
    EXPECT_GE(columns.size(), 60u);
    EXPECT_LT(scene.picks.size(), 60'000u);
}

TEST_F(CompareTest, DashedBoxesWhereTheReferenceIsMissed) {
    EXPECT_GT(dashed(panels_of({6})), 0); // location misses some
    EXPECT_EQ(dashed(panels_of({6, 13, 14, true, false})), 0);
    EXPECT_EQ(dashed(panels_of({2})), 0); // these miss none
    auto panels = sample_panels({1});
    panels[0].judged.sure = {{9, 0}, {10, 0}};
    panels[0].judged.possible = {};
    EXPECT_EQ(dashed(compare_panels(panels, {}, 1132, 784, style)), 1); // neighbours in one box
    panels[0].judged.possible = {{0, 0}};                               // where it looks is allowed
    EXPECT_EQ(dashed(compare_panels(panels, {}, 1132, 784, style)), 0);
    panels[0].judged.sure = {{12, 999}}; // of an output that was not written
    panels[0].judged.possible.clear();
    EXPECT_EQ(dashed(compare_panels(panels, {}, 1132, 784, style)), 0);
}

TEST_F(CompareTest, OutputsThatDifferAreSaid) {
    const SamplePanels sample{6, 13, 14, true, true, true};
    EXPECT_TRUE(says(panels_of(sample), "Wrote something else: le autre"));
    EXPECT_FALSE(says(panels_of({6}), "Wrote something else"));
}

TEST_F(CompareTest, PanelsWithoutAMapSaySo) {
    auto panels = sample_panels({9});
    EXPECT_TRUE(says(compare_panels(panels, {}, 1132, 784, style), "No weights in this model"));
    panels[1].trace = nullptr;
    EXPECT_TRUE(says(compare_panels(panels, {}, 1132, 784, style), "Running"));
    panels[1].problem = "The input is too long for it";
    EXPECT_TRUE(says(compare_panels(panels, {}, 1132, 784, style), "too long"));
    EXPECT_FALSE(says(compare_panels(panels, {}, 1132, 784, style), "Running"));
    for (ComparePanel& panel : panels) panel = compare_panel(panel.key, "global"); // nothing yet
    EXPECT_EQ(unsound(compare_panels(panels, {}, 1132, 784, style)), "");
    EXPECT_EQ(unsound(compare_side(panels, {}, 420, 784, style)), "");
    EXPECT_EQ(unsound(compare_panels({}, {}, 1132, 784, style)), "");
    EXPECT_EQ(unsound(compare_side({}, {}, 420, 784, style)), "");
}

TEST_F(CompareTest, ABoundedScoreShowsItsCeiling) {
    EXPECT_TRUE(says(panels_of({7}), "No weight here can pass .38")); // cosine over 13 tokens
    EXPECT_FALSE(says(panels_of({6}), "No weight here can pass"));
}

TEST_F(CompareTest, RowsThatSumToLessAreBarsWithASentence) {
    EXPECT_TRUE(says(panels_of({6}), "Rows sum to less than 1")); // local-p
    EXPECT_FALSE(says(panels_of({5}), "Rows sum to less than 1"));
    const Scene scene = panels_of({6});
    const auto bars = std::count_if(scene.picks.begin(), scene.picks.end(), [](const Pick& pick) {
        return pick.id.k == 5 && pick.tooltip.starts_with("This row sums to 0.");
    });
    EXPECT_EQ(bars, 14);
}

TEST_F(CompareTest, MetricsPrintTheNumbersAndTheBestInBold) {
    const auto panels = sample_panels({6});
    const CompareNumbers numbers = compare_numbers(panels);
    const Scene scene = compare_side(panels, {}, 420, 784, style);
    EXPECT_EQ(count(scene, "AER"), 1);
    EXPECT_EQ(numbers.rows[0].error, 0.0);
    EXPECT_GT(*numbers.rows[4].error, 0.1);
    std::vector<std::string> bold;
    for (const TextItem* t : items_of<TextItem>(scene))
        if (t->face == Face::MonoSemibold) bold.push_back(t->text);
    EXPECT_EQ(bold.size(), 6u); // the best log-probability, and five models without an error
    EXPECT_EQ(count(compare_side(sample_panels({6, 13, 14, true, false}), {}, 420, 784, style), "AER"), 0);
}

TEST_F(CompareTest, ThePairsAreTheirDivergences) {
    const auto panels = sample_panels({9});
    const CompareNumbers numbers = compare_numbers(panels);
    for (std::size_t a = 0; a < 9; ++a)
        for (std::size_t b = 0; b < 9; ++b) {
            EXPECT_EQ(numbers.divergence[a * 9 + b], numbers.divergence[b * 9 + a]);
            EXPECT_EQ(numbers.divergence[a * 9 + b].has_value(), a < 8 && b < 8); // the ninth has no weights
        }
    const Scene scene = compare_side(panels, {}, 420, 784, style);
    int pairs = 0;
    for (const Pick& pick : scene.picks) pairs += pick.id.name == "difference" && pick.id.i > pick.id.j;
    EXPECT_EQ(pairs, 36);
}

TEST_F(CompareTest, ColumnsOfPairsAreToldApartByOneWord) {
    auto panels = sample_panels({6}); // additive, dot, scaled dot, general, location, local-p
    const auto heads = [&] {
        std::vector<std::string> words;
        const Scene scene = compare_side(panels, {}, 372, 784, style);
        for (const TextItem* t : items_of<TextItem>(scene))
            if (t->align == Align::Centre && t->face == Face::Regular) words.push_back(t->text);
        return words;
    };
    const auto has = [](const std::vector<std::string>& words, const char* word) {
        return std::find(words.begin(), words.end(), word) != words.end();
    };
    EXPECT_TRUE(has(heads(), "scaled"));
    panels[4].title = "general, tanh";
    EXPECT_TRUE(has(heads(), "general"));
    EXPECT_TRUE(has(heads(), "tanh"));
}

TEST_F(CompareTest, TheProfileIsOfTheOutputLookedAt) {
    CompareOptions options;
    options.hover = {2, 4, 6};
    const auto panels = sample_panels({6});
    EXPECT_EQ(count(compare_side(panels, options, 420, 784, style), "Where “la” looks"), 1);
    EXPECT_TRUE(says(compare_side(panels, {}, 420, 784, style), "where they differ most"));
    options.hover = {};
    options.rows = 3; // the newest of those revealed
    EXPECT_EQ(count(compare_side(panels, options, 420, 784, style), "output 3"), 1);
}

TEST_F(CompareTest, NumbersMadeBeforeGiveTheSameFigure) {
    const auto panels = sample_panels({6});
    const CompareNumbers numbers = compare_numbers(panels);
    CompareOptions options;
    const std::string plain = render_picture(compare_side(panels, options, 420, 784, style), FileKind::Svg);
    options.numbers = &numbers;
    EXPECT_EQ(render_picture(compare_side(panels, options, 420, 784, style), FileKind::Svg), plain);
}

TEST_F(CompareTest, APageHoldsTheMapsAndNothingOverlaps) {
    for (const int n : {1, 2, 3, 6, 9})
        for (const auto& [sources, outputs] : {std::pair{1, 1}, {5, 5}, {13, 14}, {60, 40}})
            for (const float width : {84.0f, 174.0f})
                for (const bool of_words : {true, false}) {
                    SCOPED_TRACE(std::to_string(n) + " maps of " + std::to_string(sources) + " on " +
                                 std::to_string(width));
                    PaperSettings settings;
                    settings.width_mm = width;
                    settings.title = "Where models look while they write, and what it tells about them";
                    const Scene scene = paper_compare(
                        sample_panels({n, sources, outputs, of_words, true, true}), settings, style);
                    EXPECT_EQ(unsound(scene), "");
                    EXPECT_EQ(outside(scene, *metrics), "");
                    EXPECT_EQ(overlapping(scene, *metrics), "");
                    for (const TextItem* t : items_of<TextItem>(scene)) EXPECT_GE(t->size, 7) << t->text;
                    EXPECT_EQ(items_of<MatrixItem>(scene).size() - 1,
                              static_cast<std::size_t>(std::min(n, 8)));
                }
    EXPECT_THROW(paper_compare({}, {}, style), Error);
}

TEST_F(CompareTest, APageShowsThePartAskedFor) {
    PaperSettings settings;
    settings.width_mm = 174;
    settings.first_row = 2;
    settings.last_row = 4;
    settings.first_column = 1;
    settings.last_column = 1;
    const Scene scene = paper_compare(sample_panels({2}), settings, style);
    const auto all = maps(scene);
    EXPECT_EQ(all[0]->rows, 3);
    EXPECT_EQ(all[0]->columns, 1);
}

} // namespace
} // namespace heed
