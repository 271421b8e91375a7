// Beside the atlas: one head in large, its measures, which heads should align, and the sentence below.
#include "tests/app/figures/heads/heads_fixture.h"

#include "core/decode/run.h"
#include "core/models/transformer/values.h"

#include <cmath>

namespace heed {
namespace {

using heads::Kind;
using heads::Reading;

TEST_F(HeadsFigure, TheSentenceIsOfTheMeasureThatIsShown) {
    HeadsLook look;
    look.measure = "end";
    const std::string words = heads_sentence(measured, look);
    EXPECT_NE(words.find(" has the smallest share on the end token, ."), std::string::npos) << words;
    EXPECT_EQ(words.find("entropy"), std::string::npos) << words;
    EXPECT_EQ(words.find("aligns best"), std::string::npos) << words;
    const atlas::Seen seen = atlas::seen(measured, look);
    ASSERT_GE(seen.best, 0); // of equal ones the first
    EXPECT_EQ(seen.rank(seen.best), 1);
    const Site& site = seen.one(seen.best).head.site;
    EXPECT_NE(words.find("layer " + std::to_string(site.layer + 1) + " head " +
                         std::to_string(site.head + 1) + " has the smallest"),
              std::string::npos)
        << words;
    for (const AtlasMeasure* measure : atlas::measures_of(measured, Kind::Cross)) {
        look.measure = measure->id;
        EXPECT_NE(heads_sentence(measured, look).find("layer"), std::string::npos) << measure->id;
    }
    look.measure = "evenness";
    EXPECT_NE(heads_sentence(measured, look).find(" on a scale of 0 to 1; "), std::string::npos);
}

/// Heads that are alike share their rank, wherever it is said, and none is said to be before another.
TEST_F(HeadsFigure, EqualHeadsShareTheirRank) {
    HeadReport three = alone;
    three.all.erase(three.all.begin() + 3, three.all.end());
    for (auto& one : three.all)
        for (heads::Sums& sums : one.sums) {
            sums.rows = 3;
            sums.end = 1;
        }
    HeadsLook look;
    look.measure = "end";
    const atlas::Seen seen = atlas::seen(three, look);
    EXPECT_EQ(seen.best, 0);
    for (const int h : seen.all) EXPECT_EQ(atlas::ordinal(seen.ranked(h)), "1–3");
    EXPECT_NE(heads_sentence(three, look).find("all have the same share on end, .33."), std::string::npos)
        << heads_sentence(three, look);
    HeadsPanelSettings settings;
    settings.look = look;
    EXPECT_TRUE(prints(heads_panel(three, *maps, settings, style), "1–3"));
    for (heads::Sums& sums : three.all[1].sums) sums.end = 2;
    const atlas::Seen apart = atlas::seen(three, look);
    EXPECT_EQ(atlas::ordinal(apart.ranked(1)), "3rd");
    EXPECT_EQ(atlas::ordinal(apart.ranked(2)), "1–2");
}

/// A model that writes no translation has nothing to align.
TEST_F(HeadsFigure, WithoutCrossAttentionNoHeadIsAskedToAlign) {
    Trace encoder;
    encoder.source = run.source;
    for (int h = 0; h < 2; ++h)
        encoder.set({transformer::encoder_values.self.weights, 0, h}, MatrixXf::Identity(10, 10));
    const HeadReport inside = head_report(encoder);
    const auto its = head_maps(encoder);
    ASSERT_EQ(inside.all.size(), 2u);
    EXPECT_FALSE(has_cross_heads(inside));
    const HeadsPanelSettings settings;
    EXPECT_EQ(heads_panel_plan(inside, *its, settings, style).choice.h, 0);
    EXPECT_FALSE(prints(heads_panel(inside, *its, settings, style), "Which heads should align?"));
    EXPECT_TRUE(prints(heads_panel(alone, *maps, settings, style), "Which heads should align?"));
}

/// Words are shown as they were typed, whatever case the model reads them in; a space has the sign that it
/// has in Step and Compare; names of one letter stand upright.
TEST_F(HeadsFigure, WordsAreAsTyped) {
    Trace typed = run;
    typed.source_text = "The green";
    typed.source[0].begin = 0;
    typed.source[0].end = 3;
    typed.source[1].begin = 4;
    typed.source[1].end = 9;
    const HeadsPanelSettings settings{.width = 436, .height = 808};
    const Scene scene = heads_panel(head_report(typed), *head_maps(typed), settings, style);
    EXPECT_TRUE(prints(scene, "The"));
    EXPECT_TRUE(prints(scene, "green"));

    Trace letters = run;
    for (std::size_t j = 0; j + 1 < letters.source.size(); ++j) letters.source[j].text = j % 2 ? " " : "x";
    for (TraceToken* end : {&letters.source.back(), &letters.steps.back().token}) end->is_end = true;
    const Scene flat = heads_panel(head_report(letters), *head_maps(letters), settings, style);
    int spaces = 0;
    for (const TextItem* t : items_of<TextItem>(flat)) {
        if (t->text == "x") {
            EXPECT_EQ(t->angle, 0);
        }
        if (t->text != "␣") continue;
        ++spaces;
        EXPECT_EQ(t->face, Face::Regular);
        EXPECT_EQ(t->angle, 0);
    }
    EXPECT_EQ(spaces, 4);
    EXPECT_EQ(overlapping(flat, *metrics), "");
    EXPECT_EQ(outside(flat, *metrics), "");
}

/// Of a mean of many heads as many names as have room, each whole, and how many more there are.
TEST_F(HeadsFigure, HeadsThatShouldAlignAreNamedWhole) {
    HeadReport many = measured;
    ASSERT_TRUE(many.choice);
    for (int h = 0; std::ssize(many.choice->mean.heads) < 9; ++h) many.choice->mean.heads.push_back(h);
    const Scene scene = heads_panel(many, *maps, {.width = 400, .height = 808}, style);
    const auto texts = items_of<TextItem>(scene);
    const auto named = std::find_if(texts.begin(), texts.end(), [](const TextItem* t) {
        return t->text.find(':') != std::string::npos && t->text.find(" +") != std::string::npos;
    });
    ASSERT_NE(named, texts.end());
    const std::string& text = (*named)->text;
    const auto shown = std::count(text.begin(), text.end(), ':');
    EXPECT_EQ(std::stoi(text.substr(text.rfind('+') + 1)), 9 - shown) << text;
    EXPECT_EQ(text.find("…"), std::string::npos) << text;
}

/// The dot is of the heads that were chosen on one half: where others err less on the other half, it is said.
TEST_F(HeadsFigure, ADotThatIsNotTheLowestOfItsCurveSaysSo) {
    ASSERT_TRUE(measured.choice);
    heads::Choice& choice = *measured.choice;
    choice.mean.heads = {0, 1};
    choice.curve.assign(3, choice.best);
    const auto says = [&](const std::string& words) {
        const Scene scene = heads_panel(measured, *maps, {.width = 400, .height = 808}, style);
        return std::any_of(scene.picks.begin(), scene.picks.end(),
                           [&](const Pick& pick) { return pick.tooltip.find(words) != std::string::npos; });
    };
    for (const int lowest : {3, 2}) {
        for (int k = 1; k <= 3; ++k) {
            analysis::AlignmentCounts counts{.links = 10, .sure = 10};
            counts.in_sure = counts.in_possible = k == lowest ? 9 : 4;
            choice.curve[static_cast<std::size_t>(k - 1)].held_out = {.counts = counts, .rows = 10};
        }
        EXPECT_EQ(says("mean of 2, chosen on one half"), true);
        EXPECT_EQ(says("where 3 would have the least error"), lowest == 3);
        EXPECT_EQ(says("where it has the least error, too"), lowest == 2);
    }
}

/// The head framed in the grid is the best over all pairs, the list's the best of one half: it is said which.
TEST_F(HeadsFigure, TheBestOverAllPairsIsToldBesideTheBestOfOneHalf) {
    const HeadsPanelSettings settings{.width = 400, .height = 808};
    const atlas::Seen seen = atlas::seen(measured, settings.look);
    const std::string name = atlas::place_name(seen.one(seen.best).head);
    const Scene scene = heads_panel(measured, *maps, settings, style);
    EXPECT_TRUE(prints(scene, "Framed in the grid: " + name + ", the best over all 4 pairs"));
    EXPECT_EQ(overlapping(scene, *metrics), "");
    HeadReport two = measured; // of one half it is another
    two.choice->best.heads = {seen.best == 0 ? 1 : 0};
    EXPECT_TRUE(prints(heads_panel(two, *maps, settings, style),
                       "Framed in the grid: " + name + ", the best over all 4 pairs"));
    HeadsPanelSettings other = settings; // by the other reading another head is framed
    other.look.reading =
        seen.reading == heads::Reading::Reads ? heads::Reading::Predicts : heads::Reading::Reads;
    const atlas::Seen by_other = atlas::seen(measured, other.look);
    EXPECT_TRUE(prints(heads_panel(measured, *maps, other, style),
                       "Framed in the grid: " + atlas::place_name(by_other.one(by_other.best).head) +
                           ", the best over all 4 pairs by “" + by_other.reading_name(by_other.reading) +
                           "”"));
    EXPECT_FALSE(says(heads_panel(alone, *maps, settings, style), "Framed in the grid"));
}

/// Below a second row of controls the grid has as much less room.
TEST_F(HeadsFigure, AGridThatStandsLowerIsWhole) {
    const HeadsSettings usual{.width = 560, .height = 600}, lower{.width = 560, .height = 600, .lowered = 38};
    const atlas::Plan a = plan(alone, usual), b = plan(alone, lower);
    EXPECT_NEAR(b.from.y - a.from.y, 38, 1e-3);
    EXPECT_EQ(a.legend, b.legend);
    EXPECT_EQ(a.area.bottom(), b.area.bottom());
    expect_sound(heads_figure(alone, *maps, lower, style), "lower");
}

TEST_F(HeadsFigure, ThePanelFitsItsHeightAndCutsNoNameThatFits) {
    for (const float height : {608.0f, 808.0f, 1008.0f}) {
        const HeadsPanelSettings settings{.width = 400, .height = height};
        const HeadsPanelPlan plan = heads_panel_plan(alone, *maps, settings, style);
        EXPECT_LE(plan.height, height);
        EXPECT_GT(plan.choice.h, 0);
        const Scene scene = heads_panel(alone, *maps, settings, style);
        EXPECT_EQ(scene.height, plan.height);
        EXPECT_EQ(overlapping(scene, *metrics), "") << height;
        EXPECT_EQ(outside(scene, *metrics), "") << height;
        for (const TextItem* t : items_of<TextItem>(scene)) EXPECT_FALSE(t->text.ends_with("…")) << t->text;
        EXPECT_FALSE(says(scene, "_")) << height; // equations are set
    }
    Trace long_words;
    for (const char* text : {"the", "government", "is", "important", "</s>"}) {
        TraceStep step;
        step.token.text = text;
        step.token.is_end = std::string_view(text) == "</s>";
        long_words.source.push_back(step.token);
        long_words.steps.push_back(step);
    }
    for (int h = 0; h < 2; ++h) long_words.set({Quantity::HeadWeights, 0, h}, MatrixXf::Identity(5, 5));
    const Scene panel = heads_panel(head_report(long_words), *head_maps(long_words), {}, style);
    EXPECT_TRUE(prints(panel, "government"));
    EXPECT_EQ(outside(panel, *metrics), "");
}

/// At thirty columns their names stand apart, some of them for all.
TEST_F(HeadsFigure, NamesOfManyColumnsStandApart) {
    Trace many;
    for (int n = 0; n < 30; ++n) {
        TraceStep step;
        step.token.text = "word";
        many.source.push_back(step.token);
        many.steps.push_back(step);
    }
    for (int h = 0; h < 2; ++h) many.set({Quantity::HeadWeights, 0, h}, MatrixXf::Identity(30, 30));
    const Scene scene = heads_panel(head_report(many), *head_maps(many), {}, style);
    std::vector<float> places;
    for (const TextItem* t : items_of<TextItem>(scene))
        if (t->angle == 55) places.push_back(t->at.x);
    ASSERT_GT(places.size(), 2u);
    for (std::size_t n = 1; n < places.size(); ++n) EXPECT_GE(std::abs(places[n] - places[n - 1]), 12.9f);
}

/// A slanted word rises above its column; what names the map stands higher.
TEST_F(HeadsFigure, SlantedWordsStayBelowTheNamesOfTheMaps) {
    auto wordy = std::make_shared<HeadMaps>(*maps);
    for (auto& [key, labels] : wordy->labels)
        for (MapLabel& label : labels.columns) label.text = "extraordinary";
    const HeadsPanelSettings settings{.width = 400, .height = 608, .waits = true};
    const Scene scene = heads_panel(alone, *wordy, settings, style);
    constexpr float sine = 0.82f, letter = 5;
    float title = 0, highest = 1e6f;
    for (const TextItem* t : items_of<TextItem>(scene)) {
        if (t->text == "weight α") title = t->at.y;
        if (t->angle == 55)
            highest = std::min(highest, t->at.y - sine * metrics->width(t->text, t->face, t->size) - letter);
    }
    ASSERT_LT(highest, 1e6f);
    EXPECT_GT(highest, title + letter);
}

TEST_F(HeadsFigure, ThePanelSaysWhatWasMeasured) {
    for (const Theme theme : {Theme::Dark, Theme::Light})
        for (const float width : {400.0f, 436.0f}) {
            HeadsPanelSettings settings{.width = width};
            settings.row = settings.column = 1;
            const Scene scene = heads_panel(measured, *maps, settings, style_of(theme));
            EXPECT_EQ(unsound(scene), "");
            EXPECT_TRUE(prints(scene, "Cross, layer 2, head 3"));
            EXPECT_TRUE(prints(scene, "over 4 pairs with links"));
            EXPECT_TRUE(prints(scene, "the diagonal"));
            EXPECT_TRUE(prints(scene, "like the mean of heads"));
            EXPECT_TRUE(says(scene, "AER on 2 other"));
            EXPECT_TRUE(prints(scene, "rive → green"));
            EXPECT_TRUE(prints(scene, "of 48"));
        }
    HeadsPanelSettings other{.head = number_of(measured, 4, 0)};
    EXPECT_TRUE(prints(heads_panel(measured, *maps, other, style), "Cross, layer 5, head 1"));
    EXPECT_NE(heads_sentence(measured, {}).find("layer 2 head 3 aligns best: 100% of its strongest weights"),
              std::string::npos)
        << heads_sentence(measured, {});
}

TEST_F(HeadsFigure, BesideTheWeightsStandsWhatTheValuesMakeOfThem) {
    Request request;
    request.text = "a b c d";
    request.target = "b a d c";
    const Model model = test::small_transformer();
    const auto trace = std::make_shared<const Trace>(decode::run(model, request));
    const HeadReport report = head_report(*trace);
    for (const HeadReport::One& one : report.all) {
        const auto values = weighted_head_map(*trace, one.head, Reading::Predicts);
        ASSERT_TRUE(values) << one.head.name;
        for (int i = 0; i < values->rows; ++i) {
            float sum = 0;
            for (int j = 0; j < values->columns; ++j)
                if (const float w = values->values[i * values->columns + j]; !std::isnan(w)) sum += w;
            EXPECT_NEAR(sum, 1, 1e-5f) << one.head.name;
        }
    }
    const Scene both =
        heads_panel(report, *head_maps(*trace),
                    {.weighted = weighted_head_map(*trace, report.all[0].head, Reading::Predicts)}, style);
    EXPECT_EQ(unsound(both), "");
    EXPECT_EQ(items_of<TiledItem>(both).size(), 2u);
    EXPECT_TRUE(prints(both, "weight × ‖value‖"));
    EXPECT_EQ(weighted_head_map(run, measured.all[0].head, Reading::Predicts),
              nullptr); // nothing but weights
    const Scene alone_there = heads_panel(measured, *maps, {}, style);
    EXPECT_EQ(items_of<TiledItem>(alone_there).size(), 1u);
}

} // namespace
} // namespace heed
