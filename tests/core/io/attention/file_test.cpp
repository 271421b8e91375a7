#include "core/io/open/open_model.h"
#include "tests/core/io/attention/checks.h"
#include "tests/support/source_dir.h"

#include <gmock/gmock.h>

namespace heed::io {
namespace {

using test::message_of;
using testing::AllOf;
using testing::ElementsAre;
using testing::EndsWith;
using testing::HasSubstr;
using testing::StartsWith;
using Strings = std::vector<std::string>;

Strings source(const Trace& trace) {
    Strings words;
    for (const TraceToken& token : trace.source) words.push_back(token.text);
    return words;
}
Strings target(const Trace& trace) {
    Strings words;
    for (const TraceStep& step : trace.steps) words.push_back(step.token.text);
    return words;
}

TEST_F(Attention, NematusDumpWithItsEnds) {
    const auto traces = read("0 ||| Obama welcomes ||| 0 ||| Obama emp@@ fängt ||| 4 3\n"
                             "0.7 0.1 0.1 0.1 \n0 0.75 0.25 0 \n0 0 1e-40 1 \n\n\n"
                             "1 ||| a ||| -1.5 ||| b ||| 2 2\n1 0\n0 1\n");
    ASSERT_EQ(traces.size(), 2u);
    const Trace& trace = traces[0];
    EXPECT_THAT(source(trace), ElementsAre("Obama", "emp@@", "fängt", "</s>"));
    EXPECT_THAT(target(trace), ElementsAre("Obama", "welcomes", "</s>"));
    EXPECT_TRUE(trace.source.back().is_end && trace.steps.back().token.is_end && trace.finished);
    EXPECT_EQ(trace.weight(1, 1), 0.75f);
    EXPECT_EQ(trace.weight(2, 3), 1.0f);
    EXPECT_EQ(trace.model.architecture, "weights");
    EXPECT_EQ(trace.model.name, "a, sentence 1");
    EXPECT_EQ(trace.source_text, "Obama emp@@ fängt");
    EXPECT_EQ(trace.source_text.substr(trace.source[2].begin, trace.source[2].end - trace.source[2].begin),
              "fängt");
    EXPECT_EQ(trace.source[3].begin, trace.source[3].end);
    EXPECT_EQ(trace.target_text, "Obama welcomes");
    EXPECT_EQ(trace.parameters, nullptr);
    EXPECT_FALSE(trace.has(Quantity::Energies));
    EXPECT_EQ(traces[1].weight(0, 0), 1.0f);
}

TEST_F(Attention, OpenNmtDumpHasNoEnds) {
    const auto traces = read("0 ||| x y ||| 0 ||| a b c ||| 0 0\n0.2 0.3 0.5\n1 0 0\n");
    ASSERT_EQ(traces.size(), 1u);
    EXPECT_THAT(source(traces[0]), ElementsAre("a", "b", "c"));
    EXPECT_FALSE(traces[0].finished);
    EXPECT_EQ(traces[0].model.name, "a");
    EXPECT_EQ(traces[0].at(Quantity::Weights).rows(), 3);
}

TEST_F(Attention, SockeyeMayWriteARowForEachSourceToken) {
    const std::string header = "0 ||| x y ||| -0.1 ||| a b c ||| 3 ||| 2\n";
    EXPECT_EQ(read(header + "0.5 0\n0.25 0\n0.25 1\n")[0].weight(0, 2), 0.25f);
    EXPECT_EQ(read(header + "0.5 0.25 0.25\n0 0 1\n")[0].weight(0, 2), 0.25f);
    // Three by three could be either: the way is taken in which the weights of an output sum to 1.
    const auto square = read("0 ||| x y ||| 0 ||| a b c ||| 3 ||| 2\n0.5 0 0.1\n0.25 0 0.2\n0.25 1 0.7\n");
    EXPECT_EQ(square[0].weight(1, 2), 1.0f);
    EXPECT_EQ(square[0].outputs(), 3);
}

TEST_F(Attention, SockeyesJsonHasNoSourceWhichMustBeSaid) {
    const std::string one = R"({"sentence_id": 0, "translation": "x y", "score": -0.1,
        "alignment": [[0.5, 0.25, 0.25], [0, 0, 1]]})";
    EXPECT_EQ(refusal(one), "attention: expected \"source\", \"target\" and \"attention\", found no source "
                            "(heed trace --from FILE --source \"…\" gives it)");
    EXPECT_TRUE(lacks_side(refusal(one)));
    const Trace numbered = read_attention(write(one), {.numbered = true})[0];
    EXPECT_THAT(source(numbered), ElementsAre("1", "2", "3"));
    EXPECT_THAT(target(numbered), ElementsAre("x", "y"));
    EXPECT_EQ(numbered.weight(1, 2), 1.0f);
    const Trace trace = read_attention(write(one), {.source = {"a", "b", "c"}})[0];
    EXPECT_THAT(source(trace), ElementsAre("a", "b", "c"));
    EXPECT_THAT(target(trace), ElementsAre("x", "y"));
    EXPECT_EQ(trace.weight(0, 1), 0.25f);
    const std::string two = one + "\n" + R"({"translation": "z", "alignment": [[1]]})";
    EXPECT_THAT(refusal(two), HasSubstr("--sentence N --source"));
    const Trace second = read_attention(write(two), {.sentence = 1, .source = {"d"}})[0];
    EXPECT_THAT(source(second), ElementsAre("d"));
}

