// What an example says of a model, and what it does not.
#include "core/io/base/file.h"
#include "core/io/open/open_model.h"
#include "core/io/open/own_case/own_case.h"
#include "tests/core/io/open/settled.h"
#include "tests/support/source_dir.h"
#include "tests/support/temporary_folder.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace heed::io {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using testing::HasSubstr;

/// Tutorial 4 with its own examples, each changed.
LoadReport report_with(const std::function<void(json&)>& change) {
    const test::TemporaryFolder folder;
    const fs::path from = test::source_dir() / "tests/checkpoints/bentrevett_tut4";
    for (const char* file : {"src_vocab.pt", "trg_vocab.pt", "tut4-model.pt"})
        fs::copy_file(from / file, folder / file);
    json expected = json::parse(read_file(from / "expected.json", 64u << 20));
    expected["examples"].erase(expected["examples"].begin() + 2, expected["examples"].end());
    change(expected);
    write_file_atomic(folder / "expected.json", expected.dump());
    OpenOptions how;
    how.families = {test::settled_families()};
    return open_model({folder / "tut4-model.pt"}, how).report;
}
LoadVerdict with_examples(const std::function<void(json&)>& change) {
    return report_with([&](json& expected) { change(expected["examples"]); }).verdict();
}

TEST(Example, MayBeTheListAlone) {
    const auto alone = [](json& expected) { expected = json(expected["examples"]); };
    EXPECT_EQ(report_with(alone).verdict(), LoadVerdict::Verified);
    EXPECT_EQ(report_with([](json& expected) { expected = json(expected["examples"][1]); }).verdict(),
              LoadVerdict::Verified);
    const LoadReport against = report_with([&](json& expected) {
        alone(expected);
        expected[0]["attention"][0] = expected[0]["attention"][1];
    });
    EXPECT_EQ(against.verdict(), LoadVerdict::Refused);
    EXPECT_THAT(against.doubt(), HasSubstr("disagrees"));
    EXPECT_THAT(against.summary, HasSubstr(" parameters used. Nothing missing"));
}

TEST(Example, AFileWithoutAnyIsSaid) {
    for (const json& none : {json{{"examples", json::array()}}, json::array(), json::object(), json(7)}) {
        SCOPED_TRACE(none.dump());
        const LoadReport report = report_with([&](json& expected) { expected = none; });
        EXPECT_EQ(report.verdict(), LoadVerdict::Clean);
        EXPECT_THAT(report.notes, testing::Contains(HasSubstr("no example was found in it")));
    }
    EXPECT_THAT(report_with([](json&) {}).notes, testing::Not(testing::Contains(HasSubstr("no example"))));
}

TEST(Example, SaysWhatDiffers) {
    const auto lines = [](const std::function<void(json&)>& change) {
        return report_with([&](json& expected) { change(expected["examples"][0]); }).own_case->lines;
    };
    auto found = lines([](json& one) { // without its first token, the start
        one["source_ids"].erase(0);
        one["source_tokens"].erase(0);
    });
    EXPECT_THAT(found[0].found, HasSubstr("1 of 2 sentences equal; source ids: expected"));
    EXPECT_THAT(found[0].found, HasSubstr("; what stands around the words differs alone"));
    found = lines([](json& one) {
        one["output_ids"].erase(1);
        one["output_tokens"].erase(1);
    });
    EXPECT_THAT(found[1].found, testing::Not(HasSubstr("inf")));
    EXPECT_FALSE(found[1].good);
}

TEST(Example, WhoseWeightsNoSoftmaxGaveSaysWhatTheySumTo) {
    const auto weights = [](double factor) {
        const LoadReport report = report_with([&](json& expected) {
            for (json& row : expected["examples"][0]["attention"])
                for (json& weight : row) weight = weight.get<double>() * factor;
        });
        return report.own_case->lines[1].found;
    };
    EXPECT_THAT(weights(2.5), testing::EndsWith("; a row of the example sums to 2.50"));
    EXPECT_THAT(weights(1.01), testing::Not(HasSubstr("sums to")));
    EXPECT_THAT(weights(1), testing::Not(HasSubstr("sums to")));
}

