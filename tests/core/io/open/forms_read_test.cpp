// Another form of a family's model copies the numbers that it makes in the same way, and reads the rest.
#include "core/io/open/kinds/open_family.h"
#include "tests/support/source_dir.h"

#include <gtest/gtest.h>

namespace heed::io {
namespace {

namespace fs = std::filesystem;

class FormsRead : public testing::Test {
protected:
    Opened opened(const Family& family, const FormBefore* before, FormRead* read) {
        ModelFiles files = files_;
        files.match.family = &family;
        return open_form(std::move(files), {}, "tutorial", before, read);
    }
    const std::vector<Family> families_ = {
        read_family(test::source_dir() / "assets/families/pytorch_tutorial_bahdanau.json")};
    const ModelFiles files_ =
        files_of(test::source_dir() / "tests/checkpoints/pytorch_tutorial_bahdanau/encoder.pt", families_);
};

TEST_F(FormsRead, WhatAnotherFormMakesInTheSameWayIsCopied) {
    FormRead read;
    const Opened first = opened(families_.front(), nullptr, &read);
    ASSERT_TRUE(first.model) << first.problem;
    Family exchanged = families_.front();
    exchanged.spec["variants"].push_back(nlohmann::json::parse(R"({"tensors": {"decoder.cell.weight_ih":
        {"of": "decoder.gru.weight_ih_l0", "columns": [["T", "T + H"], [0, "T"]]}}})"));
    // Numbers that the files do not have tell where they come from.
    nn::ParameterSet<float> numbers = first.model->parameters;
    for (int n = 0; n < numbers.size(); ++n) numbers[n].value.setConstant(7);
    const FormBefore before{read, numbers};
    const Opened other = opened(exchanged, &before, nullptr);
    ASSERT_TRUE(other.model) << other.problem;
    const Eigen::MatrixXf& theirs = first.model->parameters.value("decoder.cell.weight_ih");
    for (const nn::Parameter<float>& own : other.model->parameters) {
        if (own.name != "decoder.cell.weight_ih") {
            EXPECT_TRUE((own.value.array() == 7).all()) << own.name;
            continue;
        }
        const Eigen::Index half = theirs.cols() / 2;
        EXPECT_EQ(own.value.leftCols(half), theirs.rightCols(half));
        EXPECT_EQ(own.value.rightCols(half), theirs.leftCols(half));
    }
}

// Whatever was copied, the report is that of the files.
TEST_F(FormsRead, TheReportOfACopyIsThatOfTheFiles) {
    FormRead read;
    const Opened first = opened(families_.front(), nullptr, &read);
    ASSERT_TRUE(first.model) << first.problem;
    const FormBefore before{read, first.model->parameters};
    FormRead again;
    const Opened other = opened(families_.front(), &before, &again);
    ASSERT_TRUE(other.model) << other.problem;
    EXPECT_EQ(again.histograms, read.histograms);
    EXPECT_EQ(other.report.summary, first.report.summary);
    ASSERT_EQ(other.report.groups.size(), first.report.groups.size());
    for (const nn::Parameter<float>& own : other.model->parameters)
        EXPECT_EQ(own.value, first.model->parameters.value(own.name)) << own.name;
}

} // namespace
} // namespace heed::io
