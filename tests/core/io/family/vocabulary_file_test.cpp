#include "core/io/family/vocabulary_file.h"

#include "core/io/base/file.h"
#include "tests/support/message_of.h"
#include "tests/support/source_dir.h"
#include "tests/support/temporary_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace heed::io {
namespace {

using test::message_of;
using testing::ElementsAre;
using testing::HasSubstr;

class VocabularyFile : public testing::Test {
protected:
    WordLists read(const std::string& bytes, const std::string& name = "vocab.txt") {
        write_file_atomic(folder_ / name, bytes);
        return read_words(folder_ / name);
    }
    std::string refusal(const std::string& bytes, const std::string& name = "vocab.txt") {
        return message_of([&] { read(bytes, name); });
    }
    test::TemporaryFolder folder_;
};

TEST_F(VocabularyFile, PlainLinesAreTheWordsInOrder) {
    EXPECT_THAT(*read("<s>\nder\n\nHund\r\n").one, ElementsAre("<s>", "der", "", "Hund"));
    EXPECT_THAT(*read("\xEF\xBB\xBF"
                      "a\nb")
                     .one,
                ElementsAre("a", "b"));
    EXPECT_THAT(*read("[PAD]\n[UNK]\n").one, ElementsAre("[PAD]", "[UNK]")); // begins as JSON does
}

TEST_F(VocabularyFile, FairseqLeavesOutFourSpecialTokens) {
    EXPECT_THAT(*read("der 10\nHund 3\n").one, ElementsAre("<s>", "<pad>", "</s>", "<unk>", "der", "Hund"));
    EXPECT_THAT(*read("a b 10 #fairseq:overwrite\n").one,
                ElementsAre("<s>", "<pad>", "</s>", "<unk>", "a b"));
    EXPECT_THAT(*read("<s> 1\nder 10\n").one, ElementsAre("<s>", "der")); // does not leave them out
}

TEST_F(VocabularyFile, AllenNlpLeavesOutThePadding) {
    EXPECT_THAT(*read("@@UNKNOWN@@\n@start@\nder\n").one,
                ElementsAre("@@PADDING@@", "@@UNKNOWN@@", "@start@", "der"));
}

TEST_F(VocabularyFile, VectorizersNameTheSidesAroundTheirTables) {
    const WordLists both =
        read(R"({"source_vocab": {"token_to_idx": {"<MASK>": 0, "the": 1}, "unk_token": "x"},
                                    "target_vocab": {"token_to_idx": {"<MASK>": 0, "le": 1}},
                                    "max_source_length": 9})",
             "vectorizer.json");
    EXPECT_THAT(*both.source, ElementsAre("<MASK>", "the"));
    EXPECT_THAT(*both.target, ElementsAre("<MASK>", "le"));
}

TEST_F(VocabularyFile, CountsAfterATabAreDropped) {
    EXPECT_THAT(*read("der\t10\nHund\t3\n").one, ElementsAre("der", "Hund"));
    EXPECT_THAT(*read("<unk>\t0\n\u2581der\t-3.25\n").one, ElementsAre("<unk>", "\u2581der"));
}

TEST_F(VocabularyFile, MarianNumbersItsWords) {
    const std::string text = "\"</s>\": 0\n<unk>: 1\n\"say \\\"a: b\\\"\": 3\n',': 2\n";
    EXPECT_THAT(*read(text, "vocab.yml").one, ElementsAre("</s>", "<unk>", ",", "say \"a: b\""));
    EXPECT_THAT(*read("a: 0\nb: 3\n", "vocab.yml").one, ElementsAre("a",
                                                                    "\u2039"
                                                                    "1\u203A",
                                                                    "\u2039"
                                                                    "2\u203A",
                                                                    "b"));
}

TEST_F(VocabularyFile, JsonListsAndMaps) {
    EXPECT_THAT(*read(R"(["a", "b"])", "v.json").one, ElementsAre("a", "b"));
    EXPECT_THAT(*read(R"({"b": 1, "a": 0})", "v.json").one, ElementsAre("a", "b"));
    EXPECT_THAT(*read(R"({"1": "b", "0": "a"})", "v.json").one, ElementsAre("a", "b"));
    EXPECT_THAT(
        *read(R"({"word2index": {"x": 2}, "index2word": {"0": "SOS", "1": "EOS", "2": "x"}, "n_words": 3})",
              "v.json")
             .one,
        ElementsAre("SOS", "EOS", "x"));
    EXPECT_THAT(*read(R"({"model": {"vocab": {"b": 1, "a": 0}}, "version": "1"})", "v.json").one,
                ElementsAre("a", "b"));
    EXPECT_THAT(*read(R"({"b": [1, 40], "a": [0, 70]})", "v.json").one, ElementsAre("a", "b"));
    EXPECT_THAT(*read(R"({"b": "1 40", "a": "0 70"})", "v.json").one, ElementsAre("a", "b"));
    EXPECT_THAT(*read(R"({"7": "1 40", "a": "0 70"})", "v.json").one, ElementsAre("a", "7"));
    EXPECT_THAT(*read(R"({"0": "1 40", "1": "b"})", "v.json").one, ElementsAre("1 40", "b"));
    EXPECT_THAT(refusal(R"({"b": "1 of", "a": "0 to"})", "v.json"), HasSubstr("not a vocabulary"));
}

