#include "app/figures/states/neighbours.h"

#include "tests/app/figures/scene_checks.h"
#include "tests/support/stub_metrics.h"

#include <gtest/gtest.h>

namespace heed {
namespace {

std::shared_ptr<const SentenceStates> sentence(const std::string& text, const std::vector<std::string>& words,
                                               const std::vector<std::string>& outputs) {
    SentenceStates kept;
    kept.text = text;
    std::size_t at = 0;
    for (const std::string& word : words) {
        TraceToken token;
        token.text = word;
        token.begin = text.find(word, at);
        token.end = at = token.begin + word.size();
        kept.source.push_back(token);
    }
    TraceToken end;
    end.text = "</s>";
    end.is_end = true;
    end.begin = end.end = text.size();
    kept.source.push_back(end);
    for (const std::string& word : outputs) {
        TraceToken token;
        token.text = word;
        kept.outputs.push_back(token);
    }
    kept.outputs.push_back(end);
    return std::make_shared<const SentenceStates>(std::move(kept));
}

StateBank a_bank() {
    return {sentence("The old  man", {"the", "old", "man"}, {"le", "vieil", "homme"}),
            sentence("a man", {"a", "man"}, {"un", "homme"})};
}

TEST(NeighboursFigure, TheTokenIsMarkedInTheUsersOwnText) {
    const auto list = [](int column, int offset) {
        return neighbour_list(a_bank(), {{0, column, 1.5f}}, false, offset, false).lines.front();
    };
    StateBank bank = a_bank();
    const NeighbourLine old = list(1, 0);
    EXPECT_EQ(old.before + "|" + old.marked + "|" + old.after, "The |old|  man");
    EXPECT_EQ(old.other, "le vieil homme");
    EXPECT_EQ(old.input, "The old  man");
    EXPECT_EQ(list(1, 1).marked, "man");
    EXPECT_EQ(list(3, 0).marked, "end");
    EXPECT_TRUE(list(3, 0).is_mark);
    EXPECT_TRUE(list(3, 1).is_mark); // past the end
    EXPECT_EQ(list(0, -1).after, "The old  man");
}

TEST(NeighboursFigure, AStateOfTheDecoderStandsAtTheOutputWrittenFromIt) {
    const auto list = [](int column, int offset) {
        return neighbour_list(a_bank(), {{0, column, 1}}, true, offset, false).lines.front();
    };
    const NeighbourLine second = list(2, 0);
    EXPECT_EQ(second.before + "|" + second.marked + "|" + second.after, "le |vieil| homme");
    EXPECT_EQ(second.other, "The old  man");
    EXPECT_EQ(list(0, 0).marked, "start");
    EXPECT_EQ(list(2, -1).marked, "le");
    EXPECT_EQ(list(4, 0).marked, "end");
    EXPECT_TRUE(list(4, 1).is_mark);
}

TEST(NeighboursFigure, MarkedTokensAreCounted) {
    const auto list = neighbour_list(a_bank(), {{0, 3, 1}, {1, 2, 1}, {0, 1, 2}}, true, 0, false);
    ASSERT_EQ(list.counted.size(), 2u);
    EXPECT_EQ(list.counted[0], (std::pair<std::string, int>{"homme", 2}));
    EXPECT_EQ(list.counted[1], (std::pair<std::string, int>{"le", 1}));
}

TEST(NeighboursFigure, EveryLineFitsAndCanBeClicked) {
    const StubMetrics metrics;
    FigureStyle style;
    style.metrics = &metrics;
    std::string long_text;
    std::vector<std::string> words;
    for (int n = 0; n < 300; ++n) {
        words.push_back("wörd" + std::to_string(n));
        long_text += words.back() + " ";
    }
    StateBank bank = a_bank();
    bank.push_back(sentence(long_text, words, words));
    bank.push_back(sentence(std::string(500, 'x'), {std::string(500, 'x')}, {std::string(500, 'y')}));
    for (const bool decoder : {true, false}) {
        const NeighbourList list = neighbour_list(
            bank, {{0, 1, 0.1f}, {2, 0, 1}, {2, 150, 12.3f}, {2, 299, 123}, {3, 0, 1}, {3, 1, 2}}, decoder, 0,
            false);
        for (const float width : {300.0f, 360.0f}) {
            const Scene scene = neighbours_figure(list, width, style);
            EXPECT_EQ(unsound(scene), "");
            EXPECT_EQ(outside(scene, metrics), "");
            EXPECT_EQ(overlapping(scene, metrics), "");
            ASSERT_EQ(scene.picks.size(), 6u);
            for (int n = 0; n < 6; ++n) EXPECT_EQ(scene.picks[static_cast<std::size_t>(n)].id.k, n);
        }
    }
    EXPECT_EQ(neighbours_figure({}, 360, style).picks.size(), 0u);
}

} // namespace
} // namespace heed
