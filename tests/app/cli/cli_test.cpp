#include "app/cli/commands.h"

#include "app/cli/print/terminal.h"
#include "app/state/version.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace heed::cli {
namespace {

struct Outcome {
    int status;
    std::string out, err;
};

WindowOptions asked; // what open_window was called with

int remember(const WindowOptions& options) {
    asked = options;
    return 0;
}

Outcome heed_with(std::vector<const char*> words, OpenWindow open_window = nullptr) {
    words.insert(words.begin(), "heed");
    testing::internal::CaptureStdout();
    testing::internal::CaptureStderr();
    const int status = run(static_cast<int>(words.size()), words.data(), open_window);
    return {status, testing::internal::GetCapturedStdout(), testing::internal::GetCapturedStderr()};
}

void expect_one_line(const std::string& text) {
    EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 1) << text;
    EXPECT_EQ(text.rfind("heed: ", 0), 0u) << text;
}

TEST(Cli, VersionAndHelpGoToStandardOutput) {
    const Outcome shown = heed_with({"--version"});
    EXPECT_EQ(shown.status, 0);
    EXPECT_EQ(shown.out, "heed " + std::string(version()) + "\n");
    EXPECT_EQ(heed_with({"--help"}).status, 0);
    EXPECT_EQ(heed_with({"help"}).out, heed_with({"--help"}).out);
    EXPECT_EQ(heed_with({"help", "trace"}).out, heed_with({"trace", "--help"}).out);
}

TEST(Cli, HelpKeepsToAHundredColumns) {
    for (const Command& row : commands()) {
        std::istringstream help(heed_with({std::string(row.name).c_str(), "--help"}).out);
        for (std::string line; std::getline(help, line);) {
            const bool of_an_option = line.starts_with("  --") || line.starts_with("          ");
            if (of_an_option) {
                EXPECT_LE(display_width(line), 100) << line;
            }
        }
    }
}

TEST(Cli, WhatIsMissingOrTwiceIsSaidInPlainWords) {
    const auto said = [](std::vector<const char*> words) {
        const Outcome outcome = heed_with(std::move(words), remember);
        EXPECT_EQ(outcome.status, 2);
        expect_one_line(outcome.err);
        return outcome.err.substr(0, outcome.err.find(" ("));
    };
    EXPECT_EQ(said({"--input"}), "heed: --input: expected TEXT after it, found nothing");
    EXPECT_EQ(said({"trace", "dates", "x", "--json"}), "heed: --json: expected FILE after it");
    EXPECT_EQ(said({"--at", "5", "--at", "6"}), "heed: --at: expected once, found more than once");
    EXPECT_EQ(said({"--screenshot", "a.jpg"}),
              "heed: --screenshot: expected a file whose name ends in .png, found a.jpg");
    EXPECT_EQ(said({"dates"}),
              "heed: dates: no such command; heed --model dates opens it, heed trace dates TEXT runs it");
    EXPECT_EQ(said({"tarce"}), "heed: tarce: no such command; did you mean trace?");
}

TEST(Cli, AModelThatWritesIsNotAskedToMute) {
    const Outcome outcome = heed_with({"trace", "dates", "x", "--mute", "1"});
    EXPECT_EQ(outcome.status, 1);
    EXPECT_NE(outcome.err.find("muted moments: expected a model that answers a whole input at once"),
              std::string::npos)
        << outcome.err;
}

TEST(Cli, HelpNamesEveryCommandAndEveryOption) {
    const std::string help = heed_with({"--help"}).out;
    for (const Command& row : commands()) {
        EXPECT_NE(help.find("  " + std::string(row.name) + " "), std::string::npos) << row.name;
        EXPECT_NE(help.find(row.help), std::string::npos) << row.name;
        const Outcome own = heed_with({std::string(row.name).c_str(), "--help"});
        EXPECT_EQ(own.status, 0) << row.name;
        EXPECT_NE(own.out.find("Usage: heed " + std::string(row.name)), std::string::npos) << own.out;
    }
    for (const char* option :
         {"--model M", "--input TEXT", "--at N", "--theme T", "--size WxH", "--scale S", "--session FILE",
          "--screenshot FILE.png", "--dump-state FILE.json", "--record FILE", "--replay FILE"})
        EXPECT_NE(help.find(option), std::string::npos) << option << '\n' << help;
}

