// The Memory picture: nothing outside, nothing overlapping, at every size; what its words say.
#include "app/figures/memory/memory.h"

#include "tests/app/figures/figure_test.h"
#include "tests/app/figures/scene_checks.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

namespace heed {
namespace {

/// Words whose share falls by `rate` with every word read after them.
MemoryModel fading(const std::string& key, const std::string& cell, bool attention, int words, float rate) {
    MemoryModel model{key, cell, cell, attention, !attention, true, {}, {}, {}};
    model.read = Eigen::MatrixXf::Zero(words, words);
    for (int t = 0; t < words; ++t)
        for (int j = 0; j <= t; ++j) model.read(t, j) = std::pow(rate, static_cast<float>(t - j));
    model.written = Eigen::MatrixXf::Constant(words, words, 0.05f);
    for (int i = 0; i < words; ++i) {
        model.written(i, i) = 1;
        model.outputs.push_back("out" + std::to_string(i));
    }
    return model;
}

MemoryBoard board_of(int words) {
    MemoryBoard board;
    for (int j = 0; j < words; ++j) board.words.push_back("word" + std::to_string(j));
    board.models = {fading("m/rnn", "rnn", false, words, 0.3f), fading("m/gru", "gru", false, words, 0.9f),
                    fading("m/lstm", "lstm", false, words, 0.99f),
                    fading("m/attention", "gru", true, words, 1)};
    for (const char* key : {"m/rnn", "m/attention"}) {
        LengthLine line{key, key + 2, "rnn", std::string(key) == "m/attention", {}, 5, 40};
        for (int n = 5; n <= 60; n += 5)
            line.points.push_back(
                {n, 100, {n < 30 ? 0.95 : 0.1, 0.05, 0.99}, {n < 30 ? 0.97 : 0.7, 0.6, 0.99}});
        board.lines.push_back(line);
    }
    return board;
}

struct MemoryFigureTest : FigureTest {};

TEST_F(MemoryFigureTest, NothingIsOutsideOrOverlapsAtAnySize) {
    for (const int words : {1, 2, 14, 60})
        for (const auto& [w, h] :
             {std::pair(960.0f, 448.0f), std::pair(960.0f, 400.0f), std::pair(1280.0f, 448.0f),
              std::pair(960.0f, 719.0f), std::pair(960.0f, 900.0f), std::pair(1280.0f, 608.0f),
              std::pair(1600.0f, 808.0f), std::pair(3840.0f, 1968.0f)})
            for (const bool linear : {false, true}) {
                MemorySettings settings{
                    .width = w, .height = h, .follow = words / 2, .linear = linear, .hidden = {}};
                settings.tokens = settings.switches = linear;
                MemoryBoard board = board_of(words);
                board.choice = linear;
                const Scene scene = memory_figure(board, settings, style);
                expect_sound(scene, std::to_string(words) + " words");
            }
}

// The smallest window: nothing of it is left out but the legend's words.
TEST_F(MemoryFigureTest, StandsWholeInALowWindow) {
    for (const float w : {960.0f, 1280.0f}) {
        MemorySettings settings{.width = w, .height = 448, .hidden = {}};
        settings.switches = true;
        MemoryBoard board = board_of(10);
        board.choice = true;
        const Scene scene = memory_figure(board, settings, style);
        const MemoryLayout at = memory_layout(settings);
        for (const Box& box : {at.curves, at.lengths, at.sentences, at.triangles}) {
            EXPECT_GE(box.h, 180);
            EXPECT_LE(box.bottom(), 448 - 8);
            EXPECT_LE(box.right(), w - 8);
        }
        int inked = 0, triangles = 0;
        for (const Pick& pick : scene.picks) {
            inked += pick.id.kind == PickKind::Token;
            triangles += pick.id.kind == PickKind::Cell;
        }
        EXPECT_EQ(triangles, 3);
        EXPECT_GE(inked, 40) << "four sentences of ten words, none cut";
    }
}

TEST_F(MemoryFigureTest, NamesOfModelsAreWhole) {
    for (const float w : {960.0f, 1280.0f, 1600.0f}) {
        MemoryBoard board = board_of(14);
        board.lines[0].title = "plain RNN, fixed context";
        MemorySettings settings;
        settings.width = w;
        settings.height = 808;
        const Scene scene = memory_figure(board, settings, style);
        bool whole = false;
        for (const TextItem* text : items_of<TextItem>(scene)) whole |= text->text == board.lines[0].title;
        EXPECT_TRUE(whole) << w;
    }
}

TEST_F(MemoryFigureTest, AWordFadesWhereItsShareStaysBelowATenth) {
    const MemoryBoard board = board_of(20);
    EXPECT_EQ(faded_after(board.models[0], 0), 2); // .3² < .1
    EXPECT_EQ(faded_after(board.models[0], 5), 2);
    EXPECT_EQ(faded_after(board.models[2], 0), -1);
    const std::string words = memory_sentence(board, 0);
    EXPECT_NE(words.find("“word0”"), std::string::npos) << words;
    EXPECT_NE(words.find("rnn after 2 words"), std::string::npos) << words;
    EXPECT_NE(words.find("to the end: gru and lstm"), std::string::npos) << words;
}

TEST_F(MemoryFigureTest, ItsSentenceSaysWhatFellBelowAThousandthAndNothingElse) {
    const MemoryBoard board = board_of(20);
    EXPECT_EQ(faded_after(board.models[0], 0, 0.001f), 6); // .3^6 < .001 < .3^5
    const std::string words = memory_sentence(board, 0);
    EXPECT_NE(words.find("Below a thousandth: rnn after 6."), std::string::npos) << words;
    // A model that is left out is not spoken of.
    EXPECT_EQ(memory_sentence(board, 0, {"m/rnn"}).find("rnn"), std::string::npos);
    MemoryBoard kept = board;
    kept.models.erase(kept.models.begin());
    EXPECT_EQ(memory_sentence(kept, 0).find("thousandth"), std::string::npos);
}

TEST_F(MemoryFigureTest, AccuracyIsOfWholeItemsOrOfTheirTokens) {
    MemorySettings settings;
    const auto tips = [&] {
        std::string all;
        const Scene scene = memory_figure(board_of(20), settings, style);
        for (const Pick& pick : scene.picks)
            if (pick.id.kind == PickKind::Bar) all += pick.tooltip + "\n";
        return all;
    };
    const std::string whole = tips();
    settings.tokens = true;
    const std::string tokens = tips();
    EXPECT_NE(whole.find("10% of 100 items without a fault"), std::string::npos) << whole;
    EXPECT_NE(tokens.find("70% of words right in 100 items"), std::string::npos) << tokens;
    EXPECT_EQ(tokens.find("without a fault"), std::string::npos);
}

TEST_F(MemoryFigureTest, SentencesGrowWithThePanelAndStayWhole) {
    float before = 0;
    for (const float w : {1280.0f, 1600.0f, 1920.0f, 3840.0f}) {
        MemorySettings settings;
        settings.width = w;
        settings.height = w / 2;
        const MemoryBoard board = board_of(30);
        const std::vector<std::string>& all = board.words;
        const Scene scene = memory_figure(board, settings, style);
        float size = 0;
        int words = 0;
        for (const TextItem* text : items_of<TextItem>(scene))
            if (std::find(all.begin(), all.end(), text->text) != all.end()) {
                size = text->size;
                ++words;
            }
        EXPECT_GE(size, before) << w;
        EXPECT_GE(words, w >= 1600 ? 4 * 30 : 0) << w; // four models, no word left out
        before = size;
    }
    EXPECT_GT(before, 13);
}

TEST_F(MemoryFigureTest, SeveralModelsWithAttentionAreToldApartByDashes) {
    MemoryBoard board = board_of(12);
    for (MemoryModel& model : board.models) model.attention = true;
    board.models.pop_back(); // three cells, all of them read
    const Scene scene = memory_figure(board, {}, style);
    std::set<float> dashes;
    for (const LineItem* line : items_of<LineItem>(scene))
        if (line->color == style.colors().attention && line->points.size() == 12)
            dashes.insert(line->dash.on);
    EXPECT_EQ(dashes.size(), 3u);
}

// Two of one cell, as copy/plain and copy/coverage: the first is dashed, the other is not.
TEST_F(MemoryFigureTest, TwoModelsOfOneCellAreToldApart) {
    MemoryBoard board = board_of(12);
    board.models = {fading("m/plain", "gru", true, 12, .9f), fading("m/coverage", "gru", true, 12, .8f)};
    board.models[0].reads = true;
    board.lines.clear();
    const Scene scene = memory_figure(board, {}, style);
    std::multiset<float> dashes;
    for (const LineItem* line : items_of<LineItem>(scene))
        if (line->color == style.colors().attention && line->points.size() == 12)
            dashes.insert(line->dash.on);
    EXPECT_EQ(dashes.size(), 2u);
    EXPECT_EQ(dashes.count(0), 1u);
}

TEST_F(MemoryFigureTest, ThatOtherModelsAreShownIsSaid) {
    MemoryBoard board = board_of(8);
    EXPECT_EQ(memory_sentence(board, 0).find("other models"), std::string::npos);
    board.absent = "m/transformer";
    const std::string words = memory_sentence(board, 0);
    EXPECT_EQ(words.find("m/transformer carries no state from word to word: these are other models"), 0u);
    EXPECT_NE(words.find("“word0” falls below"), std::string::npos) << words;
    bool said = false;
    const Scene scene = memory_figure(board, {}, style);
    for (const TextItem* text : items_of<TextItem>(scene))
        said = said || text->text.find("Other models than m/transformer.") != std::string::npos;
    EXPECT_TRUE(said);
}

TEST_F(MemoryFigureTest, WhyThereIsNoAccuracyIsSaidWhole) {
    MemoryBoard board = board_of(8);
    board.lines.clear();
    board.no_lines = "m: accuracy by length: expected a model of a task that makes its own items, found a "
                     "model without one";
    std::string all;
    MemorySettings settings;
    settings.width = 1280;
    const Scene scene = memory_figure(board, settings, style);
    for (const TextItem* text : items_of<TextItem>(scene)) all += text->text + " ";
    EXPECT_NE(all.find("without one"), std::string::npos) << all;
}

TEST_F(MemoryFigureTest, AHiddenModelIsDrawnNowhere) {
    MemorySettings settings{.hidden = {"m/rnn"}};
    const Scene all = memory_figure(board_of(20), {}, style),
                fewer = memory_figure(board_of(20), settings, style);
    const auto named = [](const Scene& scene) {
        int count = 0;
        for (const TextItem* text : items_of<TextItem>(scene)) count += text->text == "rnn";
        return count;
    };
    EXPECT_GE(named(all), 3); // a curve, a sentence, a triangle
    EXPECT_EQ(named(fewer), 0);
}

TEST_F(MemoryFigureTest, EveryStateAndEveryWordCanBePointedAt) {
    const Scene scene = memory_figure(board_of(20), {}, style);
    std::set<int> states, words;
    for (const Pick& pick : scene.picks) {
        if (pick.id.kind == PickKind::State) states.insert(pick.id.i);
        if (pick.id.kind == PickKind::Token) words.insert(pick.id.j);
    }
    EXPECT_EQ(states.size(), 40u); // words read and outputs written
    EXPECT_EQ(words.size(), 20u);
}

} // namespace
} // namespace heed
