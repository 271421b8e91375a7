// The panels of a comparison: where they stand, what they say, what can be picked.
#include "app/figures/maps/plan.h"
#include "tests/app/figures/compare/compare_checks.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace heed {
namespace {

struct CompareTest : test::compare::Compared {};

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
                EXPECT_LE(map->box.w / static_cast<float>(map->columns),
                          2.2f * map->box.h / static_cast<float>(map->rows));
                EXPECT_LE(map->box.h / static_cast<float>(map->rows),
                          2.2f * map->box.w / static_cast<float>(map->columns));
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

/// Even where half of the runs do.
TEST_F(CompareTest, RunsThatGoOnAndOnLeaveTheOthersTheirHeight) {
    auto panels = sample_panels({6, 13, 20});
    for (const std::size_t n : {0u, 2u, 3u}) panels[n] = sample_panels({6, 13, 130})[n];
    const Scene scene = compare_panels(panels, {}, 1132, 784, style);
    const auto all = maps(scene);
    ASSERT_EQ(all.size(), 6u);
    for (const std::size_t n : {1u, 4u, 5u}) EXPECT_GT(all[n]->box.h, 0.6f * all[0]->box.h) << n;
    EXPECT_EQ(outside(scene, *metrics), "");
}

/// 424 px: what a window 640 high leaves.
TEST_F(CompareTest, ShortSentencesDoNotScrollInTheLeastWindow) {
    EXPECT_EQ(panels_of({6, 5, 6}, {}, 928, 424).height, 424);
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

/// What all of them have is said once, and is no change of one of them.
TEST_F(CompareTest, ACommonTemperatureMarksNone) {
    auto panels = sample_panels({3});
    for (ComparePanel& panel : panels) {
        auto warm = std::make_shared<Trace>(*panel.trace);
        warm->request.edits.temperature = 2;
        panel.trace = warm;
    }
    CompareOptions options;
    options.temperature = 2;
    EXPECT_FALSE(prints(compare_panels(panels, options, 1132, 784, style), "changed"));
    options.temperature = 1; // of one run alone it is
    EXPECT_TRUE(prints(compare_panels(panels, options, 1132, 784, style), "changed"));
}

/// A run that a hand changed says so beside its name, and where it is pointed at how.
TEST_F(CompareTest, AChangedRunIsMarked) {
    auto panels = sample_panels({3});
    EXPECT_FALSE(prints(compare_panels(panels, {}, 1132, 784, style), "changed"));
    auto changed = std::make_shared<Trace>(*panels[1].trace);
    changed->request.edits.heads[{HeadKind::Cross, 1, 0}] = {HeadEdit::Kind::Off};
    panels[1].trace = changed;
    for (const float width : {700.0f, 1132.0f, 1600.0f}) {
        const Scene scene = compare_panels(panels, {}, width, 784, style);
        EXPECT_EQ(count(scene, "changed"), 1) << width;
        const auto mark = std::find_if(scene.picks.begin(), scene.picks.end(),
                                       [](const Pick& pick) { return pick.id.name == "changed"; });
        ASSERT_NE(mark, scene.picks.end());
        EXPECT_EQ(mark->tooltip, "Changed by hand: head 2:1 off");
        expect_sound(scene, std::to_string(width));
    }
    EXPECT_TRUE(says(compare_side(panels, {}, 420, 784, style), "underlined: changed by hand"));
    for (ComparePanel& panel : panels) panel.trace = changed;
    EXPECT_TRUE(says(compare_side(panels, {}, 420, 784, style), "one changed run"));
}

TEST_F(CompareTest, OutputsThatDifferAreSaid) {
    const SamplePanels sample{6, 13, 14, true, true, true};
    EXPECT_TRUE(says(panels_of(sample), "Wrote something else: le autre"));
    EXPECT_FALSE(says(panels_of({6}), "Wrote something else"));
}

TEST_F(CompareTest, ALongOutputIsShownFromWhereItDiffers) {
    std::vector<ComparePanel> panels = sample_panels({6, 13, 14, true, true, false});
    Trace other = *panels[1].trace;
    other.steps[11].token.text = "autre"; // of 14, far behind what the card has room for
    other.target_text.clear();            // what was written is in its tokens
    panels[1].trace = std::make_shared<const Trace>(std::move(other));
    const Scene scene = compare_panels(panels, {}, 900, 560, style);
    EXPECT_TRUE(says(scene, "Wrote something else: … "));
    EXPECT_TRUE(says(scene, "autre"));
}

TEST_F(CompareTest, WhatWasGivenIsNotSaidToBeWritten) {
    std::vector<ComparePanel> panels = sample_panels({2, 6, 5, true, false});
    EXPECT_TRUE(says(compare_side(panels, {}, 420, 784, style), "as the models wrote them"));
    Trace given = *panels[1].trace;
    for (TraceStep& step : given.steps) step.forced = true;
    panels[1].trace = std::make_shared<const Trace>(std::move(given));
    EXPECT_FALSE(says(compare_side(panels, {}, 420, 784, style), "as the models wrote them"));
}

TEST_F(CompareTest, AnEntropyThatIsNotZeroIsNotPrintedAsZero) {
    std::vector<ComparePanel> panels = sample_panels({2, 6, 5, true, false});
    for (const auto& [other, said] : {std::pair{1e-5f, true}, {0.0f, false}}) {
        Trace sharp = *panels[1].trace;
        MatrixXf weights = MatrixXf::Zero(6, 5);
        weights.row(2).setConstant(1 - other);
        weights.row(3).setConstant(other);
        sharp.set(Quantity::Weights, 0, weights);
        panels[1].trace = std::make_shared<const Trace>(std::move(sharp));
        EXPECT_EQ(says(compare_side(panels, {}, 420, 784, style), "<.001"), said) << other;
    }
}

/// Nine functions at the width of a side panel at 1280 px.
TEST_F(CompareTest, NumbersOfPairsStayInTheirCells) {
    const Scene scene = compare_side(sample_panels({9, 6, 5, true, false}), {}, 340, 584, style);
    EXPECT_EQ(overlapping(scene, *metrics), "");
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

} // namespace
} // namespace heed
