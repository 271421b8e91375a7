// Where the columns of a Transformer stand: in the middle of a wide window, folded where there is no room;
// and what was set by hand is seen.
#include "app/figures/transformer/plan.h"

#include "app/figures/figures.h"
#include "app/figures/paper_picture.h"
#include "app/figures/transformer/transformer.h"
#include "core/base/error.h"
#include "core/decode/run.h"
#include "tests/app/figures/figure_test.h"
#include "tests/support/samples/sample_heads.h"

namespace heed {
namespace {

/// Of so many letters, writing so many.
Trace run_of_letters(const Model& model, int letters, int outputs) {
    Request request;
    for (int n = 0; n < letters; ++n) request.text += std::string(n ? " " : "") + "abcdefgh"[n % 8];
    for (int i = 0; i < outputs; ++i) request.edits.forced[i] = std::string(1, "abcdefgh"[i % 8]);
    request.max_steps = outputs;
    return decode::run(model, request);
}

layered::Plan plan_at(const Trace& run, float width, float height, int at) {
    TransformerSettings settings;
    settings.width = width;
    settings.height = height;
    Playhead head;
    head.at = at;
    return layered::blocks_of(layered::Reading(run, head, {}), settings);
}

struct TransformerColumns : FigureTest {
    Model model = test::small_transformer();
};

TEST_F(TransformerColumns, FewColumnsStandInTheMiddleOfAWideWindow) {
    const Trace run = run_of_letters(model, 4, 5);
    for (const float width : {880.0f, 1240.0f, 2200.0f, 3400.0f}) {
        const layered::Plan p = plan_at(run, width, 900, 0);
        const float left = p.source.left - 104, right = width - 148 - p.output.right();
        EXPECT_NEAR(left, right, 1) << width;
        EXPECT_EQ(p.source.pitch, p.output.pitch);
        EXPECT_LE(p.source.pitch, 130);
        EXPECT_NEAR(p.names, p.source.left - 88, 0.5f) << width; // the names stay beside what they name
    }
    EXPECT_GT(plan_at(run, 2200, 900, 0).source.pitch, plan_at(run, 1240, 900, 0).source.pitch);
    for (float width = 880; width < 1240; width += 4) { // flush with the title, or well apart from its edge
        const layered::Plan p = plan_at(run, width, 900, 0);
        EXPECT_TRUE(p.names == p.title || p.names >= p.title + 24) << width << ": " << p.names;
    }
}

// On paper letters keep their size: what has no room folds, then columns about the playhead are shown, which
// is said; a page narrower than the blocks is refused with the width that has room.
TEST_F(TransformerColumns, OnPaperLettersKeepTheirSize) {
    const FigureKind& kind = *find_figure("layers");
    for (const auto& [letters, outputs] : {std::pair(3, 4), {12, 20}, {60, 12}, {20, 60}})
        for (const int back : {0, 9}) {
            const Trace run = run_of_letters(model, letters, outputs);
            FigureSource source{.trace = &run};
            source.playhead.at = run.outline.total() - back;
            PaperSettings paper;
            paper.width_mm = 174;
            const Picture picture = paper_picture(kind, source, paper, style_of(Theme::Light));
            const std::string what = std::to_string(letters) + " + " + std::to_string(outputs);
            expect_sound(picture.scene, what);
            EXPECT_NEAR(picture.scene.width / picture.units_per_inch * 25.4, 174, 0.01) << what;
            for (const TextItem* t : items_of<TextItem>(picture.scene)) {
                if (t->text.empty()) continue;
                EXPECT_GE(t->size * 72 / static_cast<float>(picture.units_per_inch), 6.98f)
                    << t->text << ", " << what;
            }
            const TransformerLayout seen =
                transformer_layout(run, source.playhead, {.width = picture.scene.width});
            EXPECT_EQ(says(picture.scene, "are shown"), seen.most_scroll > 0) << what;
            EXPECT_TRUE(outputs < 60 || seen.most_scroll > 0) << what;
            if (seen.most_scroll > 0) { // so many as there is room for
                EXPECT_LT(seen.last - seen.first + 1, seen.count) << what;
                EXPECT_GE(seen.last - seen.first + 1, 15) << what;
            }
            paper.width_mm = 84;
            EXPECT_THROW(paper_picture(kind, source, paper, style_of(Theme::Light)), Error) << what;
        }
}

TEST_F(TransformerColumns, WhatIsNotInFrontFoldsAndTakesWhatIsLeft) {
    const Trace run = run_of_letters(model, 6, 70);
    ASSERT_GT(run.outputs(), 60);
    const layered::Plan p = plan_at(run, 1240, 900, run.outline.total()); // it reads the source
    ASSERT_TRUE(p.output.folded);
    EXPECT_GE(p.output.width, 96);
    EXPECT_NEAR(p.output.right(), 1240 - 148, 1); // no room is empty
}

// Where columns are narrower than words, what was written stands slanted: as a whole, in a low canvas cut
// where it is long.
TEST_F(TransformerColumns, OutputsAreReadWhereThereIsRoomAboveThem) {
    Trace run = run_of_letters(model, 12, 14);
    for (TraceStep& step : run.steps) step.token.text = "wort";
    const auto slanted = [&](float height) {
        const std::string& word = run.steps.front().token.text;
        Playhead end;
        end.at = run.outline.total();
        const Scene scene = transformer_figure(run, end, {.width = 920, .height = height}, style);
        expect_sound(scene, "outputs");
        const auto texts = items_of<TextItem>(scene);
        return std::count_if(texts.begin(), texts.end(), [&](const TextItem* t) {
            return t->angle == 60 && t->align == Align::Left && t->text == word;
        });
    };
    EXPECT_EQ(slanted(608), run.outputs());
    EXPECT_EQ(slanted(448), run.outputs()) << "the smallest window";
    EXPECT_EQ(slanted(420), run.outputs()) << "and below the band of a doubt";
    for (TraceStep& step : run.steps) step.token.text = "ministres";
    EXPECT_EQ(slanted(608), run.outputs()) << "of usual words none is cut in a window of 1280 by 800";
    for (TraceStep& step : run.steps) step.token.text = "‹start›"; // a forced one
    EXPECT_EQ(slanted(448), run.outputs());
    for (TraceStep& step : run.steps) step.token.text = "w"; // has room
    EXPECT_EQ(slanted(608), 0);
}

/// Between the letters of what was written and the edges of its tile there is air.
TEST_F(TransformerColumns, LettersKeepClearOfTheEdgesOfTheirTiles) {
    for (const std::string word : {"is", "fr_XX", "accord"})
        for (float pitch = 20; pitch < 60; pitch += 1)
            if (layered::fits_tile(style, word, pitch)) {
                const float air =
                    pitch - 2 - metrics->width(word, Face::MonoMedium, layered::least_tile_size);
                EXPECT_GE(air, 2.9f) << word << " in " << pitch;
            }
}

TEST_F(TransformerColumns, IsSoundAtEverySizeAndLength) {
    for (const auto& [letters, outputs] : {std::pair(3, 4), std::pair(40, 60)}) {
        const Trace run = run_of_letters(model, letters, outputs);
        for (const auto& [w, h] :
             {std::pair(960.0f, 448.0f), std::pair(1240.0f, 808.0f), std::pair(3400.0f, 1900.0f)})
            for (const int at : {0, run.outline.total() / 2, run.outline.total()}) {
                TransformerSettings settings;
                settings.width = w;
                settings.height = h;
                Playhead head;
                head.at = at;
                const std::string about =
                    std::to_string(letters) + " at " + std::to_string(w) + ", " + std::to_string(at);
                expect_sound(transformer_figure(run, head, settings, style), about);
            }
    }
}

// What the user did is white, as in the picture of a recurrent network.
TEST_F(TransformerColumns, RowsSetByHandAndForcedTokensAreFramed) {
    const auto frames = [&](const Edits& edits) {
        Request request;
        request.text = "a b c d";
        request.max_steps = 5;
        request.edits = edits;
        const Trace run = decode::run(model, request);
        Playhead head;
        head.at = run.outline.total();
        const Scene scene = transformer_figure(run, head, {}, style);
        int count = 0;
        for (const RectItem* item : items_of<RectItem>(scene))
            count += item->border_width > 0 && item->border == style.colors().t1;
        return count;
    };
    Edits held, forced;
    held.rows[1].kind = RowEdit::Kind::Held;
    held.rows[1].held = {{0, 0.9f}};
    forced.forced[1] = "c";
    const int without = frames({});
    EXPECT_EQ(frames(held), without + 1);
    EXPECT_EQ(frames(forced), without + 1);
}

// A token that was forced may be as unlikely as it likes: what is not 0 does not read so.
TEST_F(TransformerColumns, AChanceNearZeroIsPrintedAsItIs) {
    Request request;
    request.text = "a b c d";
    request.max_steps = 3;
    Trace run = decode::run(model, request);
    run.steps[2].log_prob = -38; // 3.1e−17
    Playhead head;
    head.at = run.outline.total();
    const Scene scene = transformer_inspector(run, head, {}, 360, style);
    EXPECT_TRUE(says(scene, "3.1e−17"));
}

} // namespace
} // namespace heed
