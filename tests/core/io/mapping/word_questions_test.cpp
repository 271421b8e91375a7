// Which words of a list stand around a source, and begin and end an output.
#include "core/io/mapping/word_questions.h"

#include "core/io/mapping/family_draft.h"
#include "tests/core/io/mapping/unsettled.h"
#include "tests/support/tar_bytes.h"

#include <gmock/gmock.h>

#include <algorithm>

namespace heed::io::mapping {
namespace {

using testing::ElementsAre;

std::vector<Question> asked_of(std::vector<std::string> words, const Answers& said = {}) {
    return word_questions({}, {words, words, {}, {}, {}, {}}, said);
}

std::vector<std::string> options_of(const std::vector<Question>& asked, const std::string& id) {
    std::vector<std::string> ids;
    for (const Question& question : asked)
        if (question.id == id)
            for (const Option& option : question.options) ids.push_back(option.id);
    return ids;
}

TEST(WordQuestions, MarksOfEverySpellingStandAroundASource) {
    const std::pair<const char*, const char*> spellings[] = {{"@start@", "@end@"}, {"<BEGIN>", "<STOP>"},
                                                             {"<START>", "<END>"}, {"[CLS]", "[SEP]"},
                                                             {"_GO", "_EOS"},      {"__start__", "__end__"}};
    for (const auto& [start, end] : spellings) {
        const auto asked = asked_of({"@@PADDING@@", "the", start, end, "dog"});
        EXPECT_THAT(options_of(asked, "source"), ElementsAre("both", "end", "none", "start")) << start;
        EXPECT_THAT(options_of(asked, "first"), ElementsAre(start, end));
        EXPECT_THAT(options_of(asked, "last"), ElementsAre(end));
        EXPECT_FALSE(options_of(asked, "padding").empty());
    }
}

TEST(WordQuestions, ALetterIsAMarkWhereThereIsNoOther) {
    EXPECT_THAT(options_of(asked_of({"S", "E", "a"}), "first"), ElementsAre("S", "E"));
    EXPECT_THAT(options_of(asked_of({"S", "E", "a", "_GO", "_EOS"}), "first"),
                ElementsAre("_GO", "S", "_EOS"));
}

TEST(WordQuestions, AnAnswerMayBeAnyWordOfTheList) {
    const std::vector<std::string> words{"<s>", "</s>", "the", "dog"};
    EXPECT_THAT(options_of(asked_of(words, {{"first", "dog"}}), "first"), ElementsAre("<s>", "</s>", "dog"));
    EXPECT_THAT(options_of(asked_of(words, {{"first", "cat"}}), "first"), ElementsAre("<s>", "</s>"));
    EXPECT_EQ(options_of(asked_of(words, {{"source", "the … dog"}}), "source").back(), "the … dog");
    EXPECT_EQ(options_of(asked_of(words, {{"source", "the … cat"}}), "source").back(), "start");
    EXPECT_EQ(options_of(asked_of({}, {{"last", "17"}}), "last").back(), "17");
}

TEST(WordQuestions, WhatStandsAroundASourceIsSaidInTheAnswer) {
    const Around both = around_of("the … dog"), behind = around_of("… dog"), none = around_of("none");
    EXPECT_TRUE(both.start && both.end && behind.end);
    EXPECT_FALSE(behind.start || none.start || none.end);
    EXPECT_EQ(both.start_word, "the");
    EXPECT_EQ(behind.end_word, "dog");
    EXPECT_TRUE(around_of("both").start && around_of("both").end && around_of("start").start);
}

TEST_F(Unsettled, AnExampleTellsMarksThatNoListOfMarksKnows) {
    add_bahdanau();
    write_file_atomic(folder_ / "src_vocab.txt",
                      "<unk>\n<pad>\n[open]\n[close]\na\nthe\nman\ndog\nsees\nold\n"
                      "red\nhouse\nruns\nin\n.\nbig\n");
    ASSERT_EQ(reading().drafted().answer("source"), "none");
    for (const char* own : {"[open] …", "… [close]", "[open] … [close]"}) {
        write_examples({{"source", own}}, {"the old man", "a red dog runs"}, 3);
        EXPECT_EQ(reading().drafted().answer("source"), own);
        EXPECT_TRUE(try_all(reading(), {}).tried.front().agrees) << own;
    }
    write_examples({{"source", "none"}}, {"zebra sees man"}, 3); // <unk> at an end is a word of the text
    EXPECT_EQ(reading().words.around, "");
}

TEST(WordQuestions, WhatExamplesHaveAroundASourceComesFirstWhereItIsNotUsual) {
    const auto offered = [](const std::string& around) {
        const std::vector<std::string> list{"<s>", "</s>", "[open]", "dog"};
        return options_of(word_questions({}, {list, list, {}, {}, {}, {}, around}, {}), "source");
    };
    EXPECT_THAT(offered("[open] …"), ElementsAre("[open] …", "both", "end", "none", "start"));
    EXPECT_THAT(offered("<s> … </s>"), ElementsAre("both", "end", "none", "start"));
}

// As of the decoder's: without an example nothing tells them.
TEST(WordQuestions, MarksOfNoUsualNameAreAskedAbout) {
    EXPECT_THAT(options_of(asked_of({"<pad>", "<unk>", "[open]", "[shut]", "dog"}), "source"),
                ElementsAre("none", "[open] … [shut]", "… [shut]", "… [open]", "[open] …", "[shut] …"));
    EXPECT_THAT(options_of(asked_of({"<pad>", "[PAD]", "P", "<unk>", "dog"}), "source"), ElementsAre("none"));
}

TEST_F(Unsettled, WithoutAnExampleMarksOfNoUsualNameStayOpen) {
    add_bahdanau();
    write_file_atomic(folder_ / "src_vocab.txt",
                      "<unk>\n<pad>\n[open]\n[close]\na\nthe\nman\ndog\nsees\nold\n"
                      "red\nhouse\nruns\nin\n.\nbig\n");
    const Draft asked = reading().drafted();
    EXPECT_EQ(asked.answer("source"), "none");
    EXPECT_TRUE(asked.find("source")->open());
    const std::string open = family_json(asked, "x", "x", {}).value("unsettled", Json()).dump();
    EXPECT_NE(open.find("stands around the words"), open.npos) << open; // as heed check lists it
    EXPECT_EQ(reading({{"source", "[open] … [close]"}}).drafted().answer("source"), "[open] … [close]");
}

TEST_F(Unsettled, ListsAreFoundInAFolderOfWordsAndInAVectorizer) {
    add_bahdanau();
    fs::remove(folder_ / "src_vocab.txt");
    fs::remove(folder_ / "trg_vocab.txt");
    std::string lines = "@@UNKNOWN@@";
    for (int n = 2; n < 16; ++n) lines += "\nword" + std::to_string(n);
    fs::create_directory(folder_ / "vocabulary");
    write_file_atomic(folder_ / "vocabulary/source_tokens.txt", lines);
    Json table;
    for (int n = 0; n < 17; ++n) table["mot" + std::to_string(n)] = n;
    write_file_atomic(folder_ / "vectorizer.json", Json{{"source_vocab", {{"token_to_idx", table}}},
                                                        {"target_vocab", {{"token_to_idx", table}}}}
                                                       .dump());
    const Words words = reading().words;
    ASSERT_EQ(words.source.size(), 16u);
    EXPECT_EQ(words.source[0], "@@PADDING@@");
    ASSERT_EQ(words.target.size(), 17u);
    EXPECT_EQ(words.target[16], "mot16");
}

TEST_F(Unsettled, ListsAreFoundInTheArchiveOfTheModel) {
    add_bahdanau();
    fs::remove(folder_ / "src_vocab.txt");
    fs::remove(folder_ / "trg_vocab.txt");
    std::string source = "@@UNKNOWN@@", target = source;
    for (int n = 2; n < 16; ++n) source += "\nword" + std::to_string(n);
    for (int n = 2; n < 17; ++n) target += "\nmot" + std::to_string(n);
    write_file_atomic(folder_ / "model.tar",
                      test::tar_member("weights.safetensors", safetensors_bytes(set_)) +
                          test::tar_member("vocabulary/target_tokens.txt", target) +
                          test::tar_member("vocabulary/source_tokens.txt", source) + test::end_of_tar());
    const Words words = read_unknown({folder_ / "model.tar"}, {}, {}).words;
    ASSERT_EQ(words.source.size(), 16u);
    EXPECT_EQ(words.source[0], "@@PADDING@@");
    EXPECT_EQ(words.source[15], "word15");
    ASSERT_EQ(words.target.size(), 17u);
    EXPECT_EQ(words.target[16], "mot16");
}

} // namespace
} // namespace heed::io::mapping
