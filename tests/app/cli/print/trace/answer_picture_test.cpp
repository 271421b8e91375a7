// What is printed of a model that answers at once, or only reads.
#include "app/cli/print/trace/answer_picture.h"

#include "core/decode/run.h"
#include "core/io/open/model_library.h"
#include "tests/support/source_dir.h"

#include <gtest/gtest.h>

#include <sstream>

namespace heed {
namespace {

Trace read_by(const std::string& folder, const std::string& text) {
    const Model model =
        io::ModelLibrary({}).load((test::source_dir() / "tests/checkpoints" / folder).string());
    Request request;
    request.text = text;
    return decode::run(model, request);
}

TEST(AnswerPicture, WhatAsksStandsAboveItsColumn) {
    const Trace trace = read_by("hf_bert_uncased_old", "the three ministers were rejected");
    std::istringstream text(cli::answer_columns(trace));
    std::string first, name, header, row;
    std::getline(text, first);
    std::getline(text, name);
    std::getline(text, header);
    std::getline(text, row);
    EXPECT_NE(first.find(std::to_string(trace.source_length()) + " tokens"), std::string::npos) << first;
    EXPECT_EQ(first.find("p 0.000"), std::string::npos) << first;
    EXPECT_NE(header.find("[CLS]"), std::string::npos) << name << header;
    EXPECT_NE(header.find("three"), std::string::npos) << header;
    EXPECT_EQ(header.find("[CLS]") + 5, 26u + 10u); // above the end of the numbers below it
    EXPECT_EQ(row.find_first_of("0123456789.", 26), 30u) << row;
}

} // namespace
} // namespace heed
