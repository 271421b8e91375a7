#include "app/text/breaks.h"

#include "tests/support/scripts.h"

#include <gtest/gtest.h>

#include <string>

namespace heed {
namespace {

std::string marked(std::string_view text, std::uint8_t kind) {
    const auto breaks = text_breaks(text);
    std::string out;
    for (std::size_t n = 0; n <= text.size(); ++n) {
        if (breaks[n] & kind) out += '|';
        if (n < text.size()) out += text[n];
    }
    return out;
}

int carets(std::string_view text) {
    int count = -1; // one more than there are graphemes
    for (const std::uint8_t b : text_breaks(text)) count += (b & Caret) != 0;
    return count;
}

TEST(TextBreaks, AGraphemeIsWhatAReaderTakesForACharacter) {
    for (const ScriptSample& sample : script_samples) {
        if (sample.graphemes <= 0) continue;
        EXPECT_EQ(carets(sample.text), sample.graphemes) << sample.name;
    }
    EXPECT_LT(carets("नमस्ते"), 6);
    EXPECT_EQ(carets("e\u0301"), 1);
    EXPECT_EQ(carets("👍🏿"), 1);
}

TEST(TextBreaks, Words) {
    EXPECT_EQ(marked("in 1992, été", WordStart), "|in |1992, |été");
    EXPECT_EQ(marked("in 1992, été", WordEnd), "in| 1992|, été|");
    EXPECT_EQ(marked("a b", WordEdge), "|a| |b|");
}

TEST(TextBreaks, OneAtEachEndAndNoneWithinACodePoint) {
    EXPECT_EQ(marked("", Caret), "|");
    EXPECT_EQ(marked("\xFF\xC3z", Caret), "|\xFF|\xC3|z|");
    EXPECT_EQ(marked("é", Caret), "|é|");
}

} // namespace
} // namespace heed
