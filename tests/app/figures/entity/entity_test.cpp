// The picture of entity networks: everything in its place at every size, and every number that of a run.
#include "app/figures/entity/entity.h"

#include "app/figures/entity/miniature.h"
#include "app/figures/entity/reading.h"
#include "core/decode/run.h"
#include "core/models/entity/values.h"
#include "core/tasks/stories/stories.h"
#include "core/text/strings.h"
#include "tests/app/figures/figure_test.h"
#include "tests/support/samples/sample_stories.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace heed {
namespace {

struct StoryFigure : FigureTest {
    static Trace run_of(const std::string& text, entity::Keys keys = entity::Keys::Tied,
                        std::set<int> muted = {}) {
        Request request;
        request.text = text;
        request.edits.muted = std::move(muted);
        return decode::run(sample_story_model(keys), request);
    }
    static std::string story(int sentences) {
        Random random(4);
        return tasks::story_of_length(random, sentences).input;
    }
    static StoryBoard board_of(const std::string& text) {
        StoryBoard board;
        for (const auto name : tasks::story_people) board.slots.push_back(capitalized(std::string(name)));
        for (const auto name : tasks::story_things) board.slots.emplace_back(name);
        board.places.assign(tasks::story_places.begin(), tasks::story_places.end());
        for (const auto& sentence : tasks::concerned_by(tasks::parse_story(text, "story")))
            board.told.push_back({sentence.named, sentence.carried, {0, 1, -1, 2, 3, -1, 0}});
        board.answer = tasks::story_reference(text, "story").answer;
        board.free = std::make_shared<const Trace>(run_of(text, entity::Keys::Free));
        board.members = {{"stories/sample", "slots tied to names", true, 0.976, 0.8},
                         {"stories/free", "slots with free keys", true, 0.95, 0.7},
                         {"stories/none", "RNN without slots", false, 0.571, {}}};
        return board;
    }
};

TEST_F(StoryFigure, NothingOverlapsAtAnySizeAndMoment) {
    struct Size {
        float width, height;
    };
    for (const int sentences : {1, 6, 12, 30})
        for (const entity::Keys keys : {entity::Keys::Tied, entity::Keys::Free}) {
            const std::string text = story(sentences);
            const Trace run = run_of(text, keys, sentences == 12 ? std::set{2} : std::set<int>{});
            for (const StoryBoard& board : {board_of(text), StoryBoard{}})
                for (const Size size :
                     {Size{1240, 808}, Size{600, 448}, Size{960, 448}, Size{1600, 956}, Size{3480, 1968}})
                    for (const int at :
                         {0, 1, 2, run.outline.total() / 2, run.outline.total() - 1, run.outline.total()})
                        for (const Theme theme : {Theme::Dark, Theme::Light}) {
                            style.theme = theme;
                            const Playhead head{.at = at, .hover_column = at % 8 - 1};
                            const StorySettings settings{size.width, size.height, at == 0 ? sentences : -1};
                            const std::string what = std::to_string(sentences) + " sentences at " +
                                                     std::to_string(at) + ", " + std::to_string(size.width);
                            expect_sound(story_figure(run, board, head, settings, style), what);
                            const Scene side = story_inspector(run, board, head, 360, size.height, style);
                            expect_sound(side, what + " inspector");
                            if (HasFailure()) return;
                        }
        }
}

TEST_F(StoryFigure, WhileASentenceIsWrittenNoHintLiesOverWhatCanFollow) {
    const std::string text = story(6);
    const Trace run = run_of(text);
    const auto hints = [&](int editing) {
        const Scene scene = story_figure(run, board_of(text), {.at = 0}, {1240, 808, editing}, style);
        return std::count_if(scene.picks.begin(), scene.picks.end(), [](const Pick& pick) {
            return pick.id.kind == PickKind::Row && !pick.tooltip.empty();
        });
    };
    EXPECT_EQ(hints(-1), 7);
    EXPECT_EQ(hints(6), 0);
    EXPECT_EQ(hints(2), 0);
}

TEST_F(StoryFigure, InAHallStoryGatesAndQuestionStand) {
    for (const int sentences : {1, 8, 12, 30}) {
        const std::string text = story(sentences);
        const Trace run = run_of(text);
        for (const float height : {716.0f, 1020.0f})
            for (const int at : {0, 1, run.outline.total() / 2, run.outline.total()}) {
                const Scene hall = story_lecture(run, board_of(text), {.at = at}, 1600, height, style);
                expect_for_a_hall(hall, std::to_string(sentences) + " at " + std::to_string(at));
                EXPECT_FALSE(says(hall, "Path of each slot"));
            }
        for (int t = 0; t < sentences && sentences <= 8; ++t) // they are all there
            EXPECT_TRUE(prints(story_lecture(run, board_of(text), {.at = 1}, 1600, 716, style),
                               std::to_string(t + 1)));
    }
}

TEST_F(StoryFigure, NothingIsShownBeforeItIsComputed) {
    const std::string text = story(6);
    const Trace run = run_of(text);
    const StoryBoard board = board_of(text);
    for (int at = 0; at <= run.outline.total(); ++at) {
        const Scene scene = story_figure(run, board, {.at = at}, {}, style);
        const auto cells = std::count_if(scene.picks.begin(), scene.picks.end(),
                                         [](const Pick& p) { return p.id.kind == PickKind::Cell; });
        EXPECT_EQ(cells, 7 * std::min(6, (at + 2) / 3)) << at;
        EXPECT_EQ(prints(scene, "asked after the last sentence"), at <= 18) << at;
    }
}

TEST_F(StoryFigure, EveryGateIsThatOfTheRun) {
    const std::string text = story(6);
    const Trace run = run_of(text);
    const MatrixXf& gates = run.at(entity::quantity_of("memory.gates"));
    for (int t = 0; t < 6; ++t) {
        const Scene scene =
            story_figure(run, board_of(text), {.at = run.outline.total(), .row = t}, {}, style);
        for (int j = 0; j < 7; ++j) // the row that is looked at has all its numbers
            EXPECT_TRUE(prints(scene, slots::gate_words(gates(j, t)))) << t << ' ' << j;
    }
}

TEST_F(StoryFigure, TheInspectorsEquationIsThatOfTheCell) {
    const std::string text = story(6);
    const Trace run = run_of(text);
    const StoryBoard board = board_of(text);
    for (int at = 1; at <= run.outline.total(); ++at) {
        const Playhead head{.at = at, .column = 4, .unit = 3};
        const ResultLine line = story_result_line(run, board, head, style);
        EXPECT_FALSE(line.symbols.empty()) << at;
        EXPECT_FALSE(line.result.empty()) << at;
        if (at % 3 == 1 && at < 18) {
            const float gate = run.at(entity::quantity_of("memory.gates"))(4, at / 3);
            EXPECT_NEAR(std::stod(line.result), gate, 0.0006) << at;
        }
    }
}

TEST_F(StoryFigure, TheNarrationNamesSlotsAndTheRightAnswer) {
    const std::string text = "mary went to the garden. mary took the milk. where is the milk?";
    const Trace run = run_of(text);
    StoryBoard board = board_of(text);
    const auto say = [&](int at) { return story_narration(run, board, {.at = at}, style.colors()).sentence; };
    EXPECT_EQ(say(0), "2 sentences and a question; 7 slots to keep what is told.");
    EXPECT_NE(say(1).find("“Mary went to the garden”"), std::string::npos) << say(1);
    EXPECT_NE(say(9).find("The answer is “" + run.target_text + "”"), std::string::npos) << say(9);
    EXPECT_NE(say(9).find(run.target_text == "garden" ? "That is right." : "Right would be “garden”."),
              std::string::npos)
        << say(9);
}

TEST_F(StoryFigure, TheMeasureOfGatesCountsPairs) {
    const std::string text = "mary went to the garden. mary took the milk. where is the milk?";
    Trace run = run_of(text);
    MatrixXf gates = MatrixXf::Constant(7, 2, 0.1f);
    gates(0, 0) = 0.9f; // Mary
    gates(0, 1) = 0.8f;
    gates(4, 1) = 0.05f; // the milk: below all others
    gates(3, 0) = 0.85f; // Daniel, who is not concerned
    run.set(entity::quantity_of("memory.gates"), 0, gates);
    const StoryBoard board = board_of(text);
    const auto measure = slots::measure_of(slots::Reading(run, &board), board);
    ASSERT_TRUE(measure);
    EXPECT_EQ(measure->named, 3);
    EXPECT_EQ(measure->others, 11);
    EXPECT_FLOAT_EQ(measure->wrong, 0.85f);
    EXPECT_NEAR(measure->area, (11 + 10 + 0) / 33.0, 1e-9);
    const Trace free = run_of(text, entity::Keys::Free);
    EXPECT_FALSE(slots::measure_of(slots::Reading(free, &board), board));
}

TEST_F(StoryFigure, TheMiniatureIsSoundAndEndsWithTheAnswer) {
    const std::string text(tasks::get_item_task("stories").examples.front());
    const Trace run = run_of(text);
    const StoryBoard board = board_of(text);
    for (const float loop : {0.0f, 0.05f, 0.5f, 0.99f})
        for (const float width : {300.0f, 343.0f, 500.0f}) {
            const Scene scene = story_miniature(run, board, width, 216, loop, style);
            expect_sound(scene, std::to_string(width) + " at " + std::to_string(loop));
            EXPECT_EQ(prints(scene, run.target_text), loop == 0 || loop > 0.9f);
        }
}

} // namespace
} // namespace heed
