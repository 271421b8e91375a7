// The points of a pointer network under the mouse: they move, come and go, masking is switched, and undo
// brings back what was.
#include "app/state/gallery/pointer/points.h"

#include "app/state/gallery/gallery.h"
#include "app/state/gallery/pointer/pointer_board.h"
#include "core/base/error.h"
#include "core/decode/run.h"
#include "tests/app/state/gallery/engine_of.h"
#include "tests/support/samples/sample_pointer.h"

#include <cmath>
#include <deque>
#include <gtest/gtest.h>

namespace heed {
namespace {

using Kind = Effect::Kind;

LoadedModel pointer_model(const std::string& name) {
    if (name != "hull/pointer" && name != "sort/pointer") throw Error(name, "no such model");
    Model model = name == "hull/pointer" ? sample_pointer_model() : sample_sorter();
    model.name = model.facts.name = name;
    model.facts.task = model.task;
    auto shared = std::make_shared<const Model>(std::move(model));
    LoadedModel result;
    result.model = shared;
    result.facts = shared->facts;
    result.longest_input = shared->longest_input;
    result.hash = shared->name;
    return result;
}

/// A window without a window: what is asked for is done at once; boards are not made.
struct PointerProgram {
    AppState s;
    Engine jobs = test::engine_of(pointer_model);

    explicit PointerProgram(const std::string& model = "hull/pointer",
                            const std::string& text = ".1,.2 .5,.7 .9,.1 .4,.3") {
        s.models = {{"hull/pointer", "Convex hull", "", "hull", "pointer", false, "global", true},
                    {"sort/pointer", "Sort", "", "sort", "pointer", false, "global", true}};
        s.model_name = model;
        s.input = text;
        s.input_given = true;
        perform(begin(s));
    }
    void give(Command command) { perform(update(s, command)); }
    void move(int point, double x, double y) {
        Command command{"point-move"};
        command.i = point;
        command.x = x;
        command.y = y;
        give(command);
    }

