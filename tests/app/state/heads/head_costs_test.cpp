// What switching each head off costs, as it is measured in the background.
#include "app/figures/head_off/head_off.h"
#include "tests/app/state/heads/changed_heads.h"

#include <algorithm>
#include <any>
#include <atomic>
#include <gtest/gtest.h>

namespace heed {
namespace {

using test::give, test::over_heads, test::run_wanted;

/// A head is off, and what each costs has been asked for and is not there yet.
AppState being_measured() {
    AppState s = over_heads();
    update(s, {"head-edit", "cross:0:0=off"});
    run_wanted(s);
    s.head_off.costs = nullptr; // which came with the runs
    s.head_off.costs_asked = nullptr;
    update(s, {"head-word", "", 0, 0});
    return s;
}

TEST(HeadCostsState, MeasuringIsStoppedAndGoesOn) {
    AppState s = over_heads();
    update(s, {"head-edit", "cross:0:0=off"});
    run_wanted(s); // runs and work, and with them the costs
    s.head_off.costs = nullptr;
    s.head_off.costs_asked = nullptr;
    const EffectList asked = update(s, {"head-word", "", 0, 0});
    EXPECT_TRUE(
        std::any_of(asked.begin(), asked.end(), [](const Effect& e) { return e.text == "head-costs"; }));
    ASSERT_TRUE(s.head_off.costs_progress);
    const auto progress = s.head_off.costs_progress;
    update(s, {"head-costs-stop"});
    EXPECT_TRUE(progress->given_up);
    EXPECT_EQ(head_costs_words(s), "stopped");
    const EffectList after = update(s, {"head-word", "", 0, 1});
    EXPECT_FALSE(
        std::any_of(after.begin(), after.end(), [](const Effect& e) { return e.text == "head-costs"; }));
    give(s, {"head-costs"});
    EXPECT_TRUE(s.head_off.costs);
}

/// What was measured before it was stopped is shown, and not measured again.
TEST(HeadCostsState, MeasuringGoesOnWhereItWasStopped) {
    AppState s = over_heads();
    give(s, {"head-edit", "cross:0:0=off"});
    ASSERT_TRUE(s.head_off.costs);
    const HeadCosts whole = *s.head_off.costs;
    s.head_off.costs = nullptr;
    s.head_off.costs_asked = nullptr;
    update(s, {"head-word", "", 0, 0});
    const auto progress = s.head_off.costs_progress;
    ASSERT_TRUE(progress);
    EXPECT_FALSE(head_costs_shown(s));
    progress->add(whole.run, {whole.all[2].place, 77}, 5); // not what it costs: it would be measured anew
    ASSERT_TRUE(head_costs_shown(s));
    EXPECT_EQ(head_costs_shown(s)->nats(whole.all[2].place), 77);
    EXPECT_EQ(head_costs_shown(s)->nats(whole.all[3].place), std::nullopt);
    update(s, {"head-costs-stop"});
    EXPECT_EQ(head_costs_words(s), "1 of 12 runs");
    EXPECT_EQ(head_costs_shown(s)->nats(whole.all[2].place), 77);
    EXPECT_FALSE(s.head_off.costs);
    give(s, {"head-costs"});
    ASSERT_TRUE(s.head_off.costs);
    ASSERT_EQ(s.head_off.costs->all.size(), whole.all.size());
    for (std::size_t n = 0; n < whole.all.size(); ++n)
        EXPECT_EQ(s.head_off.costs->all[n].nats, n == 2 ? 77 : whole.all[n].nats) << n;
    EXPECT_GE(s.head_off.costs->seconds, 5);
    EXPECT_EQ(head_costs_shown(s), s.head_off.costs);
}

/// What was measured of another run is no part of this one's.
TEST(HeadCostsState, AnotherInputIsMeasuredFromTheBeginning) {
    AppState s = being_measured();
    ASSERT_TRUE(s.head_off.costs_progress);
    s.head_off.costs_progress->add(s.head_off.costs_asked, {{HeadKind::Cross, 0, 0}, 77}, 5);
    update(s, {"head-costs-stop"});
    give(s, {"type", "b c"}); // as nothing is changed
    EXPECT_FALSE(s.head_off.costs);
    give(s, {"head-edit", "cross:0:0=off"});
    ASSERT_TRUE(s.head_off.costs);
    EXPECT_NE(s.head_off.costs->nats({HeadKind::Cross, 0, 0}), 77);
    EXPECT_FALSE(s.head_off.costs_part);
}

/// Leaving the program does not wait for hundreds of runs.
TEST(HeadCostsState, MeasuringEndsWithTheProgram) {
    AppState s = being_measured();
    const auto progress = s.head_off.costs_progress;
    ASSERT_TRUE(progress);
    const std::atomic<bool> leaving{true};
    const std::any made = head_costs_job(s)(Engine{}, leaving);
    EXPECT_TRUE(progress->given_up);
    EXPECT_FALSE(progress->so_far());
    EXPECT_FALSE(made.has_value());
}

} // namespace
} // namespace heed
