// Batches of sentences: what is left of each, of its own past too, and what must not be taken for one.
#include "core/io/open/open_model.h"
#include "core/trace/given_facts.h"
#include "core/trace/row_sums.h"
#include "tests/core/io/attention/checks.h"
#include "tests/support/archives.h"

#include <gmock/gmock.h>

namespace heed::io {
namespace {

using test::message_of;
using testing::Contains;
using testing::ElementsAre;
using testing::EndsWith;
using testing::HasSubstr;
using testing::Not;
using Strings = std::vector<std::string>;

const GivenFacts& facts_of_file(const Trace& trace) { return trace.model.of<GivenFacts>(); }

std::vector<int> numbers_in_file(const std::vector<Trace>& traces) {
    std::vector<int> numbers;
    for (const Trace& trace : traces) numbers.push_back(facts_of_file(trace).sentence);
    return numbers;
}

/// A list of words, or of several, as a pickle has them.
test::Pickle& put_list(test::Pickle& pickle, const Strings& words) {
    pickle.code("](");
    for (const std::string& word : words) pickle.text(word);
    return pickle.code("e");
}
test::Pickle& put_lists(test::Pickle& pickle, const std::vector<Strings>& lists) {
    pickle.code("](");
    for (const Strings& words : lists) put_list(pickle, words);
    return pickle.code("e");
}

const std::string two_of_two = R"({"source": [["a", "b"], ["c", "d"]], "target": [["x", "y"], ["u", "v"]], )";

// ------------------------------------------------------------------------------------------ over themselves

TEST_F(Attention, TokensOverThemselvesAreASquare) {
    EXPECT_EQ(refusal(two_of_two + R"("decoder_attentions":
                                      [[[1, 0, 0], [0.5, 0.5, 0]], [[1, 0, 0], [0.5, 0.5, 0]]]})"),
              "axis 3 of 3, the tokens that are looked at: expected 2, as many as look at them, found 3");
    EXPECT_EQ(refusal(R"({"tokens": "a b", "attention": [[0.2, 0.3, 0.5], [0.1, 0.1, 0.8]]})"),
              "axis 2 of 2, the tokens that are looked at: expected 2, as many as look at them, found 3");
    EXPECT_EQ(refusal(two_of_two +
                      R"("encoder_attentions": [[[1, 0], [0, 1], [1, 0]], [[1, 0], [0, 1], [1, 0]]]})"),
              "axis 3 of 3, the tokens that are looked at: expected 3, as many as look at them, found 2");
    const auto ended = read(R"({"source": [["a", "b"], ["c"]], "target": [["x"], ["u"]], "encoder_attentions":
                                [[[1, 0, 0], [0, 1, 0], [0, 0, 1]], [[0.25, 0.75, 0], [0, 1, 0], [0, 0, 1]]]})");
    EXPECT_THAT(source_words(ended[1]), ElementsAre("c", "</s>"));
    EXPECT_EQ(ended[1].weight(0, 1), 0.75f);
}

TEST_F(Attention, StepsOfABatchSeeTheStartFirst) { // generate(): [step][layer][batch, head, 1, seen]
    const std::string steps = R"("decoder_attentions": [[[[[[1]]], [[[1]]]]],
                                                        [[[[[0.5, 0.5]]], [[[0.25, 0.75]]]]]]})";
    const auto both = read(two_of_two + steps); // and no batch of sentences of unequal lengths
    ASSERT_EQ(both.size(), 2u);
    EXPECT_THAT(output_words(both[1]), ElementsAre("u", "v"));
    EXPECT_THAT(source_words(both[1]), ElementsAre("<s>", "u"));
    EXPECT_EQ(both[1].weight(1, 1), 0.75f);
    EXPECT_THAT(refusal(two_of_two + R"("decoder_attentions": [[[[[[0.5, 0.5]]], [[[0, 1]]]]],
                                                               [[[[[0.5, 0.5, 0]]], [[[0.25, 0.75, 0]]]]]]})"),
                HasSubstr("the last axis, what the last output saw: expected 2, the start and the outputs "
                          "before it, found 3"));
}

