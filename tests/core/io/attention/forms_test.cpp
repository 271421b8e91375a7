// Attention as people have it: tests/attention_files, and what may become of such a file.
#include "core/trace/given_facts.h"
#include "core/trace/row_sums.h"
#include "tests/core/io/attention/checks.h"
#include "tests/support/archives.h"
#include "tests/support/source_dir.h"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include <fstream>

namespace heed::io {
namespace {

using nlohmann::json;
using test::message_of;
using testing::AnyOf;
using testing::Contains;
using testing::ElementsAre;
using testing::EndsWith;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using Strings = std::vector<std::string>;

std::filesystem::path sample(const std::string& name) {
    return test::source_dir() / "tests/attention_files" / name;
}

json sample_json(const std::string& name) { return json::parse(std::ifstream(sample(name))); }

void expect_same_maps(const Trace& a, const Trace& b) {
    const auto first = a.maps(), second = b.maps();
    ASSERT_EQ(first.size(), second.size());
    for (std::size_t n = 0; n < first.size(); ++n) {
        EXPECT_EQ(first[n].site, second[n].site);
        EXPECT_EQ(*first[n].weights, *second[n].weights);
    }
}

TEST(AttentionSamples, EachOpensWithItsMapsOrSaysWhy) {
    const struct {
        const char* file;
        std::size_t maps;
        bool words;
        const char* leading = nullptr; // what no length tells
    } samples[] = {{"HTS.json", 4, true, "Axis 1 of 3 is taken for heads"},
                   {"LHTS.json", 12, true, "Axes 1 and 2 of 4 are taken for layers and heads"},
                   {"hf_cross_key.json", 12, true, "Axis 2 of 4 is taken for heads"},
                   {"att5d.json", 12, true, "Axis 1 of 5 is taken for layers"},
                   {"att_generate.json", 12, true},
                   {"bertviz.json", 12, true},
                   {"attn.pt", 1, false},
                   {"labels.csv", 1, true},
                   {"labels.tsv", 1, true},
                   {"marian_nbest.txt", 1, false},
                   {"pharaoh.txt", 1, false}};
    for (const auto& [file, maps, has_words, leading] : samples) {
        SCOPED_TRACE(file);
        ASSERT_TRUE(is_attention_file(sample(file)));
        const auto traces = read_attention(sample(file));
        ASSERT_EQ(traces.size(), std::string(file) == "pharaoh.txt" ? 2u : 1u);
        EXPECT_EQ(traces[0].maps().size(), maps);
        if (has_words) {
            EXPECT_THAT(source_words(traces[0]), ElementsAre("the", "law", "was", "signed", "</s>"));
            EXPECT_THAT(output_words(traces[0]), ElementsAre("la", "loi", "a", "été", "signée", "</s>"));
            if (leading == nullptr)
                EXPECT_THAT(notes_of(traces[0]), IsEmpty());
            else
                EXPECT_THAT(notes_of(traces[0]), ElementsAre(leading));
        } else {
            EXPECT_EQ(source_words(traces[0]).front(), "1");
            EXPECT_THAT(notes_of(traces[0]),
                        Contains(AnyOf("the file has no source tokens: they are numbered",
                                       "the file has no tokens: they are numbered")));
        }
    }
    ASSERT_TRUE(is_attention_file(sample("percent.json")));
    const std::string said = message_of([] { read_attention(sample("percent.json")); });
    EXPECT_TRUE(are_percentages(said)) << said;
}

TEST(AttentionSamples, TheSameWeightsInOtherFormsAreTheSame) {
    const Trace plain = read_attention(sample("LHTS.json"))[0];
    for (const char* file : {"hf_cross_key.json", "att_generate.json", "bertviz.json"}) {
        SCOPED_TRACE(file);
        expect_same_maps(read_attention(sample(file))[0], plain);
    }
    expect_same_maps(read_attention(sample("labels.csv"))[0], read_attention(sample("labels.tsv"))[0]);
}

TEST(AttentionSamples, PercentagesAreDividedWhereThatIsSaid) {
    const Trace trace = read_attention(sample("percent.json"), {.percent = true})[0];
    EXPECT_FLOAT_EQ(trace.weight(0, 0), 0.951f);
    EXPECT_THAT(notes_of(trace), Contains("percentages, divided by 100"));
    EXPECT_EQ(given_words(trace), "Percentages, divided by 100");
    EXPECT_THAT(message_of([] { read_attention(sample("HTS.json"), {.percent = true}); }),
                HasSubstr("percentages: expected a number above 1, found at most 0."));
}

TEST_F(Attention, PercentagesInTextAreDivided) {
    const char* rows = R"([["60%", "40 %"], ["0%", "100%"]])";
    const std::string words = R"({"source": "a b", "target": "x y", "attention": )";
    for (const std::string& text : {words + rows + "}", std::string(rows)}) {
        const Trace trace = read(text)[0];
        EXPECT_FLOAT_EQ(trace.weight(0, 0), 0.6f);
        EXPECT_FLOAT_EQ(trace.weight(1, 1), 1.0f);
        EXPECT_THAT(notes_of(trace), Contains("percentages, divided by 100"));
        EXPECT_THAT(given_words(trace), HasSubstr("Percentages, divided by 100"));
    }
    EXPECT_FLOAT_EQ(read(one_row(R"("0.6%", "0.4%")"))[0].weight(0, 0), 0.006f); // as it is written
    EXPECT_FLOAT_EQ(read(R"([["20%", "30%", "50%"]])")[0].weight(0, 2), 0.5f);   // no link
}

TEST_F(Attention, PercentagesInTextAreAllOrNone) {
    EXPECT_EQ(refusal(one_row(R"("60%", 0.4)")),
              "attention[0][1]: expected a weight with %, as those before are, found 0.4");
    EXPECT_EQ(refusal(one_row(R"(0.6, "40%")")),
              "attention[0][1]: expected a weight without %, as those before are, found \"40%\"");
    EXPECT_EQ(read(one_row(R"(0, "100%")"))[0].weight(0, 1), 1.0f); // 0 is 0
    EXPECT_EQ(refusal(one_row(R"("60 percent", "40%")")),
              "attention[0][0]: expected a number, found \"60 percent\"");
    EXPECT_THAT(refusal(one_row(R"("160%", "40%")")),
                HasSubstr("expected a number from 0 to 100, found 160"));
}

/// Every order of the axes is found by the lengths: 3 layers, 4 heads, 6 outputs, 5 sources.
TEST_F(Attention, AxesInAnyUsualOrder) {
    const json plain = sample_json("LHTS.json");
    const json& w = plain["attention"];
    const Trace expected = read_attention(sample("LHTS.json"))[0];
    const std::map<char, std::size_t> lengths = {{'L', 3}, {'H', 4}, {'T', 6}, {'S', 5}, {'B', 1}, {'O', 1}};
    for (const std::string order :
         {"LHST", "TLHS", "LTHS", "LTSH", "LBHTS", "BLHTS", "LBHST", "TLBHS", "TLHOS", "TLBHOS", "LBTHS"}) {
        SCOPED_TRACE(order);
        std::map<char, std::size_t> at;
        const std::function<json(std::size_t)> nest = [&](std::size_t axis) -> json {
            if (axis == order.size()) return w[at['L']][at['H']][at['T']][at['S']];
            json list = json::array();
            for (at[order[axis]] = 0; at[order[axis]] < lengths.at(order[axis]); ++at[order[axis]])
                list.push_back(nest(axis + 1));
            at[order[axis]] = 0;
            return list;
        };
        json other = plain;
        other["attention"] = nest(0);
        expect_same_maps(read(other.dump())[0], expected);
    }
}

TEST_F(Attention, AWrongNumberOfTokensNamesTheAxis) {
    json file = sample_json("LHTS.json");
    file["source"] = {"the", "law"};
    EXPECT_EQ(refusal(file.dump()), "axis 4 of 4, the source tokens: expected 2, or 3 with the end, found 5");
    file["source"] = {"the", "law", "was", "signed"};
    const Trace ended = read(file.dump())[0];
    EXPECT_TRUE(ended.source.back().is_end);
    const char* assumed = "Axes 1 and 2 of 4 are taken for layers and heads. One weight more than source "
                          "tokens: the last is taken for an end";
    EXPECT_EQ(given_words(ended), assumed) << "it might stand in front";
    file["source"] = {"the", "law", "was", "</s>"};
    EXPECT_THAT(
        refusal(file.dump()),
        HasSubstr("source tokens: expected 5, as there are weights, found 4, of which the last is an end"));
    file["source"] = {"the", "law", "was", "signed"};
    file["target"] = {"la"};
    EXPECT_EQ(refusal(file.dump()), "axis 3 of 4, the outputs: expected 1, or 2 with the end, found 6");
}

TEST_F(Attention, ListsOfAnotherLengthAreNamedByTheirPlace) {
    json file = sample_json("LHTS.json");
    file["attention"][1][2][3].push_back(0.5);
    EXPECT_EQ(refusal(file.dump()),
              "attention[1][2][3]: expected a list of 5, as the first one is, found a list of 6");
    file = sample_json("LHTS.json");
    file["attention"][2].erase(1);
    EXPECT_EQ(refusal(file.dump()),
              "attention[2]: expected a list of 4, as the first one is, found a list of 3");
    file["attention"] = json::array();
    EXPECT_THAT(refusal(file.dump()), HasSubstr("weights: expected 2 to 6 axes"));
}

TEST_F(Attention, NumbersThatAreNoWeightsAreNamed) {
    EXPECT_EQ(refusal(one_row("0.5, NaN")),
              "attention[0][1]: expected a number, found NaN, as a softmax over "
              "a row that is masked as a whole gives: leave that row out");
    EXPECT_EQ(refusal(one_row("-Infinity, 1")),
              "attention[0][0]: expected a number, found -Infinity, as scores before their softmax may be: "
              "write them after it");
    EXPECT_EQ(refusal(one_row("-0.25, 1")),
              "weight 1 of row 1: expected a number from 0 to 1, found -0.25, as "
              "scores before their softmax may be: write them after it");
    EXPECT_EQ(read(R"({"source": "NaN b", "target": "x", "attention": [[1, 0]]})")[0].source[0].text, "NaN");
}

TEST_F(Attention, ABatchIsOneSentenceOrAsManyAsThereAreWords) {
    json file = sample_json("LHTS.json");
    const json one = file["attention"];
    json batch = json::array(); // L × 2 × H × T × S
    for (const json& layer : one) batch.push_back({layer, layer});
    batch[1][1][2][0] = {0, 0, 0, 0, 1};
    file["attention"] = batch;
    EXPECT_EQ(refusal(file.dump()), "axis 2 of 5, the batch: expected 1 sentence, found 2");
    file["source"] = {file["source"], file["source"]};
    file["target"] = {file["target"], {"a", "b", "c"}};
    const auto traces = read(file.dump());
    ASSERT_EQ(traces.size(), 2u);
    expect_same_maps(traces[0], read_attention(sample("LHTS.json"))[0]);
    EXPECT_THAT(output_words(traces[1]), ElementsAre("a", "b", "c"));
    EXPECT_EQ(traces[1].at(Quantity::Weights, 1, 2)(4, 0), 1.0f);
    EXPECT_EQ(traces[1].model.name, "a, sentence 2");
}

TEST_F(Attention, ASentenceOfABatchHasWords) {
    const std::string weights = R"("attention": [[[[1]]], [[[1]]]]})";
    EXPECT_THAT(refusal(R"({"source": [["a"], []], "target": [["x"], ["y"]], )" + weights),
                HasSubstr("none"));
    EXPECT_THAT(refusal(R"({"source": [["a"], ["b"]], "target": [["x"], []], )" + weights),
                HasSubstr("none"));
}

TEST_F(Attention, WhereLengthsDoNotTellTheSumsDo) {
    const std::string words = R"({"source": "a b", "target": "x y", "attention": )";
    const auto turned = read(words + "[[0.9, 0.3], [0.1, 0.7]]}");
    EXPECT_EQ(turned[0].weight(1, 0), 0.3f);
    EXPECT_THAT(notes_of(turned[0]), ElementsAre(HasSubstr("ead as source tokens × outputs")));
    EXPECT_EQ(read(words + "[[0.9, 0.1], [0.3, 0.7]]}")[0].weight(1, 0), 0.3f);
    EXPECT_EQ(read(words + "[[0.5, 0.1], [0.3, 0.7]]}")[0].weight(1, 0), 0.3f); // neither: as usual
}

TEST_F(Attention, RowsThatDoNotSumToOneAreSaidWithTheWorst) {
    json file = sample_json("LHTS.json");
    file["attention"][1][2][3] = {0.25, 0.25, 0.25, 0.125, 0.0};
    file["attention"][0][0][0] = {0.25, 0.25, 0.25, 0.125, 0.0625};
    EXPECT_THAT(notes_of(read(file.dump())[0]),
                ElementsAre("Axes 1 and 2 of 4 are taken for layers and heads",
                            "2 of 72 rows do not sum to 1, farthest: row 4, layer 2, head 3 sums to 0.875; "
                            "drawn as given"));
    EXPECT_THAT(notes_of(read(one_row("0.25, 0.5"))[0]), ElementsAre("row 1 sums to 0.75; drawn as given"));
}

TEST_F(Attention, EncoderAndDecoderLookAtThemselves) {
    const auto traces = read(R"({"source": "a b", "target": "x y z",
        "encoder_attentions": [[[[0.5, 0.5], [0, 1]]]],
        "decoder_attentions": [[[[1, 0, 0], [0.5, 0.5, 0], [0, 0, 1]]]],
        "cross_attentions": [[[[0.5, 0.5], [0, 1], [1, 0]]]]})");
    ASSERT_EQ(traces.size(), 3u);
    EXPECT_EQ(traces[0].model.name, "a, cross_attentions");
    EXPECT_THAT(output_words(traces[1]), ElementsAre("a", "b"));
    EXPECT_THAT(source_words(traces[2]), ElementsAre("x", "y", "z"));
    EXPECT_EQ(traces[2].weight(1, 0), 0.5f);
    const auto alone = read(R"({"tokens": ["a", "b"], "attentions": [[[[0.5, 0.5], [0, 1]]]]})");
    EXPECT_THAT(output_words(alone[0]), ElementsAre("a", "b"));
}

TEST_F(Attention, StepsOfADecoderGrow) { // generate(): step i sees the start and i - 1 outputs
    const std::string lists =
        R"("decoder_attentions": [[[[[[1]]]]], [[[[[0.25, 0.75]]]]], [[[[[0.5, 0.25, 0.25]]]]]]})";
    const Trace trace = read(R"({"source": "a", "target": ["<pad>", "x", "y", "z"], )" + lists)[0];
    EXPECT_THAT(output_words(trace), ElementsAre("x", "y", "z"));
    EXPECT_THAT(source_words(trace), ElementsAre("<pad>", "x", "y"));
    EXPECT_EQ(trace.weight(1, 1), 0.75f);
    EXPECT_EQ(trace.weight(0, 2), 0.0f);
    EXPECT_THAT(notes_of(trace), ElementsAre(HasSubstr("\"<pad>\" is what the outputs were started with")));
    EXPECT_THAT(source_words(read(R"({"source": "a", "target": "x y z", )" + lists)[0]),
                ElementsAre("<s>", "x", "y"));
    EXPECT_THAT(
        refusal(R"({"target": "x y z", "decoder_attentions": [[[[[[1]]]]], [[[[[1]]]]], [[[[[1, 0]]]]]]})"),
        EndsWith("decoder_attentions[2][0][0][0][0]: expected a list of 1, as the first one is, found a list "
                 "of 2"));
}

TEST_F(Attention, BertVizObjects) {
    const auto traces = read(R"({"attention": [
        {"name": "Encoder", "attn": [[[[1]]]], "left_text": ["a"], "right_text": ["a"]},
        {"name": "Cross", "attn": [[[[1], [1]]]], "left_text": ["x", "y"], "right_text": ["a"]}]})");
    ASSERT_EQ(traces.size(), 2u);
    EXPECT_EQ(traces[1].model.name, "a, Cross");
    EXPECT_THAT(output_words(traces[1]), ElementsAre("x", "y"));
}