TEST(Example, VerifiesOnlyWhatItSays) {
    EXPECT_EQ(with_examples([](json&) {}), LoadVerdict::Verified);
    EXPECT_EQ(with_examples([](json& all) { all = json::array(); }), LoadVerdict::Clean);
    const auto each = [](const auto& change) {
        return [change](json& all) {
            for (json& one : all) change(one);
        };
    };
    EXPECT_EQ(with_examples(each([](json& one) { one.erase("attention"); })), LoadVerdict::Clean)
        << "nothing says what the weights are";
    EXPECT_EQ(with_examples(each([](json& one) { one["attention"] = json::array(); })), LoadVerdict::Clean);
    EXPECT_EQ(with_examples(each([](json& one) { one["attention"].erase(0); })), LoadVerdict::Refused)
        << "a row for each output";
    EXPECT_EQ(with_examples(each([](json& one) { one["attention"][0] = json::array(); })),
              LoadVerdict::Refused);
    EXPECT_EQ(with_examples(each([](json& one) {
                  one.erase("attention");
                  one["output_ids"][0] = one["output_ids"][0].get<int>() + 1;
              })),
              LoadVerdict::Refused);
}

TEST(Example, SaysHowFarItReaches) {
    const LoadReport report = report_with([](json&) {});
    EXPECT_THAT(
        report.own_case->lines[0].found,
        testing::MatchesRegex("2 of 2 sentences equal, of at most [0-9]+ source tokens and [0-9]+ outputs"));
    const test::TemporaryFolder folder;
    const fs::path from = test::source_dir() / "tests/checkpoints/bentrevett_tut4";
    for (const char* file : {"src_vocab.pt", "trg_vocab.pt", "tut4-model.pt", "expected.json"})
        fs::copy_file(from / file, folder / file);
    OpenOptions how;
    how.families = {test::source_dir() / "assets/families"};
    how.examples = 2;
    EXPECT_THAT(open_model({folder / "tut4-model.pt"}, how).report.own_case->lines[0].found,
                HasSubstr("2 of 2 sentences equal, the first of "));
}

/// Where no report is asked for, examples are run until one disagrees: the third counts as the first does.
TEST(Example, ThatIsNotAmongTheFirstCountsForPicturesToo) {
    const test::TemporaryFolder folder;
    const fs::path from = test::source_dir() / "tests/checkpoints/bentrevett_tut4";
    for (const char* file : {"src_vocab.pt", "trg_vocab.pt", "tut4-model.pt"})
        fs::copy_file(from / file, folder / file);
    json expected = json::parse(read_file(from / "expected.json", 64u << 20));
    ASSERT_GE(expected["examples"].size(), 3u);
    json& row = expected["examples"][2]["attention"][0];
    row[0] = row[0].get<double>() + .25;
    write_file_atomic(folder / "expected.json", expected.dump());
    OpenOptions how;
    how.families = {test::source_dir() / "assets/families"};
    how.run_case = false;
    EXPECT_THAT(open_model({folder / "tut4-model.pt"}, how).model->facts.doubt,
                HasSubstr("The model's own example disagrees"));
}

// One small tensor in bfloat16 widens what may differ for the whole file.
TEST(Example, OfProbabilitiesThatAgreeRoughlyVerifiesNothing) {
    const test::TemporaryFolder folder;
    const fs::path from = test::source_dir() / "tests/checkpoints/bentrevett_tut4";
    for (const char* file : {"src_vocab.pt", "trg_vocab.pt", "tut4-model.pt"})
        fs::copy_file(from / file, folder / file);
    json expected = json::parse(read_file(from / "expected.json", 64u << 20));
    OpenOptions how;
    how.families = {test::source_dir() / "assets/families"};
    const Opened opened = open_model({folder / "tut4-model.pt"}, how);
    ASSERT_TRUE(opened.model);
    const CaseTolerance of_brain{1e-2, 1e-1, "bfloat16"};
    write_file_atomic(folder / "expected.json", expected.dump());
    EXPECT_EQ(own_case(*opened.model, folder.path(), of_brain)->only, "");
    json& likeliest = expected["examples"][0]["top5"][0][0][1];
    likeliest = likeliest.get<double>() + 5e-3;
    write_file_atomic(folder / "expected.json", expected.dump());
    const auto roughly = own_case(*opened.model, folder.path(), of_brain);
    EXPECT_FALSE(roughly->disagrees());
    EXPECT_THAT(roughly->only, HasSubstr("with the probabilities of its example to 0.0050 only"));
}

