#include "app/figures/what_if/what_if.h"

#include "app/figures/base/format.h"
#include "app/figures/what_if/outcome.h"
#include "tests/app/figures/figure_test.h"
#include "tests/support/samples/sample_what_if.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace heed {
namespace {

using Edit = SampleWhatIf::Edit;

struct WhatIfTest : FigureTest {
    Scene figure(const SampleWhatIf& sample, const WhatIfOptions& options = {}, float width = 1240,
                 float height = 400) {
        return what_if_figure(sample_what_if(sample), options, width, height, style);
    }
    static std::vector<const MatrixItem*> maps(Scene&&) = delete;    // which they point into
    static std::vector<const MatrixItem*> maps(const Scene& scene) { // without the legend's ramp
        auto all = items_of<MatrixItem>(scene);
        std::erase_if(all, [](const MatrixItem* m) { return m->rows == 1 && m->columns == 65; });
        return all;
    }
    static int count(const Scene& scene, const std::string& words, Face face) {
        const auto texts = items_of<TextItem>(scene);
        return static_cast<int>(std::count_if(texts.begin(), texts.end(), [&](const TextItem* t) {
            return t->text == words && t->face == face;
        }));
    }
    static int count(const Scene& scene, const std::string& words) {
        const auto texts = items_of<TextItem>(scene);
        return static_cast<int>(
            std::count_if(texts.begin(), texts.end(), [&](const TextItem* t) { return t->text == words; }));
    }
    /// Frames of rows in the ink of what the user forced.
    std::vector<Box> white_frames(const Scene& scene) const {
        std::vector<Box> found;
        for (const RectItem* r : items_of<RectItem>(scene))
            if (r->border == style.colors().t1 && r->border_width == 1.5f && r->fill.a == 0)
                found.push_back(r->box);
        return found;
    }
};

TEST_F(WhatIfTest, EverythingStaysInsideWhateverTheSize) {
    for (const auto& [sources, outputs] : {std::pair{1, 1}, {5, 5}, {13, 14}, {60, 62}, {200, 200}})
        for (const bool words : {true, false})
            for (const Edit edit : {Edit::Token, Edit::Row, Edit::EveryRow, Edit::Nothing})
                for (const float width : {300.0f, 640.0f, 1240.0f})
                    for (const float height : {180.0f, 420.0f}) {
                        if (outputs > 20 && (edit != Edit::Token || words)) continue; // the same, and slow
                        SCOPED_TRACE(std::to_string(sources) + " tokens, " + std::to_string(width) + " by " +
                                     std::to_string(height));
                        const SampleWhatIf sample{.sources = sources,
                                                  .outputs = outputs,
                                                  .words = words,
                                                  .edit = edit,
                                                  .output = outputs / 3};
                        WhatIfOptions options;
                        options.hover_row = outputs / 3;
                        options.hover_column = sources / 2;
                        const Scene scene = figure(sample, options, width, height);
                        EXPECT_EQ(unsound(scene), "");
                        EXPECT_EQ(outside(scene, *metrics), "");
                        EXPECT_EQ(overlapping(scene, *metrics), "");
                    }
}

TEST_F(WhatIfTest, TheMapsHaveTheSameRowsAtTheSamePlaces) {
    const Scene scene = figure({});
    const auto all = maps(scene);
    ASSERT_EQ(all.size(), 3u);
    for (const MatrixItem* map : all) {
        EXPECT_EQ(map->rows, 15); // 14 outputs, and one that only the changed run has
        EXPECT_EQ(map->box.y, all[0]->box.y);
        EXPECT_EQ(map->box.h, all[0]->box.h);
    }
    EXPECT_EQ(all[2]->map, ColorMapId::Difference);
}

TEST_F(WhatIfTest, ARowThatOneRunHasIsMissingInTheOthersMapAndInTheDifference) {
    const WhatIf w = sample_what_if({});
    const Scene scene = what_if_figure(w, {}, 1240, 400, style);
    const auto all = maps(scene);
    const auto missing = [&](std::size_t map, std::size_t row) {
        return std::isnan((*all[map]->values)[row * static_cast<std::size_t>(all[map]->columns)]);
    };
    int only_changed = 0;
    for (std::size_t row = 0; row < w.rows.size(); ++row) {
        EXPECT_EQ(missing(0, row), w.rows[row].a < 0);
        EXPECT_EQ(missing(1, row), w.rows[row].b < 0);
        EXPECT_EQ(missing(2, row), w.rows[row].a < 0 || w.rows[row].b < 0);
        only_changed += w.rows[row].a < 0;
    }
    EXPECT_EQ(only_changed, 1);
    EXPECT_EQ(count(scene, "petite", Face::Semibold), 2); // in Changed and Difference, not in Model
}

TEST_F(WhatIfTest, TheDifferenceIsChangedMinusModelOfTheRowsThatBelongTogether) {
    const WhatIf w = sample_what_if({.edit = Edit::Row});
    const Scene scene = what_if_figure(w, {}, 1240, 400, style);
    const auto all = maps(scene);
    float largest = 0;
    for (std::size_t n = 0; n < all[2]->values->size(); ++n) {
        const float model = (*all[0]->values)[n], changed = (*all[1]->values)[n],
                    difference = (*all[2]->values)[n];
        if (std::isnan(model) || std::isnan(changed)) continue;
        EXPECT_NEAR((difference * 2 - 1) * 1.0f, changed - model, 1e-5f); // the scale of this sample is 1
        largest = std::max(largest, std::abs(changed - model));
    }
    EXPECT_GT(largest, 0.5f);
}

TEST_F(WhatIfTest, EditedRowsAreFramedInEveryMapAndForcedTokensOutlined) {
    EXPECT_EQ(white_frames(figure({})).size(), 3u);
    EXPECT_EQ(white_frames(figure({.edit = Edit::EveryRow})).size(), 3u); // one around each whole map
    EXPECT_EQ(white_frames(figure({.edit = Edit::Nothing})).size(), 0u);
    const auto outlined = [&](const Scene& scene) {
        int found = 0;
        for (const RectItem* r : items_of<RectItem>(scene))
            found += r->border == style.colors().t1 && r->fill.a != 0;
        return found;
    };
    EXPECT_EQ(outlined(figure({})), 1);
    EXPECT_EQ(outlined(figure({.edit = Edit::Row})), 0);
}

TEST_F(WhatIfTest, LinesStandOnTheirRowsAndPicksOnTheirCells) {
    const WhatIf w = sample_what_if({});
    const Scene scene = what_if_figure(w, {}, 1240, 400, style);
    const auto all = maps(scene);
    const char* names[] = {"model", "changed", "difference"};
    for (std::size_t n = 0; n < 3; ++n)
        for (const int row : {0, 3, 7, 14})
            for (const int j : {0, 5, 12}) {
                const Box& box = all[n]->box;
                const Pick* pick = scene.hit({box.x + (static_cast<float>(j) + 0.5f) * box.w / 13,
                                              box.y + (static_cast<float>(row) + 0.5f) * box.h / 15});
                ASSERT_NE(pick, nullptr);
                EXPECT_EQ(pick->id.kind, PickKind::Cell);
                EXPECT_EQ(pick->id.j, j);
                EXPECT_EQ(pick->id.k, row);
                EXPECT_EQ(pick->id.i, w.rows[static_cast<std::size_t>(row)].b);
                EXPECT_EQ(pick->id.name, names[n]);
            }
}

TEST_F(WhatIfTest, WhatIsPointedAtIsReadInEveryMap) {
    WhatIfOptions options;
    options.hover_row = 0;
    options.hover_column = 1;
    const Scene scene = figure({}, options);
    EXPECT_EQ(count(scene, "le → slow"), 2); // beside the legend stands its number alone
    const WhatIf w = sample_what_if({});
    EXPECT_GE(count(scene, cell_number(w.model->weight(0, 1)), Face::Mono), 2);
    EXPECT_GE(count(scene, ".00", Face::Mono), 1);
    options.hover_row = 7; // only the changed run has it
    EXPECT_EQ(count(figure({}, options), "petite → slow"), 1);
}

TEST_F(WhatIfTest, NarrowPanelsShowOneMapAndASwitch) {
    for (const int map : {0, 1, 2}) {
        WhatIfOptions options;
        options.map = static_cast<WhatIfMap>(map);
        const Scene scene = figure({}, options, 420);
        EXPECT_EQ(maps(scene).size(), 1u);
        EXPECT_EQ(maps(scene)[0]->map == ColorMapId::Difference, map == 2);
        int buttons = 0;
        for (const Pick& pick : scene.picks)
            buttons += pick.id.kind == PickKind::Button && pick.id.name == "what-if-map";
        EXPECT_EQ(buttons, 3);
    }
}

TEST_F(WhatIfTest, LongSentencesKeepWhatChanged) {
    const Scene scene = figure({.sources = 200, .outputs = 200, .output = 100}, {}, 1000);
    EXPECT_EQ(count(scene, "autre", Face::Mono), 1);
    EXPECT_EQ(count(scene, "petite", Face::Mono), 1);
    const Scene narrow = figure({.sources = 200, .outputs = 200, .output = 100}, {}, 320);
    EXPECT_EQ(count(narrow, "autre", Face::Mono), 1);
}

TEST_F(WhatIfTest, AModelWithoutWeightsShowsItsSentencesAndSaysWhy) {
    const Scene scene = figure({.attention = false});
    EXPECT_TRUE(maps(scene).empty());
    EXPECT_EQ(count(scene, "This model has no weights: only what it writes can be compared."), 1);
    EXPECT_EQ(count(scene, "petite", Face::Mono), 1);
}

TEST(WhatIf, SaysWhatTheEditDidAndNoMore) {
    EXPECT_EQ(what_if_question(sample_what_if({})), "What if output 4 were “autre” instead of “vers”?");
    EXPECT_EQ(what_if_question(sample_what_if({.edit = Edit::Row})), "What if output 4 looked elsewhere?");
    EXPECT_EQ(what_if_question(sample_what_if({.edit = Edit::EveryRow})),
              "What if every output looked elsewhere?");
    EXPECT_EQ(what_if_question(sample_what_if({.edit = Edit::Nothing})), "Nothing is changed");
    EXPECT_EQ(what_it_did(sample_what_if({})),
              "Output 4: “autre” has p 0.183, the model’s own “vers” had 0.972. 2 other outputs changed.");
    EXPECT_EQ(what_it_did(sample_what_if({.edit = Edit::Row})),
              "Output 4: “vers” as before, p 0.972 → 0.796. 2 other outputs changed.");
    EXPECT_EQ(what_it_did(sample_what_if({.edit = Edit::Nothing})), "It writes the same.");
}

TEST(WhatIf, AnEditThatTheModelsRunHadAlreadyIsNoEdit) {
    const WhatIf once = sample_what_if({.edit = Edit::Row});
    EXPECT_EQ(once.reweighed, std::vector<int>{3});
    EXPECT_TRUE(what_if(once.changed, once.changed).reweighed.empty());
    const WhatIf token = sample_what_if({});
    EXPECT_EQ(token.forced, std::vector<int>{3});
    EXPECT_TRUE(what_if(token.changed, token.changed).forced.empty());
}

TEST(WhatIf, TheProbabilityOfATokenThatWasNotChosenIsReadFromTheDistribution) {
    const WhatIf w = sample_what_if({});
    const TraceToken& own = w.model->steps[3].token;
    EXPECT_EQ(log_prob_of(*w.changed, 3, own),
              static_cast<double>(w.changed->at(Quantity::LogProbs)(own.id, 3)));
    EXPECT_FALSE(log_prob_of(*w.changed, 99, own));
}

/// What a change is compared with may have been kept with changes itself: then it is not the model.
TEST_F(WhatIfTest, ARunThatWasKeptWithChangesIsNotCalledTheModel) {
    const WhatIf plain = sample_what_if({});
    EXPECT_EQ(plain.model_name, "Model");
    Trace kept = *plain.model;
    kept.request.edits.temperature = 0.5;
    const WhatIf w = what_if(std::make_shared<const Trace>(std::move(kept)), plain.changed);
    EXPECT_EQ(w.model_name, "Kept, changed");
    const Scene scene = what_if_figure(w, {}, 1240, 400, style);
    EXPECT_GT(count(scene, "Kept, changed"), 0);
    EXPECT_EQ(count(scene, "Model"), 0);
    for (const Pick& pick : scene.picks)
        EXPECT_EQ(pick.tooltip.find("model"), std::string::npos) << pick.tooltip;
    expect_sound(outcome_figure(w, {.output = 3, .first = "kept, changed"}, style), "outcome");
}

} // namespace
} // namespace heed
