#include "app/views/gallery/forecast_view.h"

#include "app/figures/base/format.h"
#include "app/figures/base/scaled.h"
#include "app/figures/forecast/forecast.h"
#include "app/state/gallery/gallery.h"
#include "app/views/base/widgets.h"
#include "app/views/gallery/plain.h"
#include "app/views/gallery/table_panel.h"

#include <algorithm>

namespace heed {
namespace {

/// The run of the model on the screen; null while there is none, or it is another's.
const Trace* forecast_run(const AppState& s) {
    return s.trace && is_forecast(s.trace->model) ? s.trace.get() : nullptr;
}

/// Of that run; an empty one until it is made.
std::shared_ptr<const ForecastBoard> forecast_board(const AppState& s) {
    static const auto none = std::make_shared<const ForecastBoard>();
    const auto board = s.gallery.board_of<ForecastBoard>();
    return board && s.trace && board->text == s.trace->source_text ? board : none;
}

/// Hover of moments and drivers; a driver that is pressed is muted, or heard again.
void point_at_forecast(Ui& ui, const Scene& scene, Point origin) {
    const Pick* pick = ui.pick(scene, origin);
    if (!pick) return;
    const PickId& what = pick->id;
    if (what.kind == PickKind::Column) ui.memory.hovered = {what.i, -1, -1};
    if (what.kind == PickKind::Row) ui.memory.hovered = {-1, what.i, -1};
    if (what.kind == PickKind::Cell) ui.memory.hovered = {what.j, what.i, -1};
    if (!pick->tooltip.empty()) ui.tooltip("forecast", scene, *pick, origin);
    if (what.kind == PickKind::Row && ui.mouse_pressed()) ui.send({"mute", "", 0, what.i, what.i});
}

} // namespace

void forecast_canvas(Ui& ui, Box room) {
    const AppState& s = ui.state;
    const Trace* run = forecast_run(s);
    if (!run) return;
    const auto board = forecast_board(s);
    const ForecastSettings settings{room.w, room.h, s.gallery.own.opened};
    const Playhead head = playhead_of(s);
    const Scene& scene = cached_scene(ui, "mechanism", std::tuple(head, settings, board.get()), s.trace, [&] {
        return forecast_figure(*run, *board, head, settings, figure_style(ui));
    });
    ui.clip(room);
    ui.draw(scene, {room.x, room.y});
    if (ui.over(room)) point_at_forecast(ui, scene, {room.x, room.y});
    if (of_earlier_input(s)) ui.fill(room, fade(ui.colors.bg0, 0.6f));
    if (s.gallery.own.opened) {
        const Box free = forecast_layout(*run, settings).panel;
        const float wide = std::min(448.0f, room.w - 32), high = std::min(436.0f, room.h - 32);
        const float x = free.w >= 380 ? free.right() - std::min(wide, free.w) : room.w - 16 - wide;
        table_panel(ui, {room.x + x, room.y + 16, free.w >= 380 ? std::min(wide, free.w) : wide, high});
    }
    ui.end_clip();
}

void forecast_panel(Ui& ui, Box room) {
    const AppState& s = ui.state;
    const Trace* run = forecast_run(s);
    if (!run) return;
    const auto board = forecast_board(s);
    const Playhead head = playhead_of(s);
    const Scene& scene =
        cached_scene(ui, "mechanism:side", std::tuple(head, room.w, room.h, board.get()), s.trace, [&] {
            return forecast_inspector(*run, *board, head, room.w, room.h, figure_style(ui));
        });
    float& scroll = ui.memory.scroll["mechanism:side"];
    if (ui.over(room)) scroll -= ui.wheel() * 48;
    scroll = std::clamp(scroll, 0.0f, std::max(0.0f, scene.height - room.h));
    ui.clip(room);
    const Point origin{room.x, room.y - scroll};
    ui.draw(scene, origin);
    if (ui.over(room)) point_at_forecast(ui, scene, origin);
    if (of_earlier_input(s)) ui.fill(room, fade(ui.colors.bg1, 0.6f));
    ui.end_clip();
}

ResultLine forecast_lecture(Ui& ui, Box room, float scale) {
    const AppState& s = ui.state;
    const Trace* run = forecast_run(s);
    if (!run) return {};
    const auto board = forecast_board(s);
    const Playhead head = playhead_of(s);
    const ForecastSettings settings{room.w / scale, room.h / scale, false};
    const Scene& scene = cached_scene(ui, "lecture", std::tuple(head, settings, board.get()), s.trace, [&] {
        return scaled(forecast_figure(*run, *board, head, settings, figure_style(ui)), scale);
    });
    ui.clip(room);
    ui.draw(scene, {room.x, room.y});
    if (of_earlier_input(s)) ui.fill(room, fade(ui.colors.bg0, 0.6f));
    ui.end_clip();
    return forecast_result_line(*run, *board, head, figure_style(ui));
}

Narration forecast_words(Ui& ui, const Playhead& head) {
    const Trace* run = forecast_run(ui.state);
    if (!run || ui.state.input.empty()) return {"", ui.colors.t3, "Nothing is read yet."};
    if (of_earlier_input(ui.state))
        return {"Not read", ui.colors.error, "The picture is of the last input that was."};
    return forecast_narration(*run, *forecast_board(ui.state), head, ui.colors);
}

} // namespace heed
