// What neither lengths nor sums tell of a file of weights is said, and what they tell is not lost.
#include "core/io/run/trace_json.h"
#include "core/trace/given_facts.h"
#include "core/trace/row_sums.h"
#include "tests/core/io/attention/checks.h"
#include "tests/support/archives.h"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

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

const GivenFacts& given(const Trace& trace) { return trace.model.of<GivenFacts>(); }

// --------------------------------------------------------------------------------------------- turned tables

TEST_F(Attention, ATableOfSourcesBelowOneAnotherIsTurnedAndSaysSo) {
    const Trace trace = read(",x,y\na,0.25,0.5\nb,0.75,0.5\n")[0];
    EXPECT_THAT(source_words(trace), ElementsAre("a", "b"));
    EXPECT_THAT(output_words(trace), ElementsAre("x", "y"));
    EXPECT_EQ(trace.weight(0, 1), 0.75f); // x looks at b
    EXPECT_EQ(given_words(trace), "Its rows are taken for source tokens: columns sum to 1, rows do not");
    EXPECT_THAT(given(trace).others, ElementsAre("TS"));
    const Trace as_written = read_attention(write(",x,y\na,0.25,0.5\nb,0.75,0.5\n"), {.axes = "TS"})[0];
    EXPECT_THAT(source_words(as_written), ElementsAre("x", "y"));
    EXPECT_THAT(source_words(read(",a,b\nx,0.25,0.75\ny,0.5,0.5\n")[0]),
                ElementsAre("a", "b"));                                                     // rows do, too
    EXPECT_THAT(output_words(read("x,y\n0.25,0.5\n0.75,0.5\n")[0]), ElementsAre("x", "y")); // one has words
}

TEST_F(Attention, WordsThatAreExchangedAreDoubted) {
    const Trace trace = read(R"({"source": "a b c", "target": "x y",
                                 "attention": [[0.25, 0.5, 0.125], [0.75, 0.5, 0.875]]})")[0];
    EXPECT_EQ(trace.outputs(), 2); // as the lengths say
    EXPECT_THAT(given_words(trace), HasSubstr("sources and outputs may be exchanged"));
    const Trace square =
        read(R"({"source": "a b", "target": "x y", "attention": [[0.9, 0.3], [0.1, 0.7]]})")[0];
    EXPECT_THAT(given_words(square), HasSubstr("Read as source tokens × outputs")); // in every picture
    EXPECT_THAT(given(square).others, ElementsAre("TS"));
    const Trace neither =
        read(R"({"source": "a b", "target": "x y", "attention": [[0.9, 0.3], [0.2, 0.7]]})")[0];
    EXPECT_THAT(given_words(neither), HasSubstr("Rows are taken for outputs"));
    EXPECT_THAT(given(neither).others, ElementsAre("ST"));
}

TEST_F(Attention, ARowOfPaddingDoesNotHideWhatIsTurned) {
    const Trace trace = read(R"({"source": "a b", "target": "x y", "attention": [[0.9, 0], [0.1, 0]]})")[0];
    EXPECT_EQ(trace.weight(0, 1), 0.1f);
    EXPECT_THAT(given_words(trace), HasSubstr("Read as source tokens × outputs"));
}

// ------------------------------------------------------------------------------------------------ leading
// axes