TEST(Cli, CommandsOfOneGroupStandTogetherAndNamesAreUnique) {
    std::set<std::string_view> names, finished;
    std::string_view group;
    for (const Command& row : commands()) {
        EXPECT_TRUE(names.insert(row.name).second) << row.name;
        EXPECT_NE(row.help.back(), '.') << row.name;
        if (row.group == group) continue;
        EXPECT_TRUE(finished.insert(row.group).second) << row.group << " is headed twice";
        group = row.group;
    }
}

TEST(Cli, WrongWordsAreOneLineAndTwo) {
    const std::vector<std::vector<const char*>> wrong = {
        {"nonsense"},     {"--nonsense"}, {"--at", "-3"},   {"--at", "x"},     {"--theme", "blue"},
        {"--size", "12"}, {"--at"},       {"--scale", "9"}, {"--size", "0x5"}, {"--view", "nowhere"}};
    for (const auto& words : wrong) {
        const Outcome outcome = heed_with(words, remember);
        EXPECT_EQ(outcome.status, 2) << words.front();
        EXPECT_EQ(outcome.out, "");
        expect_one_line(outcome.err);
        EXPECT_NE(outcome.err.find("--help"), std::string::npos) << outcome.err;
    }
}

TEST(Cli, AWrongWordIsAnsweredWithTheOneThatMayBeMeant) {
    const std::vector<std::pair<std::vector<const char*>, const char*>> wrong = {
        {{"tarce"}, "tarce: no such command; did you mean trace?"},
        {{"--thme", "dark"}, "did you mean --theme?"},
        {{"--theme", "drak"}, "found drak; did you mean dark?"},
        {{"--view", "comprae"}, "found comprae; did you mean compare?"},
        {{"trace", "datse", "3 March 1987"},
         "datse: no such model: expected a bundled name, folder or file, "
         "found nothing; did you mean dates?"},
        {{"trace", "dates/aditive", "3 March 1987"}, "did you mean dates/additive?"},
        {{"trace", "dates", "--jsn", "-"}, "did you mean --json?"},
        {{"trace", "dates", "3 March 1987", "--score", "dott"}, "found \"dott\"; did you mean dot?"},
        {{"data", "revrse"}, "did you mean reverse?"},
        {{"train", "--task", "dats", "--out", "x"}, "found dats; did you mean dates?"},
        {{"train", "--task", "dates", "--score", "additiv", "--out", "x"}, "did you mean additive?"}};
    for (const auto& [words, answer] : wrong) {
        const Outcome outcome = heed_with(words, remember);
        EXPECT_NE(outcome.status, 0) << answer;
        expect_one_line(outcome.err);
        EXPECT_NE(outcome.err.find(answer), std::string::npos) << outcome.err;
    }
    EXPECT_EQ(heed_with({"xylophone"}, remember).err.find("did you mean"), std::string::npos);
}

TEST(Cli, WindowOptionsAreNotForCommands) {
    const Outcome outcome = heed_with({"--model", "dates", "trace", "dates", "3 March 1987"}, remember);
    EXPECT_EQ(outcome.status, 2);
    expect_one_line(outcome.err);
}

TEST(Cli, NoCommandOpensTheWindowWithWhatWasAsked) {
    const Outcome outcome = heed_with({"--model", "dates", "--input", "3 March 1987", "--at", "40", "--theme",
                                       "light", "--size", "960x640", "--scale", "2", "--screenshot", "a.png"},
                                      remember);
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_EQ(asked.model, "dates");
    EXPECT_EQ(asked.input, "3 March 1987");
    EXPECT_EQ(asked.at, 40);
    EXPECT_EQ(asked.theme, "light");
    EXPECT_EQ(asked.size, (WindowOptions::Size{960, 640}));
    EXPECT_EQ(asked.scale, 2.0f);
    EXPECT_EQ(asked.screenshot, "a.png");
    EXPECT_FALSE(asked.session.has_value());
    EXPECT_EQ(asked.view, std::nullopt);
}

TEST(Cli, WithoutAWindowThereIsOneLine) {
    const Outcome outcome = heed_with({});
    EXPECT_EQ(outcome.status, 1);
    expect_one_line(outcome.err);
}

} // namespace
} // namespace heed::cli
