#include "app/export/export.h"
#include "app/figures/lecture/band.h"
#include "app/figures/pooling/lecture.h"
#include "app/figures/seq2seq/inspector/inspector.h"
#include "app/figures/seq2seq/inspector/result_line.h"
#include "app/figures/seq2seq/network/network.h"
#include "app/state/commands/command.h"
#include "app/state/step/lecture.h"
#include "core/models/model.h"
#include "core/models/seq2seq/phases.h"
#include "tests/app/figures/scene_checks.h"
#include "tests/support/samples/sample_board.h"
#include "tests/support/samples/sample_trace.h"

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

TEST(Lecture, ASentenceInTwoLinesIsClearOfItselfAndOfTheProgress) {
    const Hall hall;
    const std::string words =
        "Context and state meet; each of the 291 tokens gets a probability for output 6. ";
    for (const std::string& sentence :
         {words + "“économique” leads with 0.9999.", words + words, words + words + words}) {
        const Scene scene = lecture_band({"Distribution", {}, {}, sentence, 87, 136}, 1600, 1, hall.style);
        EXPECT_EQ(outside(scene, *hall.metrics), "");
        EXPECT_EQ(overlapping(scene, *hall.metrics), "");
        std::vector<const TextItem*> lines;
        for (const TextItem* text : items_of<TextItem>(scene))
            if (text->text != "Distribution" && text->text != "87 / 136") lines.push_back(text);
        ASSERT_EQ(lines.size(), 2u);
        EXPECT_GE(lines[1]->at.y - lines[0]->at.y, 1.19f * lines[0]->size);
        if (sentence.size() < 2 * words.size()) {
            EXPECT_GT(lines[1]->text.size(), sentence.size() / 3); // not one word
        }
        EXPECT_LE(lines[1]->at.y + 0.6f * lines[1]->size, band_height - 8); // the progress is 6 high
    }
}

constexpr std::pair<float, float> more_windows[] = {{960, 640},   {1280, 800},  {1600, 900},
                                                    {1600, 1000}, {2560, 1440}, {3840, 2160}};

/// A canvas in a hall, with a part of a long run where not all of it can be read.
NetworkSettings in_a_hall(float width, float height, MapZoom zoom = {}) {
    const float scale = lecture_scale(width, height);
    return {.width = width,
            .height = height - band_height * scale,
            .overview = true,
            .zoom = zoom,
            .type = 2 * scale,
            .lecture = true};
}

TEST(Lecture, OfALongRunAPartCanBeReadBesideAPictureOfTheWhole) {
    const Hall hall;
    SampleOptions options;
    options.words = true;
    for (const int length : {20, 60, 200}) {
        const Trace trace = sample_trace(length, length + 3, options);
        for (const auto& [width, height] : more_windows)
            for (int at = 0; at <= trace.outline.total(); at += 1 + trace.outline.total() / 9) {
                const NetworkSettings settings = in_a_hall(width, height);
                const NetworkLayout layout = network_layout(trace, {.at = at}, settings);
                ASSERT_TRUE(layout.zoomed && layout.whole.w > 0) << length;
                EXPECT_GE(layout.window.cell.width, 17 - 0.01f) << length; // words
                EXPECT_GE(layout.window.cell.height, 10 - 0.01f) << length;
                const Scene scene = network_figure(trace, {.at = at}, settings, hall.style);
                EXPECT_EQ(unsound(scene), "") << width << " " << at;
                EXPECT_EQ(outside(scene, *hall.metrics), "") << width << " " << at;
                EXPECT_EQ(overlapping(scene, *hall.metrics), "") << length << " " << width << " " << at;
                for (const TextItem* text : items_of<TextItem>(scene))
                    EXPECT_GE(text->size, 18 * lecture_scale(width, height) - 0.01f) << text->text;
            }
    }
}