TEST_F(Attention, MarianWritesNoSourceTokens) {
    const auto traces = read("x y ||| 0.25,0.75 1,0 0,1\nz ||| 1 1\n");
    ASSERT_EQ(traces.size(), 2u);
    EXPECT_THAT(source(traces[0]), ElementsAre("1", "2"));
    EXPECT_THAT(target(traces[0]), ElementsAre("x", "y", "</s>"));
    EXPECT_EQ(traces[0].weight(0, 1), 0.75f);
}

TEST_F(Attention, TablesInALog) {
    const auto traces = read("[2018-06-01 10:00:00,001 INFO] \n"
                             "SENT 1: ['internationally', 'b']\n"
                             "PRED 1: weltweit y\n"
                             "PRED SCORE: -1.5\n\n"
                             "[2018-06-01 10:00:00,002 INFO]            interna          b \n"
                             "  weltweit *0.9000000  0.1000000 \n"
                             "         y  0.2500000 *0.7500000 \n"
                             "      </s>  0.5000000 *0.5000000 \n\n"
                             "PRED AVG SCORE: -0.1\n");
    ASSERT_EQ(traces.size(), 1u);
    EXPECT_THAT(source(traces[0]), ElementsAre("internationally", "b"));
    EXPECT_THAT(target(traces[0]), ElementsAre("weltweit", "y", "</s>"));
    EXPECT_EQ(traces[0].weight(0, 0), 0.9f);
    EXPECT_EQ(traces[0].weight(1, 1), 0.75f);
}

TEST_F(Attention, JsonUnderManyKeys) {
    for (const std::string text :
         {R"({"source": ["a", "b"], "target": ["x"], "attention": [[0.25, 0.75]]})",
          R"({"src": "a b", "tgt": "x", "weights": [[0.25, 0.75]]})",
          R"([{"alignment": [[0.25, 0.75]], "id": 0, "trg": ["x"], "source_tokens": ["a", "b"]}])",
          R"({"matrix": [[0.25, 0.75]], "source_sent": "a b", "target_sent": "x", "prob": 0})"}) {
        const auto traces = read(text);
        ASSERT_EQ(traces.size(), 1u);
        EXPECT_THAT(source(traces[0]), ElementsAre("a", "b"));
        EXPECT_THAT(target(traces[0]), ElementsAre("x"));
        EXPECT_EQ(traces[0].weight(0, 1), 0.75f);
    }
}

TEST_F(Attention, JsonOneALineOrOneAfterTheOther) {
    const std::string one = R"({"source": ["a"], "target": ["x"], "attention": [[1]]})";
    EXPECT_EQ(read(one + "\n" + one + "\n")[1].model.name, "a, sentence 2");
    EXPECT_EQ(read(one + one + "[" + one + "]").size(), 3u);
    EXPECT_THAT(refusal(one + "\n" + one + "\n\n{\"source\": }"), StartsWith("line 4: not JSON"));
}

