#include "core/text/fold.h"

#include "core/text/tokenizer.h"

#include <gtest/gtest.h>

namespace heed {
namespace {

TEST(Fold, CaseAndAccentsMakeNoDifference) {
    EXPECT_EQ(folded("été"), "ete");
    EXPECT_EQ(folded("ÉTÉ"), "ete");
    EXPECT_EQ(folded("e\xCC\x81te\xCC\x81"), "ete"); // marks of their own
    EXPECT_EQ(folded("Straße, Œuvre, Ærø, Łódź, Đà Nẵng"), "strasse, oeuvre, aero, lodz, da nang");
    EXPECT_EQ(folded("Ελλάδα"), "ελλαδα");
    EXPECT_EQ(folded("Ёлка, йод"), "елка, иод");
    EXPECT_EQ(folded("日本 3 ␣"), "日本 3 ␣");
    EXPECT_EQ(folded("\xFFx"), "\xFFx");
    EXPECT_TRUE(holds_folded("L'été dernier", "ETE D"));
    EXPECT_TRUE(holds_folded("anything", ""));
    EXPECT_FALSE(holds_folded("ete", "hiver"));
}

TEST(Fold, OnceMoreChangesNothing) {
    for (char32_t c = 0x20; c < 0x3000; ++c) {
        const std::string once = folded(encode_utf8(c));
        EXPECT_EQ(folded(once), once) << static_cast<unsigned>(c);
        EXPECT_EQ(folded(encode_utf8(lowercase(c))), once) << static_cast<unsigned>(c);
    }
}

} // namespace
} // namespace heed