// What a loop of decoding collects: a tensor of one axis for each output.
TEST_F(Attention, AListOfRowsIsAMap) {
    const auto row = [](std::initializer_list<float> numbers) {
        return test::npy_of("<f4", "(" + std::to_string(numbers.size()) + ",)", test::raw<float>(numbers));
    };
    const auto file =
        write(test::zip_of({{"attention.0.npy", row({0.25f, 0.75f})}, {"attention.1.npy", row({1, 0})}}),
              "rows.npz");
    ASSERT_TRUE(is_attention_file(file));
    const Trace run = read_attention(file)[0];
    EXPECT_EQ(run.outputs(), 2);
    EXPECT_EQ(run.weight(0, 1), 0.75f);
    EXPECT_EQ(run.weight(1, 0), 1.0f);
    const auto ragged =
        write(test::zip_of({{"attention.0.npy", row({0.25f, 0.75f})}, {"attention.1.npy", row({1, 0, 0})}}),
              "rows.npz");
    EXPECT_THAT(message_of([&] { read_attention(ragged); }),
                HasSubstr("\"attention.1\": expected 1 axis, 2, as the first one has, found 1 axis, 3"));
    const auto scalars =
        write(test::zip_of({{"attention.0.npy", test::npy_of("<f4", "()", test::raw<float>({1}))},
                            {"attention.1.npy", test::npy_of("<f4", "()", test::raw<float>({0}))}}),
              "rows.npz");
    EXPECT_THAT(message_of([&] { read_attention(scalars); }), HasSubstr("expected 2 to 6 axes"));
}

