#include "app/state/states/trajectory.h"

#include "app/state/session/session.h"
#include "app/state/session/state_json.h"
#include "core/models/model.h"
#include "core/models/seq2seq/phases.h"
#include "tests/support/sample_trace.h"

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
    update(s, {Do::SetInput, text});
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
    update(s, {Do::Last});
    update(s, {Do::StatesView});
    return s;
}

bool asks(const EffectList& effects) {
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
void answer_all(AppState& s, int sentences = 3) {
    for (int n = 0; n < 5; ++n) {
        const StateOrders asked = s.trajectory.asked;
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

TEST(TrajectoryState, NothingIsAskedForUntilItIsShown) {
    AppState s = showing();
    EXPECT_TRUE(shows_states(s));
    EXPECT_EQ(s.trajectory.asked.path.trace, s.trace);
    update(s, {Do::StatesView});
    EXPECT_FALSE(shows_states(s));
    EXPECT_EQ(s.trajectory.asked, StateOrders{});
    EXPECT_FALSE(asks(update(s, {Do::StepBack})));
    update(s, {Do::CompareView});
    update(s, {Do::StatesView}); // from another workspace: to Step's states
    EXPECT_EQ(s.view, "step");
    EXPECT_TRUE(shows_states(s));
}

TEST(TrajectoryState, PathsBankAndNeighboursComeOneAfterTheOther) {
    AppState s = showing();
    EXPECT_EQ(bank_source(s), BankSource::Drawn);
    EXPECT_EQ(s.trajectory.asked.bank.model, s.model);
    EXPECT_EQ(s.trajectory.asked.near.trace, nullptr); // there is no bank yet
    answer_all(s);
    ASSERT_TRUE(s.trajectory.paths);
    EXPECT_EQ(s.trajectory.near.states.size(), 5u);
    EXPECT_EQ(s.trajectory.near_points.cols(), 5);
    EXPECT_EQ(s.trajectory.asked.bank.model, nullptr);          // it is done
    EXPECT_FALSE(asks(update(s, {Do::StatesHover, "", 0, 1}))); // nothing new
}

TEST(TrajectoryState, FollowsThePlayheadUntilAStateIsChosen) {
    AppState s = showing();
    EXPECT_EQ(place_looked_at(s), (PathPlace{true, 11}));
    update(s, {Do::SetAt, "", static_cast<double>(at_of(s.trace->outline, {seq2seq::State, 0}, 3))});
    EXPECT_EQ(place_looked_at(s), (PathPlace{true, 4}));
    update(s, {Do::SetAt, "", 20}); // encoding
    EXPECT_FALSE(place_looked_at(s).decoder);
    update(s, {Do::First});
    EXPECT_EQ(place_looked_at(s).column, -1);
    update(s, {Do::StatesChoose, "", 0, 1, 7});
    EXPECT_EQ(place_looked_at(s), (PathPlace{true, 7}));
    EXPECT_EQ(s.selection.row, 6); // the heatmap's row is lit as well
    update(s, {Do::StatesChoose, "", 0, 0, 2});
    EXPECT_EQ(place_looked_at(s), (PathPlace{false, 2}));
    EXPECT_EQ(s.selection.column, 2);
    EXPECT_EQ(s.selection.row, -1);
    update(s, {Do::StatesChoose, "", 0, 0, 2}); // again: not any more
    EXPECT_EQ(place_looked_at(s).column, -1);
    update(s, {Do::StatesChoose, "", 0, 1, 0}); // s_0 has no row
    EXPECT_EQ(place_looked_at(s), (PathPlace{true, 0}));
    update(s, {Do::ClearSelection});
    EXPECT_FALSE(s.trajectory.chosen);
}

TEST(TrajectoryState, KeysOfRowsAndColumnsChooseStates) {
    AppState s = showing();
    update(s, {Do::ColumnRight});
    update(s, {Do::ColumnRight});
    EXPECT_EQ(place_looked_at(s), (PathPlace{false, 1}));
    update(s, {Do::RowUp});
    EXPECT_EQ(place_looked_at(s).decoder, true);
    EXPECT_EQ(place_looked_at(s).column, s.selection.row + 1);
    update(s, {Do::ClearSelection});
    EXPECT_FALSE(s.trajectory.chosen);
}

TEST(TrajectoryState, TheSideThatIsWantedStays) {
    AppState s = showing();
    update(s, {Do::StatesSide, "", 0, 0});
    EXPECT_FALSE(place_looked_at(s).decoder);
    EXPECT_GE(place_looked_at(s).column, 0); // where the newest output looks
    update(s, {Do::StatesChoose, "", 0, 1, 5});
    update(s, {Do::StatesSide, "", 0, 0});
    EXPECT_FALSE(place_looked_at(s).decoder);
    EXPECT_EQ(s.selection.row, -1);
}

TEST(TrajectoryState, AnswersToOldOrdersAreLeftOut) {
    AppState s = showing();
    const StateOrders old = s.trajectory.asked;
    type_run(s, "4 May 1900");
    apply(s, answer(old.path));
    EXPECT_FALSE(s.trajectory.paths);
    answer_all(s);
    const NearOrder near = s.trajectory.asked.near;
    update(s, {Do::StatesDistance, "", 0, 1});
    apply(s, NearStates{near, {}});
    EXPECT_EQ(s.trajectory.near.states.size(), 5u); // what was there stays until the new one has come
    EXPECT_EQ(s.trajectory.asked.near.distance, analysis::Distance::Cosine);
}

TEST(TrajectoryState, InputsThatWereLookedAtAreKept) {
    AppState s = showing();
    EXPECT_TRUE(s.trajectory.runs.empty());
    advance(s, 5);
    type_run(s, "4 May 1900"); // the one before joins
    EXPECT_EQ(s.trajectory.runs.size(), 1u);
    type_run(s, "4 May 190"); // typing on: a stage of typing is not kept
    type_run(s, "4 May 19");
    EXPECT_EQ(s.trajectory.runs.size(), 1u);
    advance(s, 5);
    type_run(s, "3 March 1987"); // and back: each text once
    advance(s, 5);
    type_run(s, "5 June 2000");
    ASSERT_EQ(s.trajectory.runs.size(), 2u);
    EXPECT_EQ(s.trajectory.runs[0]->text, "4 May 19");
    EXPECT_EQ(s.trajectory.runs[1]->text, "3 March 1987");
    update(s, {Do::StatesSource, "", 0, 0});
    EXPECT_EQ(bank_of(s)->size(), 2u);
    EXPECT_EQ(s.trajectory.asked.near.bank, bank_of(s));
    s.model = std::make_shared<Model>(); // states of another model are another matter
    update(s, {Do::StatesHover, "", 0, -1});
    EXPECT_TRUE(s.trajectory.runs.empty());
}

TEST(TrajectoryState, ChangedRunsAreNotInputsAndAreSeenAgainstTheirBaseline) {
    AppState s = showing();
    advance(s, 5);
    s.edits.temperature = 2;
    auto changed = std::make_shared<Trace>(*s.trace);
    changed->request.edits = s.edits;
    update(s, {Do::StatesHover, "", 0, -1});
    apply(s, RunFinished{wanted_request(s), changed, 12, false, s.input.size(), {}});
    EXPECT_TRUE(s.trajectory.runs.empty());
    ASSERT_TRUE(s.baseline);
    EXPECT_EQ(s.trajectory.asked.path.trace, changed);
    EXPECT_EQ(s.trajectory.asked.path.baseline, s.baseline);
}

TEST(TrajectoryState, AModelWithoutATaskBeginsWithInputsSoFar) {
    AppState s = showing("");
    EXPECT_FALSE(can_draw(s));
    EXPECT_EQ(bank_source(s), BankSource::Runs);
    EXPECT_EQ(s.trajectory.asked.bank.model, nullptr);
    update(s, {Do::StatesSource, "", 0, 1}); // Drawn: it cannot
    EXPECT_EQ(bank_source(s), BankSource::Runs);
}

TEST(TrajectoryState, AFileIsChosenReadStoppedAndReadAgain) {
    AppState s = showing();
    update(s, {Do::StatesSource, "", 0, 2});
    EXPECT_EQ(s.dialog, Dialog::Open); // which one?
    EXPECT_EQ(s.open.purpose, OpenFor::Sentences);
    update(s, {Do::CloseDialog});
    update(s, {Do::StatesFile, "/a/b.tsv"});
    EXPECT_EQ(s.trajectory.asked.bank.file, "/a/b.tsv");
    BankState half;
    half.order = s.trajectory.asked.bank;
    half.sentences = std::make_shared<const StateBank>(a_bank(2));
    half.share = 0.5;
    apply(s, half);
    EXPECT_EQ(s.trajectory.asked.near.bank, half.sentences); // neighbours among what is there
    update(s, {Do::StatesStop});
    EXPECT_EQ(s.trajectory.asked.bank.model, nullptr);
    EXPECT_EQ(bank_of(s), half.sentences); // what was read stays
    BankState late = half;
    late.share = 0.7;
    apply(s, late);
    EXPECT_EQ(s.trajectory.bank.share, 0.5);
    update(s, {Do::StatesFile, "/a/b.tsv"}); // anew
    EXPECT_EQ(s.trajectory.asked.bank.model, s.model);
}

TEST(TrajectoryState, DroppedSentencesAreForTheStates) {
    AppState s = showing();
    update(s, {.what = Do::OpenFiles, .files = {"/a/lines.txt"}});
    EXPECT_EQ(s.trajectory.file, "/a/lines.txt");
    EXPECT_TRUE(s.opening.empty());
    update(s, {Do::StatesView});
    update(s, {.what = Do::OpenFiles, .files = {"/a/lines.txt"}});
    EXPECT_FALSE(s.opening.empty()); // elsewhere it is opened as before
}

TEST(TrajectoryState, ANeighbourOpensItsSentence) {
    AppState s = showing();
    answer_all(s);
    const auto json = state_to_json(s);
    ASSERT_EQ(json["trajectory"]["near"].size(), 5u);
    update(s, {Do::SetInput, json["trajectory"]["near"][0]["text"].get<std::string>()});
    EXPECT_TRUE(s.input.starts_with("other"));
    EXPECT_FALSE(s.trajectory.chosen);
}

TEST(TrajectoryState, ChoicesSurviveASession) {
    AppState s = showing();
    update(s, {Do::StatesKind, "", 0, 2});
    update(s, {Do::StatesDistance, "", 0, 1});
    update(s, {Do::StatesOffset, "", 0, -1});
    update(s, {Do::StatesFile, "/a/b.txt"});
    update(s, {Do::StatesSide, "", 0, 0});
    const Session back = parse_session(session_text(s), "s");
    EXPECT_TRUE(back.trajectory.shown);
    EXPECT_EQ(back.trajectory.encoder, StateKind::Forward);
    EXPECT_EQ(back.trajectory.distance, analysis::Distance::Cosine);
    EXPECT_EQ(back.trajectory.offset, -1);
    EXPECT_EQ(back.trajectory.file, "/a/b.txt");
    EXPECT_EQ(back.trajectory.source, BankSource::File);
    EXPECT_FALSE(back.trajectory.decoder);
    TrajectoryChoices strange;
    trajectory_from_json(
        nlohmann::json::parse(
            R"({"shown": 3, "encoder": "decoder", "row": 1e30, "distance": 7, "offset": "x", "file": []})"),
        strange);
    EXPECT_EQ(strange.encoder, StateKind::Annotation);
    EXPECT_EQ(strange.row, -1);
    EXPECT_FALSE(strange.shown);
}

TEST(TrajectoryState, WithoutAModelOrAnInputThereIsNothing) {
    AppState s = showing();
    answer_all(s);
    update(s, {Do::SetInput, ""});
    EXPECT_EQ(s.trajectory.asked.path.trace, nullptr);
    s.model = nullptr;
    s.maps = {s.trace};
    EXPECT_FALSE(shows_states(s));
    EXPECT_FALSE(is_enabled(command_info(Do::StatesView), s));
}

} // namespace
} // namespace heed
