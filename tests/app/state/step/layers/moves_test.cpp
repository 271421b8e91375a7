// What moved an output of a Transformer: when it is asked, what is kept, and Y.
#include "app/state/step/layers/moves.h"

#include "app/state/step/layers/layers.h"
#include "core/analysis/moves/moves.h"
#include "core/decode/run.h"
#include "tests/support/samples/sample_heads.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace heed {
namespace {

AppState at_the_end_of_small() {
    AppState s;
    s.model = std::make_shared<const Model>(test::small_transformer());
    s.model_name = "small";
    s.facts = s.model->facts;
    update(s, {"type", "a b c d"});
    const Request request = wanted_request(s);
    Request shorter = request;
    shorter.max_steps = 4;
    auto trace = std::make_shared<const Trace>(decode::run(*s.model, shorter));
    apply(s, RunFinished{request, trace, trace->source_length() - 1, false, 7, {}});
    s.playback.at = trace->outline.total();
    return s;
}

int asked_for_moves(const EffectList& effects) {
    return static_cast<int>(std::count_if(effects.begin(), effects.end(), [](const Effect& e) {
        return e.kind == Effect::Kind::Work && e.text == "moves";
    }));
}

void answer_moves(AppState& s) {
    const std::atomic<bool> never{false};
    apply_moves(s, WorkDone{"moves", moves_job(s)(Engine{}, never), ""});
}

TEST(MovesState, is_asked_once_where_a_token_is_written_and_kept) {
    AppState s = at_the_end_of_small();
    EXPECT_EQ(moves_question(s).output, 3);
    EXPECT_EQ(asked_for_moves(follow_moves(s)), 1);
    EXPECT_EQ(asked_for_moves(follow_moves(s)), 0);
    EXPECT_EQ(moves_answer(s), nullptr);
    answer_moves(s);
    const auto found = moves_answer(s);
    ASSERT_NE(found, nullptr);
    EXPECT_EQ(found->output, 3);
    s.playback.at = 3;
    EXPECT_EQ(moves_question(s).output, -1);
    EXPECT_EQ(asked_for_moves(follow_moves(s)), 0);
    s.playback.at = s.trace->outline.total();
    EXPECT_EQ(asked_for_moves(follow_moves(s)), 0);
    EXPECT_EQ(moves_answer(s), found); // it is known still
}

// The residual stream has the same inspector: what it says is coming has been asked for.
TEST(MovesState, is_asked_beside_the_states_too) {
    AppState s = at_the_end_of_small();
    update(s, {"states"});
    ASSERT_TRUE(shows_stream(s));
    EXPECT_EQ(moves_question(s).output, 3);
    EXPECT_TRUE(can_ask_moves(s));
    follow_moves(s);
    answer_moves(s);
    EXPECT_NE(measured_beside(s).moves, nullptr);
}

TEST(MovesState, weighted_maps_are_measured_when_they_are_looked_at) {
    AppState s = at_the_end_of_small();
    follow_moves(s);
    answer_moves(s);
    EXPECT_EQ(measured_beside(s).weighted, nullptr);
    update(s, {"read-maps", "weighted"});
    EXPECT_EQ(s.layers.front.read, MapReading::Weighted);
    follow_moves(s);
    answer_moves(s);
    EXPECT_NE(measured_beside(s).weighted, nullptr);
    EXPECT_NE(measured_beside(s).moves, nullptr);
    update(s, {"read-maps", "no such"});
    EXPECT_EQ(s.layers.front.read, MapReading::Weighted);
    EXPECT_EQ(layers_choices(s).at("read"), "weighted");
    AppState other;
    layers_from_json(layers_choices(s), other);
    EXPECT_EQ(other.layers.front.read, MapReading::Weighted);
}

TEST(MovesState, y_sets_a_token_against_another_that_can_be_named) {
    AppState s = at_the_end_of_small();
    update(s, {"why"});
    ASSERT_TRUE(shows_moves(s));
    EXPECT_TRUE(moves_question(s).against);
    follow_moves(s);
    answer_moves(s);
    ASSERT_NE(moves_answer(s), nullptr);
    EXPECT_EQ(moves_answer(s)->rival, s.trace->steps[3].top[1].text);
    EXPECT_EQ(moves_figure_id(s), "moves");
    const std::string other = s.trace->steps[3].top[2].text;
    update(s, {"why-not", other, 0, 3});
    EXPECT_EQ(moves_question(s).rival, other);
    EXPECT_EQ(moves_answer(s), nullptr); // that is another question
    follow_moves(s);
    answer_moves(s);
    ASSERT_NE(moves_answer(s), nullptr);
    EXPECT_EQ(moves_answer(s)->rival, other);
    update(s, {"why"});
    EXPECT_FALSE(shows_moves(s));
}

/// Also where it comes from the doctor, who stands before what was asked last.
TEST(MovesState, the_tab_of_the_phase_leaves_whatever_stands_in_its_place) {
    AppState s = at_the_end_of_small();
    update(s, {"why"});
    update(s, {"doctor-tab", "", 0, 1});
    EXPECT_FALSE(shows_moves(s));
    update(s, {"phase-tab"});
    EXPECT_FALSE(shows_moves(s));
    EXPECT_FALSE(s.doctor.shown);
    update(s, {"why"});
    EXPECT_TRUE(shows_moves(s));
    update(s, {"phase-tab"});
    EXPECT_FALSE(shows_moves(s));
}

TEST(MovesState, the_pointer_chooses_what_is_taken_apart_but_not_what_is_set_against_another) {
    AppState s = at_the_end_of_small();
    s.hover.row = 1;
    EXPECT_EQ(moves_question(s).output, 1);
    update(s, {"why"});
    EXPECT_EQ(moves_question(s).output, 3);
}

TEST(MovesState, nothing_is_kept_of_another_run) {
    AppState s = at_the_end_of_small();
    follow_moves(s);
    const std::atomic<bool> never{false};
    const std::any late = moves_job(s)(Engine{}, never);
    s.trace = std::make_shared<const Trace>(*s.trace);
    apply_moves(s, WorkDone{"moves", late, ""});
    EXPECT_EQ(moves_answer(s), nullptr);
}

} // namespace
} // namespace heed
