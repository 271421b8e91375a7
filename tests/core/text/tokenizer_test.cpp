#include "core/text/tokenizer.h"

#include "core/base/random.h"

#include <gtest/gtest.h>

namespace heed {
namespace {

std::vector<std::string> texts(const Tokenizer& tokenizer, std::string_view text) {
    std::vector<std::string> result;
    for (const auto& piece : tokenizer.split(text)) result.push_back(piece.text);
    return result;
}

using Strings = std::vector<std::string>;

TEST(Utf8, RoundTripsEveryCodePoint) {
    for (char32_t c = 0; c <= 0x10FFFF; ++c) {
        if (c == 0xD800) c = 0xE000;
        const std::string bytes = encode_utf8(c);
        const CodePoint read = decode_utf8(bytes, 0);
        ASSERT_TRUE(read.valid) << static_cast<unsigned>(c);
        ASSERT_EQ(read.value, c);
        ASSERT_EQ(read.length, bytes.size());
    }
}

TEST(Utf8, RefusesWhatIsNotUtf8) {
    for (const std::string bytes :
         {"\x80", "\xBF", "\xC0\x80", "\xC1\xBF", "\xE0\x80\x80", "\xE0\x9F\xBF", "\xED\xA0\x80",
          "\xED\xBF\xBF", "\xF0\x80\x80\x80", "\xF4\x90\x80\x80", "\xF5\x80\x80\x80", "\xFF", "\xC3",
          "\xE2\x82", "\xF0\x9F\x98", "\xC3(", "\xE2(\xA1", "\xE2\x82("}) {
        const CodePoint read = decode_utf8(bytes, 0);
        EXPECT_FALSE(read.valid) << testing::PrintToString(bytes);
        EXPECT_EQ(read.length, 1u);
        EXPECT_EQ(read.value, char32_t{0xFFFD});
    }
    EXPECT_EQ(encode_utf8(0xD800), "\xEF\xBF\xBD");
    EXPECT_EQ(encode_utf8(0x110000), "\xEF\xBF\xBD");
}

TEST(Lowercase, LatinGreekAndCyrillic) {
    EXPECT_EQ(lowercase("March ÀÖØÞ ŁŸŽ"), "march àöøþ łÿž");
    EXPECT_EQ(lowercase("ΑΣΩ ΆΈΊΌΎΏ Ἀ"), "ασω άέίόύώ ἀ");
    EXPECT_EQ(lowercase("АЯЁЂ ҐӁ"), "аяёђ ґӂ");
    EXPECT_EQ(lowercase("×÷ßÿ 3·5 日本 😀"), "×÷ßÿ 3·5 日本 😀");
}

TEST(Lowercase, TheNumberOfBytesMayChange) {
    EXPECT_EQ(lowercase("İ"), "i");      // 2 -> 1
    EXPECT_EQ(lowercase("ẞ"), "ß");      // 3 -> 2
    EXPECT_EQ(lowercase("\u212A"), "k"); // the Kelvin sign, 3 -> 1
    EXPECT_EQ(lowercase("Ⱥ"), "ⱥ");      // 2 -> 3
    EXPECT_EQ(lowercase("Ω\u2126"), "ωω");
}

TEST(Lowercase, IsItsOwnFixedPointAndKeepsBadBytes) {
    for (char32_t c = 0; c <= 0x10FFFF; ++c)
        ASSERT_EQ(lowercase(lowercase(c)), lowercase(c)) << static_cast<unsigned>(c);
    EXPECT_EQ(lowercase("A\xFF\xC3"), "a\xFF\xC3");
}

TEST(Tokenizer, CharactersKeepTheBytesTheyCameFrom) {
    const Tokenizer tokenizer{TokenLevel::Character, true};
    const std::string text = "3 MÄrz İⱥ";
    const auto pieces = tokenizer.split(text);
    EXPECT_EQ(texts(tokenizer, text), (Strings{"3", " ", "m", "ä", "r", "z", " ", "i", "ⱥ"}));
    EXPECT_EQ(text.substr(pieces[3].begin, pieces[3].end - pieces[3].begin), "Ä");
    EXPECT_EQ(text.substr(pieces[7].begin, pieces[7].end - pieces[7].begin), "İ");
}

TEST(Tokenizer, EachBadByteIsOnePiece) {
    const Tokenizer tokenizer{TokenLevel::Character, false};
    EXPECT_EQ(texts(tokenizer, "a\xE2\x82z"), (Strings{"a", "\uFFFD", "\uFFFD", "z"}));
    EXPECT_EQ(texts({TokenLevel::Word, false}, "a\xFFz b"), (Strings{"a\uFFFDz", "b"}));
}

TEST(Tokenizer, WordsAndPunctuation) {
    const Tokenizer tokenizer{TokenLevel::Word, true};
    EXPECT_EQ(texts(tokenizer, "  The cat, (not the DOG)\tsleeps...  "),
              (Strings{"the", "cat", ",", "(", "not", "the", "dog", ")", "sleeps", ".", ".", "."}));
    EXPECT_EQ(texts(tokenizer, "l'\u00A0arbre\u3000vert"), (Strings{"l'", "arbre", "vert"}));
    EXPECT_TRUE(texts(tokenizer, " \n\t ").empty());
    EXPECT_TRUE(texts(tokenizer, "").empty());
}

TEST(Tokenizer, JoinsAsItSplit) {
    EXPECT_EQ(Tokenizer({TokenLevel::Character, false}).join({"1", "9", "-"}), "19-");
    EXPECT_EQ(Tokenizer({TokenLevel::Word, false}).join({"le", "chat"}), "le chat");
    EXPECT_EQ(Tokenizer({TokenLevel::Word, false}).join({}), "");
}

TEST(Tokenizer, SpansOfAnyBytesAreInOrderAndCoverAllButSpace) {
    Random random(7);
    for (int round = 0; round < 300; ++round) {
        std::string text;
        for (std::uint64_t n = random.below(40); n > 0; --n) {
            // Mostly bytes that begin or continue sequences, some letters and spaces.
            text += static_cast<char>(random.below(3) == 0 ? 0x20 + random.below(0x60) : random.below(256));
        }
        for (const TokenLevel level : {TokenLevel::Character, TokenLevel::Word}) {
            std::size_t end = 0;
            for (const auto& piece : Tokenizer{level, true}.split(text)) {
                ASSERT_GE(piece.begin, end);
                ASSERT_GT(piece.end, piece.begin);
                if (level == TokenLevel::Character) {
                    ASSERT_EQ(piece.begin, end);
                }
                end = piece.end;
                for (std::size_t at = 0; at < piece.text.size();) {
                    const CodePoint c = decode_utf8(piece.text, at);
                    ASSERT_TRUE(c.valid);
                    at += c.length;
                }
            }
            if (level == TokenLevel::Character) {
                ASSERT_EQ(end, text.size());
            }
        }
    }
}

TEST(Tokenizer, GivenTextIsSplitAtWhiteSpaceAlone) {
    const Tokenizer given{TokenLevel::Given, false};
    EXPECT_EQ(texts(given, " ver@@ kauf, ▁der  </s>"), (Strings{"ver@@", "kauf,", "▁der", "</s>"}));
    EXPECT_EQ(given.join({"ver@@", "kauf,"}), "ver@@ kauf,");
}

TEST(Tokenizer, ASpaceMayBeWrittenAsAnotherCharacter) {
    const Tokenizer underscore{TokenLevel::Character, true, "_"};
    EXPECT_EQ(texts(underscore, "8 May"), (Strings{"8", "_", "m", "a", "y"}));
    EXPECT_EQ(texts(underscore, "8 _ m a y"), (Strings{"8", "_", "m", "a", "y"})); // split already
    EXPECT_EQ(texts(underscore, "8"), (Strings{"8"}));
    EXPECT_EQ(underscore.join({"8", "_", "m"}), "8 m");
    for (const auto& piece : underscore.split("8 May"))
        EXPECT_EQ(piece.end, piece.begin + 1); // of the user's own text
}

} // namespace
} // namespace heed
