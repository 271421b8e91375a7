#include "core/base/error.h"
#include "core/tasks/dates.h"
#include "core/tasks/letters.h"
#include "core/tasks/splits.h"
#include "core/tasks/task.h"
#include "core/tasks/words/repeats.h"
#include "tests/support/source_dir.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <set>

namespace heed::tasks {
namespace {

std::vector<std::string> read_lines(const std::string& name) {
    std::ifstream file(test::source_dir() / "tests/core/tasks" / name);
    std::vector<std::string> lines;
    for (std::string line; std::getline(file, line);) lines.push_back(line);
    return lines;
}

/// FNV-1a over the lines of the first `count` samples of Random(1).
std::uint64_t digest(const Task& task, int count) {
    Random random(1);
    std::uint64_t hash = 0xcbf29ce484222325u;
    for (int i = 0; i < count; ++i)
        for (const char c : to_line(task.sample(random), task.tokenizer()) + '\n')
            hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
    return hash;
}

// The lines and the digests were made by another program, in another language, from the same description.
class TaskStream : public testing::TestWithParam<std::pair<std::string, std::uint64_t>> {};

TEST_P(TaskStream, IsTheSameEverywhere) {
    const Task& task = get(GetParam().first);
    const auto lines = read_lines(GetParam().first + ".first20.tsv");
    ASSERT_EQ(lines.size(), 20u);
    Random random(1);
    for (const std::string& line : lines) EXPECT_EQ(to_line(task.sample(random), task.tokenizer()), line);
    EXPECT_EQ(digest(task, 3000), GetParam().second);
}

INSTANTIATE_TEST_SUITE_P(
    All, TaskStream,
    testing::Values(std::pair{"dates", 0x798f9e34285fc8e1u}, std::pair{"translate", 0xc7c12e469a2304f9u},
                    std::pair{"reverse", 0x888a85c57d88961fu}, std::pair{"copy", 0xc970b973b9acf335u},
                    std::pair{"alphabet", 0x73b448a148f7163u}, std::pair{"twoway", 0x33e1c2f5d241c868u},
                    std::pair{"names", 0xa6bbc8b990270289u}),
    [](const auto& test) { return test.param.first; });

TEST(Splits, AreThoseOfTheSeedAndShareNoSource) {
    const Task& task = get("dates");
    const Splits splits = make_splits(task, 2000);
    ASSERT_EQ(splits.test.size(), 1000u);
    ASSERT_EQ(splits.valid.size(), 300u);
    ASSERT_EQ(splits.pool.size(), 2000u);
    const auto source = [&](const Sample& s) { return task.tokenizer().join(s.source); };
    EXPECT_EQ(source(splits.test.front()), "15 february 2034");
    EXPECT_EQ(source(splits.test.back()), "20730624");
    EXPECT_EQ(source(splits.valid.front()), "wednesday, 20 february 1918");
    EXPECT_EQ(source(splits.valid.back()), "sunday, 12 jun 44");
    EXPECT_EQ(source(splits.pool.front()), "1880/09/25");
    EXPECT_EQ(source(splits.pool.back()), "17 dec 1804");
    std::set<std::string> all;
    for (const auto* part : {&splits.test, &splits.valid, &splits.pool})
        for (const Sample& sample : *part) all.insert(source(sample));
    EXPECT_EQ(all.size(), 3300u);
}

TEST(Reverse, MirrorsAnyLength) {
    Random random(9);
    const Sample sample = sample_reverse(random, 60, 60);
    ASSERT_EQ(sample.source.size(), 60u);
    for (const Link& link : sample.sure)
        EXPECT_EQ(sample.source[static_cast<std::size_t>(link.source)],
                  sample.target[static_cast<std::size_t>(link.target)]);
}

TEST(Task, TranslateHoldsAsManyWordsAsItSays) {
    const Task& task = get("translate");
    std::set<std::string> english, french;
    Random random(1);
    for (int i = 0; i < 5000; ++i) {
        const Sample sample = task.sample(random);
        english.insert(sample.source.begin(), sample.source.end());
        french.insert(sample.target.begin(), sample.target.end());
    }
    EXPECT_TRUE(task.holds.starts_with(std::to_string(english.size()) + " English words")) << english.size();
    EXPECT_EQ(french.size(), 287u);
    for (const char* kind : {"laws", "ministers", "parliament", "cities", "books", "august"})
        EXPECT_TRUE(english.contains(kind)) << kind;
}

TEST(Task, LengthsCountTheTokensOfTheSource) {
    for (const Task& task : all()) {
        Random random(9);
        if (!task.of_length) continue;
        for (const int length : {5, 30, 60})
            EXPECT_EQ(task.of_length(random, length).source.size(), static_cast<std::size_t>(length))
                << task.name;
    }
}

TEST(Copy, RepeatsAFewWords) {
    Random random(3);
    const Task& task = get("copy");
    int again = 0, next = 0;
    for (int n = 0; n < 500; ++n) {
        const Sample sample = task.sample(random);
        EXPECT_EQ(sample.source, sample.target);
        EXPECT_GE(sample.source.size(), 4u);
        EXPECT_LE(sample.source.size(), 40u);
        const std::set<std::string> different(sample.source.begin(), sample.source.end());
        EXPECT_LE(different.size(), 4u);
        for (std::size_t j = 1; j < sample.source.size(); ++j, ++next)
            again += sample.source[j] == sample.source[j - 1];
    }
    EXPECT_NEAR(static_cast<double>(again) / next, 0.68, 0.03); // 1/2 + 1/2 · (1/2 + 1/3 + 1/4) / 3
    const std::set<std::string_view> words(repeated_words().begin(), repeated_words().end());
    EXPECT_NE(task.holds.find(" " + std::to_string(words.size()) + ":"), std::string_view::npos);
    EXPECT_FALSE(task.reference("  "));
    EXPECT_EQ(task.reference("Zebra zebra")->target, (std::vector<std::string>{"zebra", "zebra"}));
}

TEST(Names, AreMostlySuchAsNoVocabularyHolds) {
    const Task& task = get("names");
    const auto known = task.words();
    EXPECT_TRUE(std::is_sorted(known.begin(), known.end()));
    EXPECT_TRUE(task.holds.starts_with(std::to_string(known.size()) + " known words")) << known.size();
    Random random(3);
    std::set<std::string> made_up;
    int words = 0, unknown = 0;
    for (int n = 0; n < 1000; ++n)
        for (const std::string& word : task.sample(random).source) {
            words += 1;
            if (std::binary_search(known.begin(), known.end(), word)) continue;
            unknown += 1;
            made_up.insert(word);
        }
    EXPECT_NEAR(static_cast<double>(unknown) / words, 0.316, 0.02);
    EXPECT_GT(std::ssize(made_up), 0.95 * unknown); // hardly one twice
}

TEST(Dates, SayWhenDayAndMonthCouldBeSwapped) {
    EXPECT_EQ(date_note("07/11/99"), "read day first");
    EXPECT_EQ(date_note(" 7.11.1999 "), "read day first");
    EXPECT_EQ(date_note("1-2-2000"), "read day first");
    for (const char* plain : {"", "   ", "26/02/31", "02/26/31", "5/5/2000", "2000/05/06", "3 March 1987",
                              "07/11", "07/11.99", "1/2/3/4", "0/2/99", "7//99"})
        EXPECT_EQ(date_note(plain), "") << plain;
}

TEST(Line, ComesBackAsItWent) {
    for (const Task& task : all()) {
        Random random(3);
        for (int i = 0; i < 50; ++i) {
            const Sample sample = task.sample(random);
            EXPECT_EQ(parse_line(to_line(sample, task.tokenizer()), task.tokenizer(), "f", 1), sample);
        }
    }
}

TEST(Line, NeedsNoLinks) {
    const Sample sample = parse_line("AB\tba\r", {TokenLevel::Character, true}, "f", 1);
    EXPECT_THAT(sample.source, testing::ElementsAre("a", "b"));
    EXPECT_THAT(sample.target, testing::ElementsAre("b", "a"));
    EXPECT_FALSE(sample.has_gold);
    EXPECT_TRUE(parse_line("a\tb\t", {}, "f", 1).has_gold);
    EXPECT_THAT(parse_line("ab\tba\t1-0\t0-0 0-1", {}, "f", 1).possible,
                testing::ElementsAre(Link{0, 0}, Link{0, 1}));
}

std::string complaint(std::string_view line) {
    try {
        parse_line(line, {}, "items.tsv", 7);
    } catch (const Error& error) {
        return error.what();
    }
    return "none";
}

TEST(Line, SaysWhatIsWrong) {
    EXPECT_EQ(complaint("only this"),
              "items.tsv: line 7: wrong number of columns: expected source, target and up to "
              "two of links, found 1");
    EXPECT_EQ(complaint("\tb"), "items.tsv: line 7: the source is empty");
    EXPECT_EQ(complaint("ab\tba\t0-1 x"),
              "items.tsv: line 7: bad link: expected source-target, such as 3-0, found \"x\"");
    EXPECT_EQ(complaint("ab\tba\t0-1-1"),
              "items.tsv: line 7: bad link: expected source-target, such as 3-0, found \"0-1-1\"");
    EXPECT_EQ(complaint("ab\tba\t2-0"),
              "items.tsv: line 7: a link points past the tokens: expected positions below 2-2, found 2-0");
}

TEST(Task, UnknownNamesAreAnsweredWithTheNamesThereAre) {
    EXPECT_EQ(find("dance"), nullptr);
    try {
        get("dance");
        FAIL();
    } catch (const Error& error) {
        EXPECT_STREQ(error.what(), "dance: no such task: expected dates, translate, reverse, copy, names, "
                                   "alphabet or twoway, found \"dance\"");
    }
}

TEST(Task, EveryExampleIsMadeOfTokensTheTaskHas) {
    for (const Task& task : all()) {
        std::set<std::string> seen;
        Random random(1);
        for (int i = 0; i < 500; ++i)
            for (auto& token : task.sample(random).source) seen.insert(token);
        for (const auto example : task.examples) {
            int made_up = 0; // names, where the task has words of its own beside them
            for (const auto& piece : task.tokenizer().split(example)) made_up += !seen.contains(piece.text);
            EXPECT_TRUE(task.words ? made_up > 0 && task.reference(example) : made_up == 0) << example;
        }
    }
}

} // namespace
} // namespace heed::tasks
