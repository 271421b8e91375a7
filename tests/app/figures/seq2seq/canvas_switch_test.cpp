// The switch in Step's canvas keeps clear of what stands there.
#include "app/figures/seq2seq/network/canvas_switch.h"
#include "core/models/seq2seq/phases.h"
#include "tests/app/figures/figure_test.h"
#include "tests/support/samples/sample_trace.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <map>
#include <memory>

namespace heed {
namespace {

/// Of windows of 960 × 640, 1280 × 800, 1600 × 1000, 1440 × 900 and 2560 × 1440.
constexpr std::array<Point, 5> canvases = {
    Point{960, 448}, {920, 608}, {1240, 808}, {1080, 708}, {2200, 1248}};

const Trace& run_of(int tokens, int outputs, bool characters) {
    static std::map<std::tuple<int, int, bool>, std::unique_ptr<Trace>> made;
    std::unique_ptr<Trace>& found = made[{tokens, outputs, characters}];
    if (!found) {
        SampleOptions options;
        options.words = !characters;
        options.embedding = options.hidden = options.state = options.attention = 8;
        found = std::make_unique<Trace>(sample_trace(tokens, outputs, options));
    }
    return *found;
}

bool apart(Box a, Box b) {
    return a.x >= b.right() || b.x >= a.right() || a.y >= b.bottom() || b.y >= a.bottom();
}

/// Slanted words: points along their edges.
bool apart(Box box, const LaidText& text) {
    constexpr int steps = 32;
    for (std::size_t k = 0; k < text.corners.size(); ++k) {
        const Point a = text.corners[k], b = text.corners[(k + 1) % text.corners.size()];
        for (int n = 0; n <= steps; ++n) {
            const float t = static_cast<float>(n) / steps;
            if (!apart(box, Box{std::lerp(a.x, b.x, t), std::lerp(a.y, b.y, t), 0.01f, 0.01f})) return false;
        }
    }
    return true;
}

struct Shown {
    CanvasSwitch at;
    float right; // of the outputs
    Scene scene;
};

struct NetworkSwitch : FigureTest {
    Shown shown(const Trace& trace, Point canvas, int views = 3) {
        NetworkSettings settings{.width = canvas.x, .height = canvas.y, .overview = true};
        settings.type = type_scale(trace, settings);
        const Playhead head{.at = trace.outline.total()};
        const float right = network_layout(trace, head, settings).outputs_right;
        return {canvas_switch(views, trace.source_length(), right, canvas.x), right,
                network_figure(trace, head, settings, style)};
    }
};

TEST_F(NetworkSwitch, CoversNoOutputAndNoState) {
    for (const Point canvas : canvases)
        for (const int tokens : {3, 5, 8, 9, 10, 13, 18, 24, 30, 31, 40, 60})
            for (const int outputs : {1, tokens / 2 + 1, tokens, tokens + 4, 2 * tokens})
                for (const bool characters : {false, true})
                    for (const int views : {2, 3}) {
                        SCOPED_TRACE(std::to_string(tokens) + " tokens, " + std::to_string(outputs) +
                                     " outputs, " + std::to_string(static_cast<int>(canvas.x)) +
                                     (characters ? " characters" : " words"));
                        const Shown s = shown(run_of(tokens, outputs, characters), canvas, views);
                        for (const Box box : s.at.boxes) {
                            EXPECT_TRUE(apart(box, Box{0, 0, s.right, canvas.y}));
                            EXPECT_TRUE(box.x >= 0 && box.right() <= canvas.x);
                            for (const Pick& pick : s.scene.picks) EXPECT_TRUE(apart(box, pick.box));
                            for (const LaidText& text : laid_texts(s.scene, *metrics))
                                EXPECT_TRUE(apart(box, text)) << text.item->text;
                        }
                    }
}

TEST_F(NetworkSwitch, IsWordsWhereTheOutputsLeaveThemRoom) {
    EXPECT_TRUE(shown(run_of(4, 4, false), {920, 608}).at.words);
    EXPECT_TRUE(shown(run_of(13, 11, true), {1240, 808}).at.words);
    EXPECT_FALSE(shown(run_of(24, 24, false), {920, 608}).at.words);
    EXPECT_FALSE(shown(run_of(31, 3, false), {1240, 808}).at.words); // long sources have buttons
}

TEST_F(NetworkSwitch, HasAButtonForEveryViewButTheNetwork) {
    EXPECT_EQ(canvas_switch(3, 40, 0, 900).boxes.size(), 2u);
    EXPECT_EQ(canvas_switch(2, 40, 0, 900).boxes.size(), 1u);
    EXPECT_EQ(canvas_switch(3, 9, 600, 900).boxes.size(), 1u);
    EXPECT_EQ(canvas_switch(3, 9, 800, 900).boxes.size(), 2u);
    EXPECT_TRUE(canvas_switch(3, 900).words); // over the other views
}

} // namespace
} // namespace heed
