// What is said beside the output: whether it is right, where it goes wrong first, what training cannot have
// held.
#include "app/state/picker/picker.h"
#include "app/state/update.h"
#include "tests/app/state/picker/nine_models.h"

#include <gtest/gtest.h>

namespace heed {
namespace {

/// A run of dates that wrote this.
AppState after_writing(const std::string& text, Edits edits = {}) {
    AppState s = with_models();
    Trace trace = sample_trace(13, static_cast<int>(text.size()) + 1);
    trace.model.task = "dates";
    trace.source_text = s.input;
    for (std::size_t n = 0; n < text.size(); ++n) {
        trace.steps[n].token.text = std::string(1, text[n]);
        trace.steps[n].token.is_end = false;
    }
    trace.steps.back().token = {.text = "</s>", .is_end = true};
    trace.finished = true;
    trace.target_text = text;
    trace.request.edits = std::move(edits);
    s.trace = std::make_shared<const Trace>(std::move(trace));
    follow_truth(s);
    return s;
}

TEST(RunTruth, StandsBesideTheOutput) {
    const AppState right = after_writing("1987-03-03");
    ASSERT_TRUE(truth_of(right));
    EXPECT_TRUE(truth_of(right)->right);
    const AppState wrong = after_writing("1987-02-03");
    ASSERT_TRUE(truth_of(wrong));
    EXPECT_FALSE(truth_of(wrong)->right);
    EXPECT_EQ(truth_of(wrong)->output, 6);
    EXPECT_FALSE(wrong.truth.changed);
}

TEST(RunTruth, LeadsToTheFirstOutputThatIsWrongAndNamesBoth) {
    AppState s = after_writing("1987-02-03");
    EXPECT_EQ(truth_narration(s), "");
    update(s, {"first-wrong-output"});
    s.running = false; // nobody runs anything here
    const Moment now = moment_at(s.trace->outline, s.playback.at);
    EXPECT_TRUE(now.decoding());
    EXPECT_EQ(now.position, 6);
    EXPECT_EQ(now.phase.info->id, "softmax"); // its weights are there
    EXPECT_EQ(truth_narration(s),
              " This is the first output that is wrong: it writes “2”, the answer has “3”.");
    AppState right = after_writing("1987-03-03");
    EXPECT_FALSE(is_enabled(command_info("first-wrong-output"), right));
}

TEST(RunTruth, IsSilentWhereNothingIsKnown) {
    AppState s = after_writing("1987-03-03");
    s.input = "7"; // typed since
    EXPECT_FALSE(truth_of(s));
    AppState unknown = with_models();
    unknown.input = "7";
    Trace trace = *unknown.trace;
    trace.source_text = "7";
    trace.model.task = "dates";
    unknown.trace = std::make_shared<const Trace>(std::move(trace));
    follow_truth(unknown);
    EXPECT_FALSE(truth_of(unknown));
}

TEST(RunTruth, SaysThatTheRunWasChanged) {
    Edits edits;
    edits.forced[6] = "2";
    AppState s = after_writing("1987-02-03", edits);
    EXPECT_TRUE(s.truth.changed);
    update(s, {"first-wrong-output"});
    s.running = false;
    EXPECT_NE(truth_narration(s).find("as you changed it"), std::string::npos);
}

TEST(RunTruth, AnInputThatItsTrainingCannotHaveHeldIsSaid) {
    AppState s = after_writing("1987-03-03");
    EXPECT_FALSE(unlike_training(s));
    auto other = std::make_shared<Trace>(*s.trace);
    s.input = other->source_text = "7";
    s.trace = other;
    follow_truth(s);
    EXPECT_TRUE(unlike_training(s));
    s.facts.task = "mine"; // nobody knows what it was trained on
    EXPECT_FALSE(unlike_training(s));
}

TEST(RunTruth, AnInputLongerThanAnyInTrainingIsSaid) {
    AppState s = with_models();
    s.card.longest = 12;
    s.tokens = 12;
    EXPECT_EQ(beyond_training(s), "");
    s.tokens = 13;
    EXPECT_EQ(beyond_training(s), "trained on at most 12 characters");
    s.card.longest = 0; // not known
    EXPECT_EQ(beyond_training(s), "");
}

} // namespace
} // namespace heed
