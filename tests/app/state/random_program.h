// A program without a window that is given commands at random.
#pragma once

#include "app/state/commands/command.h"
#include "app/state/open/opening.h"
#include "app/state/search/search.h"
#include "app/state/session/session.h"
#include "app/state/step/what_if.h"
#include "core/decode/run.h"
#include "tests/support/random_model.h"
#include "tests/support/samples/sample_trace.h"

#include <deque>
#include <gtest/gtest.h>
#include <map>
#include <memory>
#include <random>
#include <string>
#include <vector>

namespace heed::random_commands {

using Kind = Effect::Kind;

inline std::shared_ptr<const Model> model_named(const std::string& name) {
    static std::map<std::string, std::shared_ptr<const Model>> made;
    auto& model = made[name];
    if (!model)
        model = std::make_shared<const Model>(
            test::random_model(test::config_of(name == "beta" ? "dot" : "additive"), name == "beta" ? 2 : 1));
    return model;
}

/// A program without a window: commands go in, jobs answer when they are let.
class RandomProgram {
public:
    explicit RandomProgram(unsigned seed) : random_(seed) {
        s.models = {{"alpha", "Alpha", "", "letters", "additive"}, {"beta", "Beta", "", "letters", "dot"}};
        s.model_name = "alpha";
        s.input = "3 may";
        s.input_given = true;
        perform(begin(s));
        settle();
    }

    AppState s;
    std::vector<std::string> given; // as JSON lines

    int any(int low, int high) { return std::uniform_int_distribution<int>(low, high)(random_); }
    bool chance(int percent) { return any(1, 100) <= percent; }

    void give(const Command& command) {
        const auto json = command_to_json(command);
        given.push_back(json.dump());
        ASSERT_EQ(command_to_json(command_from_json(nlohmann::json::parse(given.back()))), json);
        const History before = s.history;
        perform(update(s, command));
        expect_steps_stay(before, command, command_info(command.id).records);
    }

    /// Whatever is done, a step in the list stays what it was; one that is going on may be added to.
    void expect_steps_stay(const History& before, const Command& command, Records records) {
        const History& now = s.history;
        const std::size_t both = std::min(before.steps.size(), now.steps.size());
        for (std::size_t n = 0; n < both; ++n) {
            const bool newest = n + 1 == before.steps.size();
            const bool goes_on = newest && !before.gesture.empty() && before.gesture == now.gesture &&
                                 (records == Records::Drag || records == Records::Typing ||
                                  records == Records::Arrows || records == Records::ByName);
            const bool replaced = static_cast<int>(n) > before.now; // what was undone gives way
            if (goes_on || replaced) continue;
            ASSERT_EQ(before.steps[n].version, now.steps[n].version)
                << command.id << " wrote over step " << n << ", " << now.steps[n].name;
        }
        if (records == Records::Nothing || records == Records::Passing) {
            EXPECT_EQ(before.steps.size(), now.steps.size()) << command.id << " is no step";
        }
    }

    /// Several commands that belong together, as a user gives them: a drag, arrow keys after D, typing, a
    /// look at Compare. Now and then something comes between.
    std::vector<Command> burst() {
        std::vector<Command> all;
        const auto add = [&](Command command) { all.push_back(std::move(command)); };
        const auto several = [&](auto make) {
            for (int n = any(1, 6); n > 0; --n) add(make());
        };
        const auto some = [&](std::initializer_list<const char*> ids) {
            return Command{command_info(any_of(ids)).id};
        };
        switch (any(0, 4)) {
        case 0: {
            const int i = any(0, 4), j = any(0, 5);
            const bool weight = chance(60);
            add({.id = "drag", .i = 1});
            several([&] {
                return weight ? Command{"hold-weight", "", any(0, 100) / 100.0, i, j}
                              : Command{"set-temperature", "", any(20, 300) / 100.0};
            });
            add({.id = "drag", .i = 0});
            break;
        }
        case 1:
            add({"view-step"});
            add({"go-to", "", static_cast<double>(any(0, s.total()))});
            add({"hold"});
            several([&] {
                return some({"weight-up", "weight-up", "weight-down", "weight-up-fine", "weight-right"});
            });
            if (chance(70)) add({"clear"});
            break;
        case 2:
            add({.id = "caret", .text = "typed", .i = 1});
            several([&] { return Command{"type", some_text("text")}; });
            if (chance(70)) add({"field-left"});
            break;
        case 3:
            add({"view-compare"});
            several([&] {
                Command c = some({"compare-functions", "compare-models", "compare-inputs", "compare-forced",
                                  "compare-shared", "compare-swap", "compare-turn", "sharper", "lift",
                                  "next-row", "next-column", "clear"});
                if (chance(20)) c = {"compare-pin", "", static_cast<double>(any(0, 1)), any(0, 4), any(0, 4)};
                if (chance(20)) c = {"compare-other-input", some_text("text")};
                if (chance(15)) c = {"compare-difference", "", 0, 0, 1};
                if (chance(15)) c = {"compare-toggle", some_text("function")};
                return c;
            });
            break;
        default:
            several([&] {
                if (chance(15)) return Command{"states-kind", "", 0, any(1, 3)};
                return some({"undo", "redo", "undo", "theme", "numbers", "states", "view-search",
                             "beam-wider", "map-viridis", "clear"});
            });
        }
        if (chance(30)) all.insert(all.begin() + any(0, static_cast<int>(all.size())), random_command());
        return all;
    }

