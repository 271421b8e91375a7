// Panels that take long say how far they are, are stopped by hand, and run again when that is asked for.
#include "app/state/jobs/jobs.h"
#include "app/state/session/state_json.h"
#include "app/state/update.h"
#include "tests/app/state/compare/family.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <thread>

namespace heed::compare_test {
namespace {

/// Every panel is asked for, and of the second something is told.
AppState with_a_slow_panel() {
    AppState s = with_family();
    update(s, {"view-compare"});
    apply(s, PanelGrown{s.compare.panels[1].order, {0, 0, 12, false}});
    return s;
}

bool waits(const PanelState& panel) { return panel.waiting; }

TEST(CompareStopping, APanelThatTakesLongSaysHowFarItIs) {
    AppState s = with_a_slow_panel();
    const int before = s.compare.revision;
    EXPECT_EQ(s.compare.panels[1].figure.waiting_words(), "12 outputs so far. Esc stops.");
    EXPECT_EQ(s.compare.panels[2].figure.waiting_words(), "Running");
    apply(s, PanelGrown{s.compare.panels[1].order, {2, 12, 0, false}});
    EXPECT_EQ(s.compare.panels[1].figure.waiting_words(), "The model is reading: layer 3 of 12. Esc stops.");
    EXPECT_GT(s.compare.revision, before) << "it is drawn again";
    EXPECT_EQ(state_to_json(s)["compare"]["panels"][1]["pending"], s.compare.panels[1].figure.pending);
    apply(s, finished(s.compare.panels[1].order));
    EXPECT_EQ(s.compare.panels[1].figure.pending, "");
}

TEST(CompareStopping, EscGivesThemUpAndEnterRunsThemAgain) {
    AppState s = with_a_slow_panel();
    apply(s, finished(s.compare.panels[0].order));
    const EffectList effects = update(s, {"clear"});
    EXPECT_TRUE(asks(effects));
    EXPECT_TRUE(s.compare.asked.empty());
    EXPECT_EQ(s.compare.panels[1].figure.pending, "Stopped after 12 outputs. Enter runs it again.");
    EXPECT_EQ(s.compare.panels[2].figure.pending, "Stopped before the first output. Enter runs it again.");
    EXPECT_FALSE(s.compare.panels[0].waiting) << "what there is stays";
    apply(s, PanelGrown{s.compare.panels[1].order, {0, 0, 13, false}});
    EXPECT_EQ(s.compare.panels[1].figure.pending, "Stopped after 12 outputs. Enter runs it again.");
    EXPECT_FALSE(asks(update(s, {"inspector"}))) << "nothing else begins it";
    const CommandInfo* enter = command_for("Enter", s, false);
    ASSERT_NE(enter, nullptr);
    EXPECT_EQ(enter->id, "compare-again");
    EXPECT_TRUE(asks(update(s, {"compare-again"})));
    EXPECT_EQ(s.compare.asked.size(), s.compare.panels.size() - 1);
    EXPECT_EQ(s.compare.panels[1].figure.waiting_words(), "Running");
    answer_all(s);
    EXPECT_TRUE(std::none_of(s.compare.panels.begin(), s.compare.panels.end(), waits));
}

TEST(CompareStopping, WhatComesSoonIsNotStopped) {
    AppState s = with_family();
    update(s, {"view-compare"});
    EXPECT_FALSE(asks(update(s, {"clear"})));
    EXPECT_FALSE(s.compare.asked.empty());
}

TEST(CompareStopping, TheJobTellsHowFarAPanelIs) {
    Engine engine;
    engine.load = [](const std::string&, const OpenAnswers&) {
        return LoadedModel{std::make_shared<Model>(), {}, 2000, ""};
    };
    engine.fit = [](const Model&, const std::string& text) { return Engine::Fit{1, false, text.size()}; };
    engine.run_telling = [](const Model&, const Request&, const std::atomic<bool>&,
                            const decode::Telling& telling) {
        EXPECT_FALSE(telling.so_far) << "of a panel nothing is copied on the way";
        telling.progress({0, 0, 1, false});
        telling.progress({0, 0, 2, false});
        return a_run();
    };
    engine.judge = [](const Model&, const Request&, const Trace&, const std::atomic<bool>&) {
        return Judgement{};
    };
    Jobs jobs(
        engine, [] {}, 1);
    PanelWork work;
    work.order.key = work.order.model = work.order.request.model = "a";
    work.order.request.text = "x";
    jobs.compare({work});
    std::vector<Event> events;
    while (events.empty() || !std::holds_alternative<PanelFinished>(events.back())) {
        for (Event& event : jobs.take()) events.push_back(std::move(event));
        std::this_thread::yield();
    }
    ASSERT_GE(events.size(), 2u);
    EXPECT_EQ(std::get<PanelGrown>(events[events.size() - 2]).far.outputs, 2);
}

} // namespace
} // namespace heed::compare_test
