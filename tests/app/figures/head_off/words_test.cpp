// Numbers, names and sentences of changed heads, as they are printed.
#include "app/figures/head_off/head_off.h"
#include "app/figures/head_off/plan.h"

#include "tests/app/figures/head_off/head_off_figure.h"

#include <gtest/gtest.h>

#include <array>

namespace heed {
namespace {

TEST(HeadOffNames, NumbersHaveTwoDigitsAndNoneIsWhatItIsNot) {
    using namespace headoff;
    EXPECT_EQ(chance_number(0.97), ".97");
    EXPECT_EQ(chance_number(0.99996), ">.99");
    EXPECT_EQ(chance_number(1), "1");
    EXPECT_EQ(chance_number(0.0004), "<.01");
    EXPECT_EQ(chance_number(0), "0");
    EXPECT_EQ(head_off_log_p(-0.552), "−0.55");
    EXPECT_EQ(head_off_log_p(-4.4e-5), "≈0");
    EXPECT_EQ(head_off_log_p(-341.274), "−341.27");
    EXPECT_EQ(head_off_log_p(-0.0043), "−0.004");
    // One below the other.
    const std::array<double, 3> history = {0, -0.0046, -0.0102}, large = {0, -0.0102, -3.4e-5};
    EXPECT_EQ(head_off_decimals(history), 3);
    EXPECT_EQ(head_off_log_p(history[1], 3), "−0.005");
    EXPECT_EQ(head_off_log_p(history[2], 3), "−0.010");
    EXPECT_EQ(head_off_decimals(large), 2);
    EXPECT_EQ(bits_number(0.313, 0.313), ".31");
    EXPECT_EQ(bits_number(0.0042, 0.0042), ".0042"); // not "<.01" beside another bar
    EXPECT_EQ(bits_number(0.0012, 0.31), "<.01");
    EXPECT_EQ(bits_number(0.00001, 0.0042), "<.0001");
}

/// Two sums and what lies between: whoever subtracts what is printed gets what is printed.
TEST(HeadOffNames, SumsAddUpAsTheyArePrinted) {
    const auto value = [](std::string text) {
        if (text.starts_with("−")) text.replace(0, std::string("−").size(), "-");
        return std::stod(text);
    };
    const std::pair<double, double> cases[] = {{-0.456, -5.594}, {-1.9046, -2.9551}, {-0.45, -0.4543},
                                               {0, -0.0043},     {-7.1349, -6.9951}, {-12.3456, -12.3556}};
    for (const auto& [before, now] : cases) {
        const HeadOffSums sums = head_off_sums(before, now);
        EXPECT_NEAR(value(sums.now) - value(sums.before), value(sums.change), 1e-9)
            << sums.before << " " << sums.now << " " << sums.change;
        EXPECT_NEAR(value(sums.change), now - before, 0.006);
    }
    EXPECT_EQ(head_off_sums(-0.4, -0.7).change, "−0.30"); // no more digits than are needed
    EXPECT_EQ(head_off_sums(-0.4, -0.4001).change, "≈0");
}

/// A start token that is written anew is no end.
TEST(HeadOffNames, OnlyTheEndIsCalledSo) {
    EXPECT_EQ(head_off_name("rive", false), "“rive”");
    EXPECT_EQ(head_off_name("end", false), "“end”");
    EXPECT_EQ(head_off_name("end", true), "the end");
    EXPECT_EQ(head_off_name("‹start›", true), "‹start›");
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

} // namespace
} // namespace heed