    void settle() {
        for (int n = 0; n < 10000 && !coming_.empty(); ++n) take_one();
        ASSERT_TRUE(coming_.empty()) << "jobs ask for jobs for ever";
    }

    void take_one() {
        if (coming_.empty()) return;
        const auto job = std::move(coming_.front());
        coming_.pop_front();
        const History before = s.history;
        perform(heed::apply(s, job.make()));
        for (std::size_t n = 0; n < std::min(before.steps.size(), s.history.steps.size()); ++n)
            if (static_cast<int>(n) != before.opening && static_cast<int>(n) <= before.now) {
                ASSERT_EQ(before.steps[n].version, s.history.steps[n].version)
                    << "a job wrote over step " << n << ", " << before.steps[n].name;
            }
    }

    Command random_command() {
        const auto rows = commands();
        while (true) {
            const CommandInfo& row =
                rows[static_cast<std::size_t>(any(0, static_cast<int>(rows.size()) - 1))];
            if (row.id == "quit" || (!is_enabled(row, s) && chance(80))) continue;
            Command command{row.id};
            for (const Argument& argument : row.arguments)
                if (argument.needed || chance(50)) set(command, argument);
            return command;
        }
    }

private:
    struct Job {
        Kind kind;
        std::function<Event()> make;
    };

    std::string any_of(std::initializer_list<const char*> texts) {
        return *(texts.begin() + any(0, static_cast<int>(texts.size()) - 1));
    }

    std::string some_text(std::string_view name) {
        if (name == "model") return any_of({"alpha", "beta", "weights", "bad", ""});
        if (name == "token") return any_of({"a", "7", "-", "", "</s>", "zz"});
        if (name == "edit") return any_of({"own", "uniform", "hardmax", "previous", "without", "shuffled"});
        if (name == "key") return any_of({"1", "2", "3", "9", "x"});
        if (name == "id") return any_of({"undo", "step", "export", "report", "nothing"});
        if (name == "how") return "typed";
        if (name == "file" || name == "folder" || name == "path")
            return any_of({"/nowhere/one.txt", "/nowhere/two", ""});
        if (name == "function") return any_of({"additive", "dot", "scaled", "nothing"});
        return any_of({"", "3 may", "4 may 87", "a", "x/y", "7-7", "é may", "  "});
    }

    int some_whole(std::string_view name) {
        if (name == "at") return any(-2, s.total() + 3);
        if (name == "step") return any(-1, static_cast<int>(s.history.steps.size()));
        return chance(90) ? any(-2, 12) : any(-1000, 100000);
    }

    void set(Command& command, const Argument& a) {
        std::visit(
            [&](auto slot) {
                using Value = std::decay_t<decltype(command.*slot)>;
                if constexpr (std::is_same_v<Value, std::string>)
                    command.*slot = some_text(a.name);
                else if constexpr (std::is_arithmetic_v<Value>) {
                    const int n = a.kind == Argument::Kind::Flag ? any(0, 1)
                                  : a.kind == Argument::Kind::Name
                                      ? any(0, static_cast<int>(a.names.size()) - 1)
                                      : some_whole(a.name);
                    command.*slot = static_cast<Value>(n);
                    if (a.kind == Argument::Kind::Number)
                        command.*slot = static_cast<Value>(
                            a.name == "width" || a.name == "outputs" ? any(-2, 12) : any(-20, 200) / 100.0);
                } else
                    command.*slot = {some_text("model")};
            },
            a.slot);
    }