    void perform(EffectList effects) {
        std::deque<Effect> left(effects.begin(), effects.end());
        for (int n = 0; n < 1000 && !left.empty(); ++n) {
            const Effect effect = left.front();
            left.pop_front();
            for (Effect& more : done(effect)) left.push_back(std::move(more));
        }
    }
    EffectList done(const Effect& effect) {
        if (effect.kind == Kind::LoadModel)
            return heed::apply(s, ModelLoaded{effect.text, s.opening_with, pointer_model(effect.text)});
        if (effect.kind != Kind::Run) return {};
        EffectList more;
        for (const Request& request : std::vector(s.runs.asked))
            for (Effect& e : heed::apply(
                     s, RunFinished{
                            request, jobs.run(*s.model, request, {}), 1, false, request.text.size(), {}}))
                more.push_back(std::move(e));
        return more;
    }
};

TEST(Points, ADraggedPointIsReadAnewAtEachPlace) {
    PointerProgram p;
    ASSERT_TRUE(shows_points(p.s));
    p.give({"point-drag", "", 0, 1});
    EXPECT_EQ(p.s.gallery.drag.point, 1);
    EXPECT_FLOAT_EQ(p.s.gallery.drag.x, .5f);
    EXPECT_FLOAT_EQ(p.s.gallery.drag.y, .7f);
    for (const double y : {.6, .5, .25}) {
        p.move(1, .456, y);
        ASSERT_TRUE(p.s.trace);
        EXPECT_EQ(p.s.trace->source_text, p.s.input);
    }
    EXPECT_EQ(p.s.input, ".1,.2 .46,.25 .9,.1 .4,.3"); // two decimals, as they are typed
    EXPECT_FLOAT_EQ(p.s.gallery.drag.y, .7f);          // where it was
    p.give({"point-drag"});
    EXPECT_EQ(p.s.gallery.drag.point, -1);
    p.give({"undo"});
    EXPECT_EQ(p.s.input, ".1,.2 .5,.7 .9,.1 .4,.3"); // a drag is one step
}

TEST(Points, PointsComeAndGo) {
    PointerProgram p;
    Command add{"point-add"};
    add.x = .25;
    add.y = .9;
    p.give(add);
    EXPECT_EQ(p.s.input, ".1,.2 .5,.7 .9,.1 .4,.3 .25,.9");
    EXPECT_EQ(p.s.selection.column, 4);
    p.give({"remove-point"});
    EXPECT_EQ(p.s.input, ".1,.2 .5,.7 .9,.1 .4,.3");
    p.give({"remove-point", "", 0, 0});
    EXPECT_EQ(p.s.input, ".5,.7 .9,.1 .4,.3");
    p.give({"remove-point", "", 0, 0});
    p.give({"remove-point", "", 0, 0}); // two are needed
    EXPECT_EQ(p.s.input, ".9,.1 .4,.3");
    for (int k = 0; k < 25; ++k) p.give(add);
    EXPECT_EQ(p.s.trace->source_length(), 20); // no more by the mouse
}

TEST(Points, ArrowsMoveTheChosenOne) {
    PointerProgram p;
    p.give({"point-drag", "", 0, 3});
    p.give({"point-drag"});
    p.give({"point-right"});
    p.give({"point-up"});
    EXPECT_EQ(p.s.input, ".1,.2 .5,.7 .9,.1 .41,.31");
    p.give({"point-left"});
    p.give({"point-down"});
    EXPECT_EQ(p.s.input, ".1,.2 .5,.7 .9,.1 .4,.3");
    PointerProgram line("sort/pointer", "3.1 2.0 5.5");
    line.give({"point-drag", "", 0, 1});
    line.give({"point-right"});
    EXPECT_EQ(line.s.input, "3.1 2.1 5.5");
}

TEST(Points, MaskingIsSwitchedAndOnlyADifferenceIsKept) {
    PointerProgram p;
    EXPECT_TRUE(is_masked(p.s));
    p.give({"masking"});
    EXPECT_FALSE(is_masked(p.s));
    ASSERT_TRUE(p.s.edits.masking);
    EXPECT_FALSE(*p.s.edits.masking);
    EXPECT_EQ(p.s.trace->request.edits.masking, std::optional(false));
    p.give({"masking"});
    EXPECT_FALSE(p.s.edits.masking);
    p.give({"masking"});
    p.give({"undo"});
    EXPECT_TRUE(is_masked(p.s));
}

TEST(Points, AMutedPointIsNotChosen) {
    PointerProgram p("sort/pointer", "3.1 2.0 5.5");
    p.give({"mute", "", 0, 1, 1});
    EXPECT_EQ(p.s.edits.muted, (std::set<int>{1}));
    EXPECT_EQ(p.s.trace->outputs(), 2);
    p.give({"hear-all"});
    EXPECT_EQ(p.s.trace->outputs(), 3);
}

TEST(Points, AnOutputPointsWhereItIsAsked) {
    PointerProgram p;
    ASSERT_TRUE(can_force_point(p.s));
    const std::string own = p.s.trace->target_text;
    const int first = p.s.trace->steps[0].token.id, asked = (first + 1) % 4;
    p.give({"force-point", "", 0, 0, asked});
    EXPECT_EQ(p.s.edits.forced.at(0), "point " + std::to_string(asked + 1)); // as the screen counts
    ASSERT_TRUE(p.s.trace->steps[0].forced);
    EXPECT_EQ(p.s.trace->steps[0].token.id, asked);
    EXPECT_EQ(p.s.history.steps.back().name, "Forced output 1 to “point " + std::to_string(asked + 1) + "”");
    p.give({"undo"});
    EXPECT_EQ(p.s.trace->target_text, own);
    p.give({"redo"});
    p.give({"force-point", "", 0, 0, asked}); // again: the network chooses
    EXPECT_TRUE(p.s.edits.forced.empty());
    EXPECT_EQ(p.s.trace->target_text, own);
}

TEST(Points, WhatComesAfterAForcedOutputIsTheNetworksOwn) {
    PointerProgram p("sort/pointer", "3.1 2.0 5.5 1.2");
    const int third = p.s.trace->steps[2].token.id;
    p.give({"force-point", "", 0, 2, p.s.trace->steps[3].token.id});
    ASSERT_TRUE(p.s.edits.forced.contains(2));
    p.give({"force-point", "", 0, 1, third});
    EXPECT_EQ(p.s.edits.forced.size(), 1u); // the later one is gone
    EXPECT_EQ(p.s.trace->steps[1].token.id, third);
    p.give({"force-point", "", 0, 2, third}); // masked: it is said, and nothing changes
    EXPECT_EQ(p.s.edits.forced.size(), 1u);
    EXPECT_FALSE(p.s.toasts.empty());
    EXPECT_TRUE(p.s.input_problem.empty());
    p.give({"force-point", "", 0, 99, 0});
    p.give({"force-point", "", 0, 0, 99});
    EXPECT_EQ(p.s.edits.forced.size(), 1u);
    p.move(0, 3.3, 0); // other points, another question
    EXPECT_TRUE(p.s.edits.forced.empty());
    EXPECT_EQ(p.s.input, "3.3 2.0 5.5 1.2");
}

TEST(Points, FreshOnesAreDrawnAndAreAsMany) {
    PointerProgram p;
    const std::string before = p.s.input;
    p.give({"new-points"});
    EXPECT_NE(p.s.input, before);
    EXPECT_EQ(p.s.trace->source_length(), 4);
    p.give({"new-points", "", 0, 12});
    EXPECT_EQ(p.s.trace->source_length(), 12);
}

TEST(Points, TheBoardMeasuresWhatMaskingCosts) {
    PointerProgram p;
    const BoardOrder order{"", "pointer", p.s.model, "hull/pointer", "hull", "", {}};
    const BoardMade made = make_pointer_board(p.jobs, order, nullptr);
    const auto board = std::dynamic_pointer_cast<const PointerBoard>(made.board);
    ASSERT_TRUE(board);
    ASSERT_EQ(board->prices.size(), 3u);
    for (const MaskingPrice& price : board->prices) {
        EXPECT_EQ(price.sets, 400);
        for (const double share : {price.with, price.without, price.area_with, price.repeats}) {
            EXPECT_GE(share, 0);
            EXPECT_LE(share, 1);
        }
    }
    EXPECT_EQ(board->find("hull/pointer"), 0);
    const BoardMade again = make_pointer_board(p.jobs, order, made.family); // what was measured is not anew
    EXPECT_EQ(std::dynamic_pointer_cast<const PointerBoard>(again.board)->prices[0].with,
              board->prices[0].with);
}

} // namespace
} // namespace heed
