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

TEST(TokenAlignment, OneTokenForOneBetweenEqualNeighboursIsReplaced) {
    EXPECT_EQ(drawn("in august 1992 .", "in march 1992 ."), "in=in august>march 1992=1992 .=.");
    EXPECT_EQ(drawn("3 march", "4 march"), "3>4 march=march"); // an end is a neighbour
    EXPECT_EQ(drawn("march 3", "march 4"), "march=march 3>4");
    EXPECT_EQ(drawn("a x b y c", "a p b q c"), "a=a x>p b=b y>q c=c");
}

TEST(TokenAlignment, WhatIsMoreThanOneForOneDoesNotBelongTogether) {
    EXPECT_EQ(drawn("sur la zone a .", "sur l' espace a ."), "sur=sur -la -zone +l' +espace a=a .=.");
    EXPECT_EQ(drawn("a b c .", "a x ."), "a=a -b -c +x .=.");
}

/// Two words in place of two others are two.
TEST(TokenAlignment, WordsThatDifferAreCountedOnce) {
    const auto differ = [](const char* a, const char* b) { return differing(align_outputs(run(a), run(b))); };
    EXPECT_EQ(differ("sur la zone a .", "sur l' espace a ."), 2);
    EXPECT_EQ(differ("a b c .", "a x ."), 2); // the longer side
    EXPECT_EQ(differ("a x b y c", "a p b q c"), 2);
    EXPECT_EQ(differ("la zone .", "la petite zone ."), 1);
    EXPECT_EQ(differ("a b", "a b"), 0);
    EXPECT_EQ(differ("a", ""), 1);
}

TEST(TokenAlignment, OfEquallyManyTheOnesFurthestToTheRight) {
    EXPECT_EQ(drawn("signed in august .", "signed in paris in march ."),
              "signed=signed +in +paris in=in august>march .=.");
    EXPECT_EQ(drawn("a", "a a a"), "+a +a a=a");
    EXPECT_EQ(drawn("a a", "a"), "-a a=a");
}

TEST(TokenAlignment, AnEndTokenIsNoWord) { EXPECT_EQ(drawn("a . ", "a </s>"), "a=a .></s>"); }

TEST(TokenAlignment, OfNothing) {
    EXPECT_EQ(drawn("", ""), "");
    EXPECT_EQ(drawn("", "a ."), "+a +.");
    EXPECT_EQ(drawn("a", ""), "-a");
}

TEST(TokenAlignment, ByPositionEachStandsBesideTheSamePosition) {
    const Trace a = run("in august ."), b = run("in paris in march .");
    const auto same = [&](int i, int k) { return same_output(a, i, b, k); };
    const Alignment rows = align_positions(a.outputs(), b.outputs(), same);
    ASSERT_EQ(rows.size(), 5u);
    EXPECT_EQ(rows[0], (AlignedRow{0, 0, true}));
    EXPECT_EQ(rows[1], (AlignedRow{1, 1, false}));
    EXPECT_EQ(rows[4], (AlignedRow{-1, 4, false}));
    EXPECT_EQ(tally(rows), (AlignmentTally{1, 2, 0, 2}));
}

/// The pairs of equal tokens of the longest common sequence that lies furthest to the right, by trying all.
using Pairs = std::vector<std::pair<int, int>>;
void try_all(const Trace& a, const Trace& b, int i, int k, Pairs& now, Pairs& best) {
    const auto sum = [](const Pairs& pairs) {
        int all = 0;
        for (const auto& [p, q] : pairs) all += p + q;
        return all;
    };
    if (now.size() > best.size() || (now.size() == best.size() && sum(now) > sum(best))) best = now;
    for (int p = i - 1; p >= 0; --p)
        for (int q = k - 1; q >= 0; --q)
            if (same_output(a, p, b, q)) {
                now.emplace_back(p, q);
                try_all(a, b, p, q, now, best);
                now.pop_back();
            }
}

TEST(TokenAlignment, OfAnyTwoOutputsEqualTokensAreALongestCommonSequence) {
    Random random(5);
    const auto some = [&] {
        std::string words;
        for (std::uint64_t n = random.below(7); n > 0; --n)
            words += std::string(1, static_cast<char>('a' + random.below(3))) + " ";
        return run(words);
    };
    for (int k = 0; k < 400; ++k) {
        const Trace a = some(), b = some();
        const Alignment rows = align_outputs(a, b);
        int next_a = 0, next_b = 0;
        std::size_t equal = 0;
        int right = 0; // how far
        for (std::size_t n = 0; n < rows.size(); ++n) {
            const AlignedRow& row = rows[n];
            EXPECT_TRUE(row.a < 0 || row.a == next_a++);
            EXPECT_TRUE(row.b < 0 || row.b == next_b++);
            ASSERT_TRUE(row.a >= 0 || row.b >= 0);
            EXPECT_EQ(row.same, row.both() && same_output(a, row.a, b, row.b));
            equal += row.same;
            if (row.same) right += row.a + row.b;
            if (!row.replaced()) continue;
            EXPECT_TRUE(n == 0 || rows[n - 1].same);
            EXPECT_TRUE(n + 1 == rows.size() || rows[n + 1].same);
        }
        EXPECT_EQ(next_a, a.outputs());
        EXPECT_EQ(next_b, b.outputs());
        Pairs now, best;
        try_all(a, b, a.outputs(), b.outputs(), now, best);
        EXPECT_EQ(equal, best.size());
        for (const auto& [p, q] : best) right -= p + q;
        EXPECT_EQ(right, 0);
    }
}

TEST(TokenAlignment, IsItsOwnMirrorWhereNothingIsTied) {
    const Trace a = run("p q r s ."), b = run("q x s .");
    const Alignment there = align_outputs(a, b), back = align_outputs(b, a);
    EXPECT_EQ(tally(there).equal, tally(back).equal);
    EXPECT_EQ(tally(there).replaced, tally(back).replaced);
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
