// The words of a model that stand for none, in lists that spell them otherwise than its family's program
// does.
#include "core/base/error.h"
#include "core/io/base/file.h"
#include "core/io/open/open_model.h"
#include "tests/support/message_of.h"
#include "tests/support/source_dir.h"
#include "tests/support/temporary_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace heed::io {
namespace {

namespace fs = std::filesystem;
using testing::Contains;
using testing::HasSubstr;
using Words = std::vector<std::string>;

void write_words(const fs::path& file, const Words& words) {
    std::string text;
    for (const std::string& word : words) text += word + "\n";
    write_file_atomic(file, text);
}

/// A model of tests/checkpoints, its lists of words written anew, each with other first words.
class SpelledWords : public testing::Test {
protected:
    Opened opened(const char* name, std::vector<const char*> files, const Words& source,
                  const Words& target) {
        OpenOptions how;
        how.families = {test::source_dir() / "assets/families"};
        const fs::path from = test::source_dir() / "tests/checkpoints" / name;
        const Opened before = open_model({from}, how);
        const auto changed = [](Words words, const Words& first) {
            std::copy(first.begin(), first.end(), words.begin());
            return words;
        };
        for (const char* file : files)
            fs::copy_file(from / file, folder_ / file, fs::copy_options::overwrite_existing);
        write_words(folder_ / "src_vocab.txt", changed(*before.model->source.tokens(), source));
        write_words(folder_ / "trg_vocab.txt", changed(*before.model->target.tokens(), target));
        Opened made = open_model({folder_.path()}, how);
        const Understanding seen = glimpse(folder_.path(), how).understanding;
        EXPECT_EQ(seen.unsettled, made.report.unsettled.size()); // what is said before it is opened
        EXPECT_FALSE(seen.words_unseen);
        return made;
    }
    /// Tutorial 3, which has fixed places: unknown, padding, start, end.
    Opened tutorial(const Words& words) { return opened("bentrevett_tut3", {"tut3-model.pt"}, words, words); }