TEST(Lecture, ARunOfWhichAllIsInViewHasNoPictureOfTheWhole) {
    const Hall hall;
    const Trace trace = sample_trace(22, 11);
    for (const auto& [width, height] : more_windows) {
        const NetworkSettings settings = in_a_hall(width, height);
        const NetworkLayout layout = network_layout(trace, {.at = 90}, settings);
        const bool all = layout.window.columns >= 21.9f && layout.window.rows >= 10.9f;
        EXPECT_EQ(layout.whole.w > 0, !all) << width << " " << height;
        const Scene scene = network_figure(trace, {.at = 90}, settings, hall.style);
        EXPECT_EQ(outside(scene, *hall.metrics), "") << width;
        EXPECT_EQ(overlapping(scene, *hall.metrics), "") << width;
    }
    EXPECT_EQ(network_layout(trace, {.at = 90}, in_a_hall(1280, 800)).whole.w, 0);
}

TEST(Lecture, EveryZoomFromTheWholeToOneCellIsLargeAndInside) {
    const Hall hall;
    SampleOptions options;
    options.words = true;
    const Trace trace = sample_trace(60, 62, options);
    for (const auto& [width, height] : more_windows) {
        const NetworkLayout first = network_layout(trace, {.at = 300}, in_a_hall(width, height));
        for (float scale = first.least; scale <= most_scale(first.room); scale *= zoom_notch)
            for (const int at : {0, 100, 300}) {
                const NetworkSettings settings = in_a_hall(width, height, {scale, true, 0, 0});
                const Scene scene = network_figure(trace, {.at = at}, settings, hall.style);
                EXPECT_EQ(unsound(scene), "") << width << " " << scale;
                EXPECT_EQ(outside(scene, *hall.metrics), "") << width << " " << scale << " " << at;
                EXPECT_EQ(overlapping(scene, *hall.metrics), "") << width << " " << scale << " " << at;
                for (const TextItem* text : items_of<TextItem>(scene))
                    EXPECT_GE(text->size, 18 * lecture_scale(width, height) - 0.01f) << text->text;
            }
    }
}

TEST(Lecture, AShortSentenceStandsInTheLargestLetters) {
    const Hall hall;
    SampleOptions options;
    options.words = true;
    const Trace trace = sample_trace(6, 7, options);
    const Scene scene = network_figure(trace, {.at = 40}, in_a_hall(1600, 900), hall.style);
    float largest = 0;
    for (const TextItem* text : items_of<TextItem>(scene))
        if (text->text == trace.source[0].text) largest = std::max(largest, text->size);
    EXPECT_FLOAT_EQ(largest, 26) << trace.source[0].text;
}

