// Stories: the language, the world that it tells of, what can come next and why, and what is drawn.
#include "core/tasks/stories/stories.h"
#include "tests/support/message_of.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <set>

namespace heed::tasks {
namespace {

using test::message_of;

/// Why a text is no story; empty where it is one.
std::string said(const std::string& text) {
    const std::string why = message_of([&] { parse_story(text, "input"); });
    return why == "nothing was thrown" ? "" : why;
}

/// The world after some sentences, each with its full stop.
StoryWorld after(const std::string& sentences) {
    StoryWorld world;
    const std::string whole = sentences + (sentences.empty() ? "" : " ") + "mary went to the ";
    // Whatever place Mary is not in ends the story; it is not told.
    for (const std::string_view place : story_places) {
        const std::string text = whole + std::string(place) + ". where is mary?";
        if (!said(text).empty()) continue;
        Story story = parse_story(text, "input");
        story.sentences.pop_back();
        for (const Told& told : story.sentences) world.tell(told);
        return world;
    }
    ADD_FAILURE() << "not a story: " << sentences;
    return world;
}

/// "took: reason", "!took: reason" where it cannot be.
std::vector<std::string> offered(const StoryWorld& world, const std::vector<std::string>& words) {
    std::vector<std::string> all;
    for (const NextWord& next : next_words(world, words))
        all.push_back((next.possible ? "" : "!") + next.word +
                      (next.reason.empty() ? "" : ": " + next.reason));
    return all;
}
using Offered = std::vector<std::string>;

TEST(Stories, AreReadAsTheyAreTyped) {
    const Story story = parse_story("Mary went to the garden. John went to the garden. john took the milk.\n"
                                    "where is the milk?",
                                    "input");
    EXPECT_EQ(story.sentences,
              (std::vector<Told>{{0, Deed::Went, 1}, {1, Deed::Went, 1}, {1, Deed::Took, 0}}));
    EXPECT_EQ(story.question, (Asked{true, 0}));
    EXPECT_EQ(to_text(story), "mary went to the garden. john went to the garden. john took the milk. "
                              "where is the milk?");
    EXPECT_EQ(to_json_line(story_reference(to_text(story), "input")),
              R"({"input":"mary went to the garden. john went to the garden. john took the milk. )"
              R"(where is the milk?","answer":"garden","gold":{"memory.gates":[[0,0],[1,1],[2,1],[2,4]]}})");
}

TEST(Stories, WhatIsCarriedGoesAlongAndIsGold) {
    const Item item = story_reference("mary went to the garden. mary took the ball. mary went to the office. "
                                      "mary dropped the ball. mary went to the kitchen. where is the ball?",
                                      "input");
    EXPECT_EQ(item.answer, "office");
    using Cells = std::vector<std::array<int, 2>>;
    EXPECT_EQ(item.gold[0].cells, (Cells{{0, 0}, {1, 0}, {1, 5}, {2, 0}, {2, 5}, {3, 0}, {3, 5}, {4, 0}}));
    const auto concerned = concerned_by(parse_story(item.input, "input"));
    EXPECT_EQ(concerned[2].carried, std::vector<int>{5});
    EXPECT_TRUE(concerned[4].carried.empty());
}

TEST(Stories, NameTheWordAtFaultAndWhy) {
    const std::string start = "john went to the garden. john took the ball. ";
    EXPECT_EQ(said(""), "input: word 1: expected a question, found nothing");
    EXPECT_EQ(said("bill went to the garden."),
              "input: word 1: expected \"mary\", \"john\", \"sandra\" or \"daniel\", found \"bill\"");
    EXPECT_EQ(said("where is mary?"),
              "input: word 1: expected \"mary\", \"john\", \"sandra\" or \"daniel\", found \"where\" "
              "(nothing has been told yet)");
    EXPECT_EQ(said(start + "john went to the garden."),
              "input: word 16: expected \"kitchen\", \"office\" or \"hallway\", found \"garden\" "
              "(John is there already)");
    EXPECT_EQ(said(start + "mary took the ball."),
              "input: word 13: expected \"went\", found \"took\" (nobody has said where Mary is)");
    EXPECT_EQ(
        said(start + "mary went to the garden. mary took the ball."),
        "input: word 21: expected \"milk\" or \"book\", found \"ball\" (John carries it in the garden)");
    EXPECT_EQ(said(start + "john dropped the milk."),
              "input: word 15: expected \"ball\", found \"milk\" (John does not carry it)");
    EXPECT_EQ(said(start + "where is the book?"),
              "input: word 15: expected \"ball\", found \"book\" (nobody has touched it yet)");
    EXPECT_EQ(said(start + "where is daniel?"),
              "input: word 14: expected \"john\" or \"the\", found \"daniel\" "
              "(nobody has said where Daniel is)");
    EXPECT_EQ(said(start), "input: word 12: expected a question, found nothing");
    EXPECT_EQ(said(start + "where is the"), "input: word 15: expected \"ball\", found nothing");
    EXPECT_EQ(said(start + "where is john? mary"),
              "input: word 16: expected the end, after one question, found \"mary\"");
}

