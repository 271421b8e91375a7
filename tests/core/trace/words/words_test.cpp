// Words from pieces, whatever the tokenizer and the script.
#include "core/trace/words/words.h"

#include <gtest/gtest.h>

namespace heed {
namespace {

using Texts = std::vector<std::string>;

/// Tokens that stand for stretches of the text, one after the other; of an empty stretch they frame it.
struct Cut {
    std::string text;
    std::vector<TraceToken> tokens;

    Cut& piece(const std::string& name, const std::string& of_text) {
        TraceToken token;
        token.text = name;
        token.begin = text.size();
        text += of_text;
        token.end = text.size();
        tokens.push_back(token);
        return *this;
    }
    /// Of the same bytes as the one before: a byte of a character, or what a sign was made into.
    Cut& again(const std::string& name) {
        TraceToken token = tokens.back();
        token.text = name;
        tokens.push_back(token);
        return *this;
    }
    Cut& end(const std::string& name = "</s>") {
        TraceToken token;
        token.text = name;
        token.is_end = true;
        tokens.push_back(token);
        return *this;
    }
    /// What the model is told before the text: nothing of it was typed.
    Cut& told(const std::string& name) {
        piece(name, "").tokens.back().is_start = true;
        return *this;
    }
    std::vector<Word> words() const { return words_of(tokens, piece_mark(nullptr, tokens), text); }
};

Texts texts_in(const std::vector<Word>& words) {
    Texts texts;
    for (const Word& word : words) texts.push_back(word.text);
    return texts;
}

/// Every token in one word, in order; a word's bytes are its text.
void expect_whole(const Cut& cut) {
    const std::vector<Word> words = cut.words();
    int next = 0;
    std::size_t byte = 0;
    for (const Word& word : words) {
        EXPECT_EQ(word.first, next);
        EXPECT_GT(word.last, word.first);
        next = word.last;
        if (word.framing) continue;
        EXPECT_EQ(cut.text.substr(word.begin, word.end - word.begin), word.text);
        // Between words nothing but spaces is left out.
        EXPECT_EQ(cut.text.substr(byte, word.begin - byte).find_first_not_of(' '), std::string::npos);
        byte = word.end;
    }
    EXPECT_EQ(next, static_cast<int>(cut.tokens.size()));
    EXPECT_EQ(cut.text.substr(byte).find_first_not_of(' '), std::string::npos);
}

TEST(Words, ATaskBeforeTheTextIsCutIntoWordsToo) {
    Cut cut;
    cut.told("▁").told("s").told("um").told("marize").told(":").piece("▁the", "the").piece("▁", " ");
    cut.piece("w", "w").piece("rite", "rite").end();
    expect_whole(cut);
    EXPECT_EQ(texts_in(cut.words()), (Texts{"summarize:", "the", "write", "</s>"}));
    EXPECT_TRUE(cut.words().front().framing);
    Cut language; // a code and a start are words of their own
    language.told("<s>").told("en_XX").told("▁to").told("▁French").piece("▁the", "the").end();
    EXPECT_EQ(texts_in(language.words()), (Texts{"<s>", "en_XX", "▁to", "▁French", "the", "</s>"}));
    Cut unread; // a sign that the model cannot read has no text
    unread.told("▁to").told("▁Fr").told("ench").told("<unk>").piece("▁the", "the").end();
    unread.tokens[3].unknown = true;
    EXPECT_EQ(texts_in(unread.words()), (Texts{"▁to", "French", "<unk>", "the", "</s>"}));
    Cut space; // that before a first word is a part of it
    space.told("▁").piece("our", "our").end();
    EXPECT_EQ(texts_in(space.words()), (Texts{"our", "</s>"}));
}

TEST(Words, BeginAtSentencePieceMarks) {
    Cut cut;
    cut.piece("▁The", "The").piece("▁riv", " riv").piece("er", "er").piece("▁dri", " dri").piece("es", "es");
    cut.piece(".", ".").end();
    EXPECT_EQ(texts_in(cut.words()), (Texts{"The", "river", "dries.", "</s>"}));
    expect_whole(cut);
}

TEST(Words, OfALoneMarkBelongToWhatFollows) {
    Cut cut;
    cut.piece("▁", "").piece("naïve", "naïve").piece("▁", " ").piece("ça", "ça").end();
    EXPECT_EQ(texts_in(cut.words()), (Texts{"naïve", "ça", "</s>"}));
    expect_whole(cut);
}

TEST(Words, OfUnknownPiecesBeginWhereTheTextHasASpace) {
    Cut cut;
    cut.piece("▁sign", "sign").piece("ed", "ed").piece("<unk>", " the").piece("<unk>", "ç").end();
    for (TraceToken& token : cut.tokens) token.unknown = token.text == "<unk>";
    EXPECT_EQ(texts_in(cut.words()), (Texts{"signed", "theç", "</s>"}));
    expect_whole(cut);
}

TEST(Words, BeginAtByteLevelMarks) {
    Cut cut; // "é" is Ã©, a space Ġ
    cut.piece("Ca", "Ca").piece("fÃ©", "fé").piece("Ġo", " o").piece("uvert", "uvert").piece("!", "!");
    EXPECT_EQ(texts_in(cut.words()), (Texts{"Café", "ouvert!"}));
    expect_whole(cut);
}

TEST(Words, OfBytesOfOneCharacterAreOne) {
    Cut cut; // U+1F600 in two pieces of two bytes each, between words
    cut.piece("so", "so").piece("ĠðŁ", " \U0001F600").again("ĺĢ").piece("Ġgood", " good");
    const std::vector<Word> words = cut.words();
    ASSERT_EQ(words.size(), 3U);
    EXPECT_EQ(words[1].text, "\U0001F600");
    EXPECT_EQ(words[1].last - words[1].first, 2);
}

TEST(Words, BeginAtACharacterWhoseBytesAreSeveralPieces) {
    Cut cut;
    cut.piece("å¾ĭ", "律")
        .piece(",", ",")
        .piece("ä»", "他")
        .again("ĸ")
        .piece("Ġok", " ok")
        .piece("ä»", "他")
        .again("ĸ");
    EXPECT_EQ(texts_in(cut.words()), (Texts{"律", ",", "他", "ok", "他"}));
    for (TraceToken& token : cut.tokens) token.begin = token.end = 0; // of what is written no bytes are known
    cut.text.clear();
    EXPECT_EQ(texts_in(cut.words()), (Texts{"律", ",", "他", "ok", "他"}));
}

TEST(Words, HoldTheMarksThatWereLeftOut) {
    Cut cut; // a tokenizer that drops accents and vowel signs
    cut.end("[CLS]").piece("थ", "थ").text += "े";
    cut.piece("et", " e\u0301t").text += "\u0301";
    cut.piece("##un", "un").end("[SEP]");
    EXPECT_EQ(texts_in(cut.words()), (Texts{"[CLS]", "थे", "e\u0301t\u0301un", "[SEP]"}));
    expect_whole(cut);
    Cut thai; // a mark that is a piece of its own is not the word's before it
    thai.piece("▁ช", "ช").piece("่", "่").piece("อง", "อง");
    EXPECT_EQ(texts_in(thai.words()), (Texts{"ช", "่", "อง"}));
}

TEST(Words, DoNotBeginWithAnySpace) {
    Cut cut;
    cut.piece("▁a", "a").piece("▁b", "\u00A0b").piece("▁c", "\u3000c").end();
    EXPECT_EQ(texts_in(cut.words()), (Texts{"a", "b", "c", "</s>"}));
}

TEST(Words, OfFallbackBytesAreOne) {
    Cut cut;
    cut.piece("▁say", "say").piece("▁", " ").piece("<0xF0>", "\U0001F600").again("<0x9F>").again("<0x98>");
    cut.again("<0x80>").piece("▁now", " now").end();
    EXPECT_EQ(texts_in(cut.words()), (Texts{"say", "\U0001F600", "now", "</s>"}));
}

TEST(Words, ContinueAtWordPieceMarks) {
    Cut cut;
    cut.end("[CLS]").piece("un", "un").piece("##aff", "aff").piece("##able", "able").piece(",", ",");
    cut.piece("he", " he").end("[SEP]");
    EXPECT_EQ(texts_in(cut.words()), (Texts{"[CLS]", "unaffable", ",", "he", "[SEP]"}));
    EXPECT_TRUE(cut.words().front().framing);
    EXPECT_TRUE(cut.words().back().framing);
    expect_whole(cut);
}

TEST(Words, ContinueAfterJoiners) {
    Cut cut;
    cut.piece("bank@@", "bank").piece("ing", "ing").piece("crisis", " crisis");
    EXPECT_EQ(texts_in(cut.words()), (Texts{"banking", "crisis"}));
}

TEST(Words, OfScriptsWithoutSpacesAreTheirPieces) {
    Cut chinese;
    chinese.piece("▁", "").piece("我们", "我们").piece("去", "去").piece("北京", "北京").end();
    EXPECT_EQ(texts_in(chinese.words()), (Texts{"我们", "去", "北京", "</s>"}));
    expect_whole(chinese);
    Cut thai;
    thai.piece("▁ฉัน", "ฉัน").piece("ชอบ", "ชอบ").piece("แมว", "แมว").end();
    EXPECT_EQ(texts_in(thai.words()), (Texts{"ฉัน", "ชอบ", "แมว", "</s>"}));
    Cut japanese; // Latin letters among Kana are words of their own
    japanese.piece("▁これは", "これは").piece("PC", "PC").piece("です", "です").end();
    EXPECT_EQ(texts_in(japanese.words()), (Texts{"これは", "PC", "です", "</s>"}));
}

TEST(Words, OfScriptsWithSpacesAreNotCut) {
    Cut arabic;
    arabic.piece("▁ال", "ال").piece("كتاب", "كتاب").piece("▁جديد", " جديد").end();
    EXPECT_EQ(texts_in(arabic.words()), (Texts{"الكتاب", "جديد", "</s>"}));
    expect_whole(arabic);
    Cut hindi;
    hindi.piece("▁नम", "नम").piece("स्ते", "स्ते").piece("▁दुनिया", " दुनिया").end();
    EXPECT_EQ(texts_in(hindi.words()), (Texts{"नमस्ते", "दुनिया", "</s>"}));
    Cut korean;
    korean.piece("▁안녕", "안녕").piece("하세요", "하세요").end();
    EXPECT_EQ(texts_in(korean.words()), (Texts{"안녕하세요", "</s>"}));
}

TEST(Words, AreTheTokensWhereNothingIsMarked) {
    Cut cut;
    cut.piece("the", "the").piece("bank", " bank").end();
    EXPECT_EQ(cut.words().size(), 3U);
}

TEST(Words, FoldRowsThatSumToOne) {
    MatrixXf weights(5, 4); // (T, N)
    weights << .1f, .2f, .3f, .4f, .2f, .2f, .2f, .1f, .3f, .1f, .1f, .2f, .1f, .4f, .2f, .1f, .3f, .1f, .2f,
        .2f;
    const std::vector<Word> looked{{0, 2}, {2, 3}, {3, 5}}, looking{{0, 1}, {1, 4}};
    const Eigen::MatrixXd folds = folded(weights, looked, looking);
    ASSERT_EQ(folds.rows(), 3);
    ASSERT_EQ(folds.cols(), 2);
    for (Eigen::Index i = 0; i < folds.cols(); ++i) EXPECT_NEAR(folds.col(i).sum(), 1, 1e-6);
    EXPECT_NEAR(folds(0, 0), .3, 1e-6);                 // a sum
    EXPECT_NEAR(folds(1, 1), (.1 + .1 + .2) / 3, 1e-6); // a mean
    EXPECT_NEAR(folds(2, 1), (.5 + .4 + .3) / 3, 1e-6); // of sums
}

TEST(Words, OfTwoCutsMeetWhereBothEnd) {
    const std::vector<std::vector<Word>> ways{
        {{0, 1, "dry", 0, 3}, {1, 2, ".", 3, 4}, {2, 3, "it", 5, 7}, {3, 4, "</s>", 0, 0, true}},
        {{0, 2, "dry.", 0, 4}, {2, 3, "it", 5, 7}}};
    const std::vector<Stretch> common = common_stretches(ways);
    ASSERT_EQ(common.size(), 2U);
    EXPECT_EQ(common[0].end, 4U);
    EXPECT_EQ(common[1].begin, 5U);
}

} // namespace
} // namespace heed
