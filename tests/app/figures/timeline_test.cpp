#include "app/figures/timeline.h"

#include "core/decode/run.h"
#include "core/models/seq2seq/phases.h"
#include "tests/app/figures/figure_test.h"
#include "tests/support/samples/sample_board.h"
#include "tests/support/samples/sample_pointer.h"
#include "tests/support/samples/sample_recall.h"
#include "tests/support/samples/sample_trace.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

namespace heed {
namespace {

struct TimelineTest : FigureTest {
    Scene draw(const Trace& trace, int at, float width = 1080) {
        Playhead playhead;
        playhead.at = at;
        return timeline_figure(trace, playhead, width, 56, style);
    }
};

TEST_F(TimelineTest, WidthsGoWithTheRootOfTheSubsteps) {
    const Trace trace = sample_trace();
    const Scene scene = draw(trace, 0);
    ASSERT_EQ(scene.picks.size(), 4u + 11u);
    const float embed = scene.picks[0].box.w - 3, output = scene.picks[4].box.w - 3;
    EXPECT_NEAR(embed / output, std::sqrt(13.0 / 6.0), 0.01);
    for (std::size_t n = 1; n < scene.picks.size(); ++n) // 3 px between
        EXPECT_NEAR(scene.picks[n].box.x, scene.picks[n - 1].box.right(), 0.01);
    EXPECT_NEAR(scene.picks.back().box.right() - 3, 1080, 0.01);
}

TEST_F(TimelineTest, EveryMomentFitsAtEveryWidth) {
    SampleOptions options;
    options.words = true;
    for (const Trace& trace :
         {sample_trace(), sample_trace(1, 1), sample_trace(60, 62, options), sample_trace(100, 200, options)})
        for (const float width : {300.0f, 700.0f, 1080.0f})
            for (int at = 0; at <= trace.outline.total(); at += 1 + at / 60) {
                const Scene scene = draw(trace, at, width);
                ASSERT_EQ(unsound(scene), "");
                ASSERT_EQ(outside(scene, *metrics), "") << at;
                ASSERT_EQ(overlapping(scene, *metrics), "") << at;
                for (const RectItem* r : items_of<RectItem>(scene)) {
                    ASSERT_GE(r->box.x, -1);
                    ASSERT_LE(r->box.right(), width + 1);
                }
            }
}

TEST_F(TimelineTest, WhatIsReadIsCalledWhatItIs) {
    const auto reads = [&](const Model& model, const std::string& text) {
        Request request;
        request.text = text;
        return draw(decode::run(model, request), 1);
    };
    EXPECT_TRUE(prints(reads(sample_pointer_model(), ".1,.2 .5,.7 .9,.1 .4,.3"), "encode 4 points"));
    EXPECT_TRUE(prints(reads(sample_sorter(), "3.1 2.0 5.5"), "encode 3 numbers"));
    const PoolingBoard words = sample_board({.moments = 14, .words = true});
    EXPECT_TRUE(prints(draw(words.run(), 1), "read 14 words"));
}

TEST_F(TimelineTest, NoLabelIsALetterAndDots) {
    SampleOptions options;
    options.words = true;
    for (const int outputs : {5, 9, 14, 20, 25, 30, 45, 60}) {
        const Trace trace = sample_trace(outputs, outputs, options);
        for (const float width : {240.0f, 420.0f, 640.0f, 960.0f, 1400.0f})
            for (const int at : {0, trace.outline.total() / 2, trace.outline.total()})
                for (const Scene& scene : {draw(trace, at, width)}) {
                    EXPECT_EQ(outside(scene, *metrics), "") << outputs << " " << width;
                    EXPECT_EQ(overlapping(scene, *metrics), "") << outputs << " " << width;
                    for (const TextItem* text : items_of<TextItem>(scene)) {
                        const std::size_t dots = text->text.find("…");
                        EXPECT_TRUE(dots == std::string::npos || dots >= 3)
                            << text->text << " of " << outputs << " at " << width;
                    }
                }
    }
}

TEST_F(TimelineTest, AnUnknownWordIsNotCut) {
    SampleOptions options;
    options.words = true;
    Trace trace = sample_trace(12, 12, options);
    for (TraceStep& step : trace.steps)
        if (!step.token.is_end) step.token.text = "<unk>";
    int whole = 0, brief = 0;
    for (float width = 300; width < 1800; width += 13) {
        const Scene scene = draw(trace, trace.outline.total(), width);
        for (const TextItem* text : items_of<TextItem>(scene)) {
            whole += text->text == "‹unknown›";
            brief += text->text == "‹unk›";
            EXPECT_FALSE(text->text.find("‹") != text->text.npos && text->text.find("…") != text->text.npos)
                << text->text << " at " << width;
        }
    }
    EXPECT_GT(whole, 0);
    EXPECT_GT(brief, 0);
}

TEST_F(TimelineTest, NeighbouringWordsDoNotReadAsOne) {
    constexpr float least = 3.5f; // px between two
    SampleOptions options;
    options.words = true;
    const Trace trace = sample_trace(12, 12, options);
    for (float width = 300; width < 1200; width += 13) {
        const Scene scene = draw(trace, trace.outline.total(), width);
        std::vector<Box> boxes;
        for (const TextItem* text : items_of<TextItem>(scene)) {
            const float wide = metrics->width(text->text, text->face, text->size);
            boxes.push_back({text->at.x - wide / 2, text->at.y, wide, 0});
        }
        std::sort(boxes.begin(), boxes.end(), [](const Box& a, const Box& b) { return a.x < b.x; });
        for (std::size_t n = 1; n < boxes.size(); ++n)
            EXPECT_GE(boxes[n].x - boxes[n - 1].right(), least) << width << " " << n;
    }
}

// The last one is moved into the figure where it is the newest: the round number before it gives way.
TEST_F(TimelineTest, NumbersOfManyOutputsDoNotReadAsOne) {
    const Trace trace = sample_trace(12, 139);
    const auto drawn_at = [&](int outputs, float width) {
        return draw(trace, at_of(trace.outline, {seq2seq::Softmax, 0}, outputs - 1), width);
    };
    for (float width = 900; width < 1400; width += 7)
        for (const int output : {101, 104, 136, 137, 138, 139}) {
            const Scene scene = drawn_at(output, width);
            std::vector<Box> boxes;
            for (const TextItem* text : items_of<TextItem>(scene)) {
                if (text->text.find_first_not_of("0123456789") != std::string::npos) continue;
                const float wide = metrics->width(text->text, text->face, text->size);
                boxes.push_back({text->at.x - wide / 2, text->at.y, wide, 0});
            }
            EXPECT_GT(boxes.size(), 4u);
            std::sort(boxes.begin(), boxes.end(), [](const Box& a, const Box& b) { return a.x < b.x; });
            for (std::size_t n = 1; n < boxes.size(); ++n)
                EXPECT_GE(boxes[n].x - boxes[n - 1].right(), 5) << width << " " << output;
        }
}

TEST_F(TimelineTest, APressChoosesWhatLiesThere) {
    for (const Trace& trace : {sample_trace(), sample_trace(60, 62)}) {
        EXPECT_EQ(timeline_at(trace, 1080, -5), 0);
        EXPECT_EQ(timeline_at(trace, 1080, 2000), trace.outline.total());
        int before = 0;
        for (float x = 0; x <= 1080; x += 1) {
            const int at = timeline_at(trace, 1080, x);
            EXPECT_GE(at, before);
            EXPECT_LE(at, trace.outline.total());
            before = at;
        }
        // The caret points at the middle of the chosen sub-step: pressing there chooses it again.
        for (int at = 1; at <= trace.outline.total(); ++at) {
            const Scene scene = draw(trace, at);
            for (const LineItem* line : items_of<LineItem>(scene))
                if (line->closed) {
                    EXPECT_EQ(timeline_at(trace, 1080, line->points[2].x), at);
                }
        }
    }
}

TEST_F(TimelineTest, FutureDoneAndCurrentDiffer) {
    const Trace trace = sample_trace();
    const int at = at_of(trace.outline, {seq2seq::Softmax, 0}, 6);
    const Scene scene = draw(trace, at);
    int done = 0, outlined = 0;
    for (const RectItem* r : items_of<RectItem>(scene)) {
        done += r->fill == fade(dark_palette.decoder, 0.5f) ? 1 : 0;
        outlined += r->border == dark_palette.t1 ? 1 : 0;
    }
    EXPECT_EQ(done, 6);
    EXPECT_EQ(outlined, 1);
}

TEST_F(TimelineTest, EveryPhaseHasItsNameOrTheNewestAlone) {
    const Trace trace = sample_trace();
    bool all = false, one = false;
    for (float width = 300; width <= 1100; width += 10)
        for (const int at : {0, 3, 16, 60}) {
            const Scene scene = draw(trace, at, width);
            int named = 0;
            for (const TextItem* text : items_of<TextItem>(scene))
                for (const char* phase : {"embed", "forward", "backward", "annotate"})
                    named += text->text == phase;
            EXPECT_TRUE(named == 4 || named == 0 || (named == 1 && at > 0 && at < 52))
                << named << " " << width;
            all = all || named == 4;
            one = one || named == 1;
        }
    EXPECT_TRUE(all);
    EXPECT_TRUE(one);
}

TEST_F(TimelineTest, ManyOutputsAreOneBarWithRoundNumbersAndAThumb) {
    SampleOptions options;
    options.words = true;
    options.embedding = options.hidden = options.state = options.attention = 8;
    const Trace trace = sample_trace(40, 533, options);
    const int at = at_of(trace.outline, {seq2seq::Softmax, 0}, 355);
    const Scene scene = draw(trace, at);
    std::set<std::string> words;
    for (const TextItem* text : items_of<TextItem>(scene)) words.insert(text->text);
    for (const char* word : {"embed", "annotate", "100", "200", "300", "356", "400", "500"})
        EXPECT_TRUE(words.contains(word)) << word;
    EXPECT_EQ(words.size(), 10u);
    EXPECT_EQ(overlapping(scene, *metrics), "");
    EXPECT_EQ(outside(scene, *metrics), "");
    EXPECT_LE(scene.items.size(), 30u);
    int thumbs = 0;
    for (const RectItem* r : items_of<RectItem>(scene)) thumbs += r->box.w == 9 && r->box.h == 20;
    EXPECT_EQ(thumbs, 1);
    for (const float x : {300.0f, 500.0f, 700.0f, 1000.0f}) { // what is pressed is what is shown
        const int pressed = timeline_at(trace, 1080, x);
        const Scene then = draw(trace, pressed);
        for (const LineItem* line : items_of<LineItem>(then))
            if (line->closed) {
                EXPECT_NEAR(line->points[2].x, x, 3);
            }
    }
}

// A model that reads token by token and answers once writes nothing: below its steps stands what they read.
TEST_F(TimelineTest, StepsThatReadAreNamedByWhatTheyRead) {
    Request request;
    request.text = "c 7 a 2 ? a";
    for (const bool attends : {true, false}) {
        one_rnn::Config config;
        if (!attends) config.attention.score = one_rnn::Score::None;
        const Trace trace = decode::run(sample_recall_model(config), request);
        for (const float width : {1080.0f, 300.0f, 60.0f})
            for (int at = 0; at <= trace.outline.total(); ++at) draw(trace, at, width);
        const Scene scene = draw(trace, 3);
        ASSERT_EQ(scene.picks.size(), 7u + 1u); // six words, the end, the answer
        EXPECT_EQ(scene.picks.front().tooltip, "Step 1");
        std::vector<std::string> words;
        for (const SceneItem& item : scene.items)
            if (const auto* text = std::get_if<TextItem>(&item)) words.push_back(text->text);
        EXPECT_EQ(words, (std::vector<std::string>{"c", "7", "a", "2", "?", "a", "end", "answer"}));
    }
}

} // namespace
} // namespace heed
