// Stories written row by row: what is offered, what is refused and why, and what becomes of the text.
#include "app/state/gallery/stories/story_draft.h"

#include "app/state/update.h"
#include "core/decode/run.h"
#include "core/models/model.h"
#include "tests/support/samples/sample_stories.h"

#include <gtest/gtest.h>

namespace heed {
namespace {

constexpr const char* told =
    "mary went to the hallway. john went to the garden. john took the ball. where is mary?";

struct WritingStories : testing::Test {
    AppState s;
    WritingStories() {
        s.model = std::make_shared<const Model>(sample_story_model(entity::Keys::Tied));
        s.model_name = s.model->name;
        s.facts = s.model->facts;
        s.view = "gallery";
        s.gallery.opened = true;
        s.input = told;
        Request request;
        request.text = told;
        s.trace = std::make_shared<const Trace>(decode::run(*s.model, request));
    }
    void give(Command command) { update(s, command); }
    void write(const std::string& text) { give({"story-write", text}); }
    /// "milk", "!ball: why not", the chosen one with a star.
    std::vector<std::string> offered() const {
        const StoryOffer offer = story_offer(s);
        std::vector<std::string> all;
        for (std::size_t n = 0; n < offer.words.size(); ++n) {
            const StoryWord& word = offer.words[n];
            all.push_back((word.possible ? "" : "!") + word.word + (word.possible ? "" : ": " + word.reason) +
                          (static_cast<int>(n) == offer.chosen ? "*" : ""));
        }
        return all;
    }
};
using Words = std::vector<std::string>;

TEST_F(WritingStories, WhatCanAndWhatCannotComeNext) {
    give({"story-edit", "", 0, 3});
    EXPECT_EQ(s.gallery.writing.sentence, 3);
    EXPECT_EQ(offered(), (Words{"mary*", "john", "sandra", "daniel", "where"}));
    write("mary took the ");
    EXPECT_EQ(offered(), (Words{"milk*", "!ball: John carries it in the garden", "book"}));
    give({"story-move", "", 0, 1});
    EXPECT_EQ(offered(), (Words{"milk", "!ball: John carries it in the garden", "book*"}));
    give({"story-move", "", 0, 1}); // round
    EXPECT_EQ(offered().front(), "milk*");
    write("mary took the b");
    EXPECT_EQ(offered(), (Words{"!ball: John carries it in the garden", "book*"}));
    EXPECT_EQ(story_offer(s).ghost, "ook");
    EXPECT_FALSE(story_offer(s).whole);
    write("sandra took");
    EXPECT_EQ(offered(), (Words{"!took: nobody has said where Sandra is"}));
    write("sandra took the ");
    EXPECT_EQ(story_offer(s).problem, "“took”: nobody has said where Sandra is");
    write("mary ate ");
    EXPECT_EQ(story_offer(s).problem, "“ate” is not of the language here");
    EXPECT_TRUE(offered().empty());
}

TEST_F(WritingStories, WordsAreTakenAndTheSentenceIsRead) {
    give({"story-edit", "", 0, 3});
    write("mary to");
    give({"story-take"});
    EXPECT_EQ(s.gallery.writing.text, "mary took ");
    give({"story-take"});
    give({"story-take", "", 0, 1}); // the ball, which John has
    EXPECT_EQ(s.gallery.writing.text, "mary took the ");
    give({"story-read"}); // not whole
    EXPECT_EQ(s.input, told);
    give({"story-take", "", 0, 2});
    EXPECT_EQ(s.gallery.writing.text, "mary took the book ");
    EXPECT_TRUE(story_offer(s).whole);
    give({"story-read"});
    EXPECT_EQ(s.input, "mary went to the hallway. john went to the garden. john took the ball. mary took the "
                       "book. where is mary?");
    EXPECT_EQ(s.gallery.writing.sentence, 4); // on to the next
    write("Where is the book?");
    give({"story-read"});
    EXPECT_TRUE(s.input.ends_with("mary took the book. where is the book?")) << s.input;
    EXPECT_EQ(s.gallery.writing, StoryDraft{});
}

TEST_F(WritingStories, ASentenceIsEditedInTheWorldBeforeIt) {
    give({"story-edit", "", 0, 1});
    EXPECT_EQ(s.gallery.writing.text, "john went to the garden");
    EXPECT_TRUE(story_offer(s).whole);
    write("mary went to the ");
    EXPECT_EQ(offered(), (Words{"kitchen*", "garden", "office", "!hallway: Mary is there already"}));
    write("where is mary");
    EXPECT_FALSE(story_offer(s).whole); // a question comes last
    write("mary went to the office");
    give({"story-read"});
    EXPECT_TRUE(
        s.input.starts_with("mary went to the hallway. mary went to the office. john took the ball."));
    EXPECT_EQ(s.gallery.writing, StoryDraft{});
}

TEST_F(WritingStories, SentencesAreDeletedButTheLastOne) {
    give({"story-delete", "", 0, 1});
    EXPECT_EQ(s.input, "mary went to the hallway. john took the ball. where is mary?");
    give({"story-delete", "", 0, 0});
    give({"story-delete", "", 0, 0});
    EXPECT_EQ(s.input, "john took the ball. where is mary?");
    give({"story-delete", "", 0, 5});
    EXPECT_EQ(s.input, "john took the ball. where is mary?");
}

TEST_F(WritingStories, OfAnotherModelNothingIsWritten) {
    s.facts.task = "other";
    give({"story-edit", "", 0, 1});
    EXPECT_EQ(s.gallery.writing, StoryDraft{});
    EXPECT_TRUE(story_offer(s).words.empty());
}

TEST(StoryTexts, AStoryIsTakenApartAndPutTogether) {
    const StoryTexts texts = story_texts(" Mary went\nto the garden.  . john took the milk. where is mary ?");
    EXPECT_EQ(texts.sentences, (Words{"Mary went to the garden", "john took the milk"}));
    EXPECT_EQ(joined_story(texts), "Mary went to the garden. john took the milk. where is mary?");
}

} // namespace
} // namespace heed
