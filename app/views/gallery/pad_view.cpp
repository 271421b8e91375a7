#include "app/views/gallery/pad_view.h"

#include "app/figures/base/format.h"
#include "app/figures/query_pad/query_pad.h"
#include "app/state/gallery/pad/pad.h"
#include "app/views/base/transport.h"
#include "app/views/base/widgets.h"
#include "app/views/gallery/frame.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace heed {
namespace {

constexpr float pad_side = 360, pad_head_height = 52, pad_foot_height = 96;

Command at_pad_place(std::string_view id, Point units, int key = -1) {
    Command command{id, "", 0, key};
    command.x = static_cast<double>(units.x);
    command.y = static_cast<double>(units.y);
    return command;
}

/// A line for the query and what comes of it, in the place of an input.
void pad_head(Ui& ui, const QueryPad& pad, const PadState& state, Box room) {
    const Palette& c = ui.colors;
    ui.fill(room, c.bg1);
    ui.fill({room.x, room.bottom() - 1, room.w, 1}, c.line);
    const float y = room.centre().y;
    ui.text({room.x + 16, y}, "The query pad", Face::Semibold, 13, c.t1);
    float x = room.x + 16 + ui.text_width("The query pad", Face::Semibold, 13) + 20;
    const auto point = [](Point p) {
        return "(" + fixed(static_cast<double>(p.x), 2) + ", " + fixed(static_cast<double>(p.y), 2) + ")";
    };
    const auto say = [&](const std::string& words, Face face, float size, Color color) {
        if (x + ui.text_width(words, face, size) > room.right() - 220) return;
        ui.text({x, y}, words, face, size, color);
        x += ui.text_width(words, face, size) + 16;
    };
    say("q = " + point(pad.query), Face::Mono, 13, c.decoder);
    say(state.turning  ? "goes round the origin"
        : state.pinned ? "stays; a click lets it follow"
                       : "follows the pointer; a click pins it",
        Face::Regular, 11, c.t3);
    say("→ c = " + point(pad.now().context), Face::Mono, 13, c.attention);
    if (button(ui, "pad:cards", {room.right() - 96, room.y + 12, 80, 28}, "All cards"))
        ui.send({"view-gallery"});
    if (button(ui, "pad:turn", {room.right() - 200, room.y + 12, 96, 28}, state.turning ? "Stop" : "Turn it"))
        ui.send({"query-turn"});
}

/// The pointer is the query; a pressed key is moved, an empty place pressed pins.
void hold_plane(Ui& ui, const QueryPad& pad, const PadState& state, const PadLayout& layout, Point origin) {
    const Box plane = moved(layout.pad, origin);
    const Ui::Hit hit = ui.press("pad:plane", plane, 8, false);
    const Point at{ui.mouse().x - origin.x, ui.mouse().y - origin.y};
    float& grip = ui.memory.scroll["pad:grip"]; // a key + 1 while it is held; 0: none
    const int under = pad_key_at(pad, layout, at);
    if (hit.held && ui.mouse_pressed()) {
        grip = static_cast<float>(under + 1);
        if (under >= 0) return ui.send({"key-choose", "", 0, under});
        if (ui.clicks() == 2) return ui.send(at_pad_place("key-add", layout.units(at)));
        return ui.send({"query-pin", "", 0, state.pinned ? 0 : 1});
    }
    if (!ui.mouse_down()) grip = 0;
    if (hit.held && grip > 0) {
        const int key = static_cast<int>(grip) - 1;
        const Point units = layout.units(at), now = key < static_cast<int>(pad.keys.size())
                                                        ? pad.keys[static_cast<std::size_t>(key)]
                                                        : Point{};
        if (std::abs(units.x - now.x) > 1e-4f || std::abs(units.y - now.y) > 1e-4f)
            ui.send(at_pad_place("key-move", units, key));
        return;
    }
    if (state.pinned || !ui.over(plane) || ui.mouse_down()) return;
    const Point units = layout.units(at);
    if (std::abs(units.x - pad.query.x) > 1e-4f || std::abs(units.y - pad.query.y) > 1e-4f)
        ui.send(at_pad_place("query-move", units));
}

void pad_controls(Ui& ui, const QueryPad& pad, const PadLayout& layout, Point origin) {
    if (const auto to = slider(ui, "pad:temperature", moved(layout.temperature, origin),
                               pad_slider(pad.temperature), 0.02f))
        ui.send({"pad-temperature", "", static_cast<double>(pad_temperature(*to))});
    if (button(ui, "pad:reset", moved(layout.reset, origin), "Reset to 1", {.enabled = pad.temperature != 1}))
        ui.send({"pad-temperature", "", 1});
    for (std::size_t n = 0; n < layout.tiles.size(); ++n) {
        const Box tile = moved(layout.tiles[n], origin);
        if (ui.press("pad:score:" + std::to_string(n), tile, 8).clicked)
            ui.send({"pad-score", "", 0, static_cast<int>(n)});
        ui.tooltip("pad:tile:" + std::to_string(n), tile, pad.scores[n].name + ": " + pad.scores[n].says);
    }
}

/// What is being explained, and the three moves it can be.
void pad_foot(Ui& ui, const QueryPad& pad, const PadState& state, Box room) {
    bar_ground(ui, room.y);
    const Narration words = pad_narration(pad, state.phase, ui.colors);
    bar_words(ui, room.y, words.color, words.title, words.sentence,
              std::to_string(state.phase + 1) + " / " + std::to_string(pad_phases));
    static const std::array<std::string, pad_phases> phases = {"Score", "Softmax", "Context"};
    const Box box{room.x + 16, room.y + 52, std::min(480.0f, room.w - 32), 28};
    segmented(ui, "pad:phases", box, phases, state.phase, "pad-phase");
}

} // namespace

