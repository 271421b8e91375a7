#include "app/state/states/states.h"

#include "app/state/session/session.h"
#include "app/state/session/state_json.h"
#include "core/models/model.h"
#include "core/models/seq2seq/phases.h"
#include "tests/support/samples/sample_trace.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace heed {
namespace {

using analysis::StateKind;

std::shared_ptr<const Trace> a_run(const std::string& text, int source = 13, int outputs = 11) {
    auto trace = std::make_shared<Trace>(sample_trace(source, outputs));
    trace->source_text = text;
    trace->request.model = "dates";
    trace->request.text = text;
    return trace;
}

void type_run(AppState& s, const std::string& text, int source = 13, int outputs = 11) {
    update(s, {"type", text});
    apply(s,
          RunFinished{wanted_request(s), a_run(text, source, outputs), source - 1, false, text.size(), {}});
}

/// Step's states over a run; nothing has been answered yet.
AppState showing(const std::string& task = "dates") {
    AppState s;
    s.model = std::make_shared<Model>();
    s.model_name = "dates";
    s.facts = a_run("x")->model;
    s.facts.task = task;
    type_run(s, "3 March 1987");
    update(s, {"last"});
    update(s, {"states"});
    return s;
}

bool asks_for_states(const EffectList& effects) {
    return std::any_of(effects.begin(), effects.end(),
                       [](const Effect& e) { return e.kind == Effect::Kind::States; });
}

Paths answer(const PathOrder& order) {
    return {order, state_path(*order.trace, order.baseline.get(), {order.encoder, 0}),
            state_path(*order.trace, order.baseline.get(), {StateKind::Decoder, order.row})};
}

StateBank a_bank(int sentences) {
    StateBank bank;
    for (int n = 0; n < sentences; ++n)
        bank.push_back(std::make_shared<const SentenceStates>(
            states_to_keep(*a_run("other " + std::to_string(n), 9, 7))));
    return bank;
}

/// Does what the jobs would do.
void answer_every(AppState& s, int sentences = 3) {
    for (int n = 0; n < 5; ++n) {
        const StateOrders asked = s.states.asked;
        if (asked.path.trace) apply(s, answer(asked.path));
        if (asked.bank.model) {
            BankState bank;
            bank.order = asked.bank;
            bank.sentences = std::make_shared<const StateBank>(a_bank(sentences));
            bank.done = true;
            apply(s, bank);
        }
        if (asked.near.trace) {
            const StateKind kind = asked.near.place.decoder ? StateKind::Decoder : asked.near.path.encoder;
            const MatrixXf states = analysis::states_of(*asked.near.trace, {kind, asked.near.path.row});
            apply(s, NearStates{asked.near, analysis::nearest_states(
                                                *asked.near.bank,
                                                {{kind, asked.near.path.row}, asked.near.distance, 5, 32},
                                                states.col(asked.near.place.column))});
        }
    }
}

TEST(StatesState, NothingIsAskedForUntilItIsShown) {
    AppState s = showing();
    EXPECT_TRUE(shows_states(s));
    EXPECT_EQ(s.states.asked.path.trace, s.trace);
    update(s, {"states"});
    EXPECT_FALSE(shows_states(s));
    EXPECT_EQ(s.states.asked, StateOrders{});
    EXPECT_FALSE(asks_for_states(update(s, {"step-back"})));
    update(s, {"view-compare"});
    update(s, {"states"}); // from another workspace: to Step's states
    EXPECT_EQ(s.view, "step");
    EXPECT_TRUE(shows_states(s));
}

TEST(StatesState, PathsBankAndNeighboursComeOneAfterTheOther) {
    AppState s = showing();
    EXPECT_EQ(bank_source(s), BankSource::Drawn);
    EXPECT_EQ(s.states.asked.bank.model, s.model);
    EXPECT_EQ(s.states.asked.near.trace, nullptr); // there is no bank yet
    answer_every(s);
    ASSERT_TRUE(s.states.paths);
    EXPECT_EQ(s.states.near.states.size(), 5u);
    EXPECT_EQ(s.states.near_points.cols(), 5);
    EXPECT_EQ(s.states.asked.bank.model, nullptr);                        // it is done
    EXPECT_FALSE(asks_for_states(update(s, {"states-hover", "", 0, 1}))); // nothing new
}

TEST(StatesState, FollowsThePlayheadUntilAStateIsChosen) {
    AppState s = showing();
    EXPECT_EQ(place_looked_at(s), (PathPlace{true, 11}));
    update(s, {"go-to", "", static_cast<double>(at_of(s.trace->outline, {seq2seq::State, 0}, 3))});
    EXPECT_EQ(place_looked_at(s), (PathPlace{true, 4}));
    update(s, {"go-to", "", 20}); // encoding
    EXPECT_FALSE(place_looked_at(s).decoder);
    update(s, {"first"});
    EXPECT_EQ(place_looked_at(s).column, -1);
    update(s, {"states-choose", "", 0, 1, 7});
    EXPECT_EQ(place_looked_at(s), (PathPlace{true, 7}));
    EXPECT_EQ(s.selection.row, 6); // the heatmap's row is lit as well
    update(s, {"states-choose", "", 0, 0, 2});
    EXPECT_EQ(place_looked_at(s), (PathPlace{false, 2}));
    EXPECT_EQ(s.selection.column, 2);
    EXPECT_EQ(s.selection.row, -1);
    update(s, {"states-choose", "", 0, 0, 2}); // again: not any more
    EXPECT_EQ(place_looked_at(s).column, -1);
    update(s, {"states-choose", "", 0, 1, 0}); // s_0 has no row
    EXPECT_EQ(place_looked_at(s), (PathPlace{true, 0}));
    update(s, {"clear"});
    EXPECT_FALSE(s.states.chosen);
}

TEST(StatesState, KeysOfRowsAndColumnsChooseStates) {
    AppState s = showing();
    update(s, {"next-column"});
    update(s, {"next-column"});
    EXPECT_EQ(place_looked_at(s), (PathPlace{false, 1}));
    update(s, {"previous-row"});
    EXPECT_EQ(place_looked_at(s).decoder, true);
    EXPECT_EQ(place_looked_at(s).column, s.selection.row + 1);
    update(s, {"clear"});
    EXPECT_FALSE(s.states.chosen);
}

TEST(StatesState, TheSideThatIsWantedStays) {
    AppState s = showing();
    update(s, {"states-side", "", 0, 0});
    EXPECT_FALSE(place_looked_at(s).decoder);
    EXPECT_GE(place_looked_at(s).column, 0); // where the newest output looks
    update(s, {"states-choose", "", 0, 1, 5});
    update(s, {"states-side", "", 0, 0});
    EXPECT_FALSE(place_looked_at(s).decoder);
    EXPECT_EQ(s.selection.row, -1);
}

TEST(StatesState, AnswersToOldOrdersAreLeftOut) {
    AppState s = showing();
    const StateOrders old = s.states.asked;
    type_run(s, "4 May 1900");
    apply(s, answer(old.path));
    EXPECT_FALSE(s.states.paths);
    answer_every(s);
    const NearOrder near = s.states.asked.near;
    update(s, {"states-distance", "", 0, 1});
    apply(s, NearStates{near, {}});
    EXPECT_EQ(s.states.near.states.size(), 5u); // what was there stays until the new one has come
    EXPECT_EQ(s.states.asked.near.distance, analysis::Distance::Cosine);
}

TEST(StatesState, InputsThatWereLookedAtAreKept) {
    AppState s = showing();
    EXPECT_TRUE(s.states.runs.empty());
    advance(s, 5);
    type_run(s, "4 May 1900"); // the one before joins
    EXPECT_EQ(s.states.runs.size(), 1u);
    type_run(s, "4 May 190"); // typing on: a stage of typing is not kept
    type_run(s, "4 May 19");
    EXPECT_EQ(s.states.runs.size(), 1u);
    advance(s, 5);
    type_run(s, "3 March 1987"); // and back: each text once
    advance(s, 5);
    type_run(s, "5 June 2000");
    ASSERT_EQ(s.states.runs.size(), 2u);
    EXPECT_EQ(s.states.runs[0]->text, "4 May 19");
    EXPECT_EQ(s.states.runs[1]->text, "3 March 1987");
    update(s, {"states-source", "", 0, 0});
    EXPECT_EQ(bank_of(s)->size(), 2u);
    EXPECT_EQ(s.states.asked.near.bank, bank_of(s));
    s.model = std::make_shared<Model>(); // states of another model are another matter
    update(s, {"states-hover", "", 0, -1});
    EXPECT_TRUE(s.states.runs.empty());
}

TEST(StatesState, ChangedRunsAreNotInputsAndAreSeenAgainstTheirBaseline) {
    AppState s = showing();
    advance(s, 5);
    s.edits.temperature = 2;
    auto changed = std::make_shared<Trace>(*s.trace);
    changed->request.edits = s.edits;
    update(s, {"states-hover", "", 0, -1});
    apply(s, RunFinished{wanted_request(s), changed, 12, false, s.input.size(), {}});
    EXPECT_TRUE(s.states.runs.empty());
    ASSERT_TRUE(s.baseline);
    EXPECT_EQ(s.states.asked.path.trace, changed);
    EXPECT_EQ(s.states.asked.path.baseline, s.baseline);
}

TEST(StatesState, AModelWithoutATaskBeginsWithInputsSoFar) {
    AppState s = showing("");
    EXPECT_FALSE(can_draw(s));
    EXPECT_EQ(bank_source(s), BankSource::Runs);
    EXPECT_EQ(s.states.asked.bank.model, nullptr);
    update(s, {"states-source", "", 0, 1}); // Drawn: it cannot
    EXPECT_EQ(bank_source(s), BankSource::Runs);
}

TEST(StatesState, AFileIsChosenReadStoppedAndReadAgain) {
    AppState s = showing();
    update(s, {"states-source", "", 0, 2});
    EXPECT_EQ(s.dialog, Dialog::Open); // which one?
    EXPECT_EQ(s.open.purpose, OpenFor::Sentences);
    update(s, {"close-dialog"});
    update(s, {"states-file", "/a/b.tsv"});
    EXPECT_EQ(s.states.asked.bank.file, "/a/b.tsv");
    BankState half;
    half.order = s.states.asked.bank;
    half.sentences = std::make_shared<const StateBank>(a_bank(2));
    half.share = 0.5;
    apply(s, half);
    EXPECT_EQ(s.states.asked.near.bank, half.sentences); // neighbours among what is there
    update(s, {"states-stop"});
    EXPECT_EQ(s.states.asked.bank.model, nullptr);
    EXPECT_EQ(bank_of(s), half.sentences); // what was read stays
    BankState late = half;
    late.share = 0.7;
    apply(s, late);
    EXPECT_EQ(s.states.bank.share, 0.5);
    update(s, {"states-file", "/a/b.tsv"}); // anew
    EXPECT_EQ(s.states.asked.bank.model, s.model);
}

TEST(StatesState, DroppedSentencesAreForTheStates) {
    AppState s = showing();
    update(s, {.id = "open-files", .files = {"/a/lines.txt"}});
    EXPECT_EQ(s.states.file, "/a/lines.txt");
    EXPECT_TRUE(s.opening.empty());
    update(s, {"states"});
    update(s, {.id = "open-files", .files = {"/a/lines.txt"}});
    EXPECT_EQ(s.navigator.file, "/a/lines.txt"); // elsewhere it is a file of sentences beside Step
}

TEST(StatesState, ANeighbourOpensItsSentence) {
    AppState s = showing();
    answer_every(s);
    const auto json = state_to_json(s);
    ASSERT_EQ(json["trajectory"]["near"].size(), 5u);
    update(s, {"type", json["trajectory"]["near"][0]["text"].get<std::string>()});
    EXPECT_TRUE(s.input.starts_with("other"));
    EXPECT_FALSE(s.states.chosen);
}

TEST(StatesState, ChoicesSurviveASession) {
    AppState s = showing();
    update(s, {"states-kind", "", 0, 2});
    update(s, {"states-distance", "", 0, 1});
    update(s, {"states-offset", "", 0, -1});
    update(s, {"states-file", "/a/b.txt"});
    update(s, {"states-side", "", 0, 0});
    AppState back;
    begin_session(back, parse_session(session_text(s), "s"));
    EXPECT_TRUE(back.states.shown);
    EXPECT_EQ(back.states.encoder, StateKind::Forward);
    EXPECT_EQ(back.states.distance, analysis::Distance::Cosine);
    EXPECT_EQ(back.states.offset, -1);
    EXPECT_EQ(back.states.file, "/a/b.txt");
    EXPECT_EQ(back.states.source, BankSource::File);
    EXPECT_FALSE(back.states.decoder);
    StatesChoices strange;
    states_from_json(
        nlohmann::json::parse(
            R"({"shown": 3, "encoder": "decoder", "row": 1e30, "distance": 7, "offset": "x", "file": []})"),
        strange);
    EXPECT_EQ(strange.encoder, StateKind::Annotation);
    EXPECT_EQ(strange.row, -1);
    EXPECT_FALSE(strange.shown);
}

TEST(StatesState, WithoutAModelOrAnInputThereIsNothing) {
    AppState s = showing();
    answer_every(s);
    update(s, {"type", ""});
    EXPECT_EQ(s.states.asked.path.trace, nullptr);
    s.model = nullptr;
    s.maps = {{s.trace, s.trace}};
    EXPECT_FALSE(shows_states(s));
    EXPECT_FALSE(is_enabled(command_info("states"), s));
}

} // namespace
} // namespace heed
