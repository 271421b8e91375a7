// Kin of tests/attention_files: a batch, tables without words, several sentences, what stands behind a value.
#include "core/io/container/checkpoint.h"
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
using testing::IsEmpty;
using testing::Not;
using Strings = std::vector<std::string>;

/// So many rows of two that sum to 1, none like its neighbours.
std::string rows_of_two(int rows) {
    std::string numbers;
    for (int n = 0; n < rows; ++n)
        numbers +=
            test::raw<float>({0.125f * static_cast<float>(n % 7), 1 - 0.125f * static_cast<float>(n % 7)});
    return numbers;
}

class BatchOfSentences : public Attention {
protected:
    std::filesystem::path array(const std::string& shape, int rows) const {
        return write(test::npy_of("<f4", shape, rows_of_two(rows)), "w.npy");
    }
};

TEST_F(BatchOfSentences, LayersOrABatchMustBeSaid) {
    const auto file = array("(2, 3, 4, 2)", 24);
    ASSERT_TRUE(is_attention_file(file));
    const std::string said = message_of([&] { read_attention(file); });
    EXPECT_THAT(
        said, EndsWith("w.npy: axis 1 of 4, layers or sentences of a batch: expected to be told which, LHTS "
                       "(layers × heads × outputs × source tokens) or BHTS (batch × heads × outputs × source "
                       "tokens), found 2 of them"));
    EXPECT_THAT(axes_asked(said), ElementsAre("LHTS", "BHTS"));
    const auto layers = read_attention(file, {.axes = "LHTS"});
    ASSERT_EQ(layers.size(), 1u);
    EXPECT_EQ(layers[0].maps().size(), 6u);
    const auto batch = read_attention(file, {.axes = "BHTS"});
    ASSERT_EQ(batch.size(), 2u);
    EXPECT_EQ(batch[1].maps().size(), 3u);
    EXPECT_EQ(batch[1].model.name, "w, sentence 2");
    EXPECT_EQ(batch[1].model.of<GivenFacts>().sentence, 1);
}

TEST_F(BatchOfSentences, TokensDecide) {
    const auto file = array("(2, 3, 4, 2)", 24);
    EXPECT_EQ(read_attention(file, {.source = {"a", "b"}, .output = {"x", "y", "z", "u"}})[0].maps().size(),
              6u);
    write("a b\nx y z u\n", "w.txt");
    EXPECT_EQ(read_attention(file)[0].maps().size(), 6u);
    const std::string lists = R"("attention": [[[[0.25, 0.75]], [[1, 0]]], [[[0.5, 0.5]], [[0, 1]]]])";
    const auto both =
        read(R"({"source": [["a", "b"], ["c", "d"]], "target": [["x"], ["y"]], )" + lists + "}");
    ASSERT_EQ(both.size(), 2u); // and not two layers of each
    EXPECT_EQ(both[1].maps().size(), 2u);
    EXPECT_THAT(source_words(both[1]), ElementsAre("c", "d"));
    EXPECT_EQ(both[1].weight(0, 0), 0.5f);
    EXPECT_THAT(notes_of(both[0]),
                ElementsAre(HasSubstr("Several orders of the axes fit: read as batch × heads")));
}

TEST_F(BatchOfSentences, OneSentenceOfItCanBeTaken) {
    const auto file = array("(2, 3, 4, 2)", 24);
    const auto second =
        read_attention(file, {.sentence = 1, .source = {"a", "b"}, .output = {"x", "y", "z", "u"}});
    ASSERT_EQ(second.size(), 1u);
    EXPECT_EQ(second[0].maps().size(), 3u);
    EXPECT_THAT(source_words(second[0]), ElementsAre("a", "b"));
    EXPECT_EQ(second[0].model.name, "w, sentence 2");
    EXPECT_THAT(message_of([&] { read_attention(file, {.sentence = 2}); }),
                EndsWith("sentence 2, counted from 0: expected at most 1, found 2"));
    const auto layered = array("(2, 2, 3, 2, 2)", 24); // layers × batch, or the other way round
    EXPECT_THAT(message_of([&] { read_attention(layered); }), HasSubstr("LBHTS"));
    EXPECT_EQ(read_attention(layered, {.axes = "LBHTS"}).size(), 2u);
}

