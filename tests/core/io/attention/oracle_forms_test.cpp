// What an oracle of files found: layers and heads that are not the first, rare orders of axes, and the forms
// of fairseq, of BertViz' pages, of pickles and of packed files.
#include "core/trace/given_facts.h"
#include "tests/core/io/attention/checks.h"
#include "tests/support/archives.h"

#include <gmock/gmock.h>

#include <string>
#include <vector>

namespace heed::io {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;

const GivenFacts& facts(const Trace& trace) { return trace.model.of<GivenFacts>(); }

std::vector<std::string> places_of(const Trace& trace) {
    std::vector<std::string> places;
    for (const AttentionMap& map : trace.maps()) places.push_back(map.place());
    return places;
}

TEST_F(Attention, TheOnlyLayerOrHeadHasItsNumberWhereItIsNotTheFirst) {
    const std::string words = R"({"source": "a b", "target": "x", )", map = "[[0.25, 0.75]]";
    EXPECT_THAT(places_of(read(words + R"("heads": [3], "attention": [)" + map + "]}")[0]),
                ElementsAre("head 4"));
    EXPECT_THAT(places_of(read(words + R"("layers": [7], "heads": [0], "attention": [[)" + map + "]]}")[0]),
                ElementsAre("layer 8"));
    EXPECT_THAT(places_of(read(words + R"("attention": )" + map + "}")[0]), ElementsAre(""));
}

const std::string view = R"({"attention": [{"name": null, "attn": [[[[0.25, 0.75]]], [[[1, 0]]]],
    "left_text": ["x"], "right_text": ["a", "b"]}], "default_filter": "0", "heads": [0], "include_layers": )";

TEST_F(Attention, LayersThatBertVizIncludesHaveTheirNumbers) {
    EXPECT_THAT(places_of(read(view + "[2, 5]}")[0]), ElementsAre("layer 3", "layer 6"));
    EXPECT_THAT(refusal(view + "[2, 5, 7]}"),
                HasSubstr("layers: expected 2 numbers, as there are of them in the weights, found 3"));
}

TEST_F(Attention, APageOfBertVizHoldsItsArguments) {
    const std::string page = "<script src=\"d3.js\"></script><div id=\"bertviz-1\"></div><script>\n"
                             "const params = " +
                             view + "[2, 5]}; // HACK: " + view + "[2, 5]} is replaced\n</script>\n";
    const auto traces = read(page);
    ASSERT_EQ(traces.size(), 1u);
    EXPECT_THAT(places_of(traces[0]), ElementsAre("layer 3", "layer 6"));
    EXPECT_EQ(traces[0].at({Quantity::Weights, 2, 0})(1, 0), 0.75f);
    EXPECT_FALSE(is_attention_file(write("<!DOCTYPE html>\n<p>const params = {\"a\": 1}</p>\n")));
}

/// Source tokens × outputs × layers × heads, as that toolkit's attention has them, of any lengths.
TEST_F(Attention, AttributionsOfInseqHaveTheirAxesByTheirKey) {
    const std::string words = R"({"sequence_attributions": [{"source": ["a", "b"], "target": ["x", "y"],
                                  "source_attributions": )";
    const Trace square = read_attention(write(words + "[[0.25, 0.5], [0.5, 0.25]]}]}"))[0];
    EXPECT_EQ(square.weight(0, 1), 0.5f);
    EXPECT_EQ(facts(square).order, "ST");
    const Trace deep = read_attention(write(words + "[[[[0.25], [1], [0]], [[0.5], [0], [1]]],"
                                                    " [[[0.75], [0], [1]], [[0.5], [1], [0]]]]}]}"))[0];
    EXPECT_THAT(places_of(deep), ElementsAre("layer 1", "layer 2", "layer 3"));
    EXPECT_EQ(deep.at({Quantity::Weights, 0, 0})(1, 0), 0.75f); // (source, output)
    EXPECT_EQ(deep.at({Quantity::Weights, 1, 0})(1, 1), 1.0f);
    EXPECT_THAT(
        refusal(words + "[[[0.25], [0.5]], [[0.75], [0.5]]]}]}"),
        HasSubstr("expected source tokens × outputs, or with layers and heads behind them, found 3 axes"));
}

