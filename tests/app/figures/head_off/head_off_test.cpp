// What became of changed heads: columns, words, where everything stands.
#include "app/figures/head_off/head_off.h"

#include "app/figures/figures.h"
#include "app/figures/head_off/plan.h"
#include "app/figures/paper_picture.h"
#include "core/base/error.h"
#include "core/base/random.h"
#include "core/decode/run.h"
#include "core/models/transformer/architecture.h"
#include "core/models/transformer/config.h"
#include "core/models/transformer/parameters.h"
#include "tests/app/figures/head_off/head_off_figure.h"

#include <algorithm>
#include <cmath>

namespace heed {
namespace {

/// Above the last layer's cross attention no head looks at anything.
TEST_F(HeadOffFigure, WhereNoMapMovesTheWordsThatCouldStandThereAreShown) {
    const HeadOffWork last = work({{{HeadKind::Cross, 1, 1}, {}}});
    EXPECT_TRUE(last.shifts.empty());
    const int word = last.hit();
    ASSERT_TRUE(last.rivals.contains(word));
    const auto& rivals = last.rivals.at(word);
    EXPECT_EQ(rivals.size(), 8u);
    EXPECT_EQ(std::count_if(rivals.begin(), rivals.end(), [](const HeadOffRival& r) { return r.written; }),
              1);
    for (const HeadOffColumn& column : last.columns)
        for (const HeadOffRival& rival : rivals)
            if (column.word == word && rival.written) {
                EXPECT_NEAR(rival.before, std::exp(column.before), 1e-5);
                EXPECT_NEAR(rival.now, std::exp(*column.now), 1e-5);
            }
    const Scene scene = head_off_figure(last, {}, style);
    expect_sound(scene, "the last layer's head off");
    expect_sound(head_off_figure(last, {.width = 700, .height = 480}, style), "small");
    EXPECT_TRUE(says(scene, "No map moved: no head stands above it."));
    EXPECT_TRUE(says(scene, "What could stand for"));
    const auto apart = [&](float height) { // px from the first of them to the second
        const Scene drawn = head_off_figure(last, {.width = 1200, .height = height}, style);
        float lowest[2] = {};
        for (const TextItem* t : items_of<TextItem>(drawn))
            for (const std::size_t n : {0u, 1u})
                if (t->text == rivals[n].text) lowest[n] = std::max(lowest[n], t->at.y);
        return lowest[1] - lowest[0];
    };
    EXPECT_LT(apart(560), 30);
    EXPECT_GT(apart(1000), 30); // they take the card's height
    EXPECT_TRUE(work({{{HeadKind::Cross, 0, 1}, {}}}).rivals.empty());
    EXPECT_TRUE(head_off_figure(work({}), {}, style).height > 0);
}

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

TEST_F(HeadOffFigure, ColumnsAreWordsSideBySideAndAddUp) {
    const HeadOffWork w = work({{middle, {}}});
    EXPECT_EQ(w.words, w.model->outputs());
    double before = 0, now = 0;
    for (const HeadOffColumn& column : w.columns) {
        if (column.word < 0) continue;
        before += column.before;
        ASSERT_TRUE(column.now);
        now += *column.now;
    }
    const auto unlike =
        std::count_if(w.columns.begin(), w.columns.end(), [](const auto& c) { return !c.same; });
    EXPECT_LE(w.differ, unlike);     // a word in place of another may be two columns
    EXPECT_GE(2 * w.differ, unlike); // and no more
    EXPECT_EQ(w.all - w.differ, std::ssize(w.columns) - unlike);
    EXPECT_NEAR(before, w.model->log_prob, 1e-5);
    EXPECT_NEAR(now, w.forced_log_prob, 1e-9);
    EXPECT_NEAR(now, w.forced->log_prob, 1e-5);
    double least = 0, of_hit = 1;
    for (const HeadOffColumn& column : w.columns) {
        if (column.word < 0) continue;
        least = std::min(least, *column.delta());
        if (column.word == w.hit()) of_hit = *column.delta();
    }
    EXPECT_EQ(of_hit, least);
}

TEST_F(HeadOffFigure, WhatIsSaidOfEveryKindOfChange) {
    EXPECT_EQ(head_off_title({{{HeadKind::Cross, 4, 2}, {}}}), "Without layer 5, head 3");
    EXPECT_EQ(head_off_title({{{HeadKind::Encoder, 4, 2}, {HeadEdit::Kind::Uniform}}}),
              "With encoder layer 5, head 3 even");
    EXPECT_EQ(head_off_title({{{HeadKind::Cross, 4, 2}, {}}, {{HeadKind::Cross, 4, 3}, {}}}),
              "Without 2 heads");
    const HeadEdits two{{{HeadKind::Cross, 4, 2}, {}}, {{HeadKind::Cross, 4, 5}, {}}};
    EXPECT_EQ(head_edits_brief(two), "5:3, 5:6 off");
    const HeadEdits mixed{{{HeadKind::Cross, 4, 2}, {}},
                          {{HeadKind::Encoder, 0, 1}, {HeadEdit::Kind::Other, 2, {1, 3}}}};
    EXPECT_EQ(head_edits_brief(mixed), "5:3 off, encoder 1:2 as head 3 at outputs 2,4");
    EXPECT_EQ(head_edit_sentence({HeadKind::Cross, 4, 2}, {}, false),
              "Head 3 of layer 5 adds nothing to the stream, for every output. The model writes the sentence "
              "anew.");
    EXPECT_EQ(
        head_edit_sentence({HeadKind::Cross, 4, 2}, {HeadEdit::Kind::Uniform, 0, {2}}, false),
        "Head 3 of layer 5 looks equally at all that it may see, for output 3. The model writes the sentence "
        "anew.");
    const HeadOffWork w = work({{middle, {}}});
    EXPECT_EQ(head_off_narration(w).find("You switched off head 2 of layer 1."), 0u) << head_off_narration(w);
    EXPECT_EQ(head_off_narration(w).find(". the end"), std::string::npos); // a sentence begins in capitals
    EXPECT_EQ(head_off_narration(work({})), "Nothing is changed.");
    HeadOffWork differs = w;
    const auto column = [](const char* model, const char* changed) {
        HeadOffColumn one;
        one.model = model;
        one.changed = changed;
        one.same = one.model == one.changed;
        return one;
    };
    differs.columns = {column("a", "x"), column("b", "b"), column("c", "y"), column("d", "d"),
                       column("e", "z")};
    differs.differ = 3;
    EXPECT_NE(head_off_narration(differs).find(" “a” became “x”, “c” became “y”, 1 more differs."),
              std::string::npos)
        << head_off_narration(differs);
    differs.columns = {column("a", "a")};
    differs.columns[0].word = 0;
    differs.columns[0].before = -0.552;
    differs.columns[0].now = -4.92;
    differs.differ = 0;
    const HeadOffSums sums = head_off_sums(-0.552, -4.92); // of one precision
    EXPECT_EQ(sums.before.size(), sums.now.size());
    EXPECT_NE(head_off_narration(differs).find("log p " + sums.before + " → " + sums.now + "."),
              std::string::npos)
        << head_off_narration(differs);
    // Two in place of two others, and one that is new.
    differs.columns = {column("la", ""),     column("zone", ""), column("", "l'"),
                       column("", "espace"), column("a", "a"),   column("", "été")};
    EXPECT_NE(head_off_narration(differs).find(" “la” “zone” became “l'” “espace”, “été” is new."),
              std::string::npos)
        << head_off_narration(differs);
}

TEST_F(HeadOffFigure, TheHeadsThatChangedAreNamedInWordsFromTheirNumbers) {
    const HeadOffWork w = work({{middle, {}}});
    ASSERT_FALSE(w.shifts.empty());
    for (const HeadOffShift& shift : w.shifts) {
        EXPECT_EQ(shift.head.site.layer, 1) << shift.head.name; // nothing below was computed again
        EXPECT_FALSE(shift.words.empty());
    }
    EXPECT_FALSE(w.shift(middle));
    HeadOffSettings settings;
    EXPECT_EQ(head_off_above(w, settings)->layer, 1);
    settings.above = HeadPlace{HeadKind::Encoder, 0, 0}; // it did not change: the first of the list instead
    EXPECT_EQ(head_off_above(w, settings)->layer, 1);
}

TEST_F(HeadOffFigure, AnotherInputSaysHowItsRowsFit) {
    HeadEdit edit{HeadEdit::Kind::Input};
    edit.input = "c d";
    const HeadOffWork w = work({{middle, edit}});
    ASSERT_TRUE(w.notes.contains(middle));
    ASSERT_FALSE(w.notes.at(middle).empty());
    EXPECT_EQ(w.notes.at(middle).front(), "3 tokens there, 5 here: the row is padded with 0.");
    const Scene card = head_equation_figure(w, {.head = middle}, style);
    expect_sound(card, "other input");
    EXPECT_TRUE(says(card, "padded with 0"));
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

/// A change from 0 is the number that it leads to, and so are a word's and the sentence's.
TEST_F(HeadOffFigure, ANumberReadsTheSameAsALogProbabilityAndAsAChange) {
    using headoff::change_number;
    for (const double size :
         {0.0, 4e-4, 6e-4, 0.0043, 0.0049, 0.0051, 0.0062, 0.48, 0.994, 0.996, 1.024, 12.3}) {
        std::string text = head_off_log_p(-size);
        if (const auto at = text.find("0."); at != std::string::npos && text.find("−0.") == 0)
            text.erase(at, 1);
        EXPECT_EQ(change_number(-size), text) << size;
    }
    EXPECT_EQ(change_number(-0.0043), "−.004");
    EXPECT_EQ(change_number(0.48), "+.48");
    EXPECT_EQ(change_number(-0.996), "−1.00");
    HeadOffWork w = work({{middle, {}}});
    w.columns.resize(1);
    w.columns.front().before = 0;
    w.columns.front().now = -0.0043;
    auto model = std::make_shared<Trace>(*w.model);
    model->log_prob = 0;
    w.model = model;
    w.forced_log_prob = -0.0043;
    const Scene scene = head_off_figure(w, {}, style);
    EXPECT_TRUE(says(scene, "0 → −0.004"));
    EXPECT_TRUE(prints(scene, "−.004"));
    EXPECT_FALSE(says(scene, "≈0"));
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

/// A head that is off takes nothing of the layer's bias away.
TEST_F(HeadOffFigure, TheEquationHasTheBiasWhereTheModelHasOne) {
    const auto equation = [&](const Model& of) {
        Request request;
        request.text = "a b c d";
        request.max_steps = 5;
        const auto own = std::make_shared<const Trace>(decode::run(of, request));
        request.edits.heads = {{middle, {}}};
        const auto changed = std::make_shared<const Trace>(decode::run(of, request));
        const Scene card = head_equation_figure(head_off_work(own, changed, changed, {{middle, {}}}),
                                                {.head = middle}, style);
        std::string text;
        for (const TextItem* item : items_of<TextItem>(card)) text += item->text;
        return text;
    };
    transformer::Config config = model.config.as<transformer::Config>();
    ASSERT_TRUE(config.attention.bias);
    EXPECT_NE(equation(model).find("+bO"), std::string::npos) << equation(model);
    config.attention.bias = false;
    EXPECT_EQ(equation(test::small_transformer(config)).find("+b"), std::string::npos);
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

/// An encoder alone, which says a word for each place; or a decoder alone, which goes on with the text.
Model one_sided(transformer::Kind kind) {
    auto config = test::small_transformer().config.as<transformer::Config>();
    config.kind = kind;
    config.output.tied = true;
    return test::small_transformer(config);
}

TEST_F(HeadOffFigure, OfAnEncoderAloneWordsAreThoseOfPlacesAndOfADecoderAloneWhatItWrites) {
    for (const transformer::Kind kind : {transformer::Kind::Encoder, transformer::Kind::Decoder}) {
        const bool places = kind == transformer::Kind::Encoder;
        const Model alone = one_sided(kind);
        const HeadPlace place{places ? HeadKind::Encoder : HeadKind::Decoder, 0, 1};
        Request request;
        request.text = "a b c d";
        request.max_steps = places ? 0 : 6;
        const auto own = std::make_shared<const Trace>(decode::run(alone, request));
        request.edits.heads[place] = {};
        const auto changed = std::make_shared<const Trace>(decode::run(alone, request));
        const auto forced = std::make_shared<const Trace>(heads::forced_run(alone, *own, request.edits));
        const HeadOffWork w = head_off_work(own, changed, forced, request.edits.heads);
        EXPECT_EQ(w.places, places);
        EXPECT_EQ(w.words, places ? 4 : own->outputs());
        for (const HeadOffColumn& column : w.columns) EXPECT_TRUE(column.word < 0 || column.now);
        ASSERT_FALSE(w.shifts.empty());
        EXPECT_EQ(w.shifts.front().head.site.layer, 1);
        ASSERT_TRUE(w.taken.at(place).front());
        EXPECT_GT(w.taken.at(place).front()->changed, 0);
        expect_sound(head_off_figure(w, {.chosen = place}, style), places ? "encoder" : "decoder");
        EXPECT_EQ(heads::costs_of_heads(alone, *own).size(), 4u);
    }
}

/// In a window of 1280 × 800 all of it stands in its canvas.
TEST_F(HeadOffFigure, AUsualWindowNeedsNoScrolling) {
    const HeadOffWork some = work({{middle, {}}});
    HeadOffSettings settings{.width = 920, .height = 608};
    settings.costs = std::make_shared<const HeadCosts>(costs(some));
    EXPECT_EQ(head_off_layout(some, settings).height, settings.height);
    expect_sound(head_off_figure(some, settings, style), "920 × 608");
}

/// Heads of a run that was kept with other changes are compared with that run, which is not the model.
TEST_F(HeadOffFigure, ARunThatWasKeptWithChangesIsNotCalledTheModel) {
    const HeadOffWork plain = work({{middle, {}}});
    EXPECT_TRUE(says(head_off_figure(plain, {}, style), "Model"));
    Trace kept = *plain.model;
    kept.request.edits.temperature = 0.5;
    const HeadOffWork w = head_off_work(std::make_shared<const Trace>(std::move(kept)), plain.changed,
                                        plain.forced, plain.edits);
    const Scene scene = head_off_figure(w, {}, style);
    expect_sound(scene, "beside a kept run");
    EXPECT_TRUE(says(scene, "Kept, changed"));
    EXPECT_FALSE(says(scene, "Model"));
}

} // namespace
} // namespace heed