// Two orders fit, and neither is told by its sums.
TEST_F(Attention, AxesThatFitTwiceAreSaid) {
    const auto run = read(R"({"source": "a b", "target": "x y", "attention":
                              [[[0.5, 0.5], [0.5, 0.5]], [[1, 0], [0, 1]]]})");
    EXPECT_THAT(notes_of(run[0]), ElementsAre("Several orders of the axes fit: read as heads × "
                                              "outputs × source tokens"));
}

TEST_F(Attention, ListsOfTensorsBelongTogether) {
    const std::string one = test::npy_of("<f4", "(1, 2, 1, 2)", test::raw<float>({0.25f, 0.75f, 1, 0})),
                      two = test::npy_of("<f4", "(1, 2, 1, 2)", test::raw<float>({0.5f, 0.5f, 0, 1}));
    const auto names = test::npy_of("<U1", "(2,)", test::raw<char32_t>({U'a', U'b'}));
    const auto out = test::npy_of("<U1", "(1,)", test::raw<char32_t>({U'x'}));
    const auto file = write(test::zip_of({{"cross_attentions.0.npy", one},
                                          {"cross_attentions.1.npy", two},
                                          {"source.npy", names},
                                          {"target.npy", out}}),
                            "w.npz");
    ASSERT_TRUE(is_attention_file(file));
    const auto traces = read_attention(file);
    ASSERT_EQ(traces.size(), 1u);
    ASSERT_EQ(traces[0].maps().size(), 4u);
    EXPECT_EQ(traces[0].at(Quantity::Weights, 1, 0)(1, 0), 0.5f);
    const auto odd = write(test::zip_of({{"cross_attentions.0.npy", one},
                                         {"cross_attentions.1.npy",
                                          test::npy_of("<f4", "(1, 1, 1, 2)", test::raw<float>({1, 0}))}}),
                           "odd.npz");
    EXPECT_THAT(message_of([&] { read_attention(odd); }),
                EndsWith("\"cross_attentions.1\": expected 4 axes, 1 × 2 × 1 × 2, as the first one has, "
                         "found 4 axes, 1 × 1 × 1 × 2"));
}