TEST_F(Attention, LayersThatMayBeABatchAreSaid) {
    const std::string start = R"({"source": "a b", "target": "x", )",
                      maps = "[[[[0.25, 0.75]], [[1, 0]]], [[[0.5, 0.5]], [[0, 1]]]]}";
    const Trace layers = read(start + R"("attention": )" + maps)[0];
    EXPECT_EQ(layers.maps().size(), 4u);
    EXPECT_EQ(given_words(layers), "Axes 1 and 2 of 4 are taken for layers and heads");
    EXPECT_THAT(given(layers).others, ElementsAre("BHTS", "LBTS", "HLTS"));
    EXPECT_EQ(given(layers).order, "LHTS");
    const auto heads = read(start + R"("attention": [[[0.25, 0.75]], [[1, 0]]]})");
    EXPECT_EQ(given_words(heads[0]), "Axis 1 of 3 is taken for heads");
    EXPECT_THAT(given(heads[0]).others, Contains("BTS"));
    EXPECT_EQ(given_words(read(start + R"("layers": [0, 1], "heads": [2, 5], "attention": )" + maps)[0]), "");
    EXPECT_EQ(given_words(read(start + R"("cross_attentions": )" + maps)[0]),
              "Axis 2 of 4 is taken for heads");
    const Trace batch_of_layers = read(start + R"("attention": [[[[[0.25, 0.75]]], [[[1, 0]]]]]})")[0];
    EXPECT_EQ(given_words(batch_of_layers), "Axis 2 of 5 is taken for layers");
    EXPECT_THAT(refusal(R"({"source": "a b", "target": "x y z", "cross_attentions":
                            [[[[[0.25, 0.75], [1, 0], [0, 1]]], [[[1, 0], [0, 1], [1, 0]]]]]})"),
                HasSubstr("axis 2 of 5, the batch: expected 1 sentence, found 2")); // it lists layers
    const Trace layers_of_one = read(start + R"("attention": [[[[[0.25, 0.75]]]], [[[[1, 0]]]]]})")[0];
    EXPECT_EQ(given_words(layers_of_one), "Axis 1 of 5 is taken for layers");
}

TEST_F(Attention, ABatchThatIsSaidHasTheTokensOfOneSentence) {
    const auto file = write(R"({"source": "a b", "target": "x",
                                "attention": [[[[0.25, 0.75]], [[1, 0]]], [[[0.5, 0.5]], [[0, 1]]]]})");
    const auto batch = read_attention(file, {.axes = "BHTS"});
    ASSERT_EQ(batch.size(), 2u);
    EXPECT_EQ(batch[1].maps().size(), 2u);
    EXPECT_EQ(batch[1].weight(0, 0), 0.5f);
    EXPECT_EQ(given_words(batch[1]), "Tokens are those of one sentence, put to each of 2");
    EXPECT_THAT(given(batch[1]).others, Contains("LHTS"));
    EXPECT_EQ(read_attention(file, {.axes = "BHTS", .sentence = 1}).size(), 1u);
}

TEST_F(Attention, AsManyHeadsAsOutputsAreSaid) {
    const Trace trace = read(R"({"source": "a b", "target": "x y", "attention":
                                 [[[0.25, 0.75], [1, 0]], [[0.5, 0.5], [0, 1]]]})")[0];
    EXPECT_EQ(given_words(trace), "Several orders of the axes fit: read as heads × outputs × source tokens");
    EXPECT_THAT(given(trace).others, Contains("THS"));
    const auto other = read_attention(folder_ / "a.txt", {.axes = "THS"})[0];
    EXPECT_EQ(other.weight(1, 0), 0.5f);
    EXPECT_EQ(given_words(other), "");
    EXPECT_THAT(given(other).others, Contains("HTS"));
}

TEST_F(Attention, WhichOrderABatchHasIsReadFromItsRefusal) {
    const std::string said = message_of([&] {
        read_attention(write(R"({"source": "a b", "target": "x", "attention":
                             [[[[[0.5, 0.5]]], [[[1, 0]]]], [[[[0, 1]]], [[[1, 0]]]],
                              [[[[0, 1]]], [[[0.25, 0.75]]]]]})"));
    });
    EXPECT_EQ(batch_order(said), "LBHTS");
    EXPECT_EQ(batch_order("w: axis 3 of 6, the batch: expected 1 sentence, found 2"), "TLBHOS");
    EXPECT_EQ(batch_order("w: axis 1 of 2, the outputs: expected 1, found 2"), "");
    EXPECT_EQ(read_attention(folder_ / "a.txt", {.axes = "LBHTS"}).size(), 2u);
}