/// As layers × heads × outputs × source tokens the lengths would fit, too, and no row would sum to 1.
TEST_F(Attention, ARareOrderIsTakenWhereOnlySoRowsSumToOne) {
    const Trace trace = read(R"({"source": "a b", "target": "x y", "attention":
        [[[[0.25, 0.5], [0.125, 1]], [[0.75, 0.125], [0.5, 0.25]]],
         [[[0.75, 0.5], [0.875, 0]], [[0.25, 0.875], [0.5, 0.75]]]]})")[0];
    EXPECT_EQ(facts(trace).order, "STLH");
    EXPECT_EQ(trace.at({Quantity::Weights, 1, 0})(1, 0), 0.875f);
    EXPECT_THAT(facts(trace).assumed, Contains(HasSubstr("only so an output's weights sum to 1")));
    EXPECT_THAT(facts(trace).others, Contains("LHTS"));
}

TEST_F(Attention, FairseqWritesAlignmentsAmongItsLines) {
    const std::string lines = "INFO | loading\nS-1\tc d\nT-1\tz\nH-1\t-0.5\tz u\nD-1\t-0.5\tz u\n"
                              "P-1\t-0.1 -0.2 -0.3\nA-1\t1-0 0-1\n"
                              "S-0\ta b\nH-0\t-0.5\tx\nA-0\t0.25,0.5,0.25 0,0.125,0.875\n";
    const auto traces = read(lines + "Generate test with beam=5: BLEU4 = 20.1\n");
    ASSERT_EQ(traces.size(), 2u);
    EXPECT_THAT(source_words(traces[0]), ElementsAre("a", "b", "</s>"));
    EXPECT_THAT(output_words(traces[0]), ElementsAre("x", "</s>"));
    EXPECT_EQ(traces[0].weight(1, 2), 0.875f);
    EXPECT_THAT(source_words(traces[1]), ElementsAre("c", "d"));
    EXPECT_EQ(traces[1].weight(0, 1), 1.0f);
    EXPECT_EQ(traces[1].weight(1, 0), 1.0f);
    EXPECT_THAT(refusal("S-0\ta b\nH-0\t-0.5\tx\nA-0\t0.25,0.75,x 0,1,0\n"),
                HasSubstr("line 3: weights: expected numbers between commas"));
}

TEST_F(Attention, AnEmptyOutputOfMarianHasItsEnd) {
    const Trace trace = read(" ||| 0.25,0.75\n")[0];
    EXPECT_THAT(output_words(trace), ElementsAre("</s>"));
}

TEST_F(Attention, WhatIsPackedIsReadAsWhatIsNot) {
    const auto file = write(test::gzip_of(R"({"source": "a b", "target": "x", "attention": [[0.25, 0.75]]})"),
                            "run.json.gz");
    EXPECT_TRUE(is_attention_file(file));
    const Trace trace = read_attention(file)[0];
    EXPECT_EQ(trace.weight(0, 1), 0.75f);
    EXPECT_EQ(trace.model.name, "run");
    EXPECT_FALSE(is_attention_file(write(test::gzip_of("the law\n"), "words.txt.gz")));
}

TEST_F(Attention, APickleOfListsIsRead) { // {"source": ["a"], "target": ["x"], "attn": [[1.0]]}
    test::Pickle pickle;
    pickle.code("}(").text("source").code("](").text("a").code("e").text("target").code("](").text("x");
    pickle.code("e").text("attn").code("]]").code(std::string("G\x3F\xF0\0\0\0\0\0\0", 9)).code("aau");
    const auto file = write(pickle.end(), "run.pkl");
    EXPECT_TRUE(is_attention_file(file));
    const Trace trace = read_attention(file)[0];
    EXPECT_THAT(output_words(trace), ElementsAre("x"));
    EXPECT_EQ(trace.weight(0, 0), 1.0f);
}

} // namespace
} // namespace heed::io
