#include "app/state/compare/compare_engine.h"

#include "core/decode/run.h"
#include "core/io/model/model_folder.h"
#include "tests/support/source_dir.h"

#include <algorithm>
#include <gtest/gtest.h>

namespace heed {
namespace {

const Model& dates() {
    static const Model model =
        io::load_model(test::source_dir() / "assets/models/dates/additive", "dates/additive");
    return model;
}

struct Result : Judgement {
    Trace trace;
};

Result result_of(const std::string& text, std::optional<std::string> target = {}) {
    Request request;
    request.text = text;
    request.target = std::move(target);
    const Trace trace = decode::run(dates(), request);
    Answers answers;
    return {judge(answers, dates(), request, trace, std::atomic<bool>(false)), trace};
}

TEST(Judge, ARightOutputHasAllTheLinksOfItsReference) {
    const Result result = result_of("3 March 1987");
    ASSERT_EQ(result.trace.target_text, "1987-03-03");
    ASSERT_TRUE(result.has_gold);
    ASSERT_TRUE(result.alignment.has_value());
    EXPECT_EQ(result.alignment->rows, 8); // the dashes and the end have no gold
    const auto four = std::count_if(result.sure.begin(), result.sure.end(),
                                    [](const Link& link) { return link.target < 4; });
    EXPECT_EQ(four, 4); // one for each digit of the year
}

TEST(Judge, OutputsThatAreNotTheReferencesHaveNoLinks) {
    const Result right = result_of("3 March 1987"), wrong = result_of("3 March 1987", "1987-03-04");
    EXPECT_TRUE(wrong.has_gold);
    const auto last = [](const Result& r) {
        return std::any_of(r.sure.begin(), r.sure.end(), [](const Link& link) { return link.target == 9; });
    };
    EXPECT_TRUE(last(right));
    EXPECT_FALSE(last(wrong));
    // The error rate is of the right answer, whatever was written.
    EXPECT_EQ(wrong.alignment->shift0.error_rate(), right.alignment->shift0.error_rate());
}

TEST(Judge, WhatIsNotOfTheTaskHasNoReference) {
    const Result result = result_of("hello");
    EXPECT_FALSE(result.has_gold);
    EXPECT_FALSE(result.alignment.has_value());
}

TEST(Judge, AKeptAnswerIsThatOfTheSameTextAndTask) {
    Answers answers;
    const auto text_of = [&](const char* task, const char* text) {
        const auto answer = answers.of(task, text);
        std::string joined;
        for (const std::string& token : answer ? answer->target : std::vector<std::string>{}) joined += token;
        return joined;
    };
    EXPECT_EQ(text_of("dates", "3 March 1987"), "1987-03-03");
    EXPECT_EQ(text_of("dates", "3 March 1987"), "1987-03-03");
    EXPECT_EQ(text_of("dates", "4 March 1987"), "1987-03-04");
    EXPECT_EQ(text_of("reverse", "abc"), "cba");
    EXPECT_EQ(text_of("copy", "abc"), "abc");
    EXPECT_EQ(text_of("dates", "abc"), "");
    EXPECT_EQ(text_of("unheard of", "abc"), "");
}

TEST(Judge, CancelledThereIsNothing) {
    Request request;
    request.text = "3 March 1987";
    request.target = "1987-03-04"; // the right answer must be run, too
    const Trace trace = decode::run(dates(), request);
    Answers answers;
    EXPECT_FALSE(judge(answers, dates(), request, trace, std::atomic<bool>(true)).has_gold);
}

} // namespace
} // namespace heed
