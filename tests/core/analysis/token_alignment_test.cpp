#include "core/analysis/token_alignment.h"

#include "core/base/random.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

namespace heed::analysis {
namespace {

/// A run that wrote these words; "." is the end token.
Trace run(const std::string& words) {
    Trace trace;
    std::istringstream split(words);
    for (std::string word; split >> word;) {
        TraceStep step;
        step.token.text = word;
        step.token.is_end = word == ".";
        trace.steps.push_back(step);
    }
    return trace;
}

/// "la=la zone>espace -x +y": the same, replaced, only in a, only in b.
std::string drawn(const std::string& left, const std::string& right) {
    const Trace a = run(left), b = run(right);
    std::string text;
    const auto word = [](const Trace& t, int i) { return t.steps[static_cast<std::size_t>(i)].token.text; };
    for (const AlignedRow& row : align_outputs(a, b)) {
        if (!text.empty()) text += " ";
        if (row.a < 0)
            text += "+" + word(b, row.b);
        else if (row.b < 0)
            text += "-" + word(a, row.a);
        else
            text += word(a, row.a) + (row.same ? "=" : ">") + word(b, row.b);
    }
    return text;
}

TEST(TokenAlignment, AWordMoreOrLessShiftsNothing) {
    EXPECT_EQ(drawn("la zone a été .", "la petite zone a été ."), "la=la +petite zone=zone a=a été=été .=.");
    EXPECT_EQ(drawn("la petite zone .", "la zone ."), "la=la -petite zone=zone .=.");
}

TEST(TokenAlignment, ReplacedWordsStandBesideEachOther) {
    EXPECT_EQ(drawn("sur la zone européenne a .", "sur l' espace européen a ."),
              "sur=sur la>l' zone>espace européenne>européen a=a .=.");
    EXPECT_EQ(drawn("a b c .", "a x ."), "a=a b>x -c .=."); // it replaces early
}

TEST(TokenAlignment, OfEquallyFewEditsTheMoreThatAreTheSame) {
    EXPECT_EQ(drawn("x a y", "a z y"), "-x a=a +z y=y"); // two edits either way
}

TEST(TokenAlignment, AnEndTokenIsNoWord) { EXPECT_EQ(drawn("a . ", "a </s>"), "a=a .></s>"); }

TEST(TokenAlignment, OfNothing) {
    EXPECT_EQ(drawn("", ""), "");
    EXPECT_EQ(drawn("", "a ."), "+a +.");
    EXPECT_EQ(drawn("a", ""), "-a");
}

/// Every token once and in order, as many edits as the plain recursion finds.
TEST(TokenAlignment, IsAMinimalEditScriptOfAnyTwoOutputs) {
    Random random(5);
    const auto some = [&] {
        std::string words;
        for (std::uint64_t n = random.below(9); n > 0; --n)
            words += std::string(1, static_cast<char>('a' + random.below(3))) + " ";
        return run(words);
    };
    for (int k = 0; k < 400; ++k) {
        const Trace a = some(), b = some();
        int next_a = 0, next_b = 0, edits = 0;
        for (const AlignedRow& row : align_outputs(a, b)) {
            EXPECT_TRUE(row.a < 0 || row.a == next_a++);
            EXPECT_TRUE(row.b < 0 || row.b == next_b++);
            ASSERT_TRUE(row.a >= 0 || row.b >= 0);
            EXPECT_EQ(row.same, row.a >= 0 && row.b >= 0 && same_output(a, row.a, b, row.b));
            edits += !row.same;
        }
        EXPECT_EQ(next_a, a.outputs());
        EXPECT_EQ(next_b, b.outputs());
        std::vector<int> before(static_cast<std::size_t>(b.outputs() + 1));
        for (std::size_t n = 0; n < before.size(); ++n) before[n] = static_cast<int>(n);
        for (int i = 0; i < a.outputs(); ++i) {
            std::vector<int> now{i + 1};
            for (int n = 0; n < b.outputs(); ++n) {
                const auto at = static_cast<std::size_t>(n);
                now.push_back(
                    std::min({now[at] + 1, before[at + 1] + 1, before[at] + !same_output(a, i, b, n)}));
            }
            before = now;
        }
        EXPECT_EQ(edits, before.back());
    }
}

TEST(TokenAlignment, VeryLongOutputsThatDifferArePairedInPlace) {
    Trace a, b;
    a.steps.resize(3000);
    b.steps.resize(2500);
    for (TraceStep& step : a.steps) step.token.text = "a";
    for (TraceStep& step : b.steps) step.token.text = "b";
    b.steps[1200].token.text = "a";
    const auto rows = align_outputs(a, b);
    ASSERT_EQ(rows.size(), 3000u);
    EXPECT_EQ(rows[1200], (AlignedRow{1200, 1200, true}));
    EXPECT_EQ(rows[2999], (AlignedRow{2999, -1, false}));
}

} // namespace
} // namespace heed::analysis
