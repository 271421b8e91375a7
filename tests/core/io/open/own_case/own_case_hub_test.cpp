// Examples of a Hugging Face folder that are not of their form.
#include "core/io/open/own_case/own_case_hub.h"

#include "core/decode/run.h"
#include "core/io/base/file.h"
#include "core/io/open/open_model.h"
#include "tests/support/message_of.h"
#include "tests/support/source_dir.h"
#include "tests/support/temporary_folder.h"

#include <gmock/gmock.h>

#include <cmath>
#include <filesystem>
#include <vector>

namespace heed::io {
namespace {

using test::message_of;
using testing::HasSubstr;

TEST(OwnCaseHub, ValuesOfAnotherFormAreNamedWithFileAndItem) {
    const auto folder = test::source_dir() / "tests/checkpoints/hf_gpt2_base_prefix";
    OpenOptions how;
    how.families = {test::source_dir() / "assets/families"};
    const Opened opened = open_model({folder}, how);
    ASSERT_TRUE(opened.model);
    const Json good = read_json(folder / "expected.json", 64u << 20).at("inputs").at(0);
    const auto with = [&](const char* key, const Json& value) {
        Json input = good;
        input[key] = value;
        return message_of([&] { compare_hub_input(*opened.model, input, "expected.json"); });
    };
    EXPECT_EQ(with("attention_rows", Json::array({3})),
              "expected.json: inputs: attention_rows: expected objects with map, "
              "layer, head, row and values, found 3");
    const Json row = {{"map", "decoder"}, {"layer", "x"}};
    Json rows = Json::array();
    rows.push_back(row);
    EXPECT_THAT(with("attention_rows", rows), HasSubstr("expected values as its form has them"));
    Json input = good; // of a decoder alone there is no such thing
    input["encoder_output"] = std::vector<std::vector<double>>{{1, 2}};
    EXPECT_GT(compare_hub_input(*opened.model, input, "expected.json").encoder, 1);
}

/// Of one number nothing follows for the other maps; and the published form has all of them.
TEST(OwnCaseHub, VerifiesOnlyWhereEveryMapWasComparedInWhole) {
    const test::TemporaryFolder folder;
    const std::filesystem::path m = folder / "m";
    std::filesystem::copy(test::source_dir() / "tests/checkpoints/hf_marian_toy_enfr", m,
                          std::filesystem::copy_options::recursive);
    const Json good = read_json(m / "expected.json", 64u << 20);
    const auto report_of = [&](const auto& change) {
        Json expected = good;
        change(expected["inputs"]);
        write_file_atomic(m / "expected.json", expected.dump());
        return open_model({m}).report;
    };
    const auto first_alone = [](Json& inputs) { inputs.erase(inputs.begin() + 1, inputs.end()); };
    EXPECT_EQ(report_of(first_alone).verdict(), LoadVerdict::Verified);
    const LoadReport one = report_of([&](Json& inputs) {
        first_alone(inputs);
        const Json number = inputs[0]["encoder_attentions"][0][0][0][0];
        for (const char* maps : {"decoder_attentions", "cross_attentions", "attention_rows"})
            inputs[0].erase(maps);
        inputs[0]["encoder_attentions"] = Json::array({Json::array({Json::array({Json::array({number})})})});
    });
    EXPECT_EQ(one.verdict(), LoadVerdict::Clean);
    EXPECT_THAT(one.own_case->only, HasSubstr("Its example has 0 of 24 maps"));
    EXPECT_THAT(one.to_know(), testing::Contains(one.own_case->only));
    for (const char* maps : {"encoder_attentions", "decoder_attentions", "cross_attentions"}) {
        const LoadReport rest = report_of([&](Json& inputs) {
            first_alone(inputs);
            inputs[0].erase(maps);
        });
        EXPECT_EQ(rest.verdict(), LoadVerdict::Clean) << maps;
        EXPECT_THAT(rest.own_case->only, HasSubstr("16 of 24 maps")) << maps;
    }
    const LoadReport rows = report_of([&](Json& inputs) { // a row of the last head is cut
        first_alone(inputs);
        inputs[0]["cross_attentions"][1][3][2].erase(1);
    });
    EXPECT_NE(rows.verdict(), LoadVerdict::Verified);
}

void round_all(Json& numbers, double digit) {
    if (numbers.is_number_float()) numbers = std::round(numbers.get<double>() * digit) / digit;
    if (numbers.is_array())
        for (Json& one : numbers) round_all(one, digit);
}

TEST(OwnCaseHub, OneRoundedExampleDoesNotLoosenTheOthers) {
    const test::TemporaryFolder folder;
    const std::filesystem::path m = folder / "m";
    std::filesystem::copy(test::source_dir() / "tests/checkpoints/hf_marian_toy_enfr", m,
                          std::filesystem::copy_options::recursive);
    Json expected = read_json(m / "expected.json", 64u << 20);
    Json& inputs = expected["inputs"];
    ASSERT_GT(inputs.size(), 1u);
    for (const char* maps : {"encoder_attentions", "decoder_attentions", "cross_attentions"})
        if (inputs[0].contains(maps)) round_all(inputs[0][maps], 1e3);
    const auto report = [&] {
        write_file_atomic(m / "expected.json", expected.dump());
        return open_model({m}).report;
    };
    EXPECT_FALSE(report().own_case->disagrees());
    Json& weight = inputs[1]["attention_rows"][0]["values"][0];
    weight = weight.get<double>() + 2e-4;
    EXPECT_TRUE(report().own_case->disagrees());
}

/// log P / N^a: where a is -1 a score of 13 tokens is log P 13 times, and off by 13 times its last digit.
TEST(OwnCaseHub, AScoreIsAsFarOffAsTheLogProbabilityInIt) {
    const auto folder = test::source_dir() / "tests/checkpoints/hf_marian_toy_enfr";
    const Opened opened = open_model({folder});
    ASSERT_TRUE(opened.model);
    Json input = read_json(folder / "expected.json", 64u << 20).at("inputs").at(0);
    const auto apart_by = [&](double exponent, double more) {
        Request request;
        request.text = input["text"].get<std::string>();
        request.beam.width = 4;
        request.beam.exponent = exponent;
        const Trace run = decode::run(*opened.model, request);
        Json search = {{"num_beams", 4},
                       {"length_penalty", exponent},
                       {"ids", Json::array()},
                       {"score", run.lattice->hypotheses.front().score + more}};
        for (const TraceStep& step : run.steps) search["ids"].push_back(step.token.id);
        input["beam"] = Json::array({search});
        return compare_hub_input(*opened.model, input, "expected.json").scores;
    };
    EXPECT_NEAR(apart_by(1, 13e-4), 13e-4, 1e-6);
    EXPECT_NEAR(apart_by(0, 13e-4), 13e-4, 1e-6);
    EXPECT_NEAR(apart_by(-1, 13e-4), 1e-4, 1e-6);
}

} // namespace
} // namespace heed::io
