#include "app/state/update.h"
#include "app/state/watch/watch_state.h"
#include "app/views/views.h"
#include "core/models/model.h"
#include "core/models/seq2seq/phases.h"
#include "tests/support/samples/sample_trace.h"

#include <algorithm>
#include <gtest/gtest.h>

namespace heed {
namespace {

AppState with_run(int source = 13, int outputs = 11) {
    AppState s;
    s.model_name = "dates";
    s.input = "3 March 1987";
    auto trace = std::make_shared<Trace>(sample_trace(source, outputs));
    s.facts = trace->model;
    s.trace = trace;
    s.model = std::make_shared<Model>();
    s.cache.keep({wanted_request(s), s.trace, source - 1, false, s.input.size()});
    return s;
}

bool asks(const EffectList& effects, Effect::Kind kind) {
    return std::any_of(effects.begin(), effects.end(), [&](const Effect& e) { return e.kind == kind; });
}

TEST(Update, StepsForwardAndBackOneSubstep) {
    AppState s = with_run();
    update(s, {"step"});
    EXPECT_EQ(s.playback.at, 1);
    EXPECT_EQ(s.playback.progress, 0);
    advance(s, 10);
    EXPECT_EQ(s.playback.progress, 1);
    update(s, {"step-back"});
    EXPECT_EQ(s.playback.at, 0);
    EXPECT_TRUE(s.playback.backwards);
}

TEST(Update, GranularityDecidesTheStep) {
    AppState s = with_run();
    update(s, {"by-phase"});
    update(s, {"step"});
    EXPECT_EQ(s.playback.at, 13);
    update(s, {"last"});
    EXPECT_EQ(s.playback.at, s.total());
    update(s, {"step"}); // at the end already
    EXPECT_EQ(s.playback.at, s.total());
}

TEST(Update, AStepBackShowsTheSubstepUndoneInHalfTheTime) {
    AppState s = with_run();
    update(s, {"go-to", "", 2});
    update(s, {"step-back"});
    EXPECT_EQ(playhead_of(s).at, 2);
    EXPECT_EQ(playhead_of(s).progress, 1);
    advance(s, 0.26 / 2 + 0.001); // embed takes 260 ms
    EXPECT_EQ(playhead_of(s).at, 1);
    EXPECT_EQ(playhead_of(s).progress, 1);
}

TEST(Update, PlayingTakesTheTimesOfTheDesign) {
    AppState s = with_run();
    update(s, {"play"});
    advance(s, 0.26 * 3 + 0.01); // three embeddings and the beginning of the fourth
    EXPECT_EQ(s.playback.at, 4);
    EXPECT_TRUE(s.playback.playing);
    s.settings.speed = 8;
    for (int n = 0; n < 1000; ++n) advance(s, 0.05);
    EXPECT_EQ(s.playback.at, s.total());
    EXPECT_FALSE(s.playback.playing);
    update(s, {"play"}); // from the end: again from the beginning
    EXPECT_EQ(s.playback.at, 0);
    EXPECT_TRUE(s.playback.playing);
}

TEST(Update, ReducedMotionTakesEightyMilliseconds) {
    AppState s = with_run();
    s.settings.reduced_motion = true;
    update(s, {"step"});
    advance(s, 0.081);
    EXPECT_EQ(s.playback.progress, 1);
    EXPECT_TRUE(playhead_of(s).reduced);
}

TEST(Update, TheHintGoesWithTheFirstStepForEver) {
    AppState s = with_run();
    s.hint = true;
    update(s, {"theme"});
    EXPECT_TRUE(s.hint);
    update(s, {"step"});
    EXPECT_FALSE(s.hint);
    EXPECT_TRUE(s.settings.first_run_done);
}

// Over a run that is shown, or over what is said of a followed file, it would lie over what one looks at.
TEST(Update, TheHintIsShownBeforeTheFirstStepAlone) {
    AppState s = with_run();
    EXPECT_FALSE(shows_first_hint(s));
    s.hint = true;
    EXPECT_TRUE(shows_first_hint(s));
    s.playback.at = 5;
    EXPECT_FALSE(shows_first_hint(s));
    s.playback.at = 0;
    s.watch = std::make_shared<const WatchState>();
    EXPECT_FALSE(shows_first_hint(s));
}

TEST(Update, ChoosesColumnsAndRowsWithinTheRun) {
    AppState s = with_run();
    update(s, {"previous-column"});
    EXPECT_EQ(s.selection.column, 12);
    update(s, {"next-column"});
    EXPECT_EQ(s.selection.column, 12);
    for (int n = 0; n < 30; ++n) update(s, {"next-row"});
    EXPECT_EQ(s.selection.row, 10);
    update(s, {"clear"});
    EXPECT_EQ(s.selection, Pointing{});
}

TEST(Update, EscClosesTheUppermostThingOnly) {
    AppState s = with_run();
    s.selection.column = 3;
    update(s, {"palette"});
    ASSERT_EQ(s.dialog, Dialog::Palette);
    update(s, {"clear"});
    EXPECT_EQ(s.dialog, Dialog::None);
    EXPECT_EQ(s.selection.column, 3);
    update(s, {"clear"});
    EXPECT_EQ(s.selection.column, -1);
}

TEST(Update, ZoomStaysWithinItsLimitsAndComesBackToOne) {
    AppState s;
    for (int n = 0; n < 30; ++n) update(s, {"zoom-in"});
    EXPECT_EQ(s.settings.zoom, 2);
    for (int n = 0; n < 60; ++n) update(s, {"zoom-out"});
    EXPECT_EQ(s.settings.zoom, 0.75f);
    update(s, {"zoom-reset"});
    EXPECT_EQ(s.settings.zoom, 1);
}

TEST(Apply, AnAnswerToAnOlderInputIsDropped) {
    AppState s = with_run();
    const Request old = wanted_request(s);
    s.input = "4 March 1987";
    s.running = true;
    apply(s, RunFinished{old, std::make_shared<Trace>(sample_trace(5, 4)), 4, false, 4});
    EXPECT_EQ(s.trace->source_length(), 13);
    EXPECT_TRUE(s.running);
    apply(s, RunFinished{wanted_request(s), std::make_shared<Trace>(sample_trace(5, 4)), 4, false, 4});
    EXPECT_EQ(s.trace->source_length(), 5);
    EXPECT_FALSE(s.running);
}

TEST(Apply, ANewRunKeepsThePhaseAndThePosition) {
    AppState s = with_run();
    const int at = at_of(s.trace->outline, {seq2seq::Softmax, 0}, 6);
    update(s, {"go-to", "", static_cast<double>(at)});
    s.input = "another"; // a run that is known stays
    auto next = std::make_shared<Trace>(sample_trace(20, 9));
    apply(s, RunFinished{wanted_request(s), next, 19, false, 19});
    EXPECT_EQ(s.playback.at, at_of(next->outline, {seq2seq::Softmax, 0}, 6));
    s.input = "a third";
    auto shorter = std::make_shared<Trace>(sample_trace(3, 2));
    apply(s, RunFinished{wanted_request(s), shorter, 2, false, 2});
    EXPECT_EQ(s.playback.at, at_of(shorter->outline, {seq2seq::Softmax, 0}, 1));
}

TEST(Apply, AModelThatCannotBeOpenedLeavesTheOldOne) {
    AppState s = with_run();
    s.facts.title = "Dates";
    update(s, {"load", "/tmp/my-model"});
    EXPECT_EQ(s.opening, "/tmp/my-model");
    apply(s, ModelFailed{"/tmp/my-model", "/tmp/my-model: no such model"});
    ASSERT_TRUE(s.failure);
    EXPECT_EQ(s.failure->title, "my-model was not opened");
    EXPECT_EQ(s.failure->consequence.substr(0, 27), "You are still using Dates, ");
    EXPECT_TRUE(s.trace);
    EXPECT_EQ(s.model_name, "dates");
}

TEST(Apply, NamesInAProblemKeepTheirLetters) {
    AppState s = with_run();
    s.opening = "nosuch";
    apply(s, ModelFailed{"nosuch", "nosuch: no such model"});
    ASSERT_TRUE(s.failure.has_value());
    EXPECT_EQ(s.failure->detail, "nosuch: no such model.");
}

TEST(Apply, AxesThatAreAskedAboutCanBeAnswered) {
    AppState s = with_run();
    s.opening = "/tmp/w.npy";
    apply(s, ModelFailed{"/tmp/w.npy",
                         "/tmp/w.npy: axis 1 of 4, layers or sentences of a batch: expected to be told "
                         "which, LHTS (layers × heads) or BHTS (batch × heads), found 2 of them"});
    ASSERT_TRUE(s.failure.has_value());
    EXPECT_EQ(s.failure->action, "load-axes LHTS,BHTS /tmp/w.npy");
    Command answer{"load-axes", "/tmp/w.npy"};
    answer.family = "BHTS";
    update(s, answer);
    EXPECT_EQ(s.opening, "/tmp/w.npy");
    EXPECT_EQ(s.opening_with.axes, "BHTS");
    s.opening = "/tmp/v.npy";
    s.opening_with = {};
    apply(s, ModelFailed{"/tmp/v.npy",
                         "/tmp/v.npy: axis 1 of 3, heads, sentences of a batch or outputs: expected "
                         "to be told which, HTS (a), BTS (b) or TOS (c), found 3 of them"});
    EXPECT_EQ(s.failure->action, "load-axes HTS,BTS,TOS /tmp/v.npy"); // a button each
}

TEST(Apply, ABatchWithTokensOfOneSentenceCanBeTakenAsOne) {
    AppState s = with_run();
    s.opening = "/tmp/w.json";
    apply(s, ModelFailed{"/tmp/w.json", "/tmp/w.json: axis 2 of 5, the batch: expected 1 sentence, found 2"});
    ASSERT_TRUE(s.failure.has_value());
    EXPECT_EQ(s.failure->action, "load-axes LBHTS /tmp/w.json");
}

TEST(Apply, AStartThatLacksCanBePut) {
    AppState s = with_run();
    s.opening = "/tmp/w.csv";
    apply(s, ModelFailed{"/tmp/w.csv",
                         "/tmp/w.csv: line 1: source tokens: expected 4, as there are weights, found 3, of "
                         "which the last is an end: of the start, <s>, in front of them, or of a token that "
                         "lacks"});
    ASSERT_TRUE(s.failure.has_value());
    EXPECT_EQ(s.failure->action, "load-start /tmp/w.csv");
    update(s, {"load-start", "/tmp/w.csv"});
    EXPECT_EQ(s.opening, "/tmp/w.csv");
    EXPECT_TRUE(s.opening_with.start);
}

TEST(Apply, TokensThatLackOnOneSideCanBeNumbered) {
    AppState s = with_run();
    s.opening = "/tmp/w.json";
    apply(s, ModelFailed{"/tmp/w.json", "/tmp/w.json: attention: expected \"source\", \"target\" and "
                                        "\"attention\", found no source (heed trace --from FILE --source "
                                        "\"…\" gives it)"});
    ASSERT_TRUE(s.failure.has_value());
    EXPECT_EQ(s.failure->action, "load-numbers /tmp/w.json");
    update(s, {"load-numbers", "/tmp/w.json"});
    EXPECT_EQ(s.opening, "/tmp/w.json");
    EXPECT_TRUE(s.opening_with.numbers);
}

TEST(Apply, AnEmptyInputThatWasGivenStaysEmpty) {
    for (const bool given : {true, false}) {
        AppState s;
        s.input_given = given;
        s.settings.model = "dates";
        s.settings.input = "remembered";
        begin(s);
        EXPECT_EQ(s.input, given ? "" : "remembered");
    }
}

TEST(Apply, ACancelledModelIsForgottenWhenItComes) {
    AppState s = with_run();
    update(s, {"load", "slow"});
    EXPECT_TRUE(asks(update(s, {"cancel-loading"}), Effect::Kind::CancelLoad));
    apply(s, ModelLoaded{"slow", {}, {}});
    EXPECT_EQ(s.model_name, "dates");
}

TEST(Apply, GoodNewsLeavesAfterFourSecondsBadNewsStays) {
    AppState s = with_run();
    apply(s, Saved{"/home/ana/figure.svg", 14000});
    s.dialog = Dialog::Keys; // the export dialog, which says it else, does not lie over another
    apply(s, SaveFailed{"/full/figure.svg: not written: No space left on device"});
    ASSERT_EQ(s.toasts.size(), 2u);
    EXPECT_EQ(s.toasts[0].title, "Saved figure.svg");
    EXPECT_EQ(s.toasts[0].detail, "/home/ana, 14 kB");
    advance(s, 4.1);
    ASSERT_EQ(s.toasts.size(), 1u);
    EXPECT_TRUE(s.toasts[0].bad);
    update(s, {"dismiss-toast", "", 0, s.toasts[0].id});
    EXPECT_TRUE(s.toasts.empty());
}

TEST(Words, ANumericDateIsSaidToBeReadDayFirst) {
    AppState s = with_run();
    s.facts.task = "dates";
    const auto note = [&](const char* text) {
        auto trace = std::make_shared<Trace>(*s.trace);
        trace->source_text = text;
        s.trace = trace;
        return output_note(s);
    };
    EXPECT_EQ(note("07/11/99"), "read day first");
    EXPECT_EQ(note("3.4.2020"), "read day first");
    EXPECT_EQ(note("3 March 1987"), "");
    EXPECT_EQ(note("2020-04-03"), "");
    s.facts.task = "reverse";
    EXPECT_EQ(note("07/11/99"), "");
}

} // namespace
} // namespace heed