TEST_F(Attention, LinesAreCountedOnce) { // not from the beginning for each of them
    const std::string one = R"({"source": ["a"], "target": ["x"], "attention": [[1]]})";
    std::string text;
    for (int n = 0; n < 2000; ++n) text += one + std::string(16'000, ' ') + "\n";
    EXPECT_THAT(refusal(text + "{]"), StartsWith("line 2001: "));
}

TEST_F(Attention, HeadsAndLayersAreMapsOfOneTrace) {
    const auto heads = read(R"({"source": ["a"], "target": ["x"], "attention": [[[1]], [[0.5]]]})");
    ASSERT_EQ(heads.size(), 1u);
    EXPECT_EQ(heads[0].model.name, "a");
    ASSERT_EQ(heads[0].maps().size(), 2u);
    EXPECT_EQ(heads[0].maps()[1].place(), "head 2");
    EXPECT_EQ(heads[0].at(Quantity::Weights, 0, 1)(0, 0), 0.5f);
    for (
        const std::string text :
        {R"({"source": ["a"], "target": ["x"], "attention": [[[[1]], [[0.5]]], [[[0]], [[0.25]]]]})",
         R"({"source": "a", "target": "x", "cross_attentions": [[[[[1]], [[0.5]]]], [[[[0]], [[0.25]]]]]})"}) {
        const auto layers = read(text);
        ASSERT_EQ(layers.size(), 1u);
        const auto maps = layers[0].maps();
        ASSERT_EQ(maps.size(), 4u);
        EXPECT_EQ(maps[2].site, (Site{Quantity::Weights, 1, 0}));
        EXPECT_EQ(maps[3].place(), "layer 2, head 2");
        EXPECT_EQ((*maps[3].weights)(0, 0), 0.25f);
        EXPECT_EQ(maps[3].row_labels, Strings{"x"});
        EXPECT_EQ(layers[0].narrowed(maps[3].site).weight(0, 0), 0.25f);
    }
}

TEST_F(Attention, ArgumentsOfBertViz) {
    const auto traces = read(
        R"({"all": {"attn": [[[[0.25, 0.75]]], [[[1, 0]]]], "left_text": ["x"], "right_text": ["a", "b"]}})");
    ASSERT_EQ(traces.size(), 1u);
    EXPECT_THAT(source(traces[0]), ElementsAre("a", "b"));
    EXPECT_THAT(target(traces[0]), ElementsAre("x"));
    ASSERT_EQ(traces[0].maps().size(), 2u);
    EXPECT_EQ(traces[0].maps()[1].place(), "layer 2");
    EXPECT_EQ(traces[0].weight(0, 1), 0.75f);
    EXPECT_FALSE(is_attention_file(write(R"({"all": [1], "source": ["a"]})")));
    EXPECT_FALSE(is_attention_file(write(R"({"all": "x", "b": {"attn": [], "left_text": ""}})")));
}

TEST_F(Attention, SentencesStayTracesAndEachHasItsHeads) {
    const std::string one = R"({"source": ["a"], "target": ["x"], "attention": [[[1]], [[0.5]]]})";
    const auto traces = read(one + "\n" + one + "\n");
    ASSERT_EQ(traces.size(), 2u);
    EXPECT_EQ(traces[1].model.name, "a, sentence 2");
    EXPECT_EQ(traces[1].maps().size(), 2u);
}

TEST_F(Attention, NematusLinks) {
    const std::string links =
        R"([["x","a","0.25",0,0],["x","</s>","0.75",0,0],["</s>","a","0",0,0],["</s>","</s>","1",0,0]])";
    const auto traces = read(links + links);
    ASSERT_EQ(traces.size(), 2u);
    EXPECT_THAT(source(traces[0]), ElementsAre("a", "</s>"));
    EXPECT_THAT(target(traces[0]), ElementsAre("x", "</s>"));
    EXPECT_EQ(traces[0].weight(0, 1), 0.75f);
}

/// A .npy of float32 of that shape, row by row.
std::string npy(const std::string& shape, const std::vector<float>& numbers) {
    std::string header = "{'descr': '<f4', 'fortran_order': False, 'shape': " + shape + ", }\n";
    const auto length = static_cast<char>(header.size());
    return std::string("\x93NUMPY\1\0", 8) + length + '\0' + header +
           std::string(reinterpret_cast<const char*>(numbers.data()), 4 * numbers.size());
}

const std::string words_wanted =
    "w.npy: one array of 3 axes, 2 × 1 × 2 and no words, whose rows do not sum to 1: expected its source and "
    "target tokens beside it, in w.json "
    "({\"source\": […], \"target\": […]}) or w.txt (a line of source, a line of target), found neither";

/// Every door says so: the command line's, the load report, the Open dialog.
TEST_F(Attention, AnArrayAloneSaysWhereItsWordsBelong) {
    const auto file = write(npy("(2, 1, 2)", {0.25f, 0.5f, 1, 0}), "w.npy");
    OpenOptions options;
    options.families = {test::source_dir() / "assets/families"};
    EXPECT_THAT(message_of([&] { open_model({file}, options); }), EndsWith(words_wanted));
    const Glimpse glimpsed = glimpse(file, options);
    EXPECT_FALSE(glimpsed.usable);
    EXPECT_EQ(glimpsed.kind, "array without words");
    EXPECT_THAT(glimpsed.text, EndsWith(words_wanted));
    write(npy("(4,)", {0, 0, 0, 1}), "v.npy");
    EXPECT_THAT(message_of([&] { open_model({folder_ / "v.npy"}, options); }),
                AllOf(HasSubstr("v.npy: one array and no model: expected weights of 2 to 6 axes"),
                      EndsWith("found 1 axis, 4")));
}

TEST_F(Attention, ArrayWithItsWordsBesideIt) {
    const auto file = write(npy("(2, 1, 2)", {0.25f, 0.75f, 0.5f, 0}), "w.npy");
    EXPECT_FALSE(is_attention_file(file));
    EXPECT_THAT(message_of([&] { read_attention(file); }), EndsWith(words_wanted));
    write("a b\nx\n", "w.txt");
    ASSERT_TRUE(is_attention_file(file));
    EXPECT_EQ(read_attention(file)[0].at(Quantity::Weights, 0, 1)(0, 0), 0.5f);
    write(R"({"src": ["a", "b"], "trg": ["y"]})", "w.json");
    const auto traces = read_attention(file);
    ASSERT_EQ(traces.size(), 1u);
    EXPECT_THAT(target(traces[0]), ElementsAre("y"));
    EXPECT_EQ(traces[0].weight(0, 1), 0.75f);
    EXPECT_EQ(traces[0].maps()[1].place(), "head 2");
}

// A text of the same name may be anything: its tokens are those of two lines, and no more.
TEST_F(Attention, ALongerTextOfTheSameNameHasNoTokensOfTheTable) {
    const auto file = write("0.25,0.75\n0.5,0.5\n", "w.csv");
    write("0.25 0.75\n0.5 0.5\n1 0\n", "w.txt"); // numpy.savetxt of another map
    const auto traces = read_attention(file);
    ASSERT_EQ(traces.size(), 1u);
    EXPECT_THAT(target(traces[0]), ElementsAre("1", "2"));
    EXPECT_EQ(traces[0].weight(0, 1), 0.75f);
    write("a b\nx y\n\n", "w.txt");
    EXPECT_THAT(target(read_attention(file)[0]), ElementsAre("x", "y"));
}

TEST_F(Attention, AnArrayOfLayersMayHoldABatchOfOne) {
    write("a b\nx\n", "w.txt");
    const std::vector<float> numbers = {1, 0, 0.5f, 0.5f, 0, 1, 0.25f, 0.75f};
    for (const char* shape : {"(2, 2, 1, 2)", "(2, 1, 2, 1, 2)"}) {
        const auto traces = read_attention(write(npy(shape, numbers), "w.npy"));
        ASSERT_EQ(traces.size(), 1u);
        ASSERT_EQ(traces[0].maps().size(), 4u);
        EXPECT_EQ(traces[0].at(Quantity::Weights, 1, 1)(1, 0), 0.75f); // source 1, output 0
        EXPECT_EQ(traces[0].at(Quantity::Weights, 0, 1)(0, 0), 0.5f);
    }
    const auto steps = read_attention(write(npy("(1, 2, 1, 2, 1, 2)", numbers), "w.npy")); // of generate()
    EXPECT_EQ(steps[0].at(Quantity::Weights, 1, 1)(1, 0), 0.75f);
    EXPECT_EQ(steps[0].at(Quantity::Weights, 0, 1)(0, 0), 0.5f);
    EXPECT_THAT(message_of([&] { read_attention(write(npy("(1, 2, 2, 1, 1, 2)", numbers), "w.npy")); }),
                HasSubstr("axis 3 of 6, the batch: expected 1 sentence, found 2"));
    const std::vector<float> twelve(12, 0.5f);
    EXPECT_THAT(message_of([&] { read_attention(write(npy("(3, 2, 1, 1, 2)", twelve), "w.npy")); }),
                HasSubstr("axis 2 of 5, the batch: expected 1 sentence, found 2"));
    const auto first = read_attention(write(npy("(1, 4, 1, 1, 2)", numbers), "w.npy")); // a batch of layers
    EXPECT_EQ(first[0].at(Quantity::Weights, 3, 0)(1, 0), 0.75f);
}

TEST_F(Attention, RowsNeedNotSumToOne) {
    for (const char* weights : {"0.25, 0.25", "0, 0", "0.50003, 0.50003", "1.0005, 0", "1, 1", "0.9, 0.4"})
        EXPECT_EQ(read(one_row(weights)).size(), 1u) << weights;
}

TEST_F(Attention, StepsOfGenerate) { // steps × layers × batch × heads × 1 × sources
    const std::string start = R"({"source": "a b", "target": "x y z", "cross_attentions": [)";
    const auto step = [](const char* first, const char* second) {
        return std::string("[[[[[") + first + "]], [[0, 1]]]], [[[[" + second + "]], [[1, 0]]]]]";
    };
    const auto traces = read(start + step("0.25, 0.75", "1, 0") + "," + step("0.5, 0.5", "0, 1") + "," +
                             step("0, 1", "0.125, 0.875") + "]}");
    ASSERT_EQ(traces.size(), 1u);
    ASSERT_EQ(traces[0].maps().size(), 4u);
    EXPECT_EQ(traces[0].at(Quantity::Weights, 0, 0)(1, 0), 0.75f); // source 1, output 0
    EXPECT_EQ(traces[0].at(Quantity::Weights, 0, 0)(0, 1), 0.5f);
    EXPECT_EQ(traces[0].at(Quantity::Weights, 1, 0)(1, 2), 0.875f);
    EXPECT_EQ(traces[0].at(Quantity::Weights, 1, 1)(0, 2), 1.0f);
    EXPECT_EQ(refusal(start + "[[[[[1, 0]]], [[[0, 1]]]]]]}"),
              "axis 3 of 6, the batch: expected 1 sentence, found 2");
    EXPECT_EQ(refusal(start + "[[[[[1, 0], [0, 1]]]]]]}"),
              "axis 5 of 6, the outputs of a step: expected 1, found 2");
    EXPECT_EQ(refusal(start + step("1, 0", "1, 0") + "]}"),
              "axis 1 of 6, the outputs: expected 3, or 4 with the end, found 1");
}

TEST_F(Attention, ColumnsOfASpreadsheet) {
    for (const std::string text : {",a,\",\",</s>\nx,0.25,0.5,0.25\n</s>,0,0,1\n",
                                   "\ta\t,\t</s>\r\nx\t0.25\t0.5\t0.25\r\n</s>\t0\t0\t1\r\n"}) {
        const auto traces = read(text);
        ASSERT_EQ(traces.size(), 1u);
        EXPECT_THAT(source(traces[0]), ElementsAre("a", ",", "</s>"));
        EXPECT_THAT(target(traces[0]), ElementsAre("x", "</s>"));
        EXPECT_EQ(traces[0].weight(0, 1), 0.5f);
    }
    EXPECT_EQ(read(",a\nx,1\n\n,b,c\ny,1,0\nz,0,1\n")[1].model.name, "a, sentence 2");
    EXPECT_EQ(refusal(",a,b\nx,1,0\ny,1\n"), "line 3: fields: expected 3, as in the header, found 2");
    EXPECT_EQ(refusal(",a,b\nx,1,0\ny,1,none\n"), "line 3: field 3: expected a weight, found \"none\"");
    EXPECT_THAT(refusal(",a,b\nx,80,20\n"), HasSubstr("percentages"));
    EXPECT_FALSE(is_attention_file(write("date,a,b\n2020-01-01,1,0\n")));
    EXPECT_FALSE(is_attention_file(write(",a,b\n0,1,7\n"))); // no weights
}

TEST_F(Attention, NBestListsOfMarian) {
    const auto traces = read("0 ||| x ||| 0.25,0.75 0.5,0.5 ||| F0= -1.2 ||| -0.2\n"
                             "0 ||| y ||| 1,0 0,1 ||| F0= -1.5 ||| -0.3\n"
                             "1 ||| z ||| 0,1 0,1 ||| F0= -1.5 ||| -0.3\n");
    ASSERT_EQ(traces.size(), 3u);
    EXPECT_THAT(target(traces[0]), ElementsAre("x", "</s>"));
    EXPECT_EQ(traces[0].weight(0, 1), 0.75f);
    EXPECT_EQ(traces[1].model.name, "a, sentence 1, hypothesis 2");
    EXPECT_EQ(traces[2].model.name, "a, sentence 2, hypothesis 1");
    const std::string rest = " ||| x ||| 0.25,0.75 0.5,0.5 ||| F0= -1.2 ||| -0.2\n";
    EXPECT_EQ(read("16777217" + rest)[0].model.name, "a, sentence 16777218, hypothesis 1");
    EXPECT_THAT(refusal("nan" + rest), StartsWith("line 1: weights: expected rows of numbers"));
}

} // namespace
} // namespace heed::io
