// While a hand holds a weight of a Transformer, its picture stays under it.
#include "tests/app/figures/transformer/picture.h"

#include <algorithm>
#include <cmath>

namespace heed {
namespace {

using namespace test;

// A weight that is held may change how much is written: its bar stays where the hand is.
TEST_F(TransformerPicture, WhatIsHeldStaysWhileTheOutputGrowsAndShrinks) {
    const auto before = std::make_shared<const Trace>(letters_run(model, 6, 4));
    const Playhead now = at(at_step(*before, 1, layered::Looks::Cross, Doing::Softmax));
    for (const int outputs : {2, 12}) {
        const Trace run = letters_run(model, 6, outputs);
        for (const Canvas canvas : canvases) {
            TransformerSettings settings = settings_for(canvas);
            const Plan was = layered::plan_of(Reading(*before, now, {}), settings, style);
            const Plan anew = layered::plan_of(Reading(run, now, {}), settings, style);
            settings.laid_out = {before, now};
            const Reading r(run, now, {});
            const Plan held = layered::plan_of(r, settings, style);
            for (int k = 0; k < 6; ++k) EXPECT_EQ(held.source.x(k), was.source.x(k)) << k;
            EXPECT_EQ(held.base, was.base);
            EXPECT_EQ(held.bar_room, was.bar_room);
            EXPECT_EQ(held.map, was.map);
            EXPECT_LE(held.map_end(r.rows()), was.heads);
            EXPECT_EQ(held.output.count, r.written_places());
            EXPECT_LE(held.output.x(held.output.count - 1) + held.output.pitch / 2,
                      was.output.right() + 0.5f);
            if (outputs == 12) {
                EXPECT_NE(anew.source.x(0), was.source.x(0)) << "else nothing is tested";
            }
        }
    }
}

// Beside the source outputs come closer; of a decoder alone those that have no room are out of sight, and a
// bar below the map says so.
TEST_F(TransformerPicture, OfADecoderAloneColumnsWithoutRoomAreOutOfSightWhileAWeightIsHeld) {
    const auto before = std::make_shared<const Trace>(letters_run(small_decoder(), 6, 3));
    const Playhead now = at(at_step(*before, 1, layered::Looks::Self, Doing::Softmax));
    const Trace run = letters_run(small_decoder(), 6, 12);
    for (const Canvas canvas : canvases) {
        TransformerSettings settings = settings_for(canvas);
        const Plan was = layered::plan_of(Reading(*before, now, {}), settings, style);
        settings.laid_out = {before, now};
        const Plan held = layered::plan_of(Reading(run, now, {}), settings, style);
        EXPECT_EQ(held.output.pitch, was.output.pitch);
        EXPECT_EQ(held.output.x(0), was.output.x(0));
        ASSERT_GT(held.output.count, was.output.count);
        EXPECT_TRUE(held.output.scrolls());
        const TransformerLayout layout = transformer_layout(run, now, settings);
        EXPECT_EQ(layout.count, held.output.count);
        EXPECT_EQ(layout.last, was.output.count - 1);
        const Scene scene = transformer_figure(run, now, settings, style);
        EXPECT_EQ(unsound(scene), "");
        for (const Pick& pick : scene.picks) {
            if (pick.id.kind == PickKind::Column || pick.id.kind == PickKind::Bar) {
                EXPECT_LE(pick.box.right(), was.output.right() + 0.5f);
            }
        }
    }
}

// What is said of a bar stands above it: below are its number, the layers and their names.
TEST_F(TransformerPicture, ABarIsToldAbove) {
    for (const bool crosses : {true, false}) {
        const Trace run = letters_run(crosses ? model : small_decoder(), 6, 4);
        const int place = at_step(run, 1, crosses ? layered::Looks::Cross : layered::Looks::Self, Doing::Mix);
        int bars = 0;
        const Scene scene = transformer_figure(run, at(place), {}, style);
        for (const Pick& pick : scene.picks) {
            bars += pick.id.kind == PickKind::Bar && pick.told_above;
            EXPECT_TRUE(pick.id.kind != PickKind::Bar || pick.told_above);
        }
        EXPECT_EQ(bars, run.source_length());
    }
}

/// The bars of weights: those of the picks that a hand takes hold of, each as high as it is drawn.
float height_of_bar(const Scene& scene, int place, const Plan& plan) {
    float high = 0;
    for (const RectItem* item : items_of<RectItem>(scene))
        if (item->fill == palette(Theme::Dark).attention &&
            std::abs(item->box.bottom() - plan.base) < 0.01f &&
            std::abs(item->box.centre().x - plan.source.x(place)) < 0.01f)
            high = item->box.h;
    return high;
}

// The bar's top stays under the pointer also where its weight becomes the strongest of the row.
TEST_F(TransformerPicture, WhatIsHeldIsAsHighAsItsWeightWasWhenItWasTaken) {
    const auto before = std::make_shared<const Trace>(letters_run(model, 6, 4));
    const Playhead now = at(at_step(*before, 1, layered::Looks::Cross, Doing::Softmax));
    TransformerSettings settings = settings_for(canvases[2]);
    const Plan plan = layered::plan_of(Reading(*before, now, {}), settings, style);
    const float per_px = weight_per_px(*before, now, settings, style),
                full = weight_of_full_bar(*before, now, settings);
    settings.laid_out = {before, now};
    int place = 0; // the weakest
    for (int k = 0; k < 6; ++k)
        if (weight_in_front(*before, now, {}, 1, k) < weight_in_front(*before, now, {}, 1, place)) place = k;
    for (const float weight : {0.5f * full, 0.9f * full, 1.0f}) {
        Request request = before->request;
        request.edits.rows[1] = {RowEdit::Kind::Held, {}, {{place, weight}}, {}, 0};
        const Trace run = decode::run(model, request);
        ASSERT_NEAR(weight_in_front(run, now, {}, 1, place), weight, 1e-5f);
        const Scene scene = transformer_figure(run, now, settings, style);
        EXPECT_NEAR(height_of_bar(scene, place, plan), std::min(plan.bar_room, weight / per_px), 0.05f)
            << weight;
        EXPECT_EQ(weight_per_px(run, now, settings, style), per_px);
    }
}

} // namespace
} // namespace heed
