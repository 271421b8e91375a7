// The residual stream's places as paths: every place a dot, and what the playhead has not come to hollow.
#include "app/figures/transformer/paths.h"

#include "core/decode/run.h"
#include "tests/app/figures/figure_test.h"
#include "tests/support/samples/sample_heads.h"

namespace heed {
namespace {

struct StreamPaths : FigureTest {
    static const Trace& run() {
        static const Trace made = [] {
            Request request;
            request.text = "a b c d e";
            request.target = "e d c b";
            return decode::run(test::small_transformer(), request);
        }();
        return made;
    }
    static int dots(const Scene& scene, bool filled) {
        const auto circles = items_of<CircleItem>(scene);
        return static_cast<int>(std::count_if(circles.begin(), circles.end(), [&](const CircleItem* c) {
            return std::abs(c->radius - 4.5f) < .01f && (c->border_width == 0) == filled;
        }));
    }
};

TEST_F(StreamPaths, EveryPlaceIsADot) {
    const int places = run().source_length() + run().outputs();
    Playhead head;
    head.at = run().outline.total();
    const Scene all = stream_paths_figure(run(), head, {}, style);
    EXPECT_EQ(dots(all, true), places);
    EXPECT_TRUE(prints(all, "after layer 2 of 2"));
    EXPECT_EQ(all.picks.size(), static_cast<std::size_t>(places));
    head.at = 0;
    EXPECT_EQ(dots(stream_paths_figure(run(), head, {}, style), false), places);
}

TEST_F(StreamPaths, WordsAreClearOfTheirHalos) {
    for (int at = 0; at <= run().outline.total(); ++at) {
        Playhead head;
        head.at = at;
        const Scene scene = stream_paths_figure(run(), head, {}, style);
        std::vector<const CircleItem*> halos;
        for (const CircleItem* c : items_of<CircleItem>(scene))
            if (c->radius > 8.6f) halos.push_back(c); // more than a ring
        for (const LaidText& text : laid_texts(scene, *metrics)) {
            if (text.item->align != Align::Centre) continue; // a place's word
            const Point middle = text.item->at;
            for (const CircleItem* c : halos)
                EXPECT_GT(std::hypot(middle.x - c->centre.x, middle.y - c->centre.y), c->radius)
                    << text.item->text << " at " << at;
        }
    }
}

TEST_F(StreamPaths, IsSoundAtEverySize) {
    for (const auto& [width, height] : {std::pair{1240.f, 808.f}, {960.f, 448.f}, {2200.f, 1250.f}})
        for (const int at : {0, 7, 30, run().outline.total()}) {
            Playhead head;
            head.at = at;
            head.hover_column = 2;
            expect_sound(stream_paths_figure(run(), head, {width, height, {0, -1, -1}}, style),
                         std::to_string(width) + " at " + std::to_string(at));
        }
}

} // namespace
} // namespace heed
