#include "app/state/spelling.h"

#include "app/state/update.h"
#include "core/models/model.h"
#include "core/text/vocabulary.h"
#include "tests/support/samples/sample_trace.h"

#include <algorithm>
#include <gtest/gtest.h>

namespace heed {
namespace {

using Words = std::vector<std::string>;

AppState with_words() {
    AppState s;
    s.source_words = std::make_shared<Vocabulary>(
        Words{"<pad>", "<s>", "</s>", "<unk>", "the", "they", "treaty", "tree", "sign"});
    s.facts.character_level = false;
    s.model = std::make_shared<const Model>();
    return s;
}

/// As the window does when a letter comes: the text, then the caret.
void type(AppState& s, const std::string& text, int caret = -1) {
    update(s, {"type", text});
    update(s, {"caret", "typed", 0, caret < 0 ? static_cast<int>(text.size()) : caret});
}

const Effect* edit_of(const EffectList& effects) {
    const auto found = std::find_if(effects.begin(), effects.end(),
                                    [](const Effect& e) { return e.kind == Effect::Kind::EditInput; });
    return found == effects.end() ? nullptr : &*found;
}

TEST(Spelling, TheWordBeforeTheCaret) {
    const std::string text = "sign the, tre";
    const auto at = [&](std::size_t caret) {
        const WordAt word = word_before(text, caret);
        return text.substr(word.begin, word.end - word.begin);
    };
    EXPECT_EQ(at(13), "tre");
    EXPECT_EQ(at(4), "sign");
    EXPECT_EQ(at(8), "the"); // before the comma
    EXPECT_EQ(at(2), "");    // within a word
    EXPECT_EQ(at(10), "");   // before one
    EXPECT_EQ(at(99), "");
}

TEST(Spelling, WhatIsTypedIsCompletedAndTakenOver) {
    AppState s = with_words();
    type(s, "sign the tre");
    EXPECT_EQ(s.completion.words, (Words{"tree", "treaty"}));
    update(s, {"completion-move", "", 0, 1});
    const EffectList effects = update(s, {"completion-accept"});
    EXPECT_EQ(s.input, "sign the treaty");
    ASSERT_TRUE(edit_of(effects));
    EXPECT_EQ(edit_of(effects)->text, "15");
    EXPECT_FALSE(s.completion.open());
    EXPECT_TRUE(s.running);
}

TEST(Spelling, InTheMiddleOfTheTextOnlyThatWordIsReplaced) {
    AppState s = with_words();
    type(s, "sign tre now", 8);
    const EffectList effects = update(s, {"completion-accept", "", 0, 0});
    EXPECT_EQ(s.input, "sign tree now");
    EXPECT_EQ(edit_of(effects)->text, "9");
}

TEST(Spelling, TheListClosesWhenTheCaretGoesOrEscIsPressed) {
    AppState s = with_words();
    type(s, "th");
    ASSERT_TRUE(s.completion.open());
    update(s, {"caret", "", 0, 1}); // moved, not typed
    EXPECT_FALSE(s.completion.open());
    type(s, "the");
    EXPECT_EQ(s.completion.words, Words{"they"});
    update(s, {"completion-close"});
    EXPECT_FALSE(s.completion.open());
    EXPECT_TRUE(update(s, {"completion-accept"}).empty());
}

TEST(Spelling, ChoosingGoesRound) {
    AppState s = with_words();
    type(s, "t");
    const int count = static_cast<int>(s.completion.words.size());
    update(s, {"completion-move", "", 0, -1});
    EXPECT_EQ(s.completion.chosen, count - 1);
    update(s, {"completion-move", "", 0, 1});
    EXPECT_EQ(s.completion.chosen, 0);
}

TEST(Spelling, ModelsThatReadLettersOfferNothing) {
    AppState s = with_words();
    s.facts.character_level = true;
    type(s, "tre");
    EXPECT_FALSE(s.completion.open());
}

TEST(Spelling, AnUnknownWordIsReplacedByANearOne) {
    AppState s = with_words();
    update(s, {"type", "sign zyzzyva now"});
    s.unknown = {{"zyzzyva", 5, 12, {"tree"}}};
    update(s, {"replace-word", "tree", 0, 5, 12});
    EXPECT_EQ(s.input, "sign tree now");
    EXPECT_TRUE(s.unknown.empty());
    update(s, {"replace-word", "x", 0, 50, 60}); // out of date
    EXPECT_EQ(s.input, "sign tree now");
}

} // namespace
} // namespace heed