TEST_F(VocabularyFile, BothSidesInOneFile) {
    for (const char* text : {R"({"src_itos": ["a", "b"], "trg_itos": ["c"]})",
                             R"({"input": {"0": "a", "1": "b"}, "output": {"0": "c"}})",
                             R"([{"index2word": {"0": "a", "1": "b"}}, {"index2word": {"0": "c"}}])"}) {
        const WordLists lists = read(text, "both.json");
        EXPECT_FALSE(lists.one) << text;
        EXPECT_THAT(*lists.source, ElementsAre("a", "b")) << text;
        EXPECT_THAT(*lists.target, ElementsAre("c")) << text;
    }
}

TEST_F(VocabularyFile, PicklesOfTorchtextAndOfPeoplesOwnClasses) {
    const auto folder = test::source_dir() / "tests/checkpoints";
    EXPECT_EQ(read_words(folder / "bentrevett_tut4/src_vocab.pt").one->size(), 38u);
    EXPECT_EQ(read_words(folder / "bentrevett_tut4/TRG.Field.pkl").one->size(), 15u);
    EXPECT_EQ(read_words(folder / "pytorch_tutorial_bahdanau/output_lang.pkl").one->front(), "SOS");
    EXPECT_EQ(read_words(folder / "ibm_gru/input_vocab.pt").one->size(), 14u);
}

TEST_F(VocabularyFile, WhatIsNoListIsNamed) {
    EXPECT_THAT(refusal(""), HasSubstr("an empty file"));
    EXPECT_THAT(refusal("{\"a\": 1.5}", "v.json"),
                HasSubstr("not a vocabulary: expected a list of words, found JSON"));
    EXPECT_THAT(refusal("{\"a\": 0, \"b\": 0}", "v.json"), HasSubstr("not a vocabulary"));
    EXPECT_THAT(refusal("{\"a\": 5000000}", "v.json"),
                HasSubstr("not a vocabulary")); // counts, or room for a bomb
    EXPECT_THAT(refusal("[1, 2", "v.json"), HasSubstr("not JSON"));
    EXPECT_THAT(refusal(std::string(5000, 'x')), HasSubstr("expected words of at most 4096 bytes"));
    EXPECT_THAT(message_of([&] { read_words(folder_ / "absent.txt"); }), HasSubstr("not read"));
    EXPECT_THAT(message_of([&] {
                    read_words(test::source_dir() / "tests/checkpoints/fairseq_lstm/checkpoint_best.pt");
                }),
                HasSubstr("and no list of words in it"));
}

TEST_F(VocabularyFile, APickleOfLinesIsReadAsOne) {
    const std::string text = "(dp0\nVeos\np1\nI0\nsVUNK\np2\nI1\ns.";
    EXPECT_THAT(*read(text).one, ElementsAre("eos", "UNK"));
    EXPECT_THAT(*read("ccollections\nOrderedDict\np0\n(tRp1\nVa\np2\nI0\nsVb\np3\nI1\ns.").one,
                ElementsAre("a", "b"));
    EXPECT_THAT(refusal("(Va\np0\nVb\np1\ntp2\n."), HasSubstr("a pickle of protocol 0"));
    EXPECT_THAT(*read("a\np1\n.").one, ElementsAre("a", "p1", "."));
}

TEST_F(VocabularyFile, OddWordsAreKeptAndNoted) {
    const WordLists broken = read("a\n\xFF\xFE\nb\n");
    EXPECT_EQ((*broken.one)[1], "\uFFFD\uFFFD");
    EXPECT_THAT(broken.notes, ElementsAre(HasSubstr("1 word is not UTF-8")));
    EXPECT_THAT(read("a\nb\na\n").notes, ElementsAre(HasSubstr("1 word stands twice; the first counts")));
}

TEST_F(VocabularyFile, DeepValuesEndTheSearch) {
    EXPECT_THAT(refusal(std::string(60, '[') + std::string(60, ']'), "v.json"),
                HasSubstr("not a vocabulary"));
    EXPECT_THAT(refusal(std::string(100000, '[')), HasSubstr("bytes in one")); // a text of one line
}

TEST(SideOf, NamesSpeakOfASide) {
    EXPECT_EQ(side_of("src_vocab.pt"), Side::Source);
    EXPECT_EQ(side_of("TRG.Field.pkl"), Side::Target);
    EXPECT_EQ(side_of("dict.tgt.txt"), Side::Target);
    EXPECT_EQ(side_of("input_lang"), Side::Source);
    EXPECT_EQ(side_of("outputLang"), Side::Target);
    EXPECT_EQ(side_of("vocab.json"), Side::Neither);
    EXPECT_EQ(side_of("insides.txt"), Side::Neither);
}

TEST(ValueAt, StepsThroughObjectsListsAndStates) {
    const auto root = nlohmann::json::parse(
        R"({"vocab": {"src": {"class": "C", "state": {"fields": [["src", {"class": "F", "state": {"vocab": 7}}]]}}}, "a.b": 1})");
    ASSERT_TRUE(value_at(root, "vocab.src.fields.0.1.vocab"));
    EXPECT_EQ(*value_at(root, "vocab.src.fields.0.1.vocab"), 7);
    EXPECT_EQ(*value_at(root, "a.b"), 1);
    for (const char* path :
         {"vocab.trg", "vocab.src.fields.7", "vocab.src.fields.x", "vocab.src.fields.0.1.vocab.deeper"})
        EXPECT_EQ(value_at(root, path), nullptr) << path;
}

} // namespace
} // namespace heed::io
