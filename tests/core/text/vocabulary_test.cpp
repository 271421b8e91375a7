#include "core/text/vocabulary.h"

#include <gtest/gtest.h>

namespace heed {
namespace {

TEST(Vocabulary, FindsTokensAndSendsTheRestToUnknown) {
    const Vocabulary words({"<pad>", "<s>", "</s>", "<unk>", "chat"});
    EXPECT_EQ(words.size(), 5);
    EXPECT_EQ(words.find("chat"), 4);
    EXPECT_EQ(words.id("chien"), 3);
    EXPECT_FALSE(words.find("chien").has_value());
    EXPECT_EQ(words.token(2), "</s>");
}

TEST(Vocabulary, FirstOfTwoEqualTokensWins) {
    const Vocabulary words({"a", "b", "a"});
    EXPECT_EQ(words.find("a"), 0);
    EXPECT_EQ(words.size(), 3);
}

TEST(Vocabulary, ANumberIsTheTokenWithoutAWord) {
    const Vocabulary words({"a", "\u20391\u203A", "0", "\u20393\u203A"});
    EXPECT_EQ(words.find("1"), 1);
    EXPECT_EQ(words.find("3"), 3);
    EXPECT_EQ(words.find("0"), 2) << "a word of its own goes before";
    EXPECT_FALSE(words.find("2"));
    EXPECT_FALSE(words.find("+1"));
}

TEST(Vocabulary, CopiesOutliveTheOriginal) {
    Vocabulary copy;
    EXPECT_EQ(copy.size(), 0);
    EXPECT_FALSE(copy.find("a").has_value());
    {
        const Vocabulary original({"a", "a word long enough to be stored on the heap"});
        copy = original;
    }
    EXPECT_EQ(copy.find("a word long enough to be stored on the heap"), 1);
}

TEST(Vocabulary, FindsEveryOneOfManyTokens) {
    std::vector<std::string> tokens;
    for (int n = 0; n < 3000; ++n) tokens.push_back("w" + std::to_string(n));
    const Vocabulary words(tokens, {.pad = -1, .start = -1, .end = -1, .unknown = -1});
    for (int n = 0; n < 3000; ++n) ASSERT_EQ(words.find("w" + std::to_string(n)), n);
    EXPECT_EQ(words.id("w3000"), -1);
    EXPECT_EQ(words.id(""), -1);
}

} // namespace
} // namespace heed