// A readout that was changed would not be noticed.
TEST(Example, WithoutProbabilitiesSaysThatTheyAreNotCompared) {
    EXPECT_EQ(report_with([](json&) {}).own_case->besides, "");
    const std::string sentence = "Its example has no probabilities: what makes them is not compared";
    for (const json& none : {json(nullptr), json::array(), json::array({json::array()})}) {
        SCOPED_TRACE(none.dump());
        const LoadReport report = report_with([&](json& expected) {
            for (json& one : expected["examples"]) {
                if (none.is_null())
                    one.erase("top5");
                else
                    one["top5"] = none;
            }
        });
        EXPECT_EQ(report.verdict(), LoadVerdict::Verified); // of its attention
        EXPECT_EQ(report.own_case->besides, sentence);
        EXPECT_THAT(report.to_know(), testing::Contains(sentence));
        EXPECT_EQ(report.own_case->lines.back().what, "top-5 log p");
        EXPECT_EQ(report.own_case->lines.back().found, "not in the example, so not compared");
    }
}

TEST(Example, OfOneOutputDoesNotVerify) {
    const LoadReport report = report_with([](json& expected) {
        json& all = expected["examples"];
        all.erase(all.begin() + 1, all.end());
        for (const char* list : {"output_ids", "output_tokens", "attention", "top5"})
            if (all[0].contains(list)) all[0][list].erase(all[0][list].begin() + 1, all[0][list].end());
    });
    ASSERT_TRUE(report.own_case);
    EXPECT_FALSE(report.own_case->disagrees()) << report.own_case->lines[0].found;
    EXPECT_NE(report.verdict(), LoadVerdict::Verified);
    EXPECT_THAT(report.own_case->only, HasSubstr("one output each"));
}

TEST(Example, WhoseListedWordIsNoneOfTheModelsNamesIt) {
    const auto lines = report_with([](json& expected) {
                           expected["examples"][1]["top5"][0][4][0] = "qwerty";
                       }).own_case->lines;
    ASSERT_EQ(lines.size(), 3u);
    EXPECT_FALSE(lines[2].good);
    EXPECT_EQ(lines[2].found, "\"qwerty\" in it is none of the model's words");
}

TEST(Example, OfAWordThatIsTwiceInTheListMayMeanEither) {
    const fs::path from = test::source_dir() / "tests/checkpoints/bentrevett_tut4";
    OpenOptions how;
    how.families = {test::settled_families()};
    Opened opened = open_model({from / "tut4-model.pt"}, how);
    ASSERT_TRUE(opened.model) << opened.problem;
    json example = json::parse(read_file(from / "expected.json", 64u << 20))["examples"][0];
    const std::string second = example["top5"][0][1][0], third = example["top5"][0][2][0];
    std::vector<std::string> words = *opened.model->target.tokens();
    std::replace(words.begin(), words.end(), second, third);
    opened.model->target = Vocabulary(words, opened.model->target.special());
    for (json& word : example["output_tokens"])
        if (word == second) word = third;
    for (json& step : example["top5"])
        for (json& pair : step)
            if (pair[0] == second) pair[0] = third;
    const ExampleDifference found = compare_example(*opened.model, example, "expected.json");
    EXPECT_TRUE(found.tokens) << found.wrong;
    EXPECT_LE(found.log_probs, 2e-4);
    example["top5"][0][1][1] = 1; // that neither has
    EXPECT_GT(compare_example(*opened.model, example, "expected.json").log_probs, 1e-2);
}

