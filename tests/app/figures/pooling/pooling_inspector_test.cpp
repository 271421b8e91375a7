// The inspector and the narration of pooling: every phase of every kind, with the numbers of the runs.
#include "app/figures/pooling/reading.h"
#include "app/figures/timeline.h"
#include "core/models/pooling/phases.h"
#include "core/models/pooling/values.h"
#include "tests/app/figures/figure_test.h"
#include "tests/support/samples/sample_board.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace heed {
namespace {

struct PoolingInspector : FigureTest {
    Scene draw(const PoolingBoard& board, int at, float height = 808, int hover = -1) {
        return pooling_inspector(board, {.at = at, .hover_column = hover}, 360, height, style);
    }
    std::string say(const PoolingBoard& board, int at) {
        return pooling_narration(board, {.at = at}, style.colors()).sentence;
    }
    /// Of all the scene's texts, one after the other: a sentence may go on in the next line.
    static std::string whole(const Scene& scene) {
        std::string all;
        for (const TextItem* t : items_of<TextItem>(scene)) all += (all.empty() ? "" : " ") + t->text;
        return all;
    }
    /// `at` after that phase, which the chosen model has.
    static int after(const PoolingBoard& board, const PhaseInfo& phase) {
        return at_of(board.run().outline, phase, 0);
    }
};

TEST_F(PoolingInspector, EveryPhaseOfEveryKindIsExplained) {
    for (const bool words : {false, true})
        for (int member = 0; member < 5; ++member)
            for (const bool muted : {false, true}) {
                SampleBoard options{
                    .moments = 12, .samples = 2, .words = words, .keras = true, .chosen = member};
                if (muted) options.muted = {2, 5};
                const PoolingBoard board = sample_board(options);
                for (int at = 0; at <= board.run().outline.total(); ++at)
                    for (const int hover : {-1, 2})
                        for (const float height : {300.0f, 600.0f, 708.0f, 1000.0f}) {
                            const Scene scene = draw(board, at, height, hover);
                            const std::string where = std::to_string(member) + " at " + std::to_string(at);
                            ASSERT_EQ(unsound(scene), "") << where;
                            ASSERT_EQ(outside(scene, *metrics), "") << where;
                            ASSERT_EQ(overlapping(scene, *metrics), "") << where;
                            ASSERT_TRUE(says(scene, "Against its baseline")) << where;
                            ASSERT_TRUE(says(scene, "mean pooling, T = 80")) << where;
                            ASSERT_TRUE(says(scene, "Twice the trained length")) << where;
                        }
            }
}

TEST_F(PoolingInspector, ShortOfHeightTheLawGoesFirstThenTheTable) {
    const PoolingBoard board = sample_board();
    const int at = after(board, pooling::phase::Softmax);
    const Scene whole = draw(board, at, 2000);
    EXPECT_TRUE(says(whole, "The e² law"));
    EXPECT_TRUE(says(whole, "nothing muted"));
    const Scene shorter = draw(board, at, 640);
    EXPECT_FALSE(says(shorter, "The e² law"));
    EXPECT_TRUE(says(shorter, "nothing muted"));
    EXPECT_LE(shorter.height, 640);
    const Scene shortest = draw(board, at, 100);
    EXPECT_FALSE(says(shortest, "nothing muted"));
    EXPECT_TRUE(says(shortest, "Against its baseline"));
}

TEST_F(PoolingInspector, TheEquationHasTheNumbersOfTheMomentLookedAt) {
    const PoolingBoard board = sample_board();
    const MatrixXf& energies = board.run().at(pooling::quantity::Energies);
    const MatrixXf& weights = board.run().at(pooling::quantity::Weights);
    Eigen::Index strongest = 0;
    weights.col(0).maxCoeff(&strongest);
    for (const int hover : {-1, 11}) {
        const Eigen::Index t = hover < 0 ? strongest : hover;
        const Scene scene = draw(board, after(board, pooling::phase::Softmax), 808, hover);
        const auto number = [](float value) {
            char text[16];
            std::snprintf(text, sizeof text, "%.3f", static_cast<double>(std::abs(value)));
            return std::string(text);
        };
        EXPECT_TRUE(says(scene, number(energies(t, 0)))) << t;
        EXPECT_TRUE(says(scene, number(weights(t, 0)))) << t;
    }
}

TEST_F(PoolingInspector, TheTableIsOfWhatIsHeard) {
    const PoolingBoard whole = sample_board();
    const PoolingBoard board = sample_board({.muted = {whole.now.gold.front()}});
    const Scene scene = draw(board, after(board, pooling::phase::Softmax), 2000);
    EXPECT_TRUE(says(scene, "Sample 1, nothing muted"));
    for (const SharedTrace& run : whole.heard.runs) EXPECT_TRUE(says(scene, answer_text(*run)));
}

TEST_F(PoolingInspector, MutingIsNarrated) {
    const PoolingBoard whole = sample_board();
    const int first = whole.now.gold[0], second = whole.now.gold[1];
    const int at = after(whole, pooling::phase::Softmax);
    const auto with = [&](std::set<int> muted) { return say(sample_board({.muted = std::move(muted)}), at); };
    EXPECT_EQ(with({first}).find("Moment " + std::to_string(first + 1) + " is muted. The answer "), 0u);
    EXPECT_NE(with({first}).find(": one of the two marked values is no longer heard."), std::string::npos)
        << with({first});
    EXPECT_NE(with({first, second}).find(": neither of the two marked values is heard."), std::string::npos);
    int plain = 0;
    while (plain == first || plain == second) ++plain;
    EXPECT_NE(with({plain}).find("of the weight."), std::string::npos) << with({plain});
    // What is muted has no part in the reading and the scores.
    EXPECT_EQ(say(sample_board({.muted = {first}}), 1).find("Reading moment 1"), 0u);
}

TEST_F(PoolingInspector, TheAnswerIsRightWithinTheTasksMeasure) {
    PoolingBoard board = sample_board();
    EXPECT_EQ(is_right(board, board.run()), *pools::error_of(board.now, board.run()) < 0.04);
    board.now.answer = "9";
    EXPECT_EQ(is_right(board, board.run()), false);
    board.now.answer.clear();
    EXPECT_EQ(is_right(board, board.run()), std::nullopt);
    const PoolingBoard words = sample_board({.moments = 14, .words = true});
    EXPECT_EQ(is_right(words, words.run()), words.run().target_text == words.now.answer);
}

TEST_F(PoolingInspector, ThePhasesAreNamedBelowTheTimeline) {
    const PoolingBoard board = sample_board();
    const Trace& run = board.run();
    ASSERT_EQ(run.outline.total(), 34);
    const Scene scene = timeline_figure(run, {.at = 32}, 1080, 56, style);
    EXPECT_EQ(unsound(scene), "");
    for (const char* label : {"read 30 moments", "score", "softmax", "context", "answer"})
        EXPECT_TRUE(says(scene, label)) << label;
    EXPECT_EQ(timeline_at(run, 1080, 1079), 34);
}

TEST_F(PoolingInspector, AModelThatCannotReadTheInputSaysSo) {
    PoolingBoard board = sample_board({.moments = 40, .dense = 20});
    board.chosen = 3;
    ASSERT_FALSE(board.now.runs[3]);
    EXPECT_NE(whole(draw(board, 5)).find("20 moments"), std::string::npos);
    EXPECT_NE(say(board, 5).find("20 moments"), std::string::npos);
}

} // namespace
} // namespace heed
