#include "app/export/export.h"
#include "app/figures/lecture/band.h"
#include "app/figures/seq2seq/inspector/inspector.h"
#include "app/figures/seq2seq/network/network.h"
#include "app/state/commands/command.h"
#include "app/state/step/lecture.h"
#include "core/models/model.h"
#include "core/models/seq2seq/phases.h"
#include "tests/app/figures/scene_checks.h"
#include "tests/support/sample_trace.h"

#include <gtest/gtest.h>

namespace heed {
namespace {

struct Hall {
    std::shared_ptr<const TextMetrics> metrics = paper_metrics();
    FigureStyle style{.theme = Theme::Dark, .metrics = metrics.get()};
    Scene network(const Trace& trace, int at, float width, float height) const {
        const float scale = lecture_scale(width, height);
        return network_figure(
            trace, {.at = at},
            {.width = width, .height = height - band_height * scale, .type = 2 * scale, .lecture = true},
            style);
    }
    Scene band(const Trace& trace, int at, float width, float height) const {
        const Narration words = narrate(trace, {.at = at}, style.colors());
        return lecture_band({words.title, words.color, result_line(trace, {.at = at}, style), words.sentence,
                             at, trace.outline.total()},
                            width, lecture_scale(width, height), style);
    }
};

constexpr std::pair<float, float> windows[] = {{1600, 900}, {1280, 720}, {2560, 1440}, {960, 640}};

TEST(Lecture, AllIsLargeAndInsideInEveryWindow) {
    const Hall hall;
    const Trace trace = sample_trace();
    for (const auto& [width, height] : windows)
        for (int at = 0; at <= trace.outline.total(); at += 7) {
            const float least = 18 * lecture_scale(width, height) - 0.01f;
            for (const Scene& scene :
                 {hall.network(trace, at, width, height), hall.band(trace, at, width, height)}) {
                EXPECT_EQ(unsound(scene), "") << width << " " << at;
                EXPECT_EQ(outside(scene, *hall.metrics), "") << width << " " << at;
                for (const TextItem* text : items_of<TextItem>(scene))
                    EXPECT_GE(text->size, least) << text->text << " " << width << " " << at;
            }
        }
}

TEST(Lecture, TheEquationIsThatOfTheInspector) {
    const Hall hall;
    const Trace trace = sample_trace();
    const int at = at_of(trace.outline, {seq2seq::Softmax, 0}, 6);
    const ResultLine line = result_line(trace, {.at = at}, hall.style);
    const Scene inspector = inspector_figure(trace, {.at = at}, 360, hall.style);
    const auto says = [&](const std::string& words) {
        for (const TextItem* text : items_of<TextItem>(inspector))
            if (text->text == words) return true;
        return false;
    };
    EXPECT_TRUE(says(line.result)) << line.result;
    ASSERT_GT(line.number_above.size(), 2u); // between backticks
    EXPECT_TRUE(says(line.number_above.substr(1, line.number_above.size() - 2))) << line.number_above;
    EXPECT_NE(line.symbols.find("_{7,"), std::string::npos) << line.symbols;
    ResultLine other = result_line(trace, {.at = at, .hover_column = 1}, hall.style);
    EXPECT_NE(other.symbols.find("_{7,2}"), std::string::npos) << other.symbols;
}

TEST(Lecture, NoIndexIsLeftAndAVectorIsNoNumber) {
    const Hall hall;
    const Trace trace = sample_trace();
    for (int at = 1; at <= trace.outline.total(); ++at) {
        const ResultLine line = result_line(trace, {.at = at}, hall.style);
        for (const char* index : {"_i", "_{i", "_{j", "_j "})
            if (line.symbols.find("Σ_j") == std::string::npos)
                EXPECT_EQ(line.symbols.find(index), std::string::npos) << line.symbols;
        const Moment moment = moment_at(trace.outline, at);
        if (moment.phase.is(seq2seq::State) || moment.phase.is(seq2seq::Context))
            EXPECT_TRUE(!line.left.empty() || line.result.empty()) << line.symbols;
    }
}

struct LectureKeys : testing::Test {
    AppState s;
    LectureKeys() {
        s.trace = std::make_shared<const Trace>(sample_trace());
        s.model = std::make_shared<Model>();
        s.facts.architecture = "seq2seq";
        s.input = "3 March 1987";
        s.playback.at = 40;
        s.settings.reduced_motion = true;
    }
    void press(const char* chord) {
        if (const CommandInfo* command = command_for(chord, s, false)) update(s, {command->id, chord});
    }
};

TEST_F(LectureKeys, NothingToShowIsSaidInWords) {
    s.model = nullptr;
    press("F5");
    EXPECT_FALSE(s.lecture.on);
    ASSERT_EQ(s.toasts.size(), 1u);
    EXPECT_TRUE(s.toasts.front().refused);
}

TEST_F(LectureKeys, F5EntersAndEitherF5OrEscLeaves) {
    update(s, {"clear"});
    const std::size_t steps = s.history.steps.size();
    for (const char* leave : {"F5", "Esc"}) {
        press("F5");
        EXPECT_TRUE(shows_lecture(s));
        press(leave);
        EXPECT_FALSE(s.lecture.on) << leave;
    }
    EXPECT_EQ(s.history.steps.size(), steps);
}

TEST_F(LectureKeys, EscTakesAwayWhatLiesOnTopFirstAndLeavesTheSelectionAlone) {
    s.selection.column = 3;
    press("F5");
    press("Ctrl+K");
    press("Esc");
    EXPECT_EQ(s.dialog, Dialog::None);
    EXPECT_TRUE(shows_lecture(s));
    press("Esc");
    EXPECT_FALSE(shows_lecture(s));
    EXPECT_EQ(s.selection.column, 3);
}

TEST_F(LectureKeys, AClickerStepsAndBlanksOnlyInALecture) {
    press("PageDown");
    press(".");
    EXPECT_EQ(s.playback.at, 40);
    EXPECT_FALSE(s.lecture.blank);
    press("F5");
    press("PageDown");
    EXPECT_EQ(s.playback.at, 41);
    press("PageUp");
    EXPECT_EQ(s.playback.at, 40);
    press(".");
    EXPECT_TRUE(s.lecture.blank);
    press("PageDown"); // shows it again, where it was
    EXPECT_FALSE(s.lecture.blank);
    EXPECT_EQ(s.playback.at, 40);
    press(".");
    press("Esc");
    EXPECT_FALSE(s.lecture.on || s.lecture.blank);
}

} // namespace
} // namespace heed