TEST_F(Attention, WhichAxesAreLayersAndHeadsIsSaidOfABatch) {
    auto file = nlohmann::json::parse(R"({"source": [["a", "b"], ["c", "d"]], "target": [["x"], ["y"]]})");
    const auto times = [](std::size_t count, const nlohmann::json& one) {
        nlohmann::json list = nlohmann::json::array();
        for (std::size_t n = 0; n < count; ++n) list.push_back(one);
        return list;
    };
    const nlohmann::json heads = times(5, nlohmann::json::parse("[[0.25, 0.75]]"));
    file["attention"] = times(2, times(3, heads));
    EXPECT_THAT(given(read(file.dump())[0]).notes,
                ElementsAre("Axes 2 and 3 of 5 are taken for layers and heads"));
    file["attention"] = times(3, times(2, heads));
    EXPECT_THAT(given(read(file.dump())[0]).notes,
                ElementsAre("Axes 1 and 3 of 5 are taken for layers and heads"));
    file.erase("attention"); // a key that says it
    file["cross_attentions"] = times(3, times(2, heads));
    EXPECT_THAT(given(read(file.dump())[0]).notes, IsEmpty());
}

// -----------------------------------------------------------------------------------------------------
// padding

TEST_F(Attention, PaddingAtEitherSideIsLeftOut) {
    const std::string longest = "[[0.25, 0.25, 0.25, 0.25], [0.5, 0.5, 0, 0], [0, 0, 0.5, 0.5]]",
                      words = R"({"source": [["a", "b", "c", "d"], ["e", "f"]],
                                  "target": [["x", "y", "z"], ["u", "v"]], "attention": [)" +
                              longest + ", ";
    const auto left = read(words + "[[0, 0, 0.25, 0.75], [0, 0, 1, 0], [0, 0, 0.5, 0.5]]]}");
    ASSERT_EQ(left.size(), 2u);
    EXPECT_THAT(source_words(left[1]), ElementsAre("e", "f"));
    EXPECT_EQ(left[1].weight(0, 1), 0.75f);
    EXPECT_EQ(left[1].weight(1, 0), 1.0f);
    EXPECT_EQ(odd_rows(left[1]), "");
    const auto right = read(words + "[[0.25, 0.75, 0, 0], [1, 0, 0, 0], [0, 0, 0, 0]]]}");
    EXPECT_EQ(right[1].weight(0, 1), 0.75f);
    EXPECT_THAT(given(right[1]).notes, IsEmpty());
    const auto rows = read(words + "[[0, 0, 0, 0], [0, 0, 0.25, 0.75], [0, 0, 1, 0]]]}");
    EXPECT_EQ(rows[1].weight(0, 1), 0.75f); // outputs stand at the end, too
    const auto unmasked = read(words + "[[0.25, 0.25, 0.25, 0.25], [1, 0, 0, 0], [0, 0, 0, 1]]]}");
    EXPECT_THAT(given_words(unmasked[1]), HasSubstr("in front of the padding: no weights tell"));
}

TEST_F(Attention, TokensOfPaddingTell) {
    const auto both = read(R"({"source": [["a", "b", "c"], ["<pad>", "e", "f"]],
                               "target": [["x", "y"], ["u", "<pad>"]],
                               "attention": [[[0.25, 0.5, 0.25], [1, 0, 0]], [[0, 0.25, 0.75], [0, 0.5, 0.5]]]})");
    EXPECT_THAT(source_words(both[1]), ElementsAre("e", "f"));
    EXPECT_THAT(output_words(both[1]), ElementsAre("u"));
    EXPECT_EQ(both[1].weight(0, 1), 0.75f);
    const auto started =
        read(R"({"source": [["a"], ["b"]], "target": [["<pad>", "x", "y"], ["<pad>", "u", "<pad>"]],
                                  "attention": [[[1], [1], [1]], [[1], [0.5], [0.25]]]})"); // as T5 is
    EXPECT_THAT(output_words(started[0]), ElementsAre("<pad>", "x", "y"));
    EXPECT_THAT(output_words(started[1]), ElementsAre("<pad>", "u"));
    EXPECT_EQ(started[1].weight(1, 0), 0.5f);
}