    test::TemporaryFolder folder_;
};

TEST_F(SpelledWords, AreFoundWhereverTheyStand) {
    for (const Words& words :
         {Words{"<PAD>", "<SOS>", "<EOS>", "<UNK>"}, Words{"[PAD]", "[CLS]", "[SEP]", "[UNK]"},
          Words{"_PAD", "_GO", "_EOS", "_UNK"}, Words{"PAD", "START", "END", "OOV"},
          Words{"<pad>", "<s>", "</s>", "<unk>"}}) {
        SCOPED_TRACE(words[0] + " " + words[1]);
        const Opened model = tutorial(words);
        ASSERT_TRUE(model.model) << model.problem;
        for (const Vocabulary* side : {&model.model->source, &model.model->target}) {
            EXPECT_EQ(side->special().pad, 0);
            EXPECT_EQ(side->special().start, 1);
            EXPECT_EQ(side->special().end, 2);
            EXPECT_EQ(side->special().unknown, 3);
        }
        EXPECT_THAT(model.report.unsettled, testing::Not(Contains(HasSubstr("vocabulary has no word"))));
    }
}

// Where place and meaning say the same, that the list spells it in its own way is no doubt.
TEST_F(SpelledWords, AnotherSpellingInThePlaceIsNone) {
    const Opened model = tutorial({"[UNK]", "[PAD]", "[CLS]", "[SEP]"});
    ASSERT_TRUE(model.model) << model.problem;
    EXPECT_THAT(model.report.unsettled, testing::Not(Contains(HasSubstr("vocabulary"))));
    const Opened moved = tutorial({"[UNK]", "[PAD]", "[SEP]", "[CLS]"});
    ASSERT_TRUE(moved.model) << moved.problem;
    EXPECT_THAT(moved.report.unsettled, Contains(HasSubstr("\"[CLS]\" is taken, as other programs")));
}

TEST_F(SpelledWords, WhatStandsAtThePlaceOfOneIsDoubtedWhereItIsAnother) {
    const Opened model = tutorial({"<unk>", "<pad>", "first", "<eos>"});
    ASSERT_TRUE(model.model) << model.problem;
    EXPECT_EQ(model.model->target.special().start, 2);
    EXPECT_THAT(
        model.report.unsettled,
        Contains(HasSubstr("target vocabulary has no word that is known as its start: \"first\" is taken")));
    EXPECT_EQ(model.report.verdict(), LoadVerdict::Partly);
}

TEST_F(SpelledWords, WhatIsNotNeededIsNoOther) {
    const Opened model = tutorial({"one", "two", "<sos>", "<eos>"});
    ASSERT_TRUE(model.model) << model.problem;
    EXPECT_EQ(model.model->source.special().unknown, -1) << "no word stands for unknown ones";
    EXPECT_EQ(model.model->source.special().pad, -1);
}

// "s" is a letter, and "go" a word: where nothing else is the start, that they stand in its place is a doubt.
TEST_F(SpelledWords, AWordOfTheLanguageInThePlaceIsDoubted) {
    const Opened model = tutorial({"unk", "pad", "s", "<eos>"});
    ASSERT_TRUE(model.model) << model.problem;
    EXPECT_EQ(model.model->target.special().start, 2);
    EXPECT_EQ(model.model->target.special().pad, 1);
    EXPECT_THAT(model.report.unsettled, Contains(HasSubstr("\"s\" is taken")));
}

// A word of the texts that is spelled as one is none where another is marked, and a doubt where it is alone.
TEST_F(SpelledWords, OneInSmallLettersIsTheLastThatIsTaken) {
    const Opened marked = tutorial({"_PAD", "_EOS", "_GO", "_UNK", "sos", "eos"});
    ASSERT_TRUE(marked.model) << marked.problem;
    EXPECT_EQ(marked.model->target.special().start, 2);
    EXPECT_EQ(marked.model->target.special().end, 1);
    const Opened alone = tutorial({"unk", "pad", "a", "b", "sos", "<eos>"});
    ASSERT_TRUE(alone.model) << alone.problem;
    EXPECT_EQ(alone.model->target.special().start, 4);
    EXPECT_THAT(alone.report.unsettled, Contains(HasSubstr("\"sos\" is taken, which may be a word")));
}

// A look before opening claims nothing of lists that are not there, or too long to be read in passing.
TEST_F(SpelledWords, AreSaidToBeUnseenWhereNobodyLooked) {
    const Words usual = {"<unk>", "<pad>", "<sos>", "<eos>"};
    ASSERT_TRUE(tutorial(usual).model);
    OpenOptions how;
    how.families = {test::source_dir() / "assets/families"};
    write_file_atomic(folder_ / "src_vocab.txt", std::string((8u << 20) + 1, 'a'));
    EXPECT_TRUE(glimpse(folder_.path(), how).understanding.words_unseen);
    fs::remove(folder_ / "src_vocab.txt");
    EXPECT_TRUE(glimpse(folder_.path(), how).understanding.words_unseen);
}

TEST_F(SpelledWords, OfTwoOneIsTakenAndDoubted) {
    const Opened model = tutorial({"<unk>", "<go>", "[CLS]", "<eos>"});
    ASSERT_TRUE(model.model) << model.problem;
    EXPECT_EQ(model.model->target.special().start, 1);
    EXPECT_THAT(model.report.unsettled,
                Contains(HasSubstr("both \"<go>\" and \"[CLS]\" could be the start")));
}

TEST_F(SpelledWords, AreFoundForFamiliesThatHaveNoPlaces) {
    const Opened model =
        opened("bastings", {"model.pt"}, {"[UNK]", "[PAD]", "[SEP]"}, {"_UNK", "_PAD", "_GO", "_EOS"});
    ASSERT_TRUE(model.model) << model.problem;
    EXPECT_EQ(model.model->target.special().start, 2);
    EXPECT_EQ(model.model->target.special().end, 3);
    // Nothing but their meaning speaks for them, and that is said.
    EXPECT_THAT(model.report.unsettled,
                Contains(HasSubstr("target vocabulary does not have \"<s>\", which its family names as the "
                                   "start: \"_GO\" is taken, as other programs spell it")));
    EXPECT_EQ(model.report.verdict(), LoadVerdict::Partly);
    fs::remove(folder_ / "model.pt");
    EXPECT_THAT(
        test::message_of([&] {
            opened("bastings", {"model.pt"}, {"<unk>", "<pad>", "one"}, {});
        }),
        HasSubstr("source vocabulary: expected a token that is its end, as \"</s>\" or as other programs"));
}

} // namespace
} // namespace heed::io
