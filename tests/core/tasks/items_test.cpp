// Tasks over items: adding, sentiment and recall.
#include "core/base/error.h"
#include "core/tasks/items/adding.h"
#include "core/tasks/items/recall.h"
#include "core/tasks/items/sentiment.h"
#include "tests/support/message_of.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <set>

namespace heed::tasks {
namespace {

using test::message_of;

TEST(Adding, IsReadAsItIsTyped) {
    const Adding numbers = parse_adding(" .31  -.2*\t0.7 1e-1* ", "input");
    EXPECT_EQ(numbers, (Adding{{.31, false}, {-.2, true}, {.7, false}, {.1, true}}));
    EXPECT_EQ(to_text(numbers), ".31 -.2* .7 .1*");
    EXPECT_DOUBLE_EQ(adding_answer(numbers), .475);
    const Item item = adding_reference(".31 -.2* .7 .1*", "input");
    EXPECT_EQ(to_json_line(item),
              R"({"input":".31 -.2* .7 .1*","answer":".475","gold":{"pool.attention":[[0,1],[0,3]]}})");
}

TEST(Adding, NamesTheWordAtFault) {
    const auto said = [](const char* text) { return message_of([&] { parse_adding(text, "input"); }); };
    const std::string expected =
        ": expected a number, with a star where it is marked, such as .31 or -.2*, found ";
    EXPECT_EQ(said(".3 two* .1"), "input: word 2" + expected + "\"two*\"");
    EXPECT_EQ(said("*"), "input: word 1" + expected + "\"*\"");
    EXPECT_EQ(said(".3 .1**"), "input: word 2" + expected + "\".1**\"");
    EXPECT_EQ(said(".3 nan"), "input: word 2" + expected + "\"nan\"");
    EXPECT_EQ(said(".3,.4"), "input: word 1" + expected + "\".3,.4\"");
    EXPECT_EQ(said("1e999"), "input: word 1" + expected + "\"1e999\"");
    EXPECT_EQ(said(" "), "input: no numbers: expected numbers, the marked ones with a star, such as "
                         ".31 -.2* .7 .1*, found nothing");
}

TEST(Adding, WritesNumbersShort) {
    for (const auto& [value, text] : {std::pair{0.0, "0"},
                                      {-0.0, "0"},
                                      {.31, ".31"},
                                      {-.2, "-.2"},
                                      {1.0, "1"},
                                      {-1.0, "-1"},
                                      {10.5, "10.5"},
                                      {.1 + .2, ".3"},
                                      {100.0, "100"},
                                      {-.05, "-.05"}})
        EXPECT_EQ(number_text(value), text);
}

TEST(Adding, MarksOneNumberInEachHalf) {
    Random random(5);
    std::set<int> lengths;
    for (int k = 0; k < 500; ++k) {
        const Item item = sample_adding(random);
        const Adding numbers = parse_adding(item.input, "drawn");
        EXPECT_EQ(to_text(numbers), item.input);
        const auto length = static_cast<int>(numbers.size());
        lengths.insert(length);
        EXPECT_GE(length, 20);
        EXPECT_LE(length, 80);
        const auto& cells = item.gold.at(0).cells;
        ASSERT_EQ(cells.size(), 2u);
        EXPECT_LT(cells[0][1], length / 2);
        EXPECT_GE(cells[1][1], length / 2);
        EXPECT_EQ(item, adding_reference(item.input, "drawn"));
    }
    EXPECT_EQ(lengths.size(), 61u);
}

TEST(Recall, IsReadAsItIsTyped) {
    const Recall text = parse_recall(" A 3  b 7 c 1 ?b ", "input");
    EXPECT_EQ(text, (Recall{{{'a', '3'}, {'b', '7'}, {'c', '1'}}, 1}));
    EXPECT_EQ(to_text(text), "a 3 b 7 c 1 ? b");
    EXPECT_EQ(to_json_line(recall_reference("a 3 b 7 c 1 ? b", "input")),
              R"({"input":"a 3 b 7 c 1 ? b","answer":"7","gold":{"self.attention":[[7,3]]}})");
}

TEST(Recall, NamesTheWordAtFault) {
    const auto said = [](const char* text) { return message_of([&] { parse_recall(text, "input"); }); };
    EXPECT_EQ(said("a 3 b c ? a"),
              "input: word 4: expected a digit, to remember with the letter before it, found \"c\"");
    EXPECT_EQ(said("a 3 12 4 ? a"), "input: word 3: expected a letter, or \"?\" and one of the letters "
                                    "before it, found \"12\"");
    EXPECT_EQ(said("a 3 a 4 ? a"),
              "input: word 3: expected another letter, for each stands once, found \"a\"");
    EXPECT_EQ(said("a 3 b 4"), "input: word 5: expected a letter, or \"?\" and one of the letters before it, "
                               "found nothing");
    EXPECT_EQ(said("a 3 ? b"),
              "input: word 4: expected a letter that stands before the question, found \"b\"");
    EXPECT_EQ(said("a 3 ?"), "input: word 4: expected the letter that is asked for, found nothing");
    EXPECT_EQ(said("? a"), "input: word 1: expected a letter and a digit before the question, found \"?\"");
    EXPECT_EQ(said("a 3 ? a b"), "input: word 5: expected the end, after one question, found \"b\"");
}

TEST(Recall, DrawsTextsThatItReads) {
    Random random(5);
    const auto known = recall_words();
    EXPECT_EQ(known.size(), 37u);
    std::set<std::size_t> pairs;
    std::set<std::pair<std::size_t, int>> asked;
    std::set<char> keys, values;
    for (int k = 0; k < 2000; ++k) {
        const Item item = sample_recall(random);
        EXPECT_EQ(item, recall_reference(item.input, "drawn")) << item.input;
        const Recall text = parse_recall(item.input, "drawn");
        pairs.insert(text.pairs.size());
        asked.insert({text.pairs.size(), text.asked});
        for (const auto& [key, value] : text.pairs) {
            keys.insert(key);
            values.insert(value);
        }
        const auto [row, column] = item.gold.at(0).cells.at(0);
        EXPECT_EQ(row, 2 * static_cast<int>(text.pairs.size()) + 1);
        EXPECT_EQ(item.input.substr(static_cast<std::size_t>(2 * column), 1), item.answer);
    }
    EXPECT_EQ(pairs, (std::set<std::size_t>{2, 3, 4, 5}));
    EXPECT_EQ(asked.size(), 14u); // every place is asked for
    EXPECT_EQ(keys.size(), 26u);
    EXPECT_EQ(values.size(), 10u);
    for (const int length : {4, 6, 12, 24, 54})
        EXPECT_EQ(static_cast<int>(recall_of_length(random, length).input.size()), 2 * length - 1);
}

TEST(Sentiment, IsReadAsItIsTyped) {
    const Sentiment text = parse_sentiment("The music was not good and we saw it", "input");
    EXPECT_EQ(text.label, 1);
    EXPECT_EQ(text.gold, (std::vector<int>{3, 4}));
    EXPECT_EQ(to_json_line(sentiment_reference("they left it and the soup seemed awful", "input")),
              R"({"input":"they left it and the soup seemed awful","answer":"negative",)"
              R"("gold":{"pool.attention":[[0,7]]}})");
    EXPECT_EQ(sentiment_reference("the soup was not bad", "input").answer, "positive");
}

TEST(Sentiment, NamesTheWordAtFault) {
    const auto said = [](const char* text) { return message_of([&] { parse_sentiment(text, "input"); }); };
    EXPECT_EQ(said("the musik was good"),
              "input: word 2: expected a word of this task, such as \"music\", found \"musik\"");
    EXPECT_EQ(said("the music was good and awful"),
              "input: word 6: expected one opinion, found \"awful\" as a second one");
    EXPECT_EQ(said("not the music was good"),
              "input: word 1: expected \"not\" just before the opinion, found \"not\" elsewhere");
    EXPECT_EQ(said("not not good"), "input: word 2: expected \"not\" once at most, found a second one");
    EXPECT_EQ(said("we saw it"), "input: no opinion: expected one word such as good or awful, found none");
    EXPECT_EQ(said(""), "input: no opinion: expected one word such as good or awful, found none");
}

TEST(Sentiment, DrawsTextsThatItReads) {
    Random random(5);
    const auto known = sentiment_words();
    EXPECT_EQ(std::set<std::string>(known.begin(), known.end()).size(), known.size());
    std::set<std::string> used;
    std::set<std::size_t> lengths, places;
    int negative = 0, negated = 0;
    for (int k = 0; k < 2000; ++k) {
        const Item item = sample_sentiment(random);
        EXPECT_EQ(item, sentiment_reference(item.input, "drawn")) << item.input;
        const Sentiment text = parse_sentiment(item.input, "drawn");
        used.insert(text.words.begin(), text.words.end());
        lengths.insert(text.words.size());
        places.insert(static_cast<std::size_t>(text.gold.back()));
        negative += text.label;
        negated += text.gold.size() == 2;
    }
    EXPECT_EQ(used.size(), known.size());
    EXPECT_EQ(lengths.size(), 19u);
    EXPECT_GE(places.size(), 20u);
    EXPECT_NEAR(negative, 1000, 100);
    EXPECT_NEAR(negated, 1000, 100);
}

TEST(ItemTask, LengthsCountMomentsAndExamplesAreRead) {
    for (const ItemTask& task : item_tasks()) {
        EXPECT_EQ(find_item_task(task.name), &task);
        Random random(9);
        std::vector<int> lengths{12, 30}; // recall has texts of even lengths, up to 26 letters
        lengths.insert(lengths.end(), task.lengths.begin(), task.lengths.end());
        for (const int length : lengths) {
            const Item item = task.of_length(random, length);
            const bool sentences = task.name == "stories"; // each with its full stop; else words
            const auto marks = std::count(item.input.begin(), item.input.end(), sentences ? '.' : ' ');
            EXPECT_EQ(marks + (sentences ? 0 : 1), length) << item.input;
            EXPECT_EQ(nlohmann::json::parse(to_json_line(item)).at("input"), item.input);
        }
        for (const std::string_view example : task.examples)
            EXPECT_NO_THROW(task.reference(example, "example"));
    }
    EXPECT_EQ(find_item_task("dates"), nullptr);
}

} // namespace
} // namespace heed::tasks
