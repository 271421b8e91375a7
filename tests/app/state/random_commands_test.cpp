// Whatever is done in whatever order: the state stays whole, and undo leads back step by step. HEED_COMMANDS
// says how many commands are given in all, HEED_SEED which.
#include "app/figures/search/tree.h"
#include "tests/app/state/random_program.h"

#include <nlohmann/json.hpp>

namespace heed::random_commands {
namespace {

/// What undo brings back, as a session file has it: of all that is in one, what is run and how it is looked
/// at.
std::string what_is_undone(const AppState& s) {
    const auto all = nlohmann::ordered_json::parse(session_text(s));
    nlohmann::ordered_json kept = {{"request", all.at("request")},
                                   {"compare", all.at("compare")},
                                   {"trajectory", all.at("trajectory")},
                                   {"changed", s.what_if.map}};
    kept["compare"].erase("first_chip");
    kept["trajectory"].erase("side");
    for (const char* look : {"map", "scale", "numbers", "heatmap", "compared"})
        kept[look] = all.at("settings").at(look);
    return kept.dump();
}
bool within(int index, int count) { return index >= -1 && index < count; }

void expect_whole(const AppState& s) {
    const int sources = s.trace ? s.trace->source_length() : 0, outputs = s.trace ? s.trace->outputs() : 0;
    EXPECT_GE(s.playback.at, 0);
    EXPECT_LE(s.playback.at, s.total());
    EXPECT_GE(s.playback.progress, 0);
    EXPECT_LE(s.playback.progress, 1);
    if (s.trace && !s.running) {
        EXPECT_TRUE(within(s.selection.column, sources)) << s.selection.column;
        EXPECT_TRUE(within(s.selection.row, outputs)) << s.selection.row;
        EXPECT_TRUE(s.menu != Menu::Weight || (s.what_if.output < outputs && s.what_if.column < sources));
        EXPECT_TRUE(s.menu != Menu::Force || s.what_if.output < outputs);
    }
    EXPECT_TRUE(s.menu == Menu::None || s.dialog == Dialog::None);
    EXPECT_TRUE(s.maps.empty() || (s.map >= 0 && s.map < static_cast<int>(s.maps.size())));
    const int panels = static_cast<int>(s.compare.panels.size());
    EXPECT_TRUE(panels == 0 || within(s.compare.pinned.panel, panels));
    EXPECT_TRUE(panels == 0 ||
                (within(s.compare.difference_a, panels) && within(s.compare.difference_b, panels)));
    if (s.search.tree && s.searching()) {
        EXPECT_LE(search_revealed(s), search_length(s));
        EXPECT_LT(s.search.hovered, static_cast<int>(s.search.tree->nodes.size()));
    }
    const History& h = s.history;
    const int steps = static_cast<int>(h.steps.size());
    EXPECT_TRUE(within(h.now, steps) && within(h.wanted, steps));
    if (s.model && s.opening.empty() && !s.restoring) {
        ASSERT_GE(h.now, 0);
        EXPECT_EQ(h.steps[static_cast<std::size_t>(h.now)].version, version_of(s))
            << "what is on the screen is its step";
    }
}

/// What the state was at each step, when it was made; empty where jobs were still at work.
using Trail = std::vector<std::string>;

void follow_trail(const RandomProgram& p, Trail& trail, bool settled) {
    const History& h = p.s.history;
    trail.resize(h.steps.size());
    if (h.now >= 0 && p.s.model) trail[static_cast<std::size_t>(h.now)] = settled ? what_is_undone(p.s) : "";
}

/// So many steps are so many undos, each to the very state of before, and redo leads forward again.
void expect_way_back(RandomProgram& p, Trail& trail) {
    p.settle();
    if (!p.s.model) return; // weights alone have no history
    follow_trail(p, trail, true);
    std::vector<Version> versions;
    for (const HistoryStep& step : p.s.history.steps) versions.push_back(step.version);
    const int last = static_cast<int>(versions.size()) - 1;
    const auto walk = [&](std::string_view what, int by, int end) {
        for (int n = p.s.history.now; n != end; n += by) {
            const std::string before = what_is_undone(p.s);
            p.give({what});
            p.settle();
            const auto to = static_cast<std::size_t>(n + by);
            ASSERT_EQ(p.s.history.now, n + by);
            ASSERT_TRUE(version_of(p.s) == versions[to])
                << "step " << to << ": " << describe_change(versions[to], version_of(p.s), {});
            const std::string now = what_is_undone(p.s);
            ASSERT_NE(now, before) << "a step of which nothing is seen: " << p.s.history.steps[to].name;
            if (trail[to].empty()) trail[to] = now;
            ASSERT_EQ(now, trail[to]) << "step " << to << ", " << p.s.history.steps[to].name;
        }
    };
    walk("redo", +1, last);
    walk("undo", -1, 0);
    EXPECT_FALSE(p.s.history.can_undo());
    walk("redo", +1, last);
    EXPECT_EQ(p.s.history.steps.size(), versions.size()) << "nothing new was done";
    for (const HistoryStep& step : p.s.history.steps) EXPECT_FALSE(step.name.empty());
}

TEST(RandomCommands, LeaveTheStateWholeAndCanBeUndone) {
    const auto wish = [](const char* name, int otherwise) {
        const char* value = std::getenv(name);
        return value ? std::atoi(value) : otherwise;
    };
    const int all = wish("HEED_COMMANDS", 1500);
    std::seed_seq seeds{wish("HEED_SEED", 0)};
    std::mt19937 programs(seeds);
    constexpr int in_a_row = 60;
    for (int n = 0; n < all && !testing::Test::HasFailure(); n += in_a_row) {
        RandomProgram p(static_cast<unsigned>(programs()));
        Trail trail;
        std::vector<Command> next;
        for (int k = 0; k < in_a_row && !testing::Test::HasFailure(); ++k) {
            if (next.empty()) next = p.chance(25) ? p.burst() : std::vector{p.random_command()};
            p.give(next.front());
            next.erase(next.begin());
            const bool settled = p.chance(70);
            if (settled)
                p.settle();
            else if (p.chance(50))
                p.take_one();
            if (p.chance(30)) advance(p.s, p.any(0, 300) / 100.0);
            expect_whole(p.s);
            follow_trail(p, trail, settled);
        }
        if (!testing::Test::HasFailure()) expect_way_back(p, trail);
        if (testing::Test::HasFailure())
            for (const std::string& line : p.given) std::cerr << line << '\n';
    }
}

TEST(RandomCommands, WhatFollowsTheArrowKeysAreStepsOfTheirOwn) {
    RandomProgram p(1);
    p.give({.id = "go-to", .value = static_cast<double>(p.s.total() - 1)});
    for (const std::string_view what :
         {"hold", "weight-up", "weight-up", "clear", "uniform", "strongest", "keep"}) {
        p.give({what});
        p.settle();
    }
    EXPECT_EQ(p.s.history.steps.size(), 5u); // opened, held, uniform, strongest, kept
    p.give({"undo"});
    p.give({"undo"});
    EXPECT_EQ(p.s.history.now, 2);
    EXPECT_EQ(p.s.edits.rows.begin()->second.kind, RowEdit::Kind::Uniform);
}

} // namespace
} // namespace heed::random_commands