TEST_F(BatchOfSentences, AxesThatAreSaidMustFit) {
    EXPECT_EQ(axis_order("b,h,t,s"), "BHTS");
    EXPECT_EQ(axis_order("BHT"), "");
    EXPECT_EQ(axis_order("BHTSS"), "");
    const auto file = array("(2, 3, 4, 2)", 24);
    EXPECT_THAT(message_of([&] { read_attention(file, {.axes = "HTS"}); }),
                EndsWith("axes: expected HTS, 3 axes, found 4 axes, 2 × 3 × 4 × 2"));
    EXPECT_THAT(message_of([&] { read_attention(file, {.axes = "LHTS", .output = {"x"}}); }),
                EndsWith("axis 3 of 4, the outputs: expected 1, or 2 with the end, found 4"));
}

TEST_F(BatchOfSentences, HeadsAreAssumedAndSaid) {
    const auto heads = read_attention(array("(3, 4, 2)", 12));
    EXPECT_EQ(heads[0].maps().size(), 3u);
    EXPECT_EQ(given_words(heads[0]), "Axis 1 of 3 is taken for heads");
    EXPECT_THAT(message_of([&] { read_attention(array("(3, 1, 2)", 3)); }), // a step each, as like as not
                HasSubstr("axis 1 of 3, heads, sentences of a batch or outputs: expected to be told which"));
    EXPECT_EQ(read_attention(array("(3, 1, 2)", 3), {.axes = "TOS"})[0].outputs(), 3);
    const auto steps = array("(3, 2, 1, 2, 1, 2)", 12); // of generate(), a tuple a step
    ASSERT_TRUE(is_attention_file(steps));
    EXPECT_EQ(read_attention(steps)[0].maps().size(), 4u);
}

TEST_F(BatchOfSentences, PercentagesOfABareArray) {
    const auto file = write(test::npy_of("<f4", "(2, 2)", test::raw<float>({25, 75, 90, 10})), "p.npy");
    ASSERT_TRUE(is_attention_file(file));
    EXPECT_TRUE(are_percentages(message_of([&] { read_attention(file); })));
    EXPECT_EQ(read_attention(file, {.percent = true})[0].weight(0, 1), 0.75f);
}

// --------------------------------------------------------------------------------------------------- tables

// numpy.savez(f, source, target, weights): their names are places.
TEST_F(Attention, OneArrayBehindLists) {
    const auto words = [](const char* text) { return test::npy_of("<U1", "(2,)", std::string(text, 8)); };
    const auto file = write(test::zip_of({{"arr_0.npy", words("a\0\0\0b\0\0\0")},
                                          {"arr_1.npy", words("x\0\0\0y\0\0\0")},
                                          {"arr_2.npy", test::npy_of("<f4", "(2, 2)", rows_of_two(2))}}),
                            "w.npz");
    const Checkpoint checkpoint(file);
    ASSERT_EQ(checkpoint.tensors().size(), 1u);
    EXPECT_TRUE(lone_array(checkpoint, file)); // it ended the program
    EXPECT_EQ(read_attention(file)[0].outputs(), 2);
}

// generate(): a step, a layer, a batch. Two sentences over one layer are not two layers of one.
TEST_F(Attention, ABatchOverOneLayerIsNoListOfLayers) {
    EXPECT_THAT(message_of([&] {
                    read(R"({"source": "a b", "target": "x y", "cross_attentions":
                             [[[[[[0.5, 0.5]]], [[[1, 0]]]]], [[[[[0, 1]]], [[[0.25, 0.75]]]]]]})");
                }),
                HasSubstr("axis 3 of 6"));
}

TEST_F(Attention, ATableThatIsTurnedHasItsWordsTurned) {
    const auto file = write("\tx\ty\na\t0.1\t0.8\nb\t0.9\t0.2\n", "t.tsv");
    const Trace turned = read_attention(file, {.axes = "ST"})[0];
    EXPECT_THAT(source_words(turned), ElementsAre("a", "b"));
    EXPECT_THAT(output_words(turned), ElementsAre("x", "y"));
    EXPECT_EQ(turned.weight(0, 1), 0.9f); // x looks at b
}