TEST(StoryWorld, SaysWhatCanComeNextAndWhy) {
    const StoryWorld nothing;
    EXPECT_EQ(offered(nothing, {}), (Offered{"mary: nobody has said where", "john: nobody has said where",
                                             "sandra: nobody has said where", "daniel: nobody has said where",
                                             "!where: nothing has been told yet"}));
    EXPECT_EQ(offered(nothing, {"mary"}),
              (Offered{"went: somewhere else", "!took: nobody has said where Mary is",
                       "!dropped: Mary carries nothing"}));
    const StoryWorld world =
        after("john went to the garden. john took the ball. mary went to the kitchen. mary took the milk. "
              "mary went to the hallway. mary dropped the milk. sandra went to the hallway.");
    EXPECT_EQ(offered(world, {"sandra", "took", "the"}),
              (Offered{"milk: in the hallway, where Sandra is", "!ball: John carries it in the garden",
                       "book: nobody has touched it, so it may lie where Sandra is"}));
    EXPECT_EQ(offered(world, {"john", "took", "the"}),
              (Offered{"!milk: it lies in the hallway", "!ball: John carries it already",
                       "book: nobody has touched it, so it may lie where John is"}));
    EXPECT_EQ(offered(world, {"mary"}), (Offered{"went: somewhere else", "took: the milk or the book",
                                                 "!dropped: Mary carries nothing"}));
    EXPECT_EQ(offered(world, {"mary", "went"}), Offered{"to"});
    EXPECT_EQ(offered(world, {"mary", "went", "to"}), Offered{"the"});
    EXPECT_EQ(offered(world, {"mary", "went", "to", "the", "office"}), Offered{".: ends the sentence"});
    EXPECT_EQ(
        offered(world, {"where", "is", "the"}),
        (Offered{"milk: has been told of", "ball: has been told of", "!book: nobody has touched it yet"}));
    EXPECT_EQ(offered(world, {"where", "is", "mary"}), Offered{"?: asks it"});
    EXPECT_EQ(offered(world, {"mary", "ate"}), Offered{});
    EXPECT_EQ(offered(world, {"mary", "went", "to", "the", "office", "."}), Offered{});
}

// What can be written next is what is read, word for word, whatever is typed.
TEST(StoryWorld, EveryWordOfferedIsReadAndEveryOtherIsRefused) {
    Random random(3);
    for (int k = 0; k < 300; ++k) {
        StoryWorld world;
        std::string text;
        std::vector<std::string> sentence;
        int sentences = 0;
        while (true) {
            const auto next = next_words(world, sentence);
            ASSERT_FALSE(next.empty()) << text;
            std::vector<NextWord> possible;
            for (const NextWord& word : next) {
                if (word.possible && (word.word != "where" || sentences > 4)) possible.push_back(word);
                if (!word.possible) {
                    EXPECT_FALSE(word.reason.empty()) << text << word.word;
                    EXPECT_NE(said(text + word.word).find(word.reason), std::string::npos)
                        << text << word.word;
                }
            }
            ASSERT_FALSE(possible.empty()) << text;
            const std::string word = possible[random.below(possible.size())].word;
            text += word + " ";
            if (word == "?") break;
            if (word == ".") {
                world.tell(told_by(sentence));
                sentence.clear();
                ++sentences;
            } else {
                sentence.push_back(word);
            }
        }
        EXPECT_EQ(said(text), "") << text;
    }
}

TEST(Stories, DrawsTextsThatItReads) {
    Random random(5);
    const auto known = story_words();
    EXPECT_EQ(known.size(), 20u);
    std::set<std::string> used, answers;
    std::set<std::size_t> lengths;
    int things = 0, carried = 0;
    for (int k = 0; k < 2000; ++k) {
        const Item item = sample_story(random);
        const Story story = parse_story(item.input, "drawn");
        EXPECT_EQ(item, story_reference(item.input, "drawn"));
        EXPECT_EQ(to_text(story), item.input);
        lengths.insert(story.sentences.size());
        answers.insert(item.answer);
        things += story.question.thing;
        for (const Concerned& sentence : concerned_by(story)) carried += !sentence.carried.empty();
        for (const Told& told : story.sentences) used.insert(to_text(told));
    }
    EXPECT_EQ(lengths, (std::set<std::size_t>{6, 7, 8, 9, 10, 11, 12}));
    EXPECT_EQ(answers.size(), 4u);
    EXPECT_EQ(used.size(), 4u * (4 + 3 + 3)); // every sentence there is
    EXPECT_GT(things, 1000);
    EXPECT_GT(carried, 1000);
    for (const int length : {1, 6, 24})
        EXPECT_EQ(std::ssize(parse_story(story_of_length(random, length).input, "drawn").sentences), length);
}

} // namespace
} // namespace heed::tasks