TEST_F(Attention, UnequalSentencesOverThemselvesAreNoSteps) {
    const auto both = read(R"({"source": [["a"], ["b"]], "target": [["x"], ["u", "v"]],
                               "decoder_attentions": [[[[1]]], [[[1, 0], [0.5, 0.5]]]]})");
    ASSERT_EQ(both.size(), 2u);
    EXPECT_THAT(source_words(both[1]), ElementsAre("u", "v"));
}

TEST_F(Attention, OwnPastOfOutputsIsNamedByThem) {
    const auto both = read(R"({"source": [["a"], ["b"]], "target": [["x", "y"], ["u"]],
                               "decoder_attentions": [[[1, 0], [0.5, 0.5]], [[0.5, 0.5], [0.5, 0.5]]]})");
    EXPECT_THAT(given_words(both[1]),
                HasSubstr("Output tokens are taken to stand in front of the padding: no weights tell"));
}

// -------------------------------------------------------------------------------------------- nothing is
// left

TEST_F(Attention, ASentenceOfABatchHasRows) {
    const std::string start = R"({"source": [["a", "b"], ["c", "d"]], "target": [["<s>", "x", "y"], )",
                      steps = R"("cross_attentions": [[[[[[0.5, 0.5]]], [[[0.5, 0.5]]]]],
                                                      [[[[[0.5, 0.5]]], [[[0.5, 0.5]]]]]]})";
    for (const char* second : {R"(["<s>"]], )", R"(["<s>", "<pad>", "<pad>"]], )"})
        EXPECT_EQ(refusal(start + second + steps),
                  "sentence 2: outputs: expected one with weights, or more, found none");
    EXPECT_THAT(output_words(read(start + R"(["<s>", "u"]], )" + steps)[1]), ElementsAre("u"));
    const auto first = read_attention(write(start + R"(["<s>"]], )" + steps), {.sentence = 0});
    EXPECT_THAT(output_words(first[0]), ElementsAre("x", "y")); // of which it is not asked
}

TEST_F(Attention, AxesThatAreSaidOfABatchHaveOne) {
    const auto file = write(R"({"source": [["a", "b"], ["c"]], "target": [["x"], ["y"]],
                                "attention": [[[0.25, 0.75]], [[1, 0]]]})");
    EXPECT_THAT(message_of([&] { read_attention(file, {.axes = "HTS"}); }),
                EndsWith("axes: expected B among them: there are tokens of 2 sentences, found HTS"));
    EXPECT_EQ(read_attention(file, {.axes = "BTS"}).size(), 2u);
}

// --------------------------------------------------------------------------------------------- tokens of it

TEST_F(Attention, WordsWithoutNamesAreToldByTheirNumbers) { // torch.save((source, target, weights))
    const auto read_with = [&](const std::vector<Strings>& lists, const std::vector<std::int64_t>& shape,
                               const std::string& weights = test::raw<float>({0.25f, 0.75f, 1, 0, 0, 1})) {
        test::Pickle pickle;
        pickle.code("](");
        for (const Strings& words : lists) put_list(pickle, words);
        pickle.tensor("FloatStorage", "0", 6, 0, shape, {shape[1], 1}).code("e");
        return read_attention(write(test::torch_zip(pickle.end(), {weights}), "w.pt"))[0];
    };
    const Strings source{"a", "b"}, target{"x", "y", "z"};
    for (const auto& lists : {std::vector{source, target}, {target, source}}) {
        const Trace trace = read_with(lists, {3, 2});
        EXPECT_THAT(source_words(trace), ElementsAre("a", "b"));
        EXPECT_THAT(output_words(trace), ElementsAre("x", "y", "z"));
        EXPECT_THAT(notes_of(trace), ElementsAre(HasSubstr("their numbers tell source from target")));
    }
    for (const auto& lists : {std::vector{target, target}, {source, target, source}}) {
        const Trace trace = read_with(lists, {3, 2});
        EXPECT_THAT(source_words(trace), ElementsAre("1", "2"));
        EXPECT_THAT(notes_of(trace), ElementsAre(HasSubstr("words have no names")));
    }
    EXPECT_THAT(
        notes_of(read_with({source, target}, {2, 3}, test::raw<float>({0.25f, 0.75f, 1, 0.75f, 0.25f, 0}))),
        Contains(HasSubstr("words have no names")))
        << "the columns sum to 1: which axis is whose is not so sure";
}