TEST_F(Attention, NumbersAlone) {
    for (const std::string text :
         {"0.25,0.75\n1,0\n0.5,0.5\n", "0.25\t0.75\n1\t0\n0.5\t0.5\n", "0,25;0,75\n1;0\n0,5;0,5\n",
          "# by numpy\n2.5e-01 7.5e-01\n1.0 0.0\n.5 .5\n"}) {
        const Trace trace = read(text)[0];
        EXPECT_EQ(trace.outputs(), 3) << text;
        EXPECT_EQ(trace.weight(0, 1), 0.75f) << text;
        EXPECT_THAT(notes_of(trace), Contains("the file has no tokens: they are numbered")) << text;
    }
    const Trace named =
        read_attention(write("0.25,0.75\n1,0\n"), {.source = {"a", "b"}, .output = {"x", "y"}})[0];
    EXPECT_THAT(source_words(named), ElementsAre("a", "b"));
    EXPECT_THAT(output_words(named), ElementsAre("x", "y"));
    EXPECT_EQ(refusal("0.25,0.75\n1,x\n"), "line 2: field 2: expected a weight, found \"x\"");
    EXPECT_EQ(refusal("0.25,0.75\n1\n"), "line 2: fields: expected 2, as in the first row, found 1");
    EXPECT_THAT(refusal("3.5,0.75\n1,0\n"),
                HasSubstr("weight 1 of row 1: expected a number from 0 to 1, found 3.5"));
    EXPECT_THAT(refusal("0.25 0.75\n# New slice\n1.0 0.0\n"), HasSubstr("line 2: a comment between rows"));
    EXPECT_EQ(read("0.25 0.75\n# the first\n\n1.0 0.0\n").size(), 2u); // an empty line parts them
}

TEST_F(Attention, AsPandasWritesThem) {
    const std::string rows = "0,0.25,0.25,0.5\n1,1.0,0.0,0.0\n";
    const Trace places = read(",0,1,2\n" + rows)[0];
    EXPECT_EQ(places.outputs(), 2);
    EXPECT_EQ(places.source_length(), 3);
    EXPECT_EQ(places.weight(0, 2), 0.5f);
    EXPECT_THAT(source_words(places), ElementsAre("1", "2", "3"));
    EXPECT_THAT(source_words(read(",a,b,c\n" + rows)[0]), ElementsAre("a", "b", "c"));
    EXPECT_THAT(source_words(read("Unnamed: 0,a,b,c\n" + rows)[0]), ElementsAre("a", "b", "c"));
    EXPECT_THAT(source_words(read("a,b,c\n0.25,0.25,0.5\n1.0,0.0,0.0\n")[0]),
                ElementsAre("a", "b", "c")); // no index
    EXPECT_EQ(read("0,1,2\n0.25,0.25,0.5\n")[0].outputs(), 1);
    EXPECT_THAT(output_words(read("x,0.25,0.75\ny,1.0,0.0\n")[0]), ElementsAre("x", "y"));
    EXPECT_EQ(read("0.0,1.0\n1.0,0.0\n")[0].outputs(), 2); // no places: weights
}

TEST_F(Attention, IdsAreLabels) {
    const Trace trace = read(",5,17\n8,0.25,0.75\n1,1.0,0.0\n")[0];
    EXPECT_THAT(source_words(trace), ElementsAre("5", "17"));
    EXPECT_THAT(output_words(trace), ElementsAre("8", "1"));
    EXPECT_EQ(trace.weight(0, 1), 0.75f);
    EXPECT_THAT(
        source_words(read(R"({"source": [9223372036854775808], "target": [8], "attention": [[1]]})")[0]),
        ElementsAre("9223372036854775808"));
    EXPECT_THAT(source_words(read(R"({"source": [5, 17], "target": [8], "attention": [[0.25, 0.75]]})")[0]),
                ElementsAre("5", "17"));
}

TEST_F(Attention, CellsWithPercentSigns) {
    const Trace trace = read(",a,b\nx,25%,75%\ny,0,100 %\n")[0];
    EXPECT_EQ(trace.weight(0, 1), 0.75f);
    EXPECT_EQ(given_words(trace), "Percentages, divided by 100");
    EXPECT_EQ(refusal(",a,b\nx,25%,0.75\ny,0.5,0.5\n"),
              "line 2: field 2: expected a weight without %, as others are, found \"25%\"");
    EXPECT_EQ(refusal(",a,b\nx,25%,75%\ny,0.5,50%\n"),
              "line 3: field 2: expected a weight with %, as others are, found \"0.5\"");
}

