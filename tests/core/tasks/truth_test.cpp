#include "core/tasks/truth.h"

#include "core/tasks/item.h"
#include "core/tasks/task.h"

#include <gtest/gtest.h>

namespace heed::tasks {
namespace {

std::vector<std::string> letters(const std::string& text) {
    std::vector<std::string> tokens;
    for (const char c : text) tokens.emplace_back(1, c);
    return tokens;
}

Truth of_date(const std::string& input, const std::string& written, bool finished = true) {
    return held_against(right_answer("dates", input).value(), "dates", letters(written), written, finished);
}

TEST(Truth, ARightOutputIsRight) {
    const Truth truth = of_date("3 March 1987", "1987-03-03");
    EXPECT_TRUE(truth.right);
    EXPECT_EQ(truth.output, -1);
    EXPECT_EQ(truth.answer, "1987-03-03");
}

TEST(Truth, TheFirstOutputThatDiffersIsNamedInBoth) {
    const Truth truth = of_date("3 March 1987", "1987-02-04");
    EXPECT_FALSE(truth.right);
    EXPECT_EQ(truth.output, 6);
    EXPECT_EQ(truth.wrote, "2");
    EXPECT_EQ(truth.wanted, "3");
    EXPECT_EQ(truth.in_written, (Truth::Bytes{6, 7}));
    EXPECT_EQ(truth.in_answer, (Truth::Bytes{6, 7}));
}

TEST(Truth, TooShortAndTooLongDifferAtTheEnd) {
    const Truth too_short = of_date("3 March 1987", "1987-03");
    EXPECT_EQ(too_short.output, 7); // the end token
    EXPECT_EQ(too_short.wrote, "");
    EXPECT_EQ(too_short.wanted, "-");
    EXPECT_EQ(too_short.in_written, (Truth::Bytes{7, 7})); // its end
    const Truth too_long = of_date("3 March 1987", "1987-03-033");
    EXPECT_EQ(too_long.output, 10);
    EXPECT_EQ(too_long.wrote, "3");
    EXPECT_EQ(too_long.wanted, "");
    EXPECT_EQ(too_long.in_written, (Truth::Bytes{10, 11}));
    EXPECT_EQ(too_long.in_answer, (Truth::Bytes{10, 10}));
}

TEST(Truth, WhatWasStoppedIsNotRight) {
    const Truth truth = of_date("3 March 1987", "1987-03-03", false);
    EXPECT_FALSE(truth.right);
    EXPECT_EQ(truth.output, -1); // nothing that it wrote is wrong
}

TEST(Truth, WordsAreFoundInTheText) {
    const auto answer = right_answer("translate", "the agreement was signed");
    ASSERT_TRUE(answer);
    std::vector<std::string> written = answer->tokens;
    ASSERT_GT(written.size(), 3u);
    written[1] = "été";
    std::string text;
    for (const std::string& word : written) text += (text.empty() ? "" : " ") + word;
    const Truth truth = held_against(*answer, "translate", written, text, true);
    EXPECT_EQ(truth.output, 1);
    EXPECT_EQ(text.substr(truth.in_written.begin, truth.in_written.end - truth.in_written.begin), "été");
    EXPECT_EQ(truth.answer.substr(truth.in_answer.begin, truth.in_answer.end - truth.in_answer.begin),
              answer->tokens[1]);
}

TEST(Truth, NumbersMayBeNearAndClassesMayNot) {
    const auto sum = right_answer("adding", ".31 -.2* .7 .1*");
    ASSERT_TRUE(sum);
    EXPECT_EQ(sum->text, ".475");
    EXPECT_TRUE(held_against(*sum, "adding", {}, ".5", true).right);
    EXPECT_FALSE(held_against(*sum, "adding", {}, ".6", true).right);
    const auto opinion = right_answer("sentiment", "the story seemed wonderful");
    ASSERT_TRUE(opinion);
    EXPECT_TRUE(held_against(*opinion, "sentiment", {}, "positive", true).right);
    EXPECT_FALSE(held_against(*opinion, "sentiment", {}, "negative", true).right);
}

TEST(Truth, NothingIsKnownOfOtherTexts) {
    EXPECT_FALSE(right_answer("dates", "7"));
    EXPECT_FALSE(right_answer("dates", "30 February 1987"));
    EXPECT_FALSE(right_answer("translate", "the zyzzyva was signed"));
    EXPECT_FALSE(right_answer("sentiment", "two friends left"));
    EXPECT_FALSE(right_answer("adding", "one two"));
    EXPECT_FALSE(right_answer("", "3 March 1987"));
    EXPECT_FALSE(right_answer("no such task", "3 March 1987"));
}

// Whatever a task draws is right as it stands, and wrong at any place that is changed.
TEST(Truth, HoldsOnEveryTask) {
    for (const Task& task : all()) {
        if (!task.reference) continue;
        Random random(7);
        for (int k = 0; k < 20; ++k) {
            const Sample sample = task.sample(random);
            const std::string input = task.tokenizer().join(sample.source);
            const auto answer = right_answer(task.name, input);
            ASSERT_TRUE(answer) << task.name << ": " << input;
            EXPECT_TRUE(held_against(*answer, task.name, answer->tokens, answer->text, true).right) << input;
            for (std::size_t n = 0; n < answer->tokens.size(); ++n) {
                auto wrong = answer->tokens;
                wrong[n] = "~";
                const Truth truth =
                    held_against(*answer, task.name, wrong, task.tokenizer().join(wrong), true);
                EXPECT_EQ(truth.output, static_cast<int>(n));
                EXPECT_EQ(truth.wanted, answer->tokens[n]);
            }
        }
    }
}

} // namespace
} // namespace heed::tasks