TEST_F(Attention, OneListOfOutputsIsThatOfEachSentence) { // torch.save({"attention": …, "source": …})
    const std::string weights = test::raw<float>({0.25f, 0.75f, 1, 0, 0, 1, 0.5f, 0.5f, 0, 1, 1, 0});
    test::Pickle pickle;
    pickle.code("}(").text("attention").tensor("FloatStorage", "0", 12, 0, {2, 3, 2}, {6, 2, 1});
    put_lists(pickle.text("source"), {{"a", "b"}, {"c", "d"}});
    put_list(pickle.text("target"), {"x", "y", "z"}).code("u");
    const auto file = write(test::torch_zip(pickle.end(), {weights}), "w.pt");
    const auto both = read_attention(file);
    ASSERT_EQ(both.size(), 2u);
    for (const Trace& trace : both) EXPECT_THAT(output_words(trace), ElementsAre("x", "y", "z"));
    EXPECT_THAT(source_words(both[1]), ElementsAre("c", "d"));
    EXPECT_EQ(given_words(both[1]), "Output tokens are those of one sentence, put to each of 2");
    EXPECT_THAT(facts_of_file(both[1]).notes, Not(Contains(HasSubstr("numbered"))));
    const auto said = read_attention(file, {.sentence = 1, .output = {"p", "q", "r"}});
    EXPECT_EQ(glimpse(file, {}).kind, "weights and tokens"); // in Open, too: it was an array without words
    EXPECT_THAT(output_words(said[0]), ElementsAre("p", "q", "r"));
}

TEST_F(Attention, ListsOfOutputsAreOfABatch) {
    test::Pickle pickle;
    pickle.code("}(").text("attention").tensor("FloatStorage", "0", 4, 0, {2, 1, 2}, {2, 2, 1});
    put_list(pickle.text("source"), {"a", "b"});
    put_lists(pickle.text("target"), {{"x"}, {"y"}}).code("u");
    const auto both = read_attention(
        write(test::torch_zip(pickle.end(), {test::raw<float>({0.25f, 0.75f, 1, 0})}), "w.pt"));
    ASSERT_EQ(both.size(), 2u);
    EXPECT_THAT(output_words(both[1]), ElementsAre("y"));
    EXPECT_THAT(source_words(both[1]), ElementsAre("a", "b"));
    EXPECT_EQ(given_words(both[1]), "Source tokens are those of one sentence, put to each of 2");
}

TEST_F(Attention, NumbersOfSentencesAreTheirOwn) {
    const std::string one = "\n"
                            R"({"source": ["e"], "target": ["z"], "attention": [[1]]})",
                      uneven = R"({"source": [["a", "b"], ["c"]], "target": [["x"], ["y", "z"]],
                                   "attention": [[[0.25, 0.75]], [[1], [0.5]]]})",
                      even = R"({"source": [["a", "b"], ["c", "d"]], "target": [["x"], ["y"]],
                                 "attention": [[[0.25, 0.75]], [[1, 0]]]})";
    for (std::string batch : {uneven, even}) {
        std::erase(batch, '\n');
        const auto all = read(batch + one);
        EXPECT_THAT(numbers_in_file(all), ElementsAre(0, 1, 2)) << batch;
        for (int n = 0; n < 3; ++n) {
            const auto chosen = read_attention(folder_ / "a.txt", {.sentence = n});
            ASSERT_EQ(chosen.size(), 1u) << batch << n;
            EXPECT_EQ(source_words(chosen[0]), source_words(all[static_cast<std::size_t>(n)]));
            EXPECT_THAT(numbers_in_file(chosen), ElementsAre(n));
        }
        EXPECT_THAT(message_of([&] { read_attention(folder_ / "a.txt", {.sentence = 3}); }),
                    EndsWith("expected at most 2, found 3"));
        const auto said = read_attention(folder_ / "a.txt", {.sentence = 2, .output = {"q"}});
        EXPECT_THAT(output_words(said[0]), ElementsAre("q"));
    }
}