void pad_view(Ui& ui, Box room) {
    const PadState& state = ui.state.gallery.pad;
    ui.fill(room, ui.colors.bg0);
    if (!state.pad) return;
    const QueryPad& pad = *state.pad;
    pad_head(ui, pad, state, {room.x, room.y, room.w, pad_head_height});
    const float beside = room.w >= 1100 ? pad_side : 0;
    const Box canvas{room.x, room.y + pad_head_height, room.w - beside,
                     room.h - pad_head_height - pad_foot_height};
    PadSettings settings{canvas.w, canvas.h, state.phase};
    const Point origin{canvas.x, canvas.y}, mouse{ui.mouse().x - origin.x, ui.mouse().y - origin.y};
    const PadLayout layout = pad_layout(pad, settings);
    if (ui.over(canvas)) {
        settings.hover_key = pad_key_at(pad, layout, mouse);
        if (!layout.pad.contains(mouse) && mouse.x > layout.pad.right())
            if (const CachedScene& last = ui.memory.scenes["pad"]; !last.scene.picks.empty())
                if (const Pick* pick = last.scene.hit(mouse); pick && pick->id.kind == PickKind::Column)
                    settings.hover_key = pick->id.i;
    }
    if (settings.hover_key >= static_cast<int>(pad.keys.size())) settings.hover_key = -1;
    ui.clip(canvas);
    ui.draw(cached_scene(ui, "pad", settings, state.pad,
                         [&] { return pad_figure(pad, settings, figure_style(ui)); }),
            origin);
    hold_plane(ui, pad, state, layout, origin);
    pad_controls(ui, pad, layout, origin);
    ui.end_clip();
    if (beside > 0) {
        const Box panel{room.right() - pad_side, canvas.y, pad_side, canvas.h};
        side_ground(ui, panel);
        ui.clip(panel);
        ui.draw(
            cached_scene(ui, "pad:side", std::tuple(settings, panel.h), state.pad,
                         [&] { return pad_inspector(pad, settings, panel.w, panel.h, figure_style(ui)); }),
            {panel.x, panel.y});
        ui.end_clip();
    }
    pad_foot(ui, pad, state, {room.x, room.bottom() - pad_foot_height, room.w, pad_foot_height});
    if (state.turning) {
        constexpr double seconds_round = 8, turn = 6.283185307179586;
        const double angle = turn * std::fmod(ui.state.clock, seconds_round) / seconds_round;
        ui.memory.animating = true;
        ui.send(at_pad_place("query-move", {1.4f * static_cast<float>(std::cos(angle)),
                                            1.4f * static_cast<float>(std::sin(angle))}));
    }
}

} // namespace heed
