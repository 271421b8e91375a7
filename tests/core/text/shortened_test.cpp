#include "core/text/shortened.h"

#include <gtest/gtest.h>

namespace heed {
namespace {

/// Letters of one width; signs of several bytes are one letter.
std::string shortened(const std::string& text, std::size_t letters) {
    return without_middle(text, [letters](const std::string& shorter) {
        std::size_t count = 0;
        for (const char c : shorter) count += (static_cast<unsigned char>(c) & 0xC0) != 0x80;
        return count <= letters;
    });
}

const std::string no_positions =
    "Model: English → French, Transformer 64, 2 layers of 4 heads a side, no positions";

TEST(WithoutMiddle, PartsGoBetweenTheFirstAndTheLast) {
    EXPECT_EQ(shortened(no_positions, 200), no_positions);
    EXPECT_EQ(shortened(no_positions, 70), "Model: English → French, Transformer 64, … no positions");
    EXPECT_EQ(shortened(no_positions, 50), "Model: English → French, … no positions");
    EXPECT_EQ(shortened("", 0), "");
}

TEST(WithoutMiddle, ThenLettersOfWhichTheFirstPartKeepsItsOwn) {
    EXPECT_EQ(shortened("Model: m2m100_bf16, /home/anne/models/hf", 30), "Model: m2m100_bf16…e/models/hf");
    EXPECT_EQ(shortened("Model: m2m100_bf16, /home/anne/models/hf", 25), "Model: m2m100_bf16…els/hf");
    EXPECT_EQ(shortened("abcdefghij", 5), "ab…ij");
    EXPECT_EQ(shortened("ab cd ef gh", 6), "ab…gh"); // no space beside the dots
    EXPECT_EQ(shortened("éééééééé", 3), "é…é");
    EXPECT_EQ(shortened("abc", 1), "…");
    EXPECT_EQ(shortened("abc", 0), "…"); // nothing shorter says that something is left out
}

TEST(WithoutMiddle, TitlesThatEndDifferentlyStayApart) {
    for (std::size_t room = 20; room < 80; ++room)
        EXPECT_NE(shortened(no_positions, room),
                  shortened("Model: English → French, Transformer 64, 2 layers of 4 heads a side, norm after",
                            room))
            << room;
}

} // namespace
} // namespace heed