TEST(Example, OfRoundedNumbersAgreesAsFarAsTheyAreWritten) {
    const auto rounded_to = [](double digit) {
        return [digit](json& all) {
            for (json& one : all)
                for (json& row : one["attention"])
                    for (json& weight : row) weight = std::round(weight.get<double>() * digit) / digit;
        };
    };
    EXPECT_EQ(with_examples(rounded_to(1e4)), LoadVerdict::Verified);
    EXPECT_EQ(with_examples(rounded_to(1e3)), LoadVerdict::Verified);
    EXPECT_EQ(with_examples(rounded_to(1e2)), LoadVerdict::Refused) << "another computation is as near";
    EXPECT_EQ(with_examples([&](json& all) {
                  rounded_to(1e4)(all);
                  json& weight = all[0]["attention"][0][0];
                  weight = weight.get<double>() + 2e-4;
              }),
              LoadVerdict::Refused);
}

// Each by its own digits: one that is rounded says nothing of how the others were written.
TEST(Example, ThatIsRoundedDoesNotLoosenTheOthers) {
    const auto first_rounded = [](json& all) {
        for (json& row : all[0]["attention"])
            for (json& weight : row) weight = std::round(weight.get<double>() * 1e3) / 1e3;
    };
    const auto off_by = [](json& example, double off) {
        json& weight = example["attention"][0][0];
        weight = weight.get<double>() + off;
    };
    EXPECT_EQ(with_examples(first_rounded), LoadVerdict::Verified);
    const LoadReport report = report_with([&](json& expected) {
        first_rounded(expected["examples"]);
        off_by(expected["examples"][1], 2e-4);
    });
    EXPECT_EQ(report.verdict(), LoadVerdict::Refused);
    EXPECT_THAT(report.own_case->lines[1].found, HasSubstr("allowed 2e-5"));
}

// Too few numbers to tell how they are written: all of the file say it.
TEST(Example, OfFewNumbersIsRoundedAsItsFileIs) {
    const json rows = json::parse("[[0.123, 0.877]]"),
               long_rows = json::parse("[[0.1, 0.2, 0.3, 0.125, 0.2, 0.075]]");
    EXPECT_EQ(rounding_of(rows), 0);
    EXPECT_EQ(rounding_of(rows, 5e-4), 5e-4);
    EXPECT_EQ(file_rounding({json{{"attention", rows}}, json{{"attention", long_rows}}}).weights, 5e-4);
    json exact = long_rows;
    exact[0][0] = 0.123456789;
    EXPECT_EQ(file_rounding({json{{"attention", rows}}, json{{"attention", exact}}}).weights, 0);
}

TEST(Example, OfRoundedLogProbabilitiesAgreesAsFarAsTheyAreWritten) {
    const auto rounded_to = [](double digit) {
        return [digit](json& all) {
            for (json& one : all)
                for (json& step : one["top5"])
                    for (json& pair : step) pair[1] = std::round(pair[1].get<double>() * digit) / digit;
        };
    };
    EXPECT_EQ(with_examples(rounded_to(1e3)), LoadVerdict::Verified);
    EXPECT_EQ(with_examples([&](json& all) {
                  rounded_to(1e3)(all);
                  json& top = all[0]["top5"][0][0][1];
                  top = top.get<double>() + 2e-3;
              }),
              LoadVerdict::Refused);
}

TEST(Example, ThatCannotBeComparedDoesNotDisagree) {
    const LoadReport report =
        report_with([](json& expected) { expected["examples"][1].erase("source_ids"); });
    EXPECT_EQ(report.verdict(), LoadVerdict::Refused);
    EXPECT_THAT(report.doubt(), HasSubstr("The model's own example cannot be compared"));
    EXPECT_THAT(report.own_case->lines[0].found, HasSubstr("source_ids: expected a list, found none"));
    const LoadReport other = report_with([](json& expected) {
        json& id = expected["examples"][0]["source_ids"][1];
        id = id.get<int>() + 1;
    });
    EXPECT_THAT(other.own_case->lines[0].found, HasSubstr("(id ")) << "the words are the same";
}

} // namespace
} // namespace heed::io
