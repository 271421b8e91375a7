#include "app/figures/maps/whole_map.h"

#include "app/figures/base/marks.h"

#include <algorithm>
#include <array>
#include <string>

namespace heed {
namespace {

/// A round distance between numbers, at least so many px apart.
int spacing_of(float pitch, float least) {
    for (int power = 1;; power *= 10)
        for (const int step : {1, 2, 5})
            if (static_cast<float>(step * power) * pitch >= least) return step * power;
}

void add_row_numbers(Scene& scene, const WholeMap& w, const Palette& c) {
    const float pitch = w.picture.h / static_cast<float>(w.room.rows);
    const auto number = [&](int row) {
        add_text(scene, {w.picture.x - 7, w.picture.y + (static_cast<float>(row) - 0.5f) * pitch},
                 std::to_string(row), Face::Mono, 11, c.t3, Align::Right);
    };
    number(1);
    const int step = spacing_of(pitch, 60);
    for (int row = step; row <= w.room.rows; row += step)
        if (static_cast<float>(row - 1) * pitch >= 16) number(row);
}

/// The first, the middle and the last.
void add_column_numbers(Scene& scene, const WholeMap& w, const Palette& c) {
    const float y = w.picture.bottom() + 11;
    const int last = w.room.columns;
    add_text(scene, {w.picture.x, y}, "1", Face::Mono, 11, c.t3);
    if (last >= 8)
        add_text(scene, {w.picture.centre().x, y}, std::to_string((last + 1) / 2), Face::Mono, 11, c.t3,
                 Align::Centre);
    if (last > 1)
        add_text(scene, {w.picture.right(), y}, std::to_string(last), Face::Mono, 11, c.t3, Align::Right);
}

} // namespace

void add_whole_map(Scene& scene, const WholeMap& w, const FigureStyle& style) {
    const Palette& c = style.colors();
    const float pitch = w.picture.h / static_cast<float>(std::max(1, w.room.rows));
    add_text(scene, {w.picture.x, w.picture.y - 18}, "Whole map", Face::Semibold, 13, c.t1);
    add_fill(scene, w.picture, c.bg1);
    const float there = std::min(w.picture.h, static_cast<float>(w.revealed) * pitch);
    if (w.values && there > 0) {
        TiledItem all;
        all.box = w.picture;
        all.values = w.values;
        all.rows = static_cast<float>(w.values->rows);
        all.columns = static_cast<float>(w.values->columns);
        all.map = w.lowest < 0 ? w.map : style.map;
        all.scale = w.lowest < 0 ? ValueScale::Linear : ValueScale::LiftSmall;
        all.dark = c.dark();
        all.minimum = w.lowest;
        all.maximum = w.highest;
        scene.add(ClipItem{{w.picture.x, w.picture.y, w.picture.w, there}});
        scene.add(std::move(all));
        scene.add(ClipEnd{});
    }
    add_frame(scene, grown(w.picture, 0.5f), c.line2, 1);
    add_row_numbers(scene, w, c);
    add_column_numbers(scene, w, c);
    if (w.newest >= 0) {
        const float y = w.picture.y + (static_cast<float>(w.newest) + 0.5f) * pitch;
        add_line(scene, {w.picture.x, y}, {w.picture.right(), y}, c.attention, 1.25f);
        const float x = w.picture.right() + 4;
        scene.add(LineItem{{{x, y}, {x + 6, y - 4}, {x + 6, y + 4}}, {0, 0, 0, 0}, 0, {}, true, c.attention});
    }
    const Box frame = frame_in(w.room, w.window, w.picture);
    const bool all = w.window.columns >= static_cast<float>(w.room.columns) - 0.01f &&
                     w.window.rows >= static_cast<float>(w.room.rows) - 0.01f;
    if (!all && w.part.w > 0 && w.part.h > 0) {
        add_line(scene, {w.part.right() + 2, w.part.y}, {frame.x, frame.y}, c.line2, 1);
        add_line(scene, {w.part.right() + 2, w.part.bottom()}, {frame.x, frame.bottom()}, c.line2, 1);
    }
    add_frame(scene, grown(frame, 0.75f), c.t1, 1.5f, 2);
    scene.pick(w.picture, {PickKind::Button, -1, -1, -1, "whole-map"});
}

} // namespace heed