TEST_F(Attention, AnArrayWithoutWordsHasNumbers) {
    const std::string rows = test::raw<float>({0.25f, 0.75f, 0, 1, 0.5f, 0.5f});
    const auto file = write(test::npy_of("<f4", "(3, 2)", rows), "w.npy");
    ASSERT_TRUE(is_attention_file(file));
    const Trace trace = read_attention(file)[0];
    EXPECT_THAT(output_words(trace), ElementsAre("1", "2", "3"));
    EXPECT_EQ(trace.weight(2, 1), 0.5f);
    EXPECT_THAT(notes_of(trace), ElementsAre("the file has no tokens: they are numbered"));
    const auto other = write(test::npy_of("<f4", "(2, 3)", rows), "v.npy"); // a matrix of something
    EXPECT_FALSE(is_attention_file(other));
}

TEST_F(Attention, NestedListsNeedNoKey) {
    const Trace one = read("[[0.25, 0.75], [1, 0], [0.5, 0.5]]")[0];
    EXPECT_EQ(one.outputs(), 3);
    EXPECT_EQ(one.weight(1, 0), 1.0f);
    EXPECT_THAT(notes_of(one), ElementsAre("the file has no tokens: they are numbered"));
    const auto heads = read("[[[0.25, 0.75], [1, 0]], [[1, 0], [0, 1]]]");
    EXPECT_EQ(heads[0].maps().size(), 2u);
    EXPECT_EQ(given_words(heads[0]), "Axis 1 of 3 is taken for heads");
    EXPECT_EQ(refusal("[[0.25, 0.75], [1]]"),
              "weights[1]: expected a list of 2, as the first one is, found a list of 1");
}

