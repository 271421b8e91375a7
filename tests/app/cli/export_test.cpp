// heed export: every option changes the file, or is refused.
#include "app/cli/commands.h"
#include "app/figures/figures.h"
#include "app/state/data_paths.h"
#include "core/io/base/file.h"
#include "core/tasks/item.h"
#include "tests/support/temporary_folder.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

namespace heed::cli {
namespace {

using Line = std::vector<std::string>;

struct Exported {
    int status;
    std::string err, bytes;
};

Exported exported(Line words, const std::filesystem::path& file) {
    words.insert(words.begin(), {"heed", "export"});
    words.insert(words.end(), {"-o", file.string()});
    std::vector<const char*> pointers;
    for (const std::string& word : words) pointers.push_back(word.c_str());
    std::filesystem::remove(file);
    testing::internal::CaptureStdout();
    testing::internal::CaptureStderr();
    Exported outcome{run(static_cast<int>(pointers.size()), pointers.data(), nullptr), "", ""};
    testing::internal::GetCapturedStdout();
    outcome.err = testing::internal::GetCapturedStderr();
    if (outcome.status == 0) outcome.bytes = io::read_file(file, 100'000'000);
    return outcome;
}

void expect_refused(const Exported& outcome) {
    EXPECT_EQ(outcome.status, 2) << outcome.err;
    EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1) << outcome.err;
    EXPECT_TRUE(outcome.err.starts_with("heed: ")) << outcome.err;
}

/// A model of no task: nothing is measured by length, which would take minutes for every option.
std::string without_task(const std::filesystem::path& folder) {
    std::filesystem::copy(*find_data("models/reverse/additive"), folder);
    const std::filesystem::path file = folder / "config.json";
    nlohmann::ordered_json config = nlohmann::ordered_json::parse(io::read_file(file, 1'000'000));
    config["task"] = "";
    io::write_file_atomic(file, config.dump());
    return folder.string();
}

TEST(Export, EveryOptionOfEveryFigureInEveryFileChangesItOrIsRefused) {
    const test::TemporaryFolder folder;
    const std::string maps = (folder / "maps.json").string();
    io::write_file_atomic(
        maps, R"([{"source": ["a", "b"], "target": ["x", "y"], "attention": [[0.9, 0.1], [0.2, 0.8]]},
                                    {"source": ["a", "b"], "target": ["x", "y"], "attention": [[0.5, 0.5], [0.3, 0.7]]}])");
    const Line one{"reverse/additive", "abc"};
    std::map<std::string_view, Line> drawn_from{
        {"compare", {"reverse/additive", "abc", "--with", "reverse/general"}},
        {"own-past", {"recall/sum", "a 3 b 7 ? b"}},
        {"pooling", {"adding/linear", "-.97 -.33* .83*"}},
        {"pointer", {"sort/pointer", "3.1 2.0 5.5"}},
        {"why", {"reverse/additive", "abc", "--why", "1"}},
        {"stories", {"stories/tied", "mary went to the garden. mary took the milk. where is the milk?"}},
        {"forecast", {"lagged/attention", std::string(tasks::get_item_task("lagged").examples.front())}},
        {"layers", {"translate/transformer", "the cat sleeps"}},
        {"heads", {"translate/transformer", "the cat sleeps"}},
        {"head-off", {"translate/transformer", "the cat sleeps", "--head", "0:1=off"}},
        {"moves", {"translate/transformer", "the cat sleeps"}},
        {"transformer", {"translate/transformer", "the cat sleeps"}},
        {"memory", {without_task(folder / "model"), "abc"}},
        {"grid", {"--from", maps}}};
    const std::vector<Line> options{{"--map", "viridis"}, {"--rows", "0:0"}, {"--columns", "0:0"},
                                    {"--no-numbers"},     {"--title", "T"},  {"--at", "3"},
                                    {"--theme", "dark"},  {"--width", "99"}, {"--font-size", "9"},
                                    {"--dpi", "150"}};
    for (const FigureKind& figure : figures())
        for (const char* ending : {"png", "svg", "pdf", "csv", "json"}) {
            Line words = drawn_from.contains(figure.id) ? drawn_from[figure.id] : one;
            words.insert(words.end(), {"--figure", std::string(figure.id)});
            const std::filesystem::path file = folder / ("figure." + std::string(ending));
            const Exported plain = exported(words, file);
            SCOPED_TRACE(std::string(figure.id) + " " + ending);
            if (plain.status != 0) expect_refused(plain);
            for (const Line& option : options) {
                if (figure.id == "pooling" && option.front() == "--rows")
                    continue; // there is one row: all of it
                SCOPED_TRACE(option.front());
                Line more = words;
                more.insert(more.end(), option.begin(), option.end());
                const Exported outcome = exported(more, file);
                if (outcome.status != 0)
                    expect_refused(outcome);
                else
                    EXPECT_NE(outcome.bytes, plain.bytes) << "taken, and without effect";
            }
        }
}

TEST(Export, ATitleOfItsOwnStandsAboveTheNetwork) {
    const test::TemporaryFolder folder;
    const Exported drawn = exported(
        {"reverse/additive", "abc", "--figure", "network", "--title", "Side by side"}, folder / "a.svg");
    EXPECT_EQ(drawn.status, 0) << drawn.err;
    EXPECT_NE(drawn.bytes.find("Side by side"), std::string::npos);
}

TEST(Export, TheNetworkOfATransformerIsItsLayers) {
    const test::TemporaryFolder folder;
    const auto drawn = [&](Line more, const char* file) {
        more.insert(more.begin(), {"translate/transformer", "the cat sleeps"});
        return exported(more, folder / file);
    };
    const Exported network = drawn({"--figure", "network"}, "a.svg");
    ASSERT_EQ(network.status, 0) << network.err;
    EXPECT_EQ(network.bytes, drawn({"--figure", "layers"}, "a.svg").bytes);
    const Exported weights = drawn({"--figure", "network"}, "a.csv");
    ASSERT_EQ(weights.status, 0) << weights.err;
    EXPECT_EQ(weights.bytes, drawn({"--figure", "layers"}, "a.csv").bytes);
    expect_refused(drawn({"--figure", "network", "--rows", "0:0"}, "b.csv")); // every map is written whole
    expect_refused(drawn({"--figure", "network", "--heads", "0:1"}, "b.svg"));
}

TEST(Export, ATreeAsNumbersHasALineForEveryNode) {
    const test::TemporaryFolder folder;
    const Exported tree =
        exported({"reverse/additive", "abc", "--figure", "tree", "--beam", "2"}, folder / "a.csv");
    ASSERT_EQ(tree.status, 0) << tree.err;
    EXPECT_TRUE(tree.bytes.starts_with("node,parent,output,token,probability,log_prob,total,what,rank\n"));
    EXPECT_NE(tree.bytes.find(",best,1\n"), std::string::npos) << tree.bytes;
    EXPECT_NE(tree.bytes.find(",2\n"), std::string::npos);
    const Exported json = exported({"reverse/additive", "abc", "--figure", "tree"}, folder / "a.json");
    EXPECT_NE(json.bytes.find("\"hypotheses\""), std::string::npos);
}

} // namespace
} // namespace heed::cli
