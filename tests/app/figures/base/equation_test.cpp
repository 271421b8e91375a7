#include "app/figures/base/equation.h"
#include "tests/support/stub_metrics.h"

#include <gtest/gtest.h>

namespace heed {
namespace {

class Equation : public testing::Test {
protected:
    StubMetrics metrics;
    FigureStyle style{.theme = Theme::Dark, .metrics = &metrics};
    MathRow row(std::string_view markup) { return math(markup, {.color = dark_palette.t1}, style); }
};

TEST_F(Equation, LettersAreVariablesAndWordsAreUpright) {
    const MathRow r = row("n = tanh(W x)");
    ASSERT_EQ(r.pieces.size(), 7u);
    EXPECT_EQ(r.pieces[0].text, "n");
    EXPECT_EQ(r.pieces[0].face, Face::Italic);
    EXPECT_EQ(r.pieces[1].face, Face::Regular);
    EXPECT_EQ(r.pieces[2].text, "tanh");
    EXPECT_EQ(r.pieces[2].face, Face::Regular);
    EXPECT_EQ(r.pieces[4].text, "W");
    EXPECT_EQ(r.pieces[4].face, Face::Italic);
    EXPECT_EQ(r.pieces.back().text, ")");
}

TEST_F(Equation, ScriptsAreSmallerAndStandLowerOrHigher) {
    const MathRow r = row("v^T W_{ij}");
    ASSERT_EQ(r.pieces.size(), 4u);
    EXPECT_EQ(r.pieces[1].size, 11);
    EXPECT_NEAR(r.pieces[1].y, 0.364f * 4 - 6, 1e-4); // on the base line, then raised by 6
    EXPECT_EQ(r.pieces[1].face, Face::Regular);
    EXPECT_EQ(r.pieces[3].text, "ij");
    EXPECT_EQ(r.pieces[3].face, Face::Italic);
    EXPECT_NEAR(r.pieces[3].y, 0.364f * 4 + 3, 1e-4);
}

TEST_F(Equation, RolesColourWhatTheyEncloseAndNotTheScript) {
    const MathRow r = row("{f:→h}_{j−1} + b");
    ASSERT_EQ(r.pieces.size(), 6u);
    EXPECT_EQ(r.pieces[0].text, "→");
    EXPECT_EQ(r.pieces[0].color, dark_palette.forward);
    EXPECT_EQ(r.pieces[1].text, "h");
    EXPECT_EQ(r.pieces[1].color, dark_palette.forward);
    EXPECT_EQ(r.pieces[2].text, "j");
    EXPECT_EQ(r.pieces[2].color, dark_palette.t1);
    EXPECT_EQ(r.pieces[3].text, "−1");
    EXPECT_EQ(r.pieces[3].face, Face::Italic); // an index with a letter leans as a whole
    EXPECT_EQ(row("{f:h_2}").pieces[1].color, dark_palette.forward);
}

TEST_F(Equation, PiecesFollowOneAnotherWithoutOverlap) {
    const MathRow r = row("r_{12}` = σ(0.170 − 1.057)` ∘ n");
    for (std::size_t k = 1; k < r.pieces.size(); ++k) {
        const MathPiece& before = r.pieces[k - 1];
        EXPECT_GE(r.pieces[k].x + 1e-3f, before.x + metrics.width(before.text, before.face, before.size));
    }
    const MathPiece& last = r.pieces.back();
    EXPECT_NEAR(r.width, last.x + metrics.width(last.text, last.face, last.size), 1e-3);
}

TEST_F(Equation, UnfinishedMarkupIsHarmless) {
    for (const char* markup : {"", "_", "x_", "x_{ij", "{f:h", "`abc", "{", "^", "|", "a_{b_c}"})
        EXPECT_NO_THROW(row(markup)) << markup;
}

TEST_F(Equation, WrappedLinesFitAndKeepEveryWord) {
    const std::string text = "Turn the scores into weights. Every weight is positive and the row sums to 1.";
    std::string joined;
    for (const std::string& line : wrap(text, 180, Face::Regular, 13, metrics)) {
        EXPECT_LE(metrics.width(line, Face::Regular, 13), 180);
        joined += (joined.empty() ? "" : " ") + line;
    }
    EXPECT_EQ(joined, text);
}

TEST_F(Equation, APathThatIsWiderThanTheLineGoesOnInTheNext) {
    for (const std::string word :
         {"/home/somebody/models/a_very_long_name_of_a_checkpoint.pt:", "éééééééééééééééééééééééééééééééé"}) {
        std::string all;
        for (const std::string& line : wrap(word, 90, Face::Regular, 13, metrics)) {
            EXPECT_LE(metrics.width(line, Face::Regular, 13), 90) << line;
            EXPECT_NE(static_cast<unsigned char>(line[0]) & 0xC0, 0x80) << line;
            all += line;
        }
        EXPECT_EQ(all, word);
    }
    EXPECT_EQ(wrap("m", 1, Face::Regular, 13, metrics), std::vector<std::string>{"m"});
    EXPECT_EQ(wrap("/home/somebody/x", 100, Face::Regular, 13, metrics).front().back(), '/');
}

TEST_F(Equation, TextIsCutBetweenCodePoints) {
    const std::string text = "äöüäöüäöü";
    EXPECT_EQ(fit(text, 1000, Face::Mono, 10, metrics), text);
    EXPECT_EQ(fit(text, 6.4f * 5 + 0.1f, Face::Mono, 10, metrics), "äöüä…");
    EXPECT_EQ(fit_end(text, 6.4f * 5 + 0.1f, Face::Mono, 10, metrics), "…üäöü");
    EXPECT_EQ(fit(text, 1, Face::Mono, 10, metrics), "…");
}

} // namespace
} // namespace heed