TEST_F(Attention, EndsThatABatchLacksStandBehindEachSentence) {
    const auto both = read(R"({"source": [["a", "b"], ["c"]], "target": [["x"], ["y"]],
                               "attention": [[[0.25, 0.5, 0.25]], [[0.25, 0.75, 0]]]})");
    EXPECT_THAT(source_words(both[0]), ElementsAre("a", "b", "</s>"));
    EXPECT_THAT(source_words(both[1]), ElementsAre("c", "</s>"));
    EXPECT_EQ(both[1].weight(0, 1), 0.75f);
}

TEST_F(Attention, ABatchOfUnequalLengthsIsItsSentences) {
    const auto both = read(R"({"source": [["a", "b"], ["c"]], "target": [["x"], ["y", "z"]],
                               "attention": [[[0.25, 0.75]], [[1], [0.5]]]})");
    ASSERT_EQ(both.size(), 2u);
    EXPECT_EQ(both[1].outputs(), 2);
    EXPECT_EQ(both[1].weight(1, 0), 0.5f);
    EXPECT_EQ(given(both[1]).sentence, 1);
    EXPECT_EQ(both[1].model.name, "a, sentence 2");
}

TEST_F(Attention, TokensAreSaidOfOneOfABatch) {
    const auto file = write(R"({"source": [["a", "b"], ["c", "d"]], "target": [["x"], ["y"]],
                                "attention": [[[0.25, 0.75]], [[1, 0]]]})");
    const auto second = read_attention(file, {.sentence = 1, .source = {"p", "q"}, .output = {"r"}});
    ASSERT_EQ(second.size(), 1u);
    EXPECT_THAT(source_words(second[0]), ElementsAre("p", "q"));
    EXPECT_THAT(output_words(second[0]), ElementsAre("r"));
    EXPECT_EQ(second[0].weight(0, 0), 1.0f);
    EXPECT_THAT(message_of([&] {
                    read_attention(file, {.source = {"p", "q"}});
                }),
                EndsWith("found 2 sentences"));
    EXPECT_THAT(message_of([&] { read_attention(file, {.axes = "HTS"}); }), // it ended the program
                EndsWith("axes: expected B among them: there are tokens of 2 sentences, found HTS"));
}

// --------------------------------------------------------------------------------------------- what is
// written

TEST_F(Attention, NotesGoWithARunThatIsWritten) {
    const Trace trace = read(R"({"source": "a b", "target": "x y", "attention":
                                 [[[0.25, 0.75], [1, 0]], [[0.5, 0.5], [0, 1]]]})")[0];
    const nlohmann::ordered_json json = trace_to_json(trace, false);
    const std::string note = "Several orders of the axes fit: read as heads × outputs × source tokens";
    EXPECT_EQ(json.at("notes").get<Strings>(), Strings{note});
    const Trace again = trace_from_json(nlohmann::json::parse(json.dump()), "a");
    EXPECT_THAT(given(again).notes, ElementsAre(note));
    EXPECT_EQ(given_words(again), note);
}

TEST_F(Attention, SentencesOfRunsThatAreWrittenStaySeveral) {
    const std::string one = R"({"source": "a", "target": "x", "attention": [[1]]})";
    const auto written = [](const Trace& trace) {
        return nlohmann::json::parse(trace_to_json(trace, false).dump());
    };
    const std::vector<Trace> traces = read(one + "\n" + one + "\n");
    EXPECT_EQ(sentence_of_file(trace_from_json(written(traces[0]), "a")), 0);
    nlohmann::json second = written(traces[1]);
    EXPECT_EQ(sentence_of_file(trace_from_json(second, "a")), 1);
    second["sentence"] = -1;
    EXPECT_EQ(test::message_of([&] { trace_from_json(second, "a"); }),
              "a: sentence: expected 0 or more, found -1");
}

TEST_F(Attention, AxesThatAreSaidWereNotToldByLengths) {
    const auto file = write(R"({"source": "a b c", "target": "x y",
                                "attention": [[0.25, 0.5], [0.5, 0.25], [0.25, 0.25]]})");
    EXPECT_THAT(given(read_attention(file)[0]).notes, Contains(HasSubstr("as the lengths say")));
    EXPECT_THAT(given(read_attention(file, {.axes = "ST"})[0]).notes, IsEmpty());
}

