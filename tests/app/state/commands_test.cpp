#include "app/state/command.h"

#include "app/figures/search/tree.h"
#include "core/models/model.h"
#include "tests/support/sample_trace.h"

#include <gtest/gtest.h>
#include <set>

namespace heed {
namespace {

TEST(Commands, EveryIdAndTitleIsThereOnce) {
    std::set<std::string_view> ids, titles;
    std::set<Do> whats;
    for (const CommandInfo& info : commands()) {
        EXPECT_TRUE(ids.insert(info.id).second) << info.id;
        EXPECT_TRUE(titles.insert(info.title).second) << info.title;
        EXPECT_TRUE(whats.insert(info.what).second) << info.id;
    }
    EXPECT_GT(ids.size(), 30u);
}

TEST(Commands, AKeyMeansOneThingInEachWorkspace) {
    AppState state;
    state.model = std::make_shared<Model>();
    state.trace = std::make_shared<Trace>(sample_trace());
    Lattice lattice;
    lattice.nodes.push_back({});
    lattice.hypotheses.push_back({{0}, -1, -1, true});
    TreeParts parts;
    parts.search = &lattice;
    state.search.tree = std::make_shared<const TreePlan>(tree_plan(parts, {}));
    for (const char* view : {"step", "compare", "search"}) {
        state.view = view;
        for (const bool in_fields : {false, true}) { // Enter is one thing in a field, another outside
            std::set<std::string_view> keys;
            for (const CommandInfo& info : commands()) {
                if (!is_enabled(info, state) || info.in_fields != in_fields) continue;
                for (const auto key : info.keys)
                    EXPECT_TRUE(keys.insert(key).second) << key << " in " << view;
            }
        }
    }
    EXPECT_EQ(command_for("Right", state, false)->what, Do::TreeRight);
    EXPECT_EQ(command_for("Enter", state, false)->what, Do::TreeOpen);
    EXPECT_EQ(command_for("Enter", state, true)->what, Do::RunInput);
    state.view = "step";
    EXPECT_EQ(command_for("Right", state, false)->what, Do::StepForward);
    EXPECT_EQ(command_for("B", state, false), nullptr);
}

TEST(Commands, LettersBelongToTheFieldThatIsEdited) {
    const AppState state;
    ASSERT_TRUE(command_for("T", state, false));
    EXPECT_EQ(command_for("T", state, false)->what, Do::ToggleTheme);
    EXPECT_FALSE(command_for("T", state, true));
    EXPECT_FALSE(command_for("?", state, true));
    EXPECT_FALSE(command_for("Home", state, true));
    ASSERT_TRUE(command_for("Ctrl+K", state, true));
    EXPECT_EQ(command_for("F1", state, true)->what, Do::Keys);
}

TEST(Commands, WhatCannotBeDoneHasNoKeyAndNoPlaceInThePalette) {
    AppState state;
    EXPECT_FALSE(command_for("Right", state, false));
    EXPECT_TRUE(find_commands("one step forward", state).empty());
    state.trace = std::make_shared<Trace>(sample_trace());
    EXPECT_TRUE(command_for("Right", state, false));
    ASSERT_EQ(find_commands("STEP forw", state).size(), 1u);
    EXPECT_EQ(find_commands("STEP forw", state).front()->what, Do::StepForward);
}

TEST(Commands, AreFoundByWordsTheirTitlesLack) {
    AppState state;
    state.trace = std::make_shared<Trace>(sample_trace());
    const auto first = [&](std::string_view query) {
        const auto found = find_commands(query, state);
        return found.empty() ? Do::Quit : found.front()->what;
    };
    EXPECT_EQ(first("theme"), Do::ToggleTheme);
    EXPECT_EQ(first("zoom"), Do::ZoomIn);
    EXPECT_EQ(first("save"), Do::Export);
    EXPECT_EQ(first("pdf"), Do::Export);
    EXPECT_EQ(first("play"), Do::PlayPause);
    EXPECT_EQ(first("heatmap"), Do::ToggleHeatmap);
    EXPECT_EQ(first("figure"), Do::Export);
    EXPECT_EQ(first("light night"), Do::ToggleTheme);
    EXPECT_TRUE(find_commands("zyzzyva", state).empty());
}

TEST(Commands, KeysArePrintedAsOnTheKeyboard) {
    EXPECT_EQ(key_label("Ctrl+Right"), "Ctrl →");
    EXPECT_EQ(key_label("Ctrl+-"), "Ctrl −");
    EXPECT_EQ(key_label("Ctrl++"), "Ctrl +");
    EXPECT_EQ(key_label("F11"), "F11");
}

} // namespace
} // namespace heed
