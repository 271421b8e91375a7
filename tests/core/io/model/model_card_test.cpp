#include "core/io/model/model_card.h"

#include "core/analysis/gold/alignment_error.h"
#include "core/io/base/json_text.h"
#include "core/io/model/model_folder.h"
#include "core/tasks/item.h"
#include "core/tasks/splits.h"
#include "tests/support/source_dir.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace heed::io {
namespace {

TEST(ModelCard, ReadsWhatTrainingWrote) {
    const ModelCard card = card_of(nlohmann::json::parse(R"({
        "fails_at": "Long ones.", "fails_on_purpose": true,
        "training": {"shortest": 5, "longest": 40, "step": 900, "results": {
            "items": 1000, "exact_match": 0.133, "aer": {"shift0": 0.4, "perfect": 0.25},
            "by_length": [{"from": 1, "to": 5, "items": 25, "exact_match": 1},
                          {"from": 6, "to": 10, "items": 138, "exact_match": 0.5}]}}})"));
    EXPECT_EQ(card.fails_at, "Long ones.");
    EXPECT_TRUE(card.fails_on_purpose);
    EXPECT_EQ(card.longest, 40);
    EXPECT_TRUE(card.measured());
    EXPECT_EQ(card.error, 0.4);
    EXPECT_EQ(card.perfect, 0.25);
    EXPECT_EQ(weakest_lengths(card, "letters"), "86.7 % wrong, most from 6 to 10 letters: 50 %.");
}

TEST(ModelCard, TakesAnythingForAFile) {
    for (const char* text :
         {"null", "[]", "3", "{}", R"({"training": 3})", R"({"training": {"results": []}})",
          R"({"fails_at": 3, "fails_on_purpose": "yes", "training": {"longest": -1, "shortest": "a",
                                 "results": {"items": 1e300, "exact_match": 7, "aer": "x", "by_length": [3, {}]}}})"}) {
        const ModelCard card = card_of(nlohmann::json::parse(text));
        EXPECT_FALSE(card.measured()) << text;
        EXPECT_EQ(card.longest, 0) << text;
        EXPECT_FALSE(card.fails_on_purpose) << text;
        EXPECT_EQ(weakest_lengths(card, "words"), "") << text;
    }
}

TEST(ModelCard, SaysThatNothingWasSeen) {
    ModelCard card;
    card.items = 500;
    card.exact = 1;
    EXPECT_EQ(weakest_lengths(card, "words"), "Nothing seen on 500 held out.");
    card.exact = 0.998;
    EXPECT_EQ(weakest_lengths(card, "words"), "0.2 % wrong.");
}

std::vector<std::string> bundled() {
    std::vector<std::string> names;
    const auto root = test::source_dir() / "assets/models";
    for (const auto& entry : std::filesystem::recursive_directory_iterator(root))
        if (entry.path().filename() == "config.json")
            names.push_back(entry.path().parent_path().lexically_relative(root).generic_string());
    return names;
}

/// The error of a perfect map on the held-out items, from the links alone.
double perfect_error(const tasks::Task& task) {
    analysis::AlignmentCounts counts;
    for (const tasks::Sample& sample : tasks::make_splits(task, 0).test) {
        std::map<int, Link> best;
        for (const auto* links : {&sample.sure, &sample.possible})
            for (const Link& link : *links) best.try_emplace(link.target, link);
        std::vector<Link> map;
        for (const auto& [target, link] : best) map.push_back(link);
        counts += analysis::count_links(map, sample.sure, sample.possible);
    }
    return counts.error_rate().value();
}

// What the list says of the bundled models: a sentence each, short enough for its line, and figures that
// hold.
TEST(ModelCard, OfEveryBundledModelSaysWhatItFailsAt) {
    std::map<std::string, double> perfect;
    for (const std::string& name : bundled()) {
        const ModelSummary summary = summarize_model(test::source_dir() / "assets/models" / name, name);
        const ModelCard& card = summary.card;
        EXPECT_FALSE(card.fails_at.empty()) << name;
        EXPECT_LE(card.fails_at.size(), 56u) << name;
        EXPECT_TRUE(card.fails_at.ends_with('.')) << name;
        EXPECT_NE(summary.words.find("## What it fails at\n\n" + card.fails_at + "\n"), std::string::npos)
            << name;
        EXPECT_TRUE(card.measured()) << name;
        if (card.fails_on_purpose) {
            EXPECT_LT(*card.exact, 0.9) << name;
        }
        // The sentence begins with how many are wrong, as measured.
        const int wrong = static_cast<int>(std::lround(1000 * (1 - *card.exact)));
        if (card.fails_at.starts_with("None wrong") || card.fails_at.starts_with("Nothing seen")) {
            EXPECT_EQ(wrong, 0) << name;
        } else if (card.fails_at.find(" % wrong") < 4) {
            EXPECT_NEAR(std::stoi(card.fails_at), wrong / 10.0, 0.51) << name;
        } else if (card.fails_at.find(" wrong") < 4) {
            EXPECT_EQ(std::stoi(card.fails_at), wrong) << name;
        }
        if (!card.error) continue;
        const auto [known, is_new] = perfect.try_emplace(summary.task, 0);
        if (is_new) known->second = perfect_error(tasks::get(summary.task));
        EXPECT_NEAR(card.perfect.value_or(-1), known->second, 1e-9) << name;
        EXPECT_GE(*card.error, *card.perfect) << name;
    }
    EXPECT_NEAR(perfect["dates"], 0.257, 0.001);
    EXPECT_EQ(perfect["reverse"], 0);
}

TEST(ModelCard, TheTrainedLengthsAreThoseOfThePool) {
    for (const char* name : {"dates/additive", "reverse/dot", "twoway/token", "translate/dot"}) {
        const ModelSummary summary = summarize_model(test::source_dir() / "assets/models" / name, name);
        std::size_t least = 1000, most = 0;
        for (const tasks::Sample& sample : tasks::make_splits(tasks::get(summary.task), 40000).pool) {
            least = std::min(least, sample.source.size());
            most = std::max(most, sample.source.size());
        }
        EXPECT_EQ(summary.card.shortest, static_cast<int>(least)) << name;
        EXPECT_EQ(summary.card.longest, static_cast<int>(most)) << name;
    }
}

} // namespace
} // namespace heed::io