TEST_F(Attention, ManySentencesOfUnequalLengths) { // each is looked at once, not all of them for each
    constexpr int many = 2000;
    std::string words, weights;
    for (int n = 1; n < many; ++n) {
        words += R"(["a"], )";
        weights += "[[1]], ";
    }
    const auto all = read(R"({"source": [)" + words + R"(["a", "b"]], "target": [)" + words +
                          R"(["x"]], "attention": [)" + weights + "[[0.25, 0.75]]]}");
    ASSERT_EQ(all.size(), std::size_t{many});
    EXPECT_EQ(all.back().weight(0, 1), 0.75f);
    EXPECT_EQ(facts_of_file(all.back()).sentence, many - 1);
}

// ------------------------------------------------------------------------------------------------ padding

TEST_F(Attention, WordsBehindZerosAreAssumedToBe) {
    const auto both = read(R"({"source": [["a", "b", "c"], ["d", "e"]], "target": [["x"], ["y"]],
                               "attention": [[[0.25, 0.5, 0.25]], [[0, 0.75, 0.25]]]})");
    EXPECT_EQ(both[1].weight(0, 0), 0.75f);
    EXPECT_EQ(given_words(both[1]), "Source tokens are taken to stand behind the padding: columns of 0 tell");
    EXPECT_EQ(given_words(both[0]), "");
    const auto rows = read(R"({"source": [["a"], ["b"]], "target": [["x", "y", "z"], ["u", "v"]],
                               "attention": [[[1], [1], [1]], [[0], [1], [1]]]})");
    EXPECT_EQ(given_words(rows[1]), "Outputs are taken to stand behind the padding: rows of 0 tell");
    EXPECT_EQ(rows[1].weight(0, 0), 1.0f);
}

TEST_F(Attention, WhichRowsOfABatchAreKeptIsSaid) {
    const auto all = read(R"({"source": [["a"], ["b"], ["c"]], "target": [["x", "y"], ["z"], ["u"]],
                              "attention": [[[1], [1]], [[0], [1]], [[1], [1]]]})");
    EXPECT_EQ(given_words(all[2]), "Its outputs are taken for the last 1 of 2 rows, the others for padding");
}

TEST_F(Attention, WhatANameAloneRemovesIsSaid) {
    const std::string blank =
        R"({"source": [["a", "b"], ["c", "d"]], "target": [["x", "y"], ["u", "<blk>"]], )";
    const auto lost = read(blank + R"("attention": [[[1, 0], [0, 1]], [[1, 0], [0.25, 0.75]]]})");
    EXPECT_THAT(output_words(lost[1]), ElementsAre("u"));
    EXPECT_THAT(facts_of_file(lost[1]).notes,
                Contains("\"<blk>\" is taken for padding by its name: weights of it are left out"));
    const auto empty = read(blank + R"("attention": [[[1, 0], [0, 1]], [[1, 0], [0, 0]]]})");
    EXPECT_THAT(facts_of_file(empty[1]).notes, Not(Contains(HasSubstr("by its name"))));
}

TEST_F(Attention, ScoresBelowZeroAreNoPadding) {
    EXPECT_THAT(refusal(R"({"source": [["a", "b"], ["c"]], "target": [["x"], ["y"]],
                            "attention": [[[0.25, 0.75]], [[-3, 1]]]})"),
                HasSubstr("found -3, as scores before their softmax may be"));
}

} // namespace
} // namespace heed::io
