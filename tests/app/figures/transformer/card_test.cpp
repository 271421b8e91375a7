// A Transformer as the Gallery opens it: every head in its place, four maps of one card_sentence, and every
// number that of the run.
#include "app/figures/transformer/card/card.h"

#include "app/figures/base/format.h"
#include "app/figures/figures.h"
#include "app/figures/paper_picture.h"
#include "app/figures/transformer/card/parts.h"
#include "core/decode/run.h"
#include "core/io/model/model_folder.h"
#include "core/tasks/task.h"
#include "tests/app/figures/figure_test.h"
#include "tests/support/samples/sample_heads.h"
#include "tests/support/source_dir.h"

#include <cmath>

namespace heed {
namespace {

using layered::all_heads_of, layered::card_plan, layered::CardPlan, layered::CardView, layered::labelled,
    layered::rows_off, layered::rows_off_words, layered::Sight;

constexpr const char* card_sentence = "the agreement on the european economic area was signed";

Model shipped_model(const std::string& name) {
    return io::load_model(test::source_dir() / "assets/models/translate" / name, "translate/" + name);
}

Trace run_of_words(const Model& model, const std::string& text) {
    Request request;
    request.model = model.name;
    request.text = text;
    return decode::run(model, request);
}

struct TransformerCard : FigureTest {
    static const Trace& run() {
        static const Trace made = run_of_words(shipped_model("transformer"), card_sentence);
        return made;
    }
    static const TransformerBoard& board() {
        static const TransformerBoard made = [] {
            TransformerBoard b;
            b.members = {{"translate/transformer", "Transformer", true, .99},
                         {"translate/additive", "RNN, additive", true, .999},
                         {"translate/none", "RNN, fixed context", false, .673}};
            b.beside = std::make_shared<const Trace>(run_of_words(shipped_model("additive"), card_sentence));
            b.beside_title = "RNN, additive";
            b.switches_positions = true;
            const auto answer = tasks::get("translate").reference(card_sentence);
            b.reference = analysis::Reference{answer->source, answer->target, answer->sure, answer->possible};
            return b;
        }();
        return made;
    }
    static Playhead at(int sub_steps) {
        Playhead head;
        head.at = sub_steps;
        return head;
    }
    static Playhead at_end() { return at(run().outline.total()); }
};

TEST_F(TransformerCard, StandsAsDesigned) {
    const TransformerCardSettings settings;
    const CardPlan plan = card_plan(transformer_facts(run()).config, settings);
    const auto& config = transformer_facts(run()).config;
    const Box first = plan.box(config, {HeadsOf::Source, 0, 0}, 0, 0),
              cross = plan.box(config, {HeadsOf::Cross, 1, 3}, 0, 0);
    EXPECT_FLOAT_EQ(first.x, 112);
    EXPECT_FLOAT_EQ(first.y, 44);
    EXPECT_FLOAT_EQ(first.w, 90);
    EXPECT_FLOAT_EQ(cross.right(), 514);
    EXPECT_FLOAT_EQ(cross.bottom(), 706);
    EXPECT_FLOAT_EQ(plan.panels.x, 564);
    EXPECT_FLOAT_EQ(plan.panels.right(), 1208);
    EXPECT_TRUE(plan.four);
    EXPECT_EQ(plan.most_scroll_x + plan.most_scroll_y, 0);
    const Scene scene = transformer_card_figure(run(), board(), at_end(), settings, style);
    EXPECT_TRUE(prints(scene, "Every head"));
    EXPECT_TRUE(prints(scene, "2 layers × 4 heads"));
    EXPECT_TRUE(prints(scene, "Cross, layer 2, head 2")); // the one that stands for the model
    EXPECT_TRUE(prints(scene, "RNN, additive"));
    EXPECT_TRUE(prints(scene, "Cross, mean of heads"));
    EXPECT_TRUE(prints(scene, "Cross × encoder rollout"));
    EXPECT_EQ(items_of<TiledItem>(scene).size(), 24u);
    const auto heads = std::count_if(scene.picks.begin(), scene.picks.end(),
                                     [](const Pick& p) { return p.id.name == "card-head"; });
    EXPECT_EQ(heads, 24);
}

TEST_F(TransformerCard, IsSoundAtEverySize) {
    const Trace other = run_of_words(test::small_transformer(), "a b c");
    const std::vector<std::pair<float, float>> sizes = {
        {1240, 808}, {960, 448}, {900, 608}, {1560, 950}, {2200, 1250}};
    const TransformerCardLook looks[] = {{},
                                         {{HeadsOf::Source, 0, 1}, MapsReadWith::Mean},
                                         {{HeadsOf::Past, 1, 0}, MapsReadWith::Rollout},
                                         {{HeadsOf::Cross, 0, 3}, MapsReadWith::Rollout}};
    for (const auto& [width, height] : sizes)
        for (const TransformerCardLook& look : looks)
            for (const int sub_steps : {0, 5, 60, run().outline.total()}) {
                const std::string what = std::to_string(width) + " × " + std::to_string(height) + ", at " +
                                         std::to_string(sub_steps);
                TransformerCardSettings settings{width, height, look};
                expect_sound(transformer_card_figure(run(), board(), at(sub_steps), settings, style), what);
                expect_sound(
                    transformer_card_inspector(run(), board(), at(sub_steps), look, 360, height, style),
                    "inspector " + what);
                settings.pointed = CardHead{HeadsOf::Past, 0, 0};
                expect_sound(
                    transformer_card_figure(run(), {}, at(sub_steps), settings, style_of(Theme::Light)),
                    "alone " + what);
            }
    TransformerCardSettings settings;
    expect_sound(transformer_card_figure(other, {}, at(other.outline.total()), settings, style), "another");
    expect_for_a_hall(transformer_card_lecture(run(), board(), at_end(), {1600, 800}, style), "a hall");
}

TEST_F(TransformerCard, MeanAndRolloutAreThoseOfTheHeads) {
    const Playhead head = at_end();
    for (const HeadsOf of : all_heads_of) {
        const TransformerCardLook look{{of, 1, 0}, MapsReadWith::Head};
        const CardView view(run(), head, look);
        MatrixXf sum;
        for (int k = 0; k < 4; ++k) {
            Sight s = view.sight;
            s.head = k;
            sum =
                k == 0 ? *view.map(s, MapsReadWith::Head) : MatrixXf(sum + *view.map(s, MapsReadWith::Head));
        }
        EXPECT_LT((sum / 4 - *view.map(view.sight, MapsReadWith::Mean)).cwiseAbs().maxCoeff(), 1e-6f);
        const MatrixXf& rolled = *view.map(view.sight, MapsReadWith::Rollout);
        EXPECT_LT((rolled.colwise().sum().array() - 1).abs().maxCoeff(), 1e-5f); // a row is still shares
    }
}

TEST_F(TransformerCard, TheFutureIsNoCell) {
    const TransformerCardLook look{{HeadsOf::Past, 0, 0}, MapsReadWith::Head};
    const Playhead head = at_end();
    const CardView view(run(), head, look);
    for (const auto read : {MapsReadWith::Head, MapsReadWith::Mean, MapsReadWith::Rollout}) {
        const LabelledMap map = labelled(view, view.sight, read);
        for (int i = 0; i < map.row_count(); ++i)
            for (int j = 0; j < map.column_count(); ++j)
                EXPECT_EQ(std::isnan(map.at(i, j)), j > i) << i << " " << j;
    }
}

TEST_F(TransformerCard, RowsAreJudgedByTheReference) {
    // One word each: the first output's strongest weight is where it should be, the second's is not.
    Trace two;
    two.source = {{.text = "a"}, {.text = "b"}, {.text = "", .is_end = true}};
    for (const char* word : {"x", "y"}) {
        TraceStep step;
        step.token.text = word;
        two.steps.push_back(step);
    }
    TraceStep end;
    end.token.is_end = true;
    two.steps.push_back(end);
    two.finished = true;
    MatrixXf map(3, 3);
    map << .8f, .7f, 0, .1f, .2f, 0, .1f, .1f, 1;
    const analysis::Reference reference{{"a", "b"}, {"x", "y"}, {{0, 0}, {1, 1}}, {}};
    const auto rows = rows_off(two, map, reference);
    ASSERT_TRUE(rows);
    EXPECT_EQ(rows->judged, 2);
    EXPECT_EQ(rows->off, 1);
    EXPECT_EQ(rows_off_words(*rows), "1 of 2 rows off the reference");
    EXPECT_EQ(rows_off_words({9, 0}), "every row on the reference");
}

TEST_F(TransformerCard, TheInspectorPrintsThisCellsNumbers) {
    Playhead head = at_end();
    head.row = 3;
    head.column = 2;
    const TransformerCardLook look{{HeadsOf::Cross, 1, 1}, MapsReadWith::Head};
    const Scene scene = transformer_card_inspector(run(), board(), head, look, 360, 808, style);
    const float weight = run().at(transformer::decoder_values.cross.weights, 1, 1)(2, 3);
    EXPECT_TRUE(says(scene, fixed(static_cast<double>(weight), 3)));
    EXPECT_TRUE(prints(scene, "Against its baseline"));
    EXPECT_TRUE(prints(scene, "RNN, fixed context"));
    EXPECT_TRUE(prints(scene, "67.3%"));
    const auto left = [&](const Scene& s, const char* name) {
        return std::any_of(s.picks.begin(), s.picks.end(), [&](const Pick& p) { return p.id.name == name; });
    };
    EXPECT_TRUE(left(scene, "reading"));
    EXPECT_TRUE(left(scene, "positions"));
    // However low the window: the switches and the baseline stay.
    const Scene low = transformer_card_inspector(run(), board(), head, look, 360, 300, style);
    EXPECT_TRUE(left(low, "reading"));
    EXPECT_TRUE(prints(low, "RNN, fixed context"));
    const Scene mean =
        transformer_card_inspector(run(), board(), head, {look.chosen, MapsReadWith::Mean}, 360, 808, style);
    EXPECT_TRUE(
        says(mean, fixed(static_cast<double>(run().at(transformer::decoder_values.cross.mean, 1)(2, 3)), 3)));
}

TEST_F(TransformerCard, SaysWhatTheOtherMapsGiveTheSameCell) {
    Playhead head = at_end();
    head.row = 1;
    const Narration words = transformer_card_narration(run(), board(), head, {}, style.colors());
    EXPECT_NE(words.sentence.find("Writing “accord”, head 2 gives"), std::string::npos) << words.sentence;
    EXPECT_NE(words.sentence.find("The RNN's map gives it"), std::string::npos) << words.sentence;
    EXPECT_NE(words.sentence.find("the mean of the four heads"), std::string::npos) << words.sentence;
}

TEST_F(TransformerCard, ManyHeadsScroll) {
    transformer::Config config = transformer_facts(run()).config;
    config.encoder.layers = config.decoder.layers = 6;
    config.encoder.heads = config.decoder.heads = 16;
    const CardPlan plan = card_plan(config, {});
    EXPECT_FLOAT_EQ(plan.size, 48);
    EXPECT_GT(plan.most_scroll_x, 0);
    EXPECT_GT(plan.most_scroll_y, 0);
    const Box last = plan.box(config, {HeadsOf::Cross, 5, 15}, plan.most_scroll_x, plan.most_scroll_y);
    EXPECT_NEAR(last.right(), plan.heads.right(), .01f);
    EXPECT_NEAR(last.bottom(), plan.heads.bottom(), .01f);
    EXPECT_GT(plan.panels.w, 500);
}

// Letters on paper have the size that they were asked for, on a page of paper; a width that has no room for
// all of it says which has.
TEST_F(TransformerCard, IsAFigureThatCanBeExported) {
    const FigureKind* kind = find_figure("transformer");
    ASSERT_NE(kind, nullptr);
    const Trace long_run = run_of_words(shipped_model("transformer"), "the red cat does not eat the apple .");
    TransformerBoard alone;
    alone.beside_problem = "No recurrent network was trained on the same sentences.";
    const TransformerBoard* const boards[] = {&board(), &alone, nullptr};
    for (const Trace* of : {&run(), &long_run})
        for (const TransformerBoard* beside : boards)
            for (const float width : {84.0f, 140.0f, 174.0f}) {
                FigureSource source{.trace = of, .board = beside};
                source.playhead.at = of->outline.total();
                ASSERT_TRUE(kind->there(source));
                PaperSettings paper;
                paper.width_mm = width;
                paper.font_pt = kind->font_pt;
                const std::string what = std::to_string(width) + " mm, " + std::to_string(of->outputs());
                Picture picture;
                try {
                    picture = paper_picture(*kind, source, paper, style_of(Theme::Light));
                } catch (const NoRoomForLetters& error) {
                    EXPECT_LT(width, 100) << error.what();
                    const std::string said = error.what();
                    const auto at = said.find("a width of ");
                    ASSERT_NE(at, said.npos) << said;
                    paper.width_mm = std::stof(said.substr(at + 11)); // this one has room
                    picture = paper_picture(*kind, source, paper, style_of(Theme::Light));
                }
                expect_sound(picture.scene, what);
                EXPECT_LE(picture.scene.height * 25.4 / picture.units_per_inch, 241) << what;
                for (const TextItem* t : items_of<TextItem>(picture.scene))
                    EXPECT_GE(t->size * 72 / static_cast<float>(picture.units_per_inch), 6.98f)
                        << t->text << ", " << what;
                EXPECT_EQ(items_of<TiledItem>(picture.scene).size(), 24u) << what; // no head is left out
                const auto texts = items_of<TextItem>(picture.scene);
                EXPECT_TRUE(std::any_of(texts.begin(), texts.end(),
                                        [&](const TextItem* t) {
                                            return t->at.x > picture.scene.width * .6f &&
                                                   t->at.y > picture.scene.height * .75f;
                                        }))
                    << "a quarter of the page is empty, " << what;
                EXPECT_FALSE(says(picture.scene, "point at a head"));
                EXPECT_FALSE(says(picture.scene, "ecurrent")) << "a panel without a map";
                EXPECT_EQ(says(picture.scene, "RNN, additive"), beside == &board());
            }
}

TEST_F(TransformerCard, APageHoldsTheHeadsOfAnyModel) {
    for (const auto& [layers, heads] : {std::pair(2, 4), {6, 8}, {12, 16}, {1, 1}, {24, 16}})
        for (const float width : {374.0f, 775.0f}) {
            transformer::Config config = transformer_facts(run()).config;
            config.encoder.layers = config.decoder.layers = layers;
            config.encoder.heads = config.decoder.heads = heads;
            TransformerCardSettings settings{.width = width, .page = TransformerCardPage{4, 12}};
            const CardPlan plan = card_plan(config, settings);
            const std::string what = std::to_string(layers) + " × " + std::to_string(heads);
            EXPECT_LE(plan.page_wide, width + .01f) << what;
            EXPECT_EQ(plan.most_scroll_x + plan.most_scroll_y, 0) << what;
            ASSERT_EQ(plan.cards.size(), 4u) << what;
            std::vector<Box> all = plan.cards;
            all.push_back({16, 16, plan.heads.right() - 16, plan.legend - 16});
            for (std::size_t a = 0; a < all.size(); ++a) {
                EXPECT_GE(all[a].x, 0) << what;
                EXPECT_LE(all[a].right(), width) << what;
                EXPECT_LE(all[a].bottom(), plan.page_high) << what;
                for (std::size_t b = 0; b < a; ++b)
                    EXPECT_TRUE(all[a].x >= all[b].right() || all[b].x >= all[a].right() ||
                                all[a].y >= all[b].bottom() || all[b].y >= all[a].bottom())
                        << what << ": " << a << " on " << b;
            }
        }
}

TEST_F(TransformerCard, IsSmallOnThePageOfCards) {
    for (const float loop : {0.f, .3f, 1.f}) {
        const Scene scene = transformer_miniature(run(), 343, 216, loop, style);
        expect_sound(scene, "small");
        EXPECT_EQ(items_of<TiledItem>(scene).size(), 8u);
    }
}

// What is looked at in a map is no sub-step; the newest one is named as what it is.
TEST_F(TransformerCard, OnlyASubStepHasAPlaceAmongThem) {
    const Trace& run = TransformerCard::run();
    for (int sub_steps = run.outline.start_of(Axis::Output) + 1;
         sub_steps <= run.outline.start_of(Axis::Output) + 24; ++sub_steps) {
        const Playhead head = at(sub_steps);
        const Moment m = moment_at(run.outline, sub_steps);
        const std::string title(m.phase.info->title);
        const Scene scene = transformer_card_inspector(run, board(), head, {}, 360, 808, style);
        const std::string said = transformer_card_narration(run, board(), head, {}, style.colors()).title;
        const bool numbered = says(scene, " of 5");
        EXPECT_EQ(numbered, prints(scene, title)) << sub_steps << " " << title;
        EXPECT_EQ(numbered, said == title) << sub_steps << " " << said;
        EXPECT_NE(numbered, prints(scene, "One head") && said == "One head") << sub_steps;
    }
}

// Rows that are still to come are pale; the words beside them can be read.
TEST_F(TransformerCard, WordsOfRowsToComeAreNotPale) {
    const Scene scene = transformer_card_figure(run(), board(), at(0), {}, style);
    for (const RectItem* veil : items_of<RectItem>(scene)) {
        if (veil->fill.a <= 0.3f || veil->fill.a >= 0.9f || veil->box.h < 100) continue;
        for (const LaidText& text : laid_texts(scene, *metrics))
            EXPECT_FALSE(text.box.x < veil->box.right() && text.box.right() > veil->box.x &&
                         text.box.y > veil->box.y && text.box.bottom() < veil->box.bottom() &&
                         text.item->text == "accord")
                << text.item->text;
    }
}

/// A place of what is written is none of the source, though it has the same number.
TEST_F(TransformerCard, AColumnIsOneOfWhatItsMapLooksAt) {
    Playhead head = at_end();
    head.row = 4;
    const auto column = [&](HeadsOf of, int chosen, bool past) {
        head.column = chosen;
        head.past = past;
        TransformerCardLook look;
        look.chosen = {of, 1, 0};
        const CardView view(run(), head, look);
        return view.column(view.sight, MapsReadWith::Head);
    };
    for (const auto& [of, own] : {std::pair(HeadsOf::Past, true), std::pair(HeadsOf::Cross, false)}) {
        const int strongest = column(of, -1, false);
        for (int j = 0; j < 4; ++j) {
            EXPECT_EQ(column(of, j, own), j);
            EXPECT_EQ(column(of, j, !own), strongest);
        }
    }
}

} // namespace
} // namespace heed