// ------------------------------------------------------------------------------------------------ forms of
// text

TEST_F(Attention, WordsBesideMarianMustFitItsForm) {
    write(R"({"source": "a b c d", "target": ""})", "a.json");
    EXPECT_EQ(refusal("x y z ||| 0.25,0.5,0.25 1,0,0 0,1,0 0,0,1\n"),
              "line 1: axis 2 of 2, the source tokens: expected 4, or 5 with the end, found 3");
}

TEST_F(Attention, HardAlignmentsOfMarian) {
    for (const std::string text : {"x y ||| 0-0 2-1\n", "0 ||| x y ||| 0-0 2-1 ||| F0= -1.2 ||| -0.3\n"}) {
        const Trace trace = read(text)[0];
        EXPECT_THAT(output_words(trace), ElementsAre("x", "y")) << text;
        EXPECT_EQ(trace.source_length(), 3) << text;
        EXPECT_EQ(trace.weight(1, 2), 1.0f) << text;
    }
}

TEST_F(Attention, ColumnsThatAreNoWeightsAreNamed) {
    EXPECT_THAT(
        refusal("layer,head,a,b\n0,0,0.25,0.75\n0,1,1.0,0.0\n"),
        HasSubstr("line 1: field 1: expected source tokens: rows sum to 1 only without these 2 columns"));
    EXPECT_THAT(refusal(",a,b,sum\nx,0.25,0.75,1.0\ny,1.0,0.0,1.0\n"),
                HasSubstr("field 4: expected source tokens"));
    EXPECT_EQ(refusal(",a,b\nx,0.25,0.75\ny,0.75,0.25\nmean,0.5,0.5\n"),
              "line 4: field 1: expected an output's token: this row is to be left out, found \"mean\", the "
              "mean of the rows above");
    EXPECT_EQ(
        refusal("tgt,src,weight\nx,a,0.25\nx,b,0.75\n"),
        "line 1: columns: expected a row an output: its token, then a weight for each source token, found "
        "a line a weight, under \"weight\"");
    EXPECT_EQ(refusal("0.25\n0.75\n"),
              "one column of numbers: expected a line an output, with a weight for each source token between "
              "commas, tabs or blanks, found 2 lines of one number");
    EXPECT_EQ(
        refusal("x y ||| 0.5;0.5\n"),
        "line 1: weights: expected numbers between commas, a group an output, as --alignment soft writes "
        "them, found \"0.5;0.5\"");
}

TEST_F(Attention, IdsThatLookLikeWeights) {
    EXPECT_THAT(output_words(read("1,0.25,0.75\n0,1.0,0.0\n0,0.5,0.5\n")[0]), ElementsAre("1", "0", "0"));
    EXPECT_THAT(source_words(read("0,1,1\n0.25,0.5,0.25\n1.0,0.0,0.0\n")[0]), ElementsAre("0", "1", "1"));
    const Trace weights = read("1,0,0\n0.25,0.5,0.25\n")[0];
    EXPECT_EQ(weights.outputs(), 2);
    EXPECT_EQ(given_words(weights), "Row 1 is read as weights, not as tokens' ids");
    EXPECT_TRUE(are_percentages(refusal("100,0,0\n25.5,50.5,24\n"))); // no ids: it sums to 100 as well
}

TEST_F(Attention, AFirstLineThatOnlySumsTellIsSaid) {
    const Trace masked = read("0,0,0\n0.25,0.5,0.25\n1.0,0.0,0.0\n")[0];
    EXPECT_EQ(masked.outputs(), 3);
    EXPECT_EQ(masked.weight(1, 1), 0.5f);
    EXPECT_THAT(source_words(masked), ElementsAre("1", "2", "3"));
    const Trace ids = read("1,1,0\n0.25,0.5,0.25\n1.0,0.0,0.0\n")[0];
    EXPECT_EQ(ids.outputs(), 2);
    EXPECT_EQ(given_words(ids), "Line 1 is read as tokens' ids, not as weights");
    EXPECT_EQ(given_words(read("5,17,3\n0.25,0.5,0.25\n1.0,0.0,0.0\n")[0]), ""); // no weights, for sure
}

