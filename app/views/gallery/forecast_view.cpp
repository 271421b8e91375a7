#include "app/views/gallery/forecast_view.h"

#include "app/figures/forecast/forecast.h"
#include "app/state/gallery/forecast/series_window.h"
#include "app/state/gallery/gallery.h"
#include "app/views/gallery/frame.h"
#include "app/views/gallery/table_panel.h"

#include <algorithm>
#include <cmath>

namespace heed {
namespace {

/// Of the run on the screen; an empty one until it is made. While the window is moved over a series, the
/// board before serves with the window in its new place.
std::shared_ptr<const ForecastBoard> forecast_board(const AppState& s) {
    static const auto none = std::make_shared<const ForecastBoard>();
    const auto board = s.gallery.board_of<ForecastBoard>();
    if (!board || !s.trace) return none;
    const std::string& read = s.trace->source_text;
    if (board->text == read) return board;
    if (!board->series.starts_with(read)) return none;
    auto moved_on = std::make_shared<ForecastBoard>(*board);
    moved_on->read = rows_of_text(read);
    moved_on->next.reset();
    moved_on->gold_driver = moved_on->gold_moment = -1;
    return moved_on;
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

/// So many rows, the one under the pointer in its place.
Command zoomed_chart(const ForecastLayout& layout, int all, float x, float wheel) {
    constexpr float step = 1.25f, fewest = 4;
    const float now = static_cast<float>(layout.shown.rows),
                rows = std::clamp(wheel > 0 ? now / step : now * step, fewest, static_cast<float>(all));
    const float share = (x - layout.plot.x) / layout.plot.w, row = layout.row_at(x);
    const auto count = static_cast<int>(std::lround(rows));
    const int first = std::clamp(static_cast<int>(std::lround(row - share * rows)), 0, all - count);
    return {"chart-view", "", 0, first, count >= all ? 0 : count};
}

/// The window is dragged along the series; beside it a chart that shows a part of it is. The wheel zooms.
void hold_chart(Ui& ui, const ForecastLayout& layout, const ForecastBoard& board, Point origin) {
    const Ui::Hit hit = ui.press("series", moved(layout.plot, origin), 6, false);
    const float x = ui.mouse().x - origin.x, row = layout.row_at(x);
    const int all = static_cast<int>(board.truth.size()) + 1;
    const bool on_window = layout.window.contains({x, ui.mouse().y - origin.y});
    if (hit.hovered && ui.wheel() != 0) ui.send(zoomed_chart(layout, all, x, ui.wheel()));
    if ((hit.hovered && on_window) || hit.held) ui.show_horizontal_cursor();
    float &window = ui.memory.scroll["series:window"], &view = ui.memory.scroll["series:view"];
    if (hit.held && ui.mouse_pressed()) { // 0: nothing is held
        window =
            on_window ? static_cast<float>(board.foretold()) - row : 0; // rows from the pointer to its end
        view = on_window ? 0 : row + 1;                                 // the row under the pointer, from 1
        if (on_window) ui.send({"drag", "", 0, 1});
    }
    if (!hit.held || !ui.mouse_down()) {
        if (window != 0) ui.send({"drag", "", 0, 0});
        window = view = 0;
    } else if (window != 0) {
        const auto end = static_cast<int>(std::lround(row + window));
        if (end != board.foretold()) ui.send({"window-to", "", 0, end});
    } else if (view != 0 && layout.shown.rows < all) {
        const float left = view - 1 - (row - static_cast<float>(layout.shown.first));
        const int first = std::clamp(static_cast<int>(std::lround(left)), 0, all - layout.shown.rows);
        if (first != layout.shown.first) ui.send({"chart-view", "", 0, first, layout.shown.rows});
    }
}

} // namespace

void forecast_canvas(Ui& ui, Box room) {
    const AppState& s = ui.state;
    const Trace* run = run_if(s, is_forecast);
    if (!run) return;
    const auto known = forecast_board(s);
    const ForecastBoard& board = *known;
    const ForecastSettings settings{room.w, room.h, s.gallery.own.opened, s.gallery.chart};
    const ForecastLayout layout = forecast_layout(*run, board, settings);
    const Scene& scene = canvas_scene(ui, settings, [&](const Playhead& head) {
        return forecast_figure(*run, board, head, settings, figure_style(ui));
    });
    ui.clip(room);
    ui.draw(scene, {room.x, room.y});
    if (ui.over(room)) point_at_forecast(ui, scene, {room.x, room.y});
    if (!of_earlier_input(s) && !board.truth.empty()) hold_chart(ui, layout, board, {room.x, room.y});
    veil_earlier(ui, room, ui.colors.bg0);
    if (s.gallery.own.opened) table_panel(ui, table_room(layout.panel, room));
    ui.end_clip();
}

void forecast_panel(Ui& ui, Box room) {
    const Trace* run = run_if(ui.state, is_forecast);
    if (!run) return;
    const auto known = forecast_board(ui.state);
    const ForecastBoard& board = *known;
    side_frame(ui, room, point_at_forecast, [&](const Playhead& head, float width, float height) {
        return forecast_inspector(*run, board, head, width, height, figure_style(ui));
    });
}

ResultLine forecast_hall(Ui& ui, Box room, float scale) {
    const Trace* run = run_if(ui.state, is_forecast);
    if (!run) return {};
    const auto known = forecast_board(ui.state);
    const ForecastBoard& board = *known;
    hall_frame(ui, room, scale,
               [&](const Playhead& head, float width, float height, const FigureStyle& style) {
                   return forecast_lecture(*run, board, head, width, height, style);
               });
    return forecast_result_line(*run, board, playhead_of(ui.state), figure_style(ui));
}

void forecast_output(Ui& ui, Box box) {
    if (const Trace* run = run_if(ui.state, is_forecast))
        draw_answer_line(ui, box, forecast_answer(*run), forecast_verdict(*forecast_board(ui.state)));
}

Narration forecast_words(Ui& ui, const Playhead& head) {
    const Trace* run = run_if(ui.state, is_forecast);
    if (auto none = nothing_to_tell(ui, run)) return *none;
    return forecast_narration(*run, *forecast_board(ui.state), head, ui.colors);
}

} // namespace heed
