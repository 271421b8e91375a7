#include "app/text/edit.h"

#include "app/text/breaks.h"
#include "core/base/random.h"
#include "core/text/tokenizer.h"
#include "tests/support/scripts.h"

#include <gtest/gtest.h>

#include <cstdlib>

namespace heed {
namespace {

bool is_utf8(const std::string& text) {
    for (std::size_t at = 0; at < text.size();) {
        const CodePoint c = decode_utf8(text, at);
        if (!c.valid) return false;
        at += c.length;
    }
    return true;
}

TEST(TextEdit, TypingDeletingAndMoving) {
    TextEdit edit("the agreement");
    EXPECT_EQ(edit.caret(), 13u);
    edit.move_by_word(-1);
    EXPECT_EQ(edit.caret(), 4u);
    edit.move_by_word(-1);
    edit.move_by_word(+1);
    EXPECT_EQ(edit.caret(), 3u);
    edit.type("ir");
    EXPECT_EQ(edit.text(), "their agreement");
    edit.erase(+1, true);
    EXPECT_EQ(edit.text(), "their");
    edit.erase(-1, true);
    EXPECT_EQ(edit.text(), "");
    edit.erase(-1);
    edit.erase(+1);
    EXPECT_EQ(edit.text(), "");
}

TEST(TextEdit, AGraphemeIsDeletedWhole) {
    for (const ScriptSample& sample : script_samples) {
        TextEdit edit(sample.text);
        int deleted = 0;
        while (!edit.text().empty()) {
            ASSERT_LT(deleted, 100);
            edit.erase(-1);
            EXPECT_TRUE(is_utf8(edit.text())) << sample.name;
            ++deleted;
        }
        if (sample.graphemes > 0) {
            EXPECT_EQ(deleted, sample.graphemes) << sample.name;
        }
        for (int n = 0; n < 100; ++n) edit.undo();
        EXPECT_EQ(edit.text(), sample.text) << sample.name;
    }
}

TEST(TextEdit, TheCaretNeverStandsWithinAGrapheme) {
    TextEdit edit("ae\u0301");
    edit.move_to(2); // between the letter and its mark
    EXPECT_EQ(edit.caret(), 4u);
    TextEdit joins("ax\u0301");
    joins.move_to(1);
    joins.erase(+1);
    EXPECT_EQ(joins.text(), "a") << "a letter goes with its mark";
    TextEdit typed("e");
    typed.type("\u0301");
    EXPECT_EQ(typed.caret(), 3u);
    TextEdit before("\u0301");
    before.move_to(0);
    before.type("o"); // the mark that stood alone is the letter's now
    EXPECT_EQ(before.caret(), 3u);
}

TEST(TextEdit, TypedWordsAreUndoneOneByOne) {
    TextEdit edit;
    for (const char c : std::string("3 March")) edit.type(std::string(1, c));
    edit.undo();
    EXPECT_EQ(edit.text(), "3 ");
    edit.undo();
    EXPECT_EQ(edit.text(), "");
    EXPECT_FALSE(edit.can_undo());
    edit.redo();
    edit.redo();
    EXPECT_EQ(edit.text(), "3 March");
    EXPECT_FALSE(edit.can_redo());
    edit.select_all();
    edit.paste("x");
    EXPECT_EQ(edit.text(), "x");
    edit.undo();
    EXPECT_EQ(edit.text(), "3 March");
    EXPECT_TRUE(edit.has_selection()) << "as it was";
}

TEST(TextEdit, WhatIsReplacedFromOutsideCanBeUndone) {
    TextEdit edit("the trea");
    edit.replace_all("the treaty", 10);
    EXPECT_EQ(edit.caret(), 10u);
    edit.undo();
    EXPECT_EQ(edit.text(), "the trea");
}

TEST(TextEdit, DoubleClicksSelectWords) {
    TextEdit edit("in 1992, été");
    edit.select_word(4);
    EXPECT_EQ(edit.selected(), "1992");
    edit.select_word(2);
    EXPECT_EQ(edit.selected(), " ");
    edit.select_words(4, 10);
    EXPECT_EQ(edit.selected(), "1992, été");
    edit.select_words(10, 0);
    EXPECT_EQ(edit.selected(), "in 1992, été");
    edit.select_word(99);
    EXPECT_EQ(edit.selected(), "été");
    TextEdit empty;
    empty.select_word(0);
    EXPECT_FALSE(empty.has_selection());
}

TEST(TextEdit, WhatDoesNotFitIsLeftOutWhole) {
    TextEdit edit("", 7);
    EXPECT_FALSE(edit.paste("你好世界"));
    EXPECT_EQ(edit.text(), "你好");
    EXPECT_FALSE(edit.type("x你"));
    EXPECT_EQ(edit.text(), "你好x");
    EXPECT_FALSE(edit.type("y"));
    EXPECT_EQ(edit.text(), "你好x");
    edit.select_all();
    EXPECT_TRUE(edit.type("y"));
    EXPECT_EQ(edit.text(), "y");
}

TEST(TextEdit, BytesThatAreNoTextAreReplaced) {
    EXPECT_EQ(TextEdit("a\xFF").text(), "a\uFFFD");
    TextEdit edit;
    edit.paste("\xC3z");
    EXPECT_EQ(edit.text(), "\uFFFDz");
}

/// Random keys over text of every script: what holds at all times.
void run_random_keys(unsigned seed, int keys) {
    Random random(seed);
    const auto below = [&](std::size_t n) { return static_cast<std::size_t>(random.below(n)); };
    const std::vector<std::string> bits = {"a",  " ",  "é", "\u0301", "\u200D",   "🏽", "👩",  "🇺",
                                           "ا",  "ל",  "न", "्",       "ต",        "ั",     "你", "안",
                                           "ᄀ", "ᅡ", "𝒳", "\xFF",   "\xE4\xBD", "\r\n", "12", "."};
    TextEdit edit(script_samples[below(script_samples.size())].text, 400);
    std::vector<std::string> passed = {edit.text()}; // each text there was, in order
    std::string first = edit.text();
    for (int n = 0; n < keys; ++n) {
        const bool extend = random.next() % 3 == 0;
        switch (random.next() % 12) {
        case 0:
        case 1:
        case 2:
            edit.type(bits[below(bits.size())]);
            break;
        case 3:
            edit.paste(script_samples[below(script_samples.size())].text.substr(below(4)));
            break;
        case 4:
        case 5:
            edit.erase(random.next() % 2 ? 1 : -1, random.next() % 4 == 0);
            break;
        case 6:
            edit.move_to(below(edit.text().size() + 3), extend);
            break;
        case 7:
            edit.move_by_word(random.next() % 2 ? 1 : -1, extend);
            break;
        case 8:
            edit.select_words(below(edit.text().size() + 2), below(edit.text().size() + 2));
            break;
        case 9:
            edit.undo();
            break;
        case 10:
            edit.redo();
            break;
        default:
            if (random.next() % 8 == 0)
                edit.replace_all(script_samples[below(script_samples.size())].text, below(30));
        }
        ASSERT_TRUE(is_utf8(edit.text())) << seed << " " << n;
        ASSERT_LE(edit.text().size(), 400u);
        ASSERT_LE(edit.end(), edit.text().size());
        const auto breaks = text_breaks(edit.text());
        ASSERT_TRUE(breaks[edit.begin()] & Caret) << seed << " " << n << " " << edit.text();
        ASSERT_TRUE(breaks[edit.end()] & Caret) << seed << " " << n << " " << edit.text();
        if (edit.text() != passed.back()) passed.push_back(edit.text());
    }
    // All the way back, through texts that there were, and forth again through the same.
    const std::string last = edit.text();
    std::vector<std::string> back = {last};
    while (edit.can_undo()) {
        edit.undo();
        back.push_back(edit.text());
        ASSERT_NE(std::find(passed.begin(), passed.end(), edit.text()), passed.end()) << seed;
    }
    EXPECT_EQ(edit.text(), first) << seed;
    for (; back.size() > 1; back.pop_back()) {
        ASSERT_EQ(edit.text(), back.back()) << seed;
        ASSERT_TRUE(edit.can_redo());
        edit.redo();
    }
    EXPECT_EQ(edit.text(), last) << seed;
}

TEST(TextEdit, RandomKeysKeepWhatHolds) {
    const char* asked = std::getenv("HEED_KEYS");
    const int runs = asked ? std::atoi(asked) : 150;
    for (int seed = 1; seed <= runs; ++seed)
        ASSERT_NO_FATAL_FAILURE(run_random_keys(static_cast<unsigned>(seed), 120));
}

} // namespace
} // namespace heed
