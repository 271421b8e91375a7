#include "app/figures/tokens.h"
#include "core/base/random.h"
#include "tests/support/samples/sample_trace.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <limits>

namespace heed {
namespace {

TEST(Format, FixedUsesTheMinusSignAndNeverSignsAZero) {
    EXPECT_EQ(fixed(-0.7244, 3), "−0.724");
    EXPECT_EQ(fixed(3.80651, 3), "3.807");
    EXPECT_EQ(fixed(-0.0001, 3), "0.000");
    EXPECT_EQ(fixed(std::numeric_limits<double>::infinity(), 2), "∞");
    EXPECT_EQ(fixed(-std::numeric_limits<double>::infinity(), 2), "−∞");
    EXPECT_EQ(fixed(std::nan(""), 2), "–");
}

TEST(Format, ASentenceFollowsOne) {
    EXPECT_EQ(followed_by("Running …", "The model is reading."), "Running … The model is reading.");
    EXPECT_EQ(followed_by("It is written", "Esc stops."), "It is written. Esc stops.");
    EXPECT_EQ(followed_by("It is written.", "Esc stops."), "It is written. Esc stops.");
    EXPECT_EQ(followed_by("", "Esc stops."), "Esc stops.");
}

TEST(Format, FixedRoundsAsThePrintingOfCDoes) {
    Random random(7);
    for (int n = 0; n < 20000; ++n) {
        const double halves = static_cast<double>(random.below(4000)) / 8; // half of a last digit, exactly
        const double value = n % 2 ? halves : std::exp(random.uniform(-20, 30));
        const int decimals = static_cast<int>(random.below(7));
        char expected[400];
        std::snprintf(expected, sizeof expected, "%.*f", decimals, value);
        ASSERT_EQ(fixed(value, decimals), expected);
    }
    EXPECT_EQ(fixed(std::numeric_limits<double>::max(), 2).size(), 312u);
}

TEST(Format, CellNumbersDropTheZero) {
    EXPECT_EQ(cell_number(0.3351), ".34");
    EXPECT_EQ(cell_number(0.004), ".00");
    EXPECT_EQ(cell_number(0.996), "1");
    EXPECT_EQ(cell_number(-0.36), "−0.36");
}

TEST(Format, LargeNumbers) {
    EXPECT_EQ(thousands(9623), "9\u2009623");
    EXPECT_EQ(thousands(-1234567, " "), "−1 234 567");
    EXPECT_EQ(thousands(7), "7");
    EXPECT_EQ(compact(134.31), "134.3");
    EXPECT_EQ(compact(9622.8), "9 623");
    EXPECT_EQ(compact(4.31e21), "4.3e21");
    EXPECT_EQ(compact(0.00001), "1.0e−5");
    EXPECT_EQ(probability(0.0284), "0.028");
    EXPECT_EQ(probability(0.0000431), "4.3e−5");
    EXPECT_EQ(probability(0), "0.000");
    EXPECT_EQ(counted(1, "character"), "1 character");
    EXPECT_EQ(counted(13, "character"), "13 characters");
}

TEST(Format, SumsCarryTheirSigns) {
    EXPECT_EQ(sum_of({0.17, -1.057, 0.1831}, 3), "0.170 − 1.057 + 0.183");
    EXPECT_EQ(sum_of({-0.5, -0.00001}, 2), "−0.50 + 0.00");
}

TEST(Format, TokensAsShown) {
    EXPECT_EQ(shown(" "), "␣");
    EXPECT_EQ(shown("</s>"), "end");
    EXPECT_EQ(shown("<unk>"), "‹unknown›");
    EXPECT_EQ(shown("l<unk>"), "l‹unknown›"); // pieces of one word
    EXPECT_EQ(shown("\u2581l<unk>é"), "␣l‹unknown›é");
    EXPECT_EQ(shown("\xff"), "\uFFFD");
    EXPECT_EQ(shown("\t"), "␣");
    EXPECT_EQ(shown("é"), "é");
}

TEST(Format, EveryToolkitsOwnMarks) {
    for (const char* end : {"<eos>", "EOS", "eos", "<EOS>"}) EXPECT_EQ(shown(end), "end") << end;
    for (const char* start : {"<s>", "<sos>", "SOS"}) EXPECT_EQ(shown(start), "‹start›") << start;
    EXPECT_EQ(shown("<blank>"), "‹blank›");
    EXPECT_EQ(shown("<"), "<");
    EXPECT_EQ(shown("< >"), "< >");
    EXPECT_TRUE(is_mark("<pad>"));
    EXPECT_FALSE(is_mark("pad"));
}

TEST(Format, PiecesOfWordsSayHowTheyJoin) {
    EXPECT_EQ(shown("\u2581der"), "␣der");
    EXPECT_EQ(shown("\u2581"), "␣");
    EXPECT_EQ(shown("ver@@"), "ver·");
    EXPECT_EQ(shown("@@"), "@@");
    EXPECT_EQ(shown("\uFFEDs"), "·s");
    using Pieces = std::vector<std::string>;
    EXPECT_EQ(joined(Pieces{"er", "ver@@", "läss@@", "t", "sie"}), "er verlässt sie");
    EXPECT_EQ(joined(Pieces{"\u2581er", "\u2581ver", "läss", "t"}), "er verlässt");
    EXPECT_EQ(joined(Pieces{"John", "\uFFED's", "<unk>"}), "John's ‹unknown›");
    EXPECT_EQ(joined(Pieces{"a", "b"}), "a b");
    EXPECT_EQ(joined(Pieces{}), "");
}

TEST(Format, AStartTokenOfTheSourceIsQuiet) {
    SampleOptions options;
    options.words = true;
    Trace trace = sample_trace(4, 3, options);
    trace.source[0] = {"<sos>", 2, 0, 0, false, false, true};
    EXPECT_EQ(shown_source(trace, 0), "start");
    EXPECT_EQ(quoted_source(trace, 0), "the start token");
    EXPECT_TRUE(is_quiet_source(trace, 0));
    EXPECT_FALSE(is_quiet_source(trace, 1));
    EXPECT_TRUE(is_quiet_source(trace, 3)); // the end token
    EXPECT_EQ(stretch(trace, 0, 1), shown_source(trace, 1));
}

// The piece of a word takes the space before it along: it is no part of its name.
TEST(Format, APieceIsNamedWithoutTheSpaceBeforeIt) {
    Trace trace = sample_trace(13, 11); // "3 March 1987"
    trace.source[2] = {"\u2581ma", 5, 1, 4, false, false};
    EXPECT_EQ(quoted_source(trace, 2), "“Ma”");
    EXPECT_EQ(quoted_source(trace, 1), "“␣”");
}

TEST(Format, TheSourceIsTheUsersOwnText) {
    const Trace trace = sample_trace(13, 11); // "3 March 1987", read in lower case
    EXPECT_EQ(shown_source(trace, 2), "M");
    EXPECT_EQ(trace.source[2].text, "m");
    EXPECT_EQ(quoted_source(trace, 12), "the end token");
    EXPECT_EQ(quoted_output(trace, 0), "“1”");
    EXPECT_EQ(stretch(trace, 0, 1), "3 ␣");
    EXPECT_EQ(stretch(trace, 12, 3), "7891 ␣ hcra");
    EXPECT_EQ(stretch(trace, 0, 12, 4), "…987");
}

TEST(Format, StretchesOfWordsHaveSpaces) {
    SampleOptions options;
    options.words = true;
    const Trace trace = sample_trace(6, 3, options);
    EXPECT_EQ(stretch(trace, 0, 2), "the slow train");
    EXPECT_EQ(stretch(trace, 4, 2, 2), "… to train");
}

TEST(Format, ExactNumbersHaveFourDigitsThatCount) {
    EXPECT_EQ(exact(0.34019), "0.3402");
    EXPECT_EQ(exact(0.0003012345), "3.012e−4");
    EXPECT_EQ(exact(12.5), "12.5");
    EXPECT_EQ(exact(0), "0");
    EXPECT_EQ(exact(0.99996), "0.99996"); // not 1
    EXPECT_EQ(exact(1), "1");
    EXPECT_EQ(exact(-0.25), "−0.25");
    EXPECT_EQ(exact_percent(0.340219), "34.02%");
    EXPECT_EQ(exact_percent(0.0003012), "0.03012%");
    EXPECT_EQ(exact_percent(0.99996), "99.996%");
    EXPECT_EQ(exact_percent(1), "100%");
    EXPECT_EQ(exact_percent(0), "0%");
}

TEST(Format, NothingIsRoundedToAllOrToNothing) {
    EXPECT_EQ(careful_percent(0.996), "99.6%");
    EXPECT_EQ(careful_percent(0.99996), "99.996%");
    EXPECT_EQ(careful_percent(1), "100%");
    EXPECT_EQ(careful_percent(0.34), "34%");
    EXPECT_EQ(careful_percent(0.0003), "0.03%");
    EXPECT_EQ(careful_percent(0.0000039), "<0.001%");
    EXPECT_EQ(careful_percent(0), "0%");
    EXPECT_EQ(chance(0.9997), ".9997");
    EXPECT_EQ(chance(0.332), ".332");
    EXPECT_EQ(chance(1), "1");
    EXPECT_EQ(chance(4.3e-5), "4.3e−5");
    for (double rest = 0.4; rest > 2e-6; rest *= 0.83) // no digits may say that it is sure, or impossible
        for (const double p : {1 - rest, rest})
            for (const std::string& text :
                 {probability(p), chance(p), p > 0.5 ? cell_probability(p) : ".5"}) {
                EXPECT_NE(text.find_first_not_of("0."), std::string::npos) << p;
                EXPECT_TRUE(text[0] != '1' || text.find("e−") != std::string::npos) << p << " reads " << text;
                EXPECT_EQ(text.find('>'), std::string::npos) << "a bound is no number";
            }
    EXPECT_EQ(probability(1), "1");
    EXPECT_EQ(probability(0.99996), "0.99996");
    EXPECT_EQ(chance(0.99996), ".99996");
    EXPECT_EQ(cell_probability(0.99996), ".99996");
    EXPECT_EQ(cell_probability(0.996), ".996");
    EXPECT_EQ(cell_probability(0.9997), ".9997");
    EXPECT_EQ(cell_probability(1), "1");
    EXPECT_EQ(cell_probability(0.5), ".50");
}

TEST(Format, SignificantDigitsKeepAllBeforeThePoint) {
    EXPECT_EQ(significant(10233.4, 5, " "), "10 233");
    EXPECT_EQ(significant(134.3456, 5, " "), "134.35");
    EXPECT_EQ(significant(530462, 5, " "), "530 462");
    EXPECT_EQ(significant(4.32154e21, 5, " "), "4.3215e21");
    EXPECT_EQ(significant(0.0123456, 3, " "), "0.0123");
}

} // namespace
} // namespace heed
