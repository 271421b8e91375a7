#include "app/views/gallery/forecast_view.h"

#include "app/figures/forecast/forecast.h"
#include "app/state/gallery/gallery.h"
#include "app/views/gallery/frame.h"
#include "app/views/gallery/table_panel.h"

#include <algorithm>

namespace heed {
namespace {

/// Of the run on the screen; an empty one until it is made.
const ForecastBoard& forecast_board(const AppState& s) {
    static const ForecastBoard none;
    const auto& board = board_or_none<ForecastBoard>(s);
    return s.trace && board.text == s.trace->source_text ? board : none;
}

/// Hover of moments and drivers; a driver that is pressed is muted, or heard again.
void point_at_forecast(Ui& ui, const Scene& scene, Point origin) {
    point_at_place(ui, "forecast", scene, origin);
    if (const Pick* pick = ui.pick(scene, origin);
        pick && pick->id.kind == PickKind::Row && ui.mouse_pressed())
        ui.send({"mute", "", 0, pick->id.i, pick->id.i});
}

/// Where the panel of a table stands: in the room that the picture leaves, else over it.
Box table_room(Box free, Box room) {
    const float wide = std::min(448.0f, room.w - 32), high = std::min(436.0f, room.h - 32);
    const bool fits = free.w >= 380;
    const float taken = fits ? std::min(wide, free.w) : wide;
    return {room.x + (fits ? free.right() : room.w - 16) - taken, room.y + 16, taken, high};
}

} // namespace

void forecast_canvas(Ui& ui, Box room) {
    const AppState& s = ui.state;
    const Trace* run = run_if(s, is_forecast);
    if (!run) return;
    const ForecastBoard& board = forecast_board(s);
    const ForecastSettings settings{room.w, room.h, s.gallery.own.opened};
    const Scene& scene = canvas_scene(ui, settings, [&](const Playhead& head) {
        return forecast_figure(*run, board, head, settings, figure_style(ui));
    });
    ui.clip(room);
    ui.draw(scene, {room.x, room.y});
    if (ui.over(room)) point_at_forecast(ui, scene, {room.x, room.y});
    veil_earlier(ui, room, ui.colors.bg0);
    if (s.gallery.own.opened) table_panel(ui, table_room(forecast_layout(*run, settings).panel, room));
    ui.end_clip();
}

void forecast_panel(Ui& ui, Box room) {
    const Trace* run = run_if(ui.state, is_forecast);
    if (!run) return;
    const ForecastBoard& board = forecast_board(ui.state);
    side_frame(ui, room, point_at_forecast, [&](const Playhead& head, float width, float height) {
        return forecast_inspector(*run, board, head, width, height, figure_style(ui));
    });
}

ResultLine forecast_lecture(Ui& ui, Box room, float scale) {
    const Trace* run = run_if(ui.state, is_forecast);
    if (!run) return {};
    const ForecastBoard& board = forecast_board(ui.state);
    hall_frame(ui, room, scale, [&](const Playhead& head, float width, float height) {
        return forecast_figure(*run, board, head, {width, height, false}, figure_style(ui));
    });
    return forecast_result_line(*run, board, playhead_of(ui.state), figure_style(ui));
}

Narration forecast_words(Ui& ui, const Playhead& head) {
    const Trace* run = run_if(ui.state, is_forecast);
    if (auto none = nothing_to_tell(ui, run)) return *none;
    return forecast_narration(*run, forecast_board(ui.state), head, ui.colors);
}

} // namespace heed