TEST_F(Attention, OtherTablesAreNone) {
    for (const std::string text : {"1 2 3\n4 5 6\n", "time,rentals\n1,20\n2,30\n", "the 120\nlaw 3\n",
                                   "0 1\n1 0\n", "date,a,b\n2020-01-01,0.5,0.5\n"})
        EXPECT_FALSE(is_attention_file(write(text))) << text;
}

// --------------------------------------------------------------------------------------- several sentences

constexpr const char* one_sentence = R"("source": ["a", "b"], "target": ["x"], "attention": [[0.25, 0.75]])";
constexpr const char* other_sentence = R"("source": ["c"], "target": ["y"], "attention": [[1]])";

TEST_F(Attention, SentencesUnderNumbers) {
    const std::string a = std::string("{") + one_sentence + "}", b = std::string("{") + other_sentence + "}";
    for (const std::string& text :
         {"[" + a + "," + b + "]", a + "\n" + b + "\n", R"({"0": )" + a + R"(, "1": )" + b + "}",
          std::string(R"({"source_0": ["a", "b"], "target_0": ["x"], "attention_0": [[0.25, 0.75]],
                          "source_1": ["c"], "target_1": ["y"], "attention_1": [[1]]})"),
          std::string(R"({"encoder_1": ["a", "b"], "decoder_1": ["x"], "attention_1": [[0.25, 0.75]],
                          "encoder_2": ["c"], "decoder_2": ["y"], "attention_2": [[1]]})")}) {
        const auto all = read(text);
        ASSERT_EQ(all.size(), 2u) << text;
        EXPECT_THAT(source_words(all[0]), ElementsAre("a", "b"));
        EXPECT_THAT(source_words(all[1]), ElementsAre("c"));
        EXPECT_EQ(all[1].model.name, "a, sentence 2");
        EXPECT_EQ(all[1].model.of<GivenFacts>().sentence, 1);
        const auto second = read_attention(write(text), {.sentence = 1});
        ASSERT_EQ(second.size(), 1u);
        EXPECT_THAT(output_words(second[0]), ElementsAre("y"));
        EXPECT_THAT(message_of([&] { read_attention(write(text), {.sentence = 2}); }),
                    EndsWith("sentence 2, counted from 0: expected at most 1, found 2"));
    }
    EXPECT_EQ(refusal(R"({"source": "a", "target": "x", "attention_0": [[1]], "attention_1": [[1]]})"),
              "\"attention_0\" and \"attention_1\": expected words of each, as \"source_0\", or one list of "
              "layers or "
              "heads under \"attention\", found no words with a number");
}

TEST_F(Attention, TensorsUnderNumbers) {
    const std::string first = test::npy_of("<f4", "(3, 2)", rows_of_two(3)),
                      second = test::npy_of("<f4", "(1, 3)", test::raw<float>({0.5f, 0.25f, 0.25f})),
                      named = test::npy_of("<U1", "(3,)", test::raw<char32_t>({U'a', U'b', U'c'})),
                      out = test::npy_of("<U1", "(1,)", test::raw<char32_t>({U'x'}));
    const auto bare = read_attention(
        write(test::zip_of({{"attention_0.npy", first}, {"attention_1.npy", second}}), "s.npz"));
    ASSERT_EQ(bare.size(), 2u);
    EXPECT_EQ(bare[1].weight(0, 0), 0.5f);
    const auto arrays =
        read_attention(write(test::zip_of({{"arr_0.npy", first}, {"arr_1.npy", second}}), "s.npz"));
    EXPECT_EQ(arrays.size(), 2u);
    const auto words = read_attention(write(test::zip_of({{"attention_1.npy", second},
                                                          {"attention_2.npy", second},
                                                          {"source_1.npy", named},
                                                          {"source_2.npy", named},
                                                          {"target_1.npy", out},
                                                          {"target_2.npy", out}}),
                                            "s.npz"));
    ASSERT_EQ(words.size(), 2u);
    EXPECT_THAT(source_words(words[1]), ElementsAre("a", "b", "c"));
    const std::string two = test::npy_of("<U1", "(2,)", test::raw<char32_t>({U'p', U'q'})),
                      three = test::npy_of("<U1", "(3,)", test::raw<char32_t>({U'x', U'y', U'z'}));
    const auto mixed = read_attention(write(test::zip_of({{"attention.0.npy", first}, // a list's, and a key's
                                                          {"attention_1.npy", second},
                                                          {"source_0.npy", two},
                                                          {"source_1.npy", named},
                                                          {"target_0.npy", three},
                                                          {"target_1.npy", out}}),
                                            "s.npz"));
    ASSERT_EQ(mixed.size(), 2u);
    EXPECT_THAT(source_words(mixed[0]), ElementsAre("p", "q"));
    EXPECT_THAT(source_words(mixed[1]), ElementsAre("a", "b", "c"));
    EXPECT_THAT(
        message_of([&] {
            read_attention(write(test::zip_of({{"encoder.npy", first}, {"decoder.npy", first}}), "s.npz"));
        }),
        EndsWith("attention: expected an array named attention, found \"encoder\" and \"decoder\""));
}

