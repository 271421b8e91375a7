#include "app/state/commands/palette.h"

#include "app/state/update.h"
#include "core/models/model.h"
#include "tests/support/samples/sample_trace.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <tuple>

namespace heed {
namespace {

/// With a model of a family, its run on the screen.
AppState palette_state() {
    AppState s;
    s.model = std::make_shared<Model>();
    s.model_name = s.facts.name = "dates/additive";
    s.facts.title = "Dates";
    s.facts.task = "dates";
    s.facts.score = "additive";
    s.facts.character_level = true;
    s.input = "3 March 1987";
    s.models = {{"dates/additive", "Dates", "GRU 48, additive", "dates", "additive"},
                {"dates/dot", "Dates", "GRU 48, dot", "dates", "dot"},
                {"translate/none", "English → French", "GRU 128, no attention", "translate", "none"},
                {"translate/additive", "English → French", "GRU 128, additive", "translate", "additive"},
                {"/home/me/été", "Été", "GRU 8, dot", "", "dot", true}};
    s.sessions = {{"/data/another-century.session.json", "Another century", "dates"}};
    s.settings.sessions = {"/home/me/mine.session.json"};
    s.trace = std::make_shared<Trace>(sample_trace(13, 11));
    return s;
}

std::string found_first(std::string_view query, const AppState& s) {
    const auto found = find_entries(query, s);
    return found.empty() ? "" : found.front().id;
}

TEST(PaletteSearch, CommandsAreFoundByWordsTheirTitlesLack) {
    AppState s;
    s.trace = std::make_shared<Trace>(sample_trace());
    EXPECT_EQ(found_first("theme", s), "theme");
    EXPECT_EQ(found_first("zoom", s), "zoom-in");
    EXPECT_EQ(found_first("pdf", s), "export");
    EXPECT_EQ(found_first("play", s), "play");
    EXPECT_EQ(found_first("heatmap", s), "heatmap");
    EXPECT_EQ(found_first("heat map", s), "heatmap");
    EXPECT_EQ(found_first("figure", s), "export");
    EXPECT_EQ(found_first("light night", s), "theme");
    EXPECT_EQ(found_first("zyzzyva", s), "");
}

TEST(PaletteSearch, WhatCannotBeDoneHereIsStillCalledSo) {
    const AppState s = palette_state(); // its model has no heads
    EXPECT_TRUE(find_entries("best first", s).empty());
    EXPECT_EQ(find_elsewhere("best first", s), "Heads: by layer, best first, or by type");
    EXPECT_EQ(find_elsewhere("HEADS: measure over a file", s), "Heads: measure over a file of pairs");
    EXPECT_EQ(find_elsewhere("zyzzyva", s), "");
    EXPECT_EQ(find_elsewhere("", s), "");
}

TEST(PaletteSearch, ASettingTakesTheNumberThatIsTyped) {
    AppState s = palette_state();
    for (const auto& [query, id, value] : {std::tuple{"temperature 3", "set-temperature", 3.0},
                                           {"Temp .3", "set-temperature", 0.3},
                                           {"temperature 2", "set-temperature", 2.0}}) {
        const auto found = find_entries(query, s);
        ASSERT_FALSE(found.empty()) << query;
        EXPECT_EQ(found.front().command.id, id);
        EXPECT_EQ(found.front().command.value, value);
        EXPECT_EQ(std::count_if(found.begin(), found.end(),
                                [&](const PaletteEntry& e) { return e.id == found.front().id; }),
                  1);
    }
    EXPECT_EQ(find_entries("temperature 3", s).front().title, "Temperature 3");
    EXPECT_TRUE(find_entries("temperature 101", s).empty()) << "it would not be taken as it is";
    update(s, {"view-search"});
    EXPECT_EQ(found_first("beam 7", s), "beam-width 7");
    EXPECT_EQ(found_first("beam 7.5", s), "");
    EXPECT_EQ(find_entries("length penalty -1", s).front().command.value, -1);
}

TEST(PaletteSearch, WhatAStrangerLooksFor) {
    AppState s = palette_state();
    s.playback.at = s.total();
    const std::pair<const char*, const char*> wanted[] = {
        {"what if", "what-if"},
        {"what-if", "what-if"},
        {"undo", "undo"},
        {"revert", "undo"},
        {"history", "history"},
        {"temperature", "sharper"},
        {"softmax sharpness", "sharper"},
        {"temperature 2", "set-temperature 2"},
        {"speed 2", "set-speed 2"},
        {"score dot", "score dot"},
        {"dates dot", "load dates/dot"},
        {"dates/dot", "load dates/dot"},
        {"french", "load translate/additive"}, // what the family's name alone stands for
        {"translate", "load translate/additive"},
        {"translate none", "load translate/none"},
        {"ete", "load /home/me/été"},
        {"ÉTÉ", "load /home/me/été"},
        {"another century", "load /data/another-century.session.json"},
        {"mine session", "load /home/me/mine.session.json"},
        {"square root", "lift"},
        {"dark", "theme"},
    };
    update(s, {.id = "force-token", .text = "7", .i = 3}); // something to be undone
    update(s, {.id = "force-token", .text = "8", .i = 3});
    for (const auto& [query, id] : wanted) EXPECT_EQ(found_first(query, s), id) << query;
    EXPECT_TRUE(found_first("input", s).starts_with("type ") || found_first("input", s) == "focus-input");
}

TEST(PaletteSearch, EveryEntryIsThereOnceAndCanBeGiven) {
    const AppState s = palette_state();
    std::set<std::string> ids;
    for (const PaletteEntry& entry : palette_entries(s)) {
        EXPECT_TRUE(ids.insert(entry.id).second) << entry.id;
        EXPECT_TRUE(find_command(entry.command.id)) << entry.id;
        EXPECT_FALSE(entry.title.empty());
        EXPECT_EQ(find_entries(entry.title, s).front().title, entry.title) << "its own title finds it first";
    }
    EXPECT_GT(ids.size(), 60u);
}

TEST(PaletteSearch, EnterGivesTheChosenEntryItsArguments) {
    AppState s = palette_state();
    update(s, {"palette"});
    update(s, {"palette-query", "model dates dot"});
    const EffectList effects = update(s, {"palette-run"});
    EXPECT_EQ(s.dialog, Dialog::None);
    EXPECT_EQ(s.opening, "dates/dot");
    update(s, {"cancel-loading"});
    update(s, {"palette"});
    update(s, {"palette-query", "speed"});
    update(s, {"palette-move", "", 0, 1});
    const auto found = find_entries("speed", s);
    update(s, {"palette-run"});
    ASSERT_GT(found.size(), 1u);
    EXPECT_EQ(static_cast<double>(s.settings.speed), found[1].command.value);
}

} // namespace
} // namespace heed
