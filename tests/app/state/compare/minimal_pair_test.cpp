#include "app/state/compare/minimal_pair.h"

#include "core/analysis/token_alignment.h"
#include "core/io/model/model_folder.h"
#include "core/models/model.h"
#include "core/tasks/task.h"
#include "tests/support/source_dir.h"

#include <gtest/gtest.h>

namespace heed {
namespace {

std::string pair_of(const std::string& model, const std::string& text) {
    const Model loaded = io::load_model(test::source_dir() / "assets/models" / model, model);
    return minimal_pair(text, loaded.task, loaded.tokenizer, &loaded.source);
}

/// One token of the source and one of the right answer is another.
void expect_minimal(const std::string& task, const std::string& a, const std::string& b) {
    const auto left = tasks::get(task).reference(a), right = tasks::get(task).reference(b);
    ASSERT_TRUE(left && right) << a << " | " << b;
    const auto sources = analysis::tally(analysis::align_tokens(left->source, right->source));
    EXPECT_EQ(sources.replaced, 1) << b;
    EXPECT_EQ(sources.only_a + sources.only_b, 0) << b;
    const auto targets = analysis::tally(analysis::align_tokens(left->target, right->target));
    EXPECT_EQ(targets.replaced, 1) << b;
    EXPECT_EQ(targets.only_a + targets.only_b, 0) << b;
}

TEST(MinimalPair, OneTokenAndOneTokenOfTheAnswer) {
    for (const char* text : {"the agreement on the european economic area was signed in august 1992",
                             "the small car is red", "their report is not important"}) {
        const std::string b = pair_of("translate/additive", text);
        expect_minimal("translate", text, b);
        EXPECT_EQ(b, pair_of("translate/additive", text)) << "the same every time";
    }
    for (const char* text : {"3 March 1987", "june 25, 1913"})
        expect_minimal("dates", text, pair_of("dates/additive", text));
    expect_minimal("reverse", "hello", pair_of("reverse/additive", "hello"));
}

TEST(MinimalPair, WordsAreChangedBeforeNumbers) {
    const std::string b = pair_of("translate/additive", "the report was signed in august 1992");
    EXPECT_TRUE(b.ends_with(" 1992")) << b;
}

TEST(MinimalPair, AFullStopThatTheTaskDoesNotKnowChangesNothing) {
    for (const std::string text :
         {"the agreement on the european economic area was signed in august 1992", "the small car is red"})
        for (const std::string end : {" .", " !", " . ."})
            EXPECT_EQ(pair_of("translate/additive", text + end), pair_of("translate/additive", text) + end);
}

// Of a model that reads pieces the other word is one that can be typed, not a piece as it stands in the list.
TEST(MinimalPair, PiecesAreNoWords) {
    const Tokenizer tokenizer{TokenLevel::Word, true};
    const Vocabulary space({"<pad>", "<s>", "</s>", "<unk>", "▁cat", "s", "▁dog", "▁."});
    EXPECT_EQ(minimal_pair("the cat", "", tokenizer, &space), "the dog");
    EXPECT_EQ(minimal_pair("the sleeps", "", tokenizer, &space), "the cat");
    const Vocabulary joined({"<pad>", "<s>", "</s>", "<unk>", "sle@@", "dog", "eps"});
    EXPECT_EQ(minimal_pair("the cat", "", tokenizer, &joined), "the dog");
}

TEST(MinimalPair, OfNoTaskIsTheNearestWordOfItsKind) {
    const Vocabulary words({"<pad>", "<s>", "</s>", "<unk>", "ein", "7", "haus", "8", "."});
    const Tokenizer tokenizer{TokenLevel::Word, true};
    EXPECT_EQ(minimal_pair("ein haus .", "", tokenizer, &words), "ein ein .");
    EXPECT_EQ(minimal_pair("7", "", tokenizer, &words), "8");
    EXPECT_EQ(minimal_pair(".", "", tokenizer, &words), "");
    EXPECT_EQ(minimal_pair("", "", tokenizer, nullptr), "");
}

} // namespace
} // namespace heed