TEST_F(Attention, WordsAreSaidOfOneSentence) {
    const std::string two = std::string("{") + one_sentence + "}\n{" + other_sentence + "}\n";
    EXPECT_THAT(message_of([&] {
                    read_attention(write(two), {.source = {"p", "q"}});
                }),
                EndsWith("tokens that were given: expected those of one sentence, and which it is "
                         "(--sentence N), found 2 sentences"));
    EXPECT_THAT(source_words(read_attention(write(two), {.sentence = 0, .source = {"p", "q"}})[0]),
                ElementsAre("p", "q"));
}

TEST_F(Attention, NothingStandsBehindAValue) {
    const std::string a = std::string("{") + one_sentence + "}";
    EXPECT_EQ(refusal(a + " and more"),
              "line 1, column 70: text behind the JSON: expected its end, or one more "
              "sentence as JSON, found \"and more\"");
    EXPECT_THAT(refusal(a + "\nWARNING: done\n"), HasSubstr("line 2, column 1: text behind the JSON"));
    EXPECT_THAT(refusal(a + "\nhello\n" + a), HasSubstr("line 2, column 1: text behind the JSON"));
    EXPECT_THAT(refusal(a + "]"), HasSubstr("line 1, column 69: text behind the JSON"));
    EXPECT_EQ(read(a + "\n" + a + "\n\n").size(), 2u);
}

TEST_F(Attention, SomeLayersAndHeads) {
    const std::string words = R"({"source": "a b", "target": "x", )", map = "[[0.25, 0.75]]";
    const auto places = [](const Trace& trace) {
        std::vector<std::pair<int, int>> list;
        for (const auto& map : trace.maps()) list.emplace_back(map.site.layer, map.site.head);
        return list;
    };
    const std::pair<int, int> second{0, 1}, fourth{0, 3}, deep{2, 1};
    EXPECT_THAT(places(read(words + R"("attention": {"0": {"1": )" + map + R"(, "3": )" + map + "}}}")[0]),
                ElementsAre(second, fourth));
    EXPECT_THAT(places(read(words + R"("layers": [2], "heads": [1], "attention": [[)" + map + "]]}")[0]),
                ElementsAre(deep));
    EXPECT_THAT(
        places(read(words + R"("attention": {"layer_0": )" + map + R"(, "layer_2": )" + map + "}}")[0]),
        ElementsAre(std::pair(0, 0), std::pair(2, 0)));
    const std::string said = R"("layers": [0, 2], "heads": [1], "attention": )"; // and the keys say it again
    EXPECT_THAT(places(read(words + said + R"({"layer_0": )" + map + R"(, "layer_2": [)" + map + "]}}")[0]),
                ElementsAre(std::pair(0, 1), std::pair(2, 1)));
    EXPECT_THAT(places(read(words + said + R"({"0": {"1": )" + map + R"(}, "2": {"1": )" + map + "}}}")[0]),
                ElementsAre(std::pair(0, 1), std::pair(2, 1)));
    EXPECT_THAT(refusal(words + R"("heads": [1], "attention": [)" + map + "," + map + "]}"),
                HasSubstr("heads: expected 2 numbers, as there are of them in the weights, found 1"));
    EXPECT_THAT(refusal(words + R"("attention": {"0": )" + map + "}}"),
                HasSubstr("expected keys that say whether"));
}

TEST_F(Attention, KeysThatAreNoneAreNamed) {
    EXPECT_EQ(
        refusal(R"({"aa": {"att": [[1]]}, "b": 2})"),
        "attention: expected \"source\", \"target\" and \"attention\", found no attention among \"aa\" and "
        "\"b\"");
}

} // namespace
} // namespace heed::io
