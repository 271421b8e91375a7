#include "core/analysis/meaning/meaning_json.h"

#include "tests/support/samples/sample_trace.h"

#include <gtest/gtest.h>
#include <limits>
#include <nlohmann/json.hpp>

namespace heed::analysis::meaning {
namespace {

/// Three places, two outputs.
Sentence a_sentence() {
    Sentence s;
    s.weights = s.norms = s.gradient = s.left_row = Eigen::MatrixXf::Constant(3, 2, 0.25f);
    s.left_row(1, 0) = std::numeric_limits<float>::quiet_NaN(); // nothing else was left of the row
    s.with_gradient = {0.5, std::nullopt};
    s.with_left_out = s.with_norms = s.with_shuffled = {std::nullopt, std::nullopt};
    s.gradient_mean = {0.5, 0.5, 0.5, 1};
    return s;
}

TEST(MeaningJson, WhatWasNotMeasuredIsNull) {
    const auto json = to_json(sample_trace(3, 2), a_sentence(), {});
    ASSERT_EQ(json["outputs"].size(), 2u);
    EXPECT_TRUE(json["outputs"][0]["leave_one_out"].is_null()) << "there was none";
    EXPECT_TRUE(json["outputs"][0]["leave_one_out_of_row"][1].is_null());
    EXPECT_EQ(json["outputs"][0]["leave_one_out_of_row"][0], 0.25);
    EXPECT_EQ(json["outputs"][0]["tau"]["gradient"], 0.5);
    EXPECT_TRUE(json["outputs"][1]["tau"]["gradient"].is_null());
    EXPECT_EQ(json["agreement"]["gradient"]["outputs"], 1);
    EXPECT_TRUE(json["agreement"]["shuffled"].is_null());
    EXPECT_FALSE(json["outputs"][0].contains("other_weights"));
}

TEST(MeaningJson, OtherWeightsStandAtTheirOutput) {
    OutputMeaning output;
    output.output = 1;
    output.rows = {{OtherRow::Kind::Own, {0.25f, 0.25f, 0.5f}, "a", false, 0, 0.75, 0},
                   {OtherRow::Kind::Shuffled, {0.5f, 0.25f, 0.25f}, "b", true, 7, 0.5, 0.25}};
    const auto json = to_json(sample_trace(3, 2), a_sentence(), std::vector{output});
    EXPECT_FALSE(json["outputs"][0].contains("other_weights"));
    const auto& rows = json["outputs"][1]["other_weights"];
    ASSERT_EQ(rows.size(), 2u);
    EXPECT_EQ(rows[0]["kind"], "own");
    EXPECT_EQ(rows[0]["weights"], (std::vector<double>{0.25, 0.25, 0.5}));
    EXPECT_FALSE(rows[0].contains("changes"));
    EXPECT_EQ(rows[1]["changes"], 7);
    EXPECT_EQ(rows[1]["shuffles"], shuffles);
    EXPECT_TRUE(json["outputs"][1]["jsd"].is_null()) << "no other map was found";
}

} // namespace
} // namespace heed::analysis::meaning