TEST(Lecture, AGalleryModelHasAPictureOfItsOwn) {
    const Hall hall;
    for (const int moments : {5, 14, 30, 60, 120})
        for (const bool words : {false, true})
            for (const int chosen : {0, 2, 3}) {
                SampleBoard options{.moments = moments, .words = words, .chosen = chosen};
                if (moments > 5) options.muted = {1, 4};
                const PoolingBoard board = sample_board(options);
                const int total = board.run().outline.total();
                for (const float height : {716.0f, 890.0f})
                    for (const int at : {0, 3, total - 2, total})
                        for (const int column : {-1, 2}) {
                            const Playhead head{.at = at, .hover_column = column};
                            const Scene scene = pooling_lecture(board, head, 1600, height, hall.style);
                            const std::string what = std::to_string(moments) + (words ? " words " : " ") +
                                                     std::to_string(chosen) + " at " + std::to_string(at);
                            ASSERT_EQ(unsound(scene), "") << what;
                            ASSERT_EQ(outside(scene, *hall.metrics), "") << what;
                            ASSERT_EQ(overlapping(scene, *hall.metrics), "") << what;
                            for (const TextItem* text : items_of<TextItem>(scene))
                                EXPECT_GE(text->size, 18) << text->text << " " << what;
                            if (at > 0) {
                                const ResultLine line = pooling_result_line(board, head, hall.style);
                                EXPECT_FALSE(line.symbols.empty() && line.result.empty() && line.left.empty())
                                    << what;
                            }
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
            if (line.symbols.find("Σ_j") == std::string::npos) {
                EXPECT_EQ(line.symbols.find(index), std::string::npos) << line.symbols;
            }
        const Moment moment = moment_at(trace.outline, at);
        if (moment.phase.is(seq2seq::State) || moment.phase.is(seq2seq::Context)) {
            EXPECT_TRUE(!line.left.empty() || line.result.empty()) << line.symbols;
        }
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

TEST_F(LectureKeys, OfTheBoardAndTheQueryPadThereIsNone) {
    s.view = "gallery"; // Step's run is not what is on the screen
    press("F5");
    EXPECT_FALSE(s.lecture.on);
    EXPECT_EQ(s.view, "gallery");
    ASSERT_FALSE(s.toasts.empty());
    EXPECT_EQ(s.toasts.back().title, "Open a card first: lecture mode shows its run");
    s.gallery.pad.opened = true;
    press("F5");
    EXPECT_FALSE(s.lecture.on);
    EXPECT_EQ(s.toasts.back().title, "The query pad is no run: lecture mode shows one");
    s.gallery.pad.opened = false;
    s.view = "step";
    press("F5");
    EXPECT_TRUE(shows_lecture(s));
}

TEST_F(LectureKeys, NothingToShowIsSaidInWords) {
    s.model = nullptr;
    press("F5");
    EXPECT_FALSE(s.lecture.on);
    ASSERT_EQ(s.toasts.size(), 1u);
    EXPECT_TRUE(s.toasts.front().refused);
}

TEST_F(LectureKeys, ThatThereIsNoInspectorIsSaidInWords) {
    press("F5");
    const bool inspector = s.settings.inspector, drawer = s.drawer;
    press("F4");
    ASSERT_EQ(s.toasts.size(), 1u);
    EXPECT_TRUE(s.toasts.front().refused);
    EXPECT_EQ(s.settings.inspector, inspector); // nothing changed out of sight
    EXPECT_EQ(s.drawer, drawer);
    press("F5");
    press("F4");
    EXPECT_NE(s.settings.inspector && !s.narrow(), inspector && !s.narrow());
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

TEST_F(LectureKeys, TheMapIsZoomedAndMovedByKeysAndComesBackAsItWas) {
    SampleOptions options;
    options.words = true;
    s.trace = std::make_shared<const Trace>(sample_trace(120, 130, options));
    s.playback.at = s.trace->outline.total() / 2;
    press("Z");
    const ZoomState outside = s.zoom;
    press("F5");
    ASSERT_TRUE(map_in_view(s));
    const MapInView first = *map_in_view(s);
    EXPECT_FALSE(first.all);
    press("+");
    EXPECT_GT(map_in_view(s)->scale, first.scale);
    press("-");
    press("Alt+Left");
    EXPECT_LT(map_in_view(s)->window.column, first.window.column);
    press("Alt+Right");
    EXPECT_NEAR(map_in_view(s)->window.column, first.window.column, 1.01f);
    press("Alt+PageUp");
    EXPECT_LT(map_in_view(s)->window.row, first.window.row);
    press("Alt+PageDown");
    EXPECT_NEAR(map_in_view(s)->window.row, first.window.row, 1.01f);
    press("Alt+PageUp");
    press("PageDown"); // what a clicker brings is in view
    EXPECT_TRUE(s.zoom.now.following);
    press("F5");
    EXPECT_EQ(s.zoom, outside);
}

TEST_F(LectureKeys, WhatOpensOverItIsAsLargeAsTheWindowAllows) {
    EXPECT_EQ(lecture_magnification(s, 1600, 900), 1);
    press("F5");
    EXPECT_NEAR(lecture_magnification(s, 1600, 900), 900.0f / 640, 1e-4f);
    EXPECT_NEAR(lecture_magnification(s, 3840, 2160), 2160.0f / 640, 1e-4f);
    EXPECT_EQ(lecture_magnification(s, 960, 640), 1);
    EXPECT_EQ(lecture_magnification(s, 800, 500), 1); // never smaller
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