    void perform(const EffectList& effects) {
        for (const Effect& effect : effects) perform(effect);
    }

    void later(Kind kind, std::function<Event()> make) { coming_.push_back({kind, std::move(make)}); }

    void perform(const Effect& e) {
        switch (e.kind) {
        case Kind::Run:
            std::erase_if(coming_, [](const Job& job) { return job.kind == Kind::Run; });
            for (const Request& request : s.runs.asked)
                later(Kind::Run, [request, model = s.model] { return run(*model, request); });
            break;
        case Kind::CancelRun:
            std::erase_if(coming_, [](const Job& job) { return job.kind == Kind::Run; });
            break;
        case Kind::CancelLoad:
            std::erase_if(coming_, [](const Job& job) { return job.kind == Kind::LoadModel; });
            break;
        case Kind::LoadModel:
            later(e.kind, [name = e.text, answers = s.opening_with] { return load(name, answers); });
            break;
        case Kind::ListModels:
            later(e.kind, [models = s.models] { return ModelsListed{models}; });
            break;
        case Kind::Compare:
            std::erase_if(coming_, [](const Job& job) { return job.kind == Kind::Compare; });
            for (const PanelWork& work : s.compare.asked) later(e.kind, [work] { return compare(work); });
            break;
        case Kind::ListFolder:
            later(e.kind, [folder = e.text] {
                return FolderListed{
                    folder, {{"a.txt", folder + "/a.txt", false, true, true, "text", 3, ""}}, ""};
            });
            break;
        case Kind::Inspect:
            later(e.kind, [file = e.text] { return FileInspected{{file, "title", "", "", {}}}; });
            break;
        case Kind::FindFlip:
            later(e.kind, [flip = s.what_if.flip] {
                FlipState found = flip;
                found.busy = false;
                found.found = true;
                found.weights.assign(6, 1.0f / 6);
                return FlipFound{found};
            });
            break;
        case Kind::Save:
            later(e.kind, [] { return SaveFailed{"there is no such folder"}; });
            break;
        case Kind::SaveSession:
            later(e.kind, [file = e.text] { return SessionSaved{file, ""}; });
            break;
        case Kind::SaveModel:
            later(e.kind, [file = e.text] { return ModelSaved{file, "there is no such folder"}; });
            break;
        case Kind::ReadReport:
            later(e.kind, [name = s.model_name] { return ReportRead{name, nullptr, "nothing to read"}; });
            break;
        default: // of the window
            break;
        }
    }

    static Event run(const Model& model, const Request& request) {
        try {
            auto trace = std::make_shared<const Trace>(decode::run(model, request));
            return RunFinished{request, trace, trace->source_length() - 1, false, request.text.size()};
        } catch (const std::exception& error) {
            return RunFailed{request, error.what(), 0};
        }
    }

    static Event load(const std::string& name, const OpenAnswers& answers) {
        LoadedModel loaded;
        if (name == "weights")
            for (const int length : {4, 6})
                loaded.maps.push_back(std::make_shared<Trace>(sample_trace(length, 3)));
        else if (name == "alpha" || name == "beta") {
            loaded.model = model_named(name);
            loaded.facts = loaded.model->facts;
            loaded.facts.task = "letters";
            loaded.facts.name = name;
        } else
            return ModelFailed{name, "there is no such model", answers};
        return ModelLoaded{name, answers, loaded};
    }

    static Event compare(const PanelWork& work) {
        const PanelOrder& order = work.order;
        const Event done = run(*(order.loaded ? order.loaded : model_named(order.model)), order.request);
        if (const auto* finished = std::get_if<RunFinished>(&done))
            return PanelFinished{order, *finished, {}, ""};
        return PanelFinished{order, {}, {}, "it was not run"};
    }

    std::mt19937 random_;
    std::deque<Job> coming_;
};

} // namespace heed::random_commands
