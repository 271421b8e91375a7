// The words of the Step canvas: tokens, titles, hints, and what is said under the pointer.
#include "app/figures/base/format.h"
#include "app/figures/base/marks.h"
#include "tests/app/figures/seq2seq/network_checks.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

namespace heed {

using namespace test::network;

namespace {

TEST(NetworkWords, SaysWhatLiesUnderThePointer) {
    const Fixture f;
    const Trace trace = sample_trace();
    Playhead playhead;
    playhead.at = after(trace, seq2seq::Softmax, 6);
    playhead.hover_column = 2;
    playhead.hover_row = 6;
    const Scene scene = network_figure(trace, playhead, {}, f.style());
    const auto tooltip = [&](PickKind kind, int i, int j) {
        for (const Pick& pick : scene.picks)
            if (pick.id.kind == kind && pick.id.i == i && pick.id.j == j) {
                const Pick* hit = scene.hit(pick.box.centre());
                return hit && hit->id.kind == kind ? hit->tooltip : std::string("covered");
            }
        return std::string("none");
    };
    const std::string weight = "“M” gets " + exact_percent(static_cast<double>(trace.weight(6, 2))) +
                               " of the attention for output 7";
    EXPECT_EQ(tooltip(PickKind::Cell, 6, 2), weight);
    EXPECT_EQ(tooltip(PickKind::Bar, 6, 2), weight);
    EXPECT_EQ(tooltip(PickKind::ForwardCell, -1, 2), "State after reading “3 ␣ M”, left to right");
    EXPECT_EQ(tooltip(PickKind::BackwardCell, -1, 10),
              "State after reading the end token and “78”, right to left");
    EXPECT_EQ(tooltip(PickKind::ForwardCell, -1, 12).rfind(" and the end token, left to right"),
              tooltip(PickKind::ForwardCell, -1, 12).size() -
                  std::string(" and the end token, left to right").size());
    playhead.at = after(trace, seq2seq::Forward, 2);
    const Scene early = network_figure(trace, playhead, {}, f.style());
    for (const Pick& pick : early.picks)
        if (pick.id.kind == PickKind::BackwardCell ||
            (pick.id.kind == PickKind::ForwardCell && pick.id.j > 2)) {
            EXPECT_EQ(pick.tooltip, "Not computed yet") << pick.id.j;
        }
    EXPECT_EQ(tooltip(PickKind::Context, 6, -1), "Sum of all annotations, each times its weight");
}

/// Of a short canvas, as a window of 960 × 640 and one of 1280 × 760 have them.
TEST(NetworkWords, SlantedWordsLieFlatterBeforeTheyAreCut) {
    const Fixture f;
    Trace trace = sample_trace(14, 14, words());
    trace.source[4].text = "agreements"; // ten letters
    trace.steps[5].token.text = trace.steps[11].token.text = "économique";
    for (const auto& [width, height] : {std::pair{960.0f, 448.0f}, {920.0f, 568.0f}, {1240.0f, 520.0f}}) {
        const Scene scene = draw(trace, trace.outline.total(), f.style(), width, height);
        EXPECT_EQ(unsound(scene), "") << width;
        int slanted = 0;
        for (const TextItem* text : items_of<TextItem>(scene)) {
            if (text->angle == 0) continue;
            ++slanted;
            EXPECT_EQ(text->text.find("…"), std::string::npos) << text->text << " at " << width;
        }
        EXPECT_TRUE(slanted == 0 || slanted >= 14) << width;
    }
}

TEST(NetworkWords, AnUnknownWordHasAShorterNameBeforeItIsCut) {
    const Fixture f;
    Trace trace = sample_trace(7, 9, words());
    for (const int i : {4, 5, 7}) trace.steps[static_cast<std::size_t>(i)].token.text = "<unk>";
    int brief = 0;
    for (float width = 600; width <= 1240; width += 40) {
        const Scene scene = draw(trace, trace.outline.total(), f.style(), width, 568);
        for (const TextItem* text : items_of<TextItem>(scene)) {
            if (text->align != Align::Centre || text->angle != 0) continue; // above the decoder's states
            brief += text->text == "‹unk›";
            EXPECT_FALSE(text->text.starts_with("‹unkn") && text->text.ends_with("…")) << width;
        }
    }
    EXPECT_GE(brief, 3);
    const FigureStyle style = f.style();
    const float room = text_width(style, "‹unknown›", Face::Mono, 13);
    EXPECT_EQ(fitted(style, "‹unknown›", Face::Mono, 13, room), "‹unknown›");
    EXPECT_EQ(fitted(style, "‹unknown›", Face::Mono, 13, room - 1), "‹unk›");
    EXPECT_EQ(fitted(style, "‹unknown›", Face::Mono, 13, room / 3 + 1), "‹u…");
}

TEST(NetworkWords, ShowsTheUsersOwnLetters) {
    const Fixture f;
    const Trace trace = sample_trace();
    EXPECT_EQ(trace.source[2].text, "m");
    std::vector<std::string> source;
    const Scene scene = draw(trace, trace.outline.total(), f.style());
    bool italic_end = false;
    for (const TextItem* t : items_of<TextItem>(scene)) {
        if (std::abs(t->at.y - 445) > 1 || t->align != Align::Centre) continue;
        source.push_back(t->text);
        if (t->text == "␣") {
            EXPECT_EQ(t->face, Face::Regular);
        } // JetBrains Mono does not have it
        italic_end = italic_end || (t->text == "end" && t->face == Face::Italic);
    }
    EXPECT_EQ(source,
              (std::vector<std::string>{"3", "␣", "M", "a", "r", "c", "h", "␣", "1", "9", "8", "7", "end"}));
    EXPECT_TRUE(italic_end);
}

TEST(NetworkWords, FirstRunIsAllDashedWithItsWords) {
    const Fixture f;
    const Trace trace = sample_trace();
    NetworkSettings settings;
    settings.first_run = true;
    const Scene scene = network_figure(trace, {}, settings, f.style());
    std::set<std::string> texts;
    for (const TextItem* t : items_of<TextItem>(scene)) texts.insert(t->text);
    EXPECT_TRUE(texts.count("A small network that rewrites dates"));
    EXPECT_TRUE(texts.count("It reads “3 March 1987” one character at a time and writes 1987-03-03."));
    EXPECT_TRUE(texts.count("The heatmap fills in one row at a time"));
    EXPECT_EQ(heat_of(scene), nullptr);
    EXPECT_EQ(overlapping(scene, *f.metrics), "");
    Playhead first;
    first.at = 1; // gone with the first step
    const Scene begun = network_figure(trace, first, settings, f.style());
    for (const TextItem* t : items_of<TextItem>(begun))
        EXPECT_NE(t->text, "The heatmap fills in one row at a time");
}

TEST(NetworkWords, TheFirstHintCoversNoWords) {
    const Fixture f;
    const Trace trace = sample_trace();
    for (const auto& [width, height] :
         {std::pair{1240.0f, 808.0f}, {840.0f, 608.0f}, {960.0f, 448.0f}, {700.0f, 500.0f}}) {
        NetworkSettings settings;
        settings.first_run = true;
        settings.width = width;
        settings.height = height;
        const Scene scene = network_figure(trace, {}, settings, f.style());
        EXPECT_EQ(outside(scene, *f.metrics), "");
        for (const LaidText& text : laid_texts(scene, *f.metrics)) // the hint: 56 to 357, 96 above the bottom
            if (text.item->size >= 13 && text.box.right() > 130) {
                EXPECT_TRUE(text.box.bottom() <= height - 96 || text.box.x >= 357)
                    << text.item->text << " " << width;
            }
    }
}

// As high as the canvas of a window of 960 × 640 is: the row that is written has a frame around it.
TEST(NetworkWords, TheLegendOfALowWindowKeepsClearOfTheLastRow) {
    const Fixture f;
    const Trace trace = sample_trace(6, 22);
    NetworkSettings settings;
    settings.width = 960;
    settings.height = 420;
    Playhead head;
    head.at = after(trace, seq2seq::Choose, 21);
    head.row = 21;
    const Scene scene = network_figure(trace, head, settings, f.style());
    float legend = 0, bottom = 0;
    for (const TextItem* t : items_of<TextItem>(scene))
        if (t->text == "weight α") legend = t->at.y;
    for (const Pick& pick : scene.picks)
        if (pick.id.kind == PickKind::Row) bottom = std::max(bottom, pick.box.bottom());
    ASSERT_GT(legend, 0);
    EXPECT_GE(legend, bottom + 17.5f);
    EXPECT_LE(legend, settings.height - 8);
}

TEST(NetworkWords, TheHeatmapIsNamedAndItsLegendIsNear) {
    const Fixture f;
    for (const auto& [source, outputs] : {std::pair{13, 11}, {27, 11}, {2, 2}, {5, 5}, {60, 62}}) {
        const Trace trace = sample_trace(source, outputs);
        const Scene scene = draw(trace, after(trace, seq2seq::Softmax, 1), f.style());
        std::string glosses;
        float legend = 0;
        for (const TextItem* t : items_of<TextItem>(scene)) {
            if (t->text == "one row per token" || t->text == "one row" || t->text == "per token")
                glosses += t->text + ";";
            if (t->text == "weight α") legend = t->at.y;
        }
        EXPECT_TRUE(glosses == "one row per token;" || glosses == "one row;per token;") << glosses << source;
        EXPECT_EQ(overlapping(scene, *f.metrics), "");
        float bottom = 0;
        for (const Pick& pick : scene.picks)
            if (pick.id.kind == PickKind::Row) bottom = std::max(bottom, pick.box.bottom());
        EXPECT_GT(legend, bottom + 8) << source;
        EXPECT_LT(legend, bottom + 36) << source;
    }
}

TEST(NetworkWords, TheGlossOfTheHeatmapKeepsItsDistanceFromTheLabels) {
    const Fixture f;
    int glossed = 0;
    for (int letters = 1; letters <= 10; ++letters) {
        Trace trace = sample_trace(12, 6, words());
        for (TraceStep& step : trace.steps)
            if (!step.token.is_end) step.token.text = std::string(static_cast<std::size_t>(letters), 'm');
        const Scene scene = draw(trace, trace.outline.total(), f.style());
        const auto texts = laid_texts(scene, *f.metrics);
        for (const LaidText& gloss : texts) {
            if (gloss.item->text != "one row per token" && gloss.item->text != "per token") continue;
            ++glossed;
            for (const LaidText& label : texts)
                if (label.box.x > gloss.box.x && std::abs(label.box.y - gloss.box.y) < 14) {
                    EXPECT_GE(label.box.x, gloss.box.right() + 8) << letters << ' ' << label.item->text;
                }
        }
    }
    EXPECT_GT(glossed, 0);
}

TEST(NetworkWords, ProbabilitiesAreNamedOnceThereIsOne) {
    const Fixture f;
    const Trace trace = sample_trace();
    const auto named = [&](int at) {
        const Scene scene = draw(trace, at, f.style());
        const auto texts = items_of<TextItem>(scene);
        return std::any_of(texts.begin(), texts.end(),
                           [](const TextItem* t) { return t->text == "P(chosen)"; });
    };
    EXPECT_FALSE(named(after(trace, seq2seq::Distribution, 0)));
    EXPECT_TRUE(named(after(trace, seq2seq::Choose, 0)));
}

} // namespace
} // namespace heed
