#include "app/figures/base/shorten.h"

#include <gtest/gtest.h>

#include <random>
#include <set>

namespace heed {
namespace {

std::size_t letters(const std::string& text) {
    std::size_t count = 0;
    for (const char c : text) count += (static_cast<unsigned char>(c) & 0xC0) != 0x80;
    return count;
}

std::vector<std::string> told_within(std::size_t room, const std::vector<std::string>& texts) {
    return told_apart(texts, [&](std::size_t, const std::string& text) { return letters(text) <= room; });
}

using Words = std::vector<std::string>;

TEST(Shorten, LeavesWhatFitsAndCutsTheEndWhereThatIsEnough) {
    EXPECT_EQ(told_within(6, {"la", "économique", "zone"}), (Words{"la", "écono…", "zone"}));
    EXPECT_EQ(told_within(6, {"économique", "économique"}), (Words{"écono…", "écono…"}))
        << "the same is the same";
}

TEST(Shorten, KeepsTheEndThatDiffers) {
    EXPECT_EQ(told_within(6, {"européenne", "européen"}), (Words{"euro…e", "euro…n"}));
    EXPECT_EQ(told_within(7, {"soutenir", "soutenu", "soutenait"}), (Words{"soute…r", "soutenu", "soute…t"}));
}

TEST(Shorten, KeepsTheMiddleThatDiffers) {
    const Words told = told_within(6, {"constitutional", "constipational"});
    EXPECT_NE(told[0], told[1]);
    for (const std::string& text : told) EXPECT_LE(letters(text), 6u);
}

TEST(Shorten, TextsThatDifferInOnePlaceDifferWhenShortened) {
    std::mt19937 random(7);
    for (int n = 0; n < 2000; ++n) {
        std::string text(4 + random() % 20, 'a');
        for (char& c : text) c = static_cast<char>('a' + random() % 3);
        std::string other = text;
        char& c = other[random() % other.size()];
        c = c == 'a' ? 'z' : 'a';
        const std::size_t room = 4 + random() % 6;
        const Words told = told_within(room, {text, other});
        EXPECT_NE(told[0], told[1]) << text << " " << other << " in " << room;
        for (const std::string& each : told) EXPECT_LE(letters(each), room);
    }
}

TEST(WholeWords, AreCutBetweenWords) {
    const auto at_most = [](std::size_t size) {
        return [size](const std::string& text) { return text.size() <= size; };
    };
    const std::string words = "name; length 6, as the score has units";
    EXPECT_EQ(whole_words(words, at_most(100)), words);
    EXPECT_EQ(whole_words(words, at_most(37)), "name; length 6, as the score has …");
    EXPECT_EQ(whole_words(words, at_most(20)), "name; length 6 …"); // no comma before the dots
    EXPECT_EQ(whole_words("name; 12 columns = 6 + 6", at_most(22)), "name; 12 columns …"); // nor a sign
    EXPECT_EQ(whole_words("reads 12 = both directions", at_most(24)), "reads 12 = both …");
    EXPECT_EQ(whole_words("unbreakable", at_most(6)), "…");
    EXPECT_EQ(whole_words("", at_most(0)), "");
}

} // namespace
} // namespace heed
