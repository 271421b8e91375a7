#include "app/views/input/difference.h"

#include <gtest/gtest.h>

namespace heed {
namespace {

/// Letters of one width; an ellipsis is three bytes and one letter.
auto room_for(std::size_t letters) {
    return [letters](const std::string& text) {
        std::size_t count = 0;
        for (const char c : text) count += (static_cast<unsigned char>(c) & 0xC0) != 0x80;
        return count <= letters;
    };
}

TEST(PartAround, BeginsThreeTokensBeforeWhatDiffers) {
    const std::string letters = "abcdefghijklmnopqrstuvwxyz";
    EXPECT_EQ(part_around(letters, 12, 13, true, room_for(10)), 9u);
    EXPECT_EQ(part_around(letters, 2, 3, true, room_for(10)), 0u);
    EXPECT_EQ(part_around(letters, 26, 26, true, room_for(10)), 23u); // it differs in that it ends
    const std::string words = "mary was seen by orvan in the garden";
    EXPECT_EQ(part_around(words, 14, 16, false, room_for(30)), 0u);
    EXPECT_EQ(part_around(words, 17, 22, false, room_for(30)), 5u);
}

TEST(PartAround, WhatDiffersIsInItHoweverLittleRoomThereIs) {
    const std::string words = "mary was seen by orvan in the garden";
    EXPECT_EQ(part_around(words, 14, 16, false, room_for(12)), 9u); // "…was seen by…" has 13
    EXPECT_EQ(part_around(words, 14, 16, false, room_for(13)), 5u);
    EXPECT_EQ(part_around(words, 14, 16, false, room_for(9)), 9u);         // "…seen by…"
    EXPECT_EQ(part_around(words, 14, 16, false, room_for(4)), 14u);        // "…by…"
    EXPECT_EQ(part_around("été était là", 6, 12, false, room_for(2)), 6u); // bytes, not letters
    EXPECT_EQ(part_around("été", 2, 3, true, room_for(3)), 0u);
    EXPECT_EQ(part_around("", 0, 0, true, room_for(3)), 0u);
    EXPECT_EQ(part_around("ab", 7, 9, true, room_for(0)), 2u); // beyond the text
}

} // namespace
} // namespace heed