TEST_F(Attention, TablesBetweenSemicolonsHaveDecimalCommas) {
    const Trace trace = read(";a;\"b;c\"\nx;0,25;0,75\ny;1;0\n")[0];
    EXPECT_THAT(source_words(trace), ElementsAre("a", "b;c"));
    EXPECT_EQ(trace.weight(0, 1), 0.75f);
}

/// A model's name may have a colon of its own.
TEST_F(Attention, RemarksOfATableGoWithTheModelTheyName) {
    const std::vector<Trace> maps = read("# a: b: Not sure.\n# c: Row 1 does not sum to 1.\n"
                                         "model,i,output,j,source,weight\na: b,0,x,0,s,1\nc,0,x,0,s,1\n");
    ASSERT_EQ(maps.size(), 2u);
    EXPECT_THAT(maps[0].model.of<GivenFacts>().assumed, Contains("Not sure."));
    EXPECT_THAT(maps[1].model.of<GivenFacts>().assumed, Not(Contains(HasSubstr("Row"))));
    std::string many = "# a: " + std::string(900, 'x') + "\nmodel,i,output,j,source,weight\n";
    for (int n = 0; n < 20'000; ++n) many += "a,0,x,0,s,1\n"; // a map each, and a copy of it
    EXPECT_THAT(refusal(many), HasSubstr("remarks on \"a\": expected at most 16777216 bytes"));
}

} // namespace
} // namespace heed::io
