// What captions call the tokens of a text.
#include "core/trace/places.h"

#include "core/decode/run.h"
#include "core/io/open/open_model.h"
#include "core/tasks/task.h"
#include "tests/support/source_dir.h"

#include <gtest/gtest.h>

namespace heed {
namespace {

using Words = std::vector<std::string>;

TEST(Units, FollowLevelAndVocabulary) {
    const Words letters = {"<pad>", "</s>", "a", "z"}, characters = {"<pad>", "a", "1", " "};
    EXPECT_EQ(token_unit(true, &letters).one, "letter");
    EXPECT_EQ(token_unit(true, &characters).one, "character");
    EXPECT_EQ(token_unit(true, nullptr).one, "character");
    const Words words = {"<pad>", "bank", "river"}, pieces = {"<pad>", "▁bank", "s"}, bert = {"bank", "##s"};
    EXPECT_EQ(token_unit(false, &words), Unit{});
    EXPECT_EQ(token_unit(false, &pieces).one, "piece");
    EXPECT_EQ(token_unit(false, &bert).many, "pieces");
    EXPECT_EQ(token_unit(false, nullptr), Unit{});
}

// The word that a task has for its tokens is the one that captions of its runs use.
TEST(Units, OfBundledModelsAreThoseOfTheirTasks) {
    for (const char* name : {"dates/additive", "translate/additive", "reverse/lstm", "copy/plain",
                             "names/plain", "twoway/additive"}) {
        const io::Opened opened =
            io::open_model({test::source_dir() / "assets/models" / name}, {.run_case = false});
        ASSERT_TRUE(opened.model) << name;
        const tasks::Task& task = tasks::get(opened.model->task);
        Request request;
        request.model = opened.model->name;
        request.text = std::string(task.examples.front());
        const Trace run = decode::run(*opened.model, request, nullptr);
        EXPECT_EQ(unit_of(run).one, task.unit) << name;
        EXPECT_EQ(unit_of(run).many, task.units) << name;
    }
}

TEST(Units, StandInSentences) {
    EXPECT_EQ(with_unit("{Many} are left; a {one} and {many}. {One}!", {"letter", "letters"}),
              "Letters are left; a letter and letters. Letter!");
    EXPECT_EQ(with_unit("nothing to say", {}), "nothing to say");
}

} // namespace
} // namespace heed
