#include "app/window/fonts.h"

#include <gtest/gtest.h>
#include <imgui.h>

namespace heed {
namespace {

TEST(Fonts, AreBakedWithoutAWindowAndTheFirstFrameWantsNoMore) {
    FontBook book;
    book.build(1);
    ASSERT_FALSE(book.stale());
    for (const char* text : {"3 March 1987", "weights α", "a, b – “c”", "→ 1987-03-03", "×"})
        book.want(text, Face::Regular);
    EXPECT_FALSE(book.stale()) << "the opening frame would bake all fonts a second time";
    EXPECT_NE(book.font(Face::Mono, 13).font, nullptr);
    EXPECT_GT(book.width("heed", Face::Regular, 13), 0);
}

TEST(Fonts, AnotherAlphabetOrSizeIsBakedNext) {
    FontBook book;
    book.build(1);
    book.want("дом", Face::Regular);
    EXPECT_TRUE(book.stale());
    book.build(1);
    EXPECT_FALSE(book.stale());
    EXPECT_NE(book.font(Face::Regular, 13).font->FindGlyphNoFallback(0x434), nullptr);
    EXPECT_NE(book.font(Face::Regular, 37).pixels, 0);
    EXPECT_TRUE(book.stale());
    book.build(1);
    EXPECT_EQ(book.font(Face::Regular, 37).pixels, 37);
    EXPECT_FALSE(book.stale());
}

TEST(Fonts, AreBakedAnewForAnotherScaleOnly) {
    FontBook book;
    book.build(1);
    const float width = book.width("heed", Face::Regular, 13);
    book.build(2);
    EXPECT_FALSE(book.stale());
    EXPECT_EQ(book.font(Face::Regular, 26).pixels, 26);
    EXPECT_NEAR(book.width("heed", Face::Regular, 13), width, width * .06f);
}

} // namespace
} // namespace heed
