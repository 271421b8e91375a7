// What became of changed heads: columns, words, numbers.
#include "app/figures/head_off/head_off.h"

#include "app/figures/head_off/plan.h"
#include "core/decode/run.h"
#include "core/models/transformer/config.h"
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
    EXPECT_GT(apart(1000), 30);                          // they take the card's height
    for (const float width : {560.0f, 600.0f, 700.0f}) { // beside the drawer: at least their numbers
        const Scene narrow = head_off_figure(last, {.width = width, .height = 600}, style);
        const auto texts = items_of<TextItem>(narrow);
        const auto is_title = [](const TextItem* t) { return t->text == "changed"; };
        EXPECT_EQ(std::count_if(texts.begin(), texts.end(), is_title), 1) << width;
    }
    EXPECT_TRUE(work({{{HeadKind::Cross, 0, 1}, {}}}).rivals.empty());
    EXPECT_TRUE(head_off_figure(work({}), {}, style).height > 0);
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
    HeadEdit of_rows = w.forced->request.edits.heads.at(middle);
    for (const auto& [rows, words] :
         {std::pair(1, " here: it adds nothing in the last"), {99, " here: what is too much is left out."}}) {
        of_rows.weights = std::make_shared<const MatrixXf>(MatrixXf::Zero(5, rows));
        auto forced = std::make_shared<Trace>(*w.forced);
        forced->request.edits.heads[middle] = of_rows;
        const HeadOffWork other = head_off_work(w.model, w.changed, forced, w.edits);
        ASSERT_EQ(other.notes.at(middle).size(), 1u);
        EXPECT_NE(other.notes.at(middle).front().find(std::to_string(rows) + " rows there, "),
                  std::string::npos);
        EXPECT_NE(other.notes.at(middle).front().find(words), std::string::npos);
    }
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