TEST_F(Attention, WordsThatAreNamedAsSumsAreWords) {
    const Trace trace = read(",pay,attention\nfais,1,0\nattention,0,1\n")[0];
    EXPECT_THAT(source_words(trace), ElementsAre("pay", "attention"));
    const Trace links = read(",a,b,c\nx,1,0,1\ny,0,1,1\n")[0]; // c belongs to both
    EXPECT_THAT(source_words(links), ElementsAre("a", "b", "c"));
    EXPECT_EQ(links.weight(1, 2), 1.0f);
    EXPECT_THAT(refusal(",a,b,sum\nx,1,0,1\ny,0,1,1\n"), HasSubstr("field 4: expected source tokens"));
}

// ------------------------------------------------------------------------------------------ what sums do not
// tell

/// heads × source tokens × outputs of which each output's weights sum to 1, as numbers of a .npy.
std::string turned_shares() { // (2, 3, 4)
    const float shares[] = {0.25f, 0.5f, 0.125f, 1, 0.5f, 0.25f, 0.125f, 0, 0.25f, 0.25f, 0.75f, 0,
                            0.5f,  0,    0.25f,  0, 0.5f, 0.75f, 0.25f,  1, 0,     0.25f, 0.5f,  0};
    return std::string(reinterpret_cast<const char*>(shares), sizeof shares);
}

TEST_F(Attention, OtherReadingsOfTurnedWeightsAreTurned) {
    const auto file = write(test::npy_of("<f4", "(2, 3, 4)", turned_shares()), "w.npy");
    const Trace trace = read_attention(file)[0];
    EXPECT_EQ(given(trace).order, "HST");
    EXPECT_THAT(given(trace).others, ElementsAre("BST"));
    const auto deep = write(test::npy_of("<f4", "(2, 1, 3, 4)", turned_shares()), "w.npy");
    EXPECT_THAT(message_of([&] { read_attention(deep); }), HasSubstr("LHST (layers × heads × source tokens"));
    EXPECT_THAT(axes_asked(message_of([&] { read_attention(deep); })), Contains("BHST"));
}

TEST_F(Attention, SumsThatTellNothingAreNotSaidToTell) {
    std::string heads, maps;
    for (int n = 0; n < 3; ++n) heads += std::string(n > 0 ? ", " : "") + "[0.5, 0.25, 0.5, 0.125]";
    for (int n = 0; n < 4; ++n) maps += std::string(n > 0 ? ", [" : "[") + heads + "]";
    const Trace trace =
        read(R"({"source": "a b c", "target": "x y z u", "attention": [)" + maps + "]}")[0]; // HST or TSH
    EXPECT_THAT(given_words(trace), HasSubstr("Several orders of the axes fit"));
    EXPECT_THAT(given_words(trace), Not(HasSubstr("only so")));
    EXPECT_THAT(given(trace).notes, Not(Contains(HasSubstr("as the lengths say"))));
}

TEST_F(Attention, NotesOfARunCannotHideWhatStandsAroundThem) {
    const Trace trace = read(R"({"source": "a b", "target": "x y", "attention":
                                 [[[0.25, 0.75], [1, 0]], [[0.5, 0.5], [0, 1]]]})")[0];
    nlohmann::json json = nlohmann::json::parse(trace_to_json(trace, false).dump());
    json["notes"] = Strings{"\x1B]0;x\x07"};
    json["assumed"] = Strings{"a\n=1+1"};
    const Trace again = trace_from_json(json, "a");
    EXPECT_THAT(given(again).notes, ElementsAre("\\u{001B}]0;x\\u{0007}"));
    EXPECT_THAT(given(again).assumed, ElementsAre("a\\u{000A}=1+1"));
    const Trace started = read(R"({"source": "a", "target": ["\u001b[2J", "x", "y"], "cross_attentions":
                                   [[[[[[1]]]]], [[[[[1]]]]]]})")[0];
    EXPECT_THAT(given(started).notes, Contains(HasSubstr("\"\\u{001B}[2J\" is what the outputs")));
}

} // namespace
} // namespace heed::io
