#include "app/state/commands/command.h"

#include "app/figures/search/tree.h"
#include "app/state/commands/palette.h"
#include "app/state/commands/recording.h"
#include "app/state/update.h"
#include "core/io/base/file.h"
#include "core/models/model.h"
#include "tests/support/message_of.h"
#include "tests/support/samples/sample_trace.h"
#include "tests/support/source_dir.h"
#include "tests/support/temporary_folder.h"

#include <array>
#include <cctype>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>

namespace heed {
namespace {

TEST(Commands, EveryIdAndTitleIsThereOnce) {
    std::set<std::string_view> ids, titles;
    for (const CommandInfo& info : commands()) {
        EXPECT_TRUE(ids.insert(info.id).second) << info.id;
        EXPECT_TRUE(info.title.empty() || titles.insert(info.title).second) << info.title;
        EXPECT_TRUE(info.run) << info.id;
    }
    EXPECT_GT(ids.size(), 200u);
}

// An id is a word, which no compiler checks: each that is sent, run or asked about in the sources is a row.
TEST(Commands, EveryIdThatTheSourcesNameIsThere) {
    const std::regex named(R"re((?:\bsend\(\{|\bupdate\(\w+, \{|\bcommand_info\(|\.show = )([^,;{}()]*))re");
    const std::regex id(R"re((?:^|[^=] )"([a-z0-9-]+)")re");
    int seen = 0;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(test::source_dir() / "app")) {
        if (entry.path().extension() != ".cpp") continue;
        const std::string text = io::read_regular_file(entry.path(), 1 << 20);
        for (std::sregex_iterator call(text.begin(), text.end(), named), end; call != end; ++call) {
            const std::string first = (*call)[1];
            for (std::sregex_iterator word(first.begin(), first.end(), id); word != end; ++word, ++seen)
                EXPECT_TRUE(find_command((*word)[1].str())) << entry.path() << ": " << (*word)[1];
        }
    }
    EXPECT_GT(seen, 150);
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
    EXPECT_EQ(command_for("Right", state, false)->id, "tree-right");
    EXPECT_EQ(command_for("Enter", state, false)->id, "tree-open");
    EXPECT_EQ(command_for("Enter", state, true)->id, "run");
    state.view = "step";
    EXPECT_EQ(command_for("Right", state, false)->id, "step");
    EXPECT_EQ(command_for("B", state, false), nullptr);
}

TEST(Commands, LettersBelongToTheFieldThatIsEdited) {
    const AppState state;
    ASSERT_TRUE(command_for("T", state, false));
    EXPECT_EQ(command_for("T", state, false)->id, "theme");
    EXPECT_FALSE(command_for("T", state, true));
    EXPECT_FALSE(command_for("?", state, true));
    EXPECT_FALSE(command_for("Home", state, true));
    ASSERT_TRUE(command_for("Ctrl+K", state, true));
    EXPECT_EQ(command_for("F1", state, true)->id, "keys");
}

TEST(Commands, WhatCannotBeDoneHasNoKeyAndNoPlaceInThePalette) {
    AppState state;
    EXPECT_FALSE(command_for("Right", state, false));
    EXPECT_TRUE(find_entries("one step forward", state).empty());
    state.trace = std::make_shared<Trace>(sample_trace());
    EXPECT_TRUE(command_for("Right", state, false));
    ASSERT_EQ(find_entries("STEP forw", state).size(), 1u);
    EXPECT_EQ(find_entries("STEP forw", state).front().id, "step");
}

AppState over_model(const char* architecture) {
    AppState s;
    s.model = std::make_shared<Model>();
    s.facts.architecture = architecture;
    s.trace = std::make_shared<Trace>(sample_trace());
    s.input = s.trace->source_text;
    return s;
}

TEST(Commands, AKeyThatMeansNothingHereSaysWhyOnceAtATime) {
    AppState s = over_model("transformer");
    const std::string why =
        "What weights mean is measured of recurrent encoder-decoders; this is a Transformer.";
    EXPECT_EQ(why_no_command("M", s, false), why);
    EXPECT_EQ(why_no_command("M", s, true), ""); // it is typed
    for (int n = 0; n < 3; ++n) update(s, {"refuse-key", "M"});
    ASSERT_EQ(s.toasts.size(), 1u);
    EXPECT_TRUE(s.toasts.front().refused && !s.toasts.front().bad && s.toasts.front().leaves > 0);
    EXPECT_EQ(s.toasts.front().title, "M does nothing here");
    EXPECT_EQ(s.toasts.front().detail, why);
    update(s, {"refuse-key", "B"});
    ASSERT_EQ(s.toasts.size(), 1u);
    EXPECT_EQ(s.toasts.front().detail, "The width of the beam is set in Search.");
    update(s, {"refuse-key", "T"}); // which means something
    update(s, {"refuse-key", "X"}); // and which never does
    EXPECT_EQ(s.toasts.size(), 1u);
}

TEST(Commands, WhereAKeyMeansAnotherCommandNothingIsSaid) {
    AppState s = over_model("seq2seq");
    s.view = "search";
    EXPECT_EQ(why_no_command("F", s, false), "Outputs are changed in Step.");
    Lattice lattice;
    lattice.nodes.push_back({});
    lattice.hypotheses.push_back({{0}, -1, -1, true});
    TreeParts parts;
    parts.search = &lattice;
    s.search.tree = std::make_shared<const TreePlan>(tree_plan(parts, {}));
    ASSERT_TRUE(command_for("F", s, false)); // it forces a token of the tree
    EXPECT_EQ(why_no_command("F", s, false), "");
}

TEST(Commands, WhyAKeyMeansNothingIsASentence) {
    AppState weights;
    weights.trace = std::make_shared<Trace>(sample_trace());
    weights.maps.emplace_back().run = weights.trace;
    weights.maps.front().alone = weights.trace;
    AppState problem = over_model("seq2seq");
    problem.trace = nullptr;
    problem.input_problem = "No such word.";
    int reasons = 0;
    for (AppState& s : std::array{AppState(), over_model("seq2seq"), over_model("transformer"),
                                  over_model("pooling"), weights, problem})
        for (const char* view : {"step", "compare", "search", "memory", "gallery"}) {
            s.view = view;
            for (const CommandInfo& info : commands()) {
                if (!info.why_not) continue;
                EXPECT_FALSE(info.keys.empty()) << info.id << ": nobody hears it";
                if (is_enabled(info, s)) continue;
                const std::string why = info.why_not(s);
                EXPECT_TRUE(why.empty() || (why.ends_with('.') && std::isupper(why.front()))) << why;
                EXPECT_LT(why.size(), 110u) << why;
                reasons += !why.empty();
            }
        }
    EXPECT_GT(reasons, 100);
    EXPECT_EQ(why_no_command("F", problem, false), "No such word.");
    EXPECT_EQ(why_no_command("Ctrl+5", weights, true),
              "These weights were computed elsewhere: there is no model whose memory could be measured.");
}

TEST(Commands, KeysArePrintedAsOnTheKeyboard) {
    EXPECT_EQ(key_label("Ctrl+Right"), "Ctrl →");
    EXPECT_EQ(key_label("Ctrl+-"), "Ctrl −");
    EXPECT_EQ(key_label("Ctrl++"), "Ctrl +");
    EXPECT_EQ(key_label("F11"), "F11");
}

/// A command with something in every argument.
Command filled(const CommandInfo& row) {
    Command c{row.id};
    int n = 1; // a flag is on, a name the second one
    for (const Argument& a : row.arguments) {
        const bool counts = a.kind == Argument::Kind::Whole;
        std::visit(
            [&](auto slot) {
                using Value = std::decay_t<decltype(c.*slot)>;
                if constexpr (std::is_same_v<Value, std::string>)
                    c.*slot = "“é\t\"" + std::to_string(n);
                else if constexpr (std::is_arithmetic_v<Value>)
                    c.*slot = static_cast<Value>(counts ? n + 6 : 1);
                else
                    c.*slot = {"one", "two"};
            },
            a.slot);
        if (a.kind == Argument::Kind::Number) c.value = 0.1;
        ++n;
    }
    return c;
}

TEST(CommandJson, EveryRowIsReadAsItWasWritten) {
    for (const CommandInfo& row : commands()) {
        const auto json = command_to_json(filled(row));
        EXPECT_EQ(json.size(), row.arguments.size() + 1) << json;
        const Command read = command_from_json(nlohmann::json::parse(json.dump()));
        EXPECT_EQ(read.id, row.id);
        EXPECT_EQ(command_to_json(read), json) << row.id;
    }
}

TEST(CommandJson, ArgumentsHaveNames) {
    EXPECT_EQ(command_to_json({"hold-weight", "", 0.62, 3, 5}).dump(),
              R"({"command":"hold-weight","output":3,"source":5,"weight":0.62})");
    EXPECT_EQ(command_to_json({"menu", "", 0, static_cast<int>(Menu::Maps)}).dump(),
              R"({"command":"menu","menu":"maps"})");
    EXPECT_EQ(command_to_json({"drag", "", 0, 1}).dump(), R"({"command":"drag","on":true})");
    EXPECT_EQ(command_to_json({"force-token", "", 0, 2}).dump(), R"({"command":"force-token","output":2})");
}

TEST(CommandJson, WhatIsNoCommandIsRefusedInOneSentence) {
    const auto refused = [](const char* text) {
        return test::message_of([&] { command_from_json(nlohmann::json::parse(text)); });
    };
    EXPECT_EQ(refused(R"({"command": "jump"})"), "jump: there is no such command");
    EXPECT_EQ(refused(R"({"command": "play", "how": 3})"), "play: has no argument \"how\"");
    EXPECT_EQ(refused(R"({"command": "type"})"), "type: lacks its argument \"text\"");
    EXPECT_EQ(refused(R"({"command": "type", "text": 7})"), "type: \"text\": expected a text, found 7");
    EXPECT_EQ(refused(R"({"command": "select-row", "row": 1.5})"),
              "select-row: \"row\": expected a whole number, found 1.5");
    EXPECT_EQ(refused(R"({"command": "select-row", "row": 1e300})"),
              "select-row: \"row\": expected a whole number, found 1e+300");
    EXPECT_EQ(refused(R"({"command": "export-kind", "kind": "gif"})"),
              "export-kind: \"kind\": expected one of png, svg, pdf, csv, json, found \"gif\"");
    EXPECT_EQ(refused(R"({"command": "drag", "on": 1})"), "drag: \"on\": expected true or false, found 1");
    EXPECT_TRUE(refused(R"({"play": 1})").starts_with("a command is an object"));
}

TEST(Recording, IsReadAsItWasWritten) {
    const test::TemporaryFolder folder;
    const auto file = folder.path() / "session.jsonl";
    CommandRecorder recorder(file);
    recorder.add(0.5, {"type", "3 May 1990"});
    recorder.add(1, {"hover", "", -1, 2, 1});
    recorder.add(1.5, {"hover", "", -1, 3, 1}); // the last place before the next command
    recorder.add(2, {"step", "Right"});         // what it has no argument for is left out
    recorder.add(3, {"quit"});
    recorder.finish();
    const auto read = read_recording(file);
    ASSERT_EQ(read.size(), 3u);
    EXPECT_EQ(read[0].at, 0.5);
    EXPECT_EQ(read[0].command.text, "3 May 1990");
    EXPECT_EQ(read[1].command.id, "hover");
    EXPECT_EQ(read[1].command.i, 3);
    EXPECT_EQ(read[2].command.id, "step");
    EXPECT_EQ(read[2].command.text, "");
}

TEST(Recording, ABadLineIsNamed) {
    const test::TemporaryFolder folder;
    const auto file = folder.path() / "bad.jsonl";
    const auto said = [&](const std::string& text) {
        std::ofstream(file) << text;
        return test::message_of([&] { read_recording(file); });
    };
    const std::string name = file.string(), good = "{\"t\": 2, \"command\": \"play\"}\n\n";
    EXPECT_EQ(said(good + "{\"t\": 3, \"command\": \"jump\"}"),
              name + ": line 3: jump: there is no such command");
    EXPECT_EQ(said("play"), name + ": line 1: is not a JSON object");
    EXPECT_EQ(said(good + "{\"t\": 1, \"command\": \"play\"}"),
              name + ": line 3: \"t\": expected seconds, not before those of the line above");
    EXPECT_EQ(said("{\"command\": \"play\"}"),
              name + ": line 1: \"t\": expected seconds, not before those of the line above");
    EXPECT_EQ(test::message_of([&] { CommandRecorder(folder.path() / "none" / "x"); }),
              (folder.path() / "none" / "x").string() + ": not written: No such file or directory");
}

} // namespace
} // namespace heed
