// Attention pooling, opened: its picture, what explains it, its output beside the input.
#include "app/views/gallery/pooling_view.h"

#include "app/figures/pooling/lecture.h"
#include "app/figures/pooling/pooling.h"
#include "app/state/gallery/gallery.h"
#include "app/views/base/widgets.h"
#include "app/views/gallery/frame.h"
#include "app/views/input/beside.h"

#include <algorithm>
#include <array>

namespace heed {
namespace {

constexpr std::string_view pooling_tasks[] = {"adding", "sentiment"};

/// The board of the model and input on the screen, or the last of them; null: none yet.
const PoolingBoard* pooling_board_of(const AppState& s) {
    const auto* board = dynamic_cast<const PoolingBoard*>(s.gallery.board.get());
    return board && board->now.runs[static_cast<std::size_t>(board->chosen)] ? board : nullptr;
}

PoolingSettings pooling_settings(const AppState& s, Box room) {
    PoolingSettings settings;
    settings.width = room.w;
    settings.height = room.h;
    settings.scroll = std::max(0.0f, s.canvas_scroll);
    settings.pressed_from = s.gallery.pressed_from;
    settings.pressed_to = s.gallery.pressed_to;
    return settings;
}

/// A press mutes a moment, a drag those between its ends.
void draw_over_moments(Ui& ui, const PoolingBoard& board, const PoolingLayout& layout, Point origin) {
    const GalleryState& g = ui.state.gallery;
    const Ui::Hit hit = ui.press("moments", moved(layout.moments, origin), 0, false);
    const int moments = board.run().source_length();
    const int under = pooling_moment_at(layout, moments, ui.mouse().x - origin.x);
    if (hit.held && ui.mouse_pressed() && under >= 0) {
        ui.send({"mute-drag", "", 0, under, under});
    } else if (hit.held && g.pressed_from >= 0 && ui.mouse_down()) {
        const float x = std::clamp(ui.mouse().x - origin.x, layout.moments.x, layout.moments.right() - 1);
        const int to = pooling_moment_at(layout, moments, x);
        if (to >= 0 && to != g.pressed_to) ui.send({"mute-drag", "", 0, g.pressed_from, to});
    } else if (g.pressed_from >= 0 && !ui.mouse_down()) {
        ui.send({"mute", "", 0, g.pressed_from, g.pressed_to});
    }
}

void point_at_moments(Ui& ui, const Scene& scene, Point origin) {
    const Point at{ui.mouse().x - origin.x, ui.mouse().y - origin.y};
    const Pick* pick = scene.hit(at);
    if (!pick) return;
    const PickId& what = pick->id;
    light(ui, what);
    ui.tooltip("mechanism", scene, *pick, origin);
    const bool sample = what.kind == PickKind::Row || what.kind == PickKind::Cell;
    if (sample && ui.mouse_pressed()) ui.send({"gallery-sample", "", 0, what.i});
}

/// Which of the pooling_tasks that it is shown on.
void task_switch(Ui& ui, Box controls, const PoolingBoard& board) {
    const auto now = std::find(std::begin(pooling_tasks), std::end(pooling_tasks), board.task);
    if (now == std::end(pooling_tasks)) return;
    static const std::array<std::string, 2> names = {"Adding", "Sentiment"};
    const Box box{controls.right() - 176, controls.y, 176, 28};
    ui.text({box.x - 12, box.centre().y}, "Task", Face::Regular, 13, ui.colors.t2, Align::Right);
    const int picked = segmented(ui, "task", box, names, static_cast<int>(now - std::begin(pooling_tasks)));
    if (picked >= 0) ui.send({"gallery-task", std::string(pooling_tasks[static_cast<std::size_t>(picked)])});
}

} // namespace

void pooling_canvas(Ui& ui, Box room) {
    const AppState& s = ui.state;
    const PoolingBoard* board = pooling_board_of(s);
    if (!board) return;
    const PoolingSettings settings = pooling_settings(s, room);
    const Scene& scene = canvas_scene(ui, settings, [&](const Playhead& head) {
        return pooling_figure(*board, head, settings, figure_style(ui));
    });
    ui.clip(room);
    const Point origin{room.x, room.y};
    ui.draw(scene, origin);
    const PoolingLayout layout = pooling_layout(*board, settings, figure_style(ui));
    if (ui.over(room)) {
        point_at_moments(ui, scene, origin);
        scroll_canvas(ui, settings.scroll, layout.most_scroll);
    }
    draw_over_moments(ui, *board, layout, origin);
    task_switch(ui, moved(layout.controls, origin), *board);
    veil_earlier(ui, room, ui.colors.bg0);
    ui.end_clip();
}

ResultLine pooling_hall(Ui& ui, Box room, float scale) {
    const PoolingBoard* board = pooling_board_of(ui.state);
    if (!board) return {};
    const Scene& scene = hall_frame(
        ui, room, scale, [&](const Playhead& head, float width, float height, const FigureStyle& style) {
            return pooling_lecture(*board, head, width, height, style);
        });
    if (const Pick* pick = ui.pick(scene, {room.x, room.y})) {
        light(ui, pick->id);
        if (ui.mouse_pressed()) ui.send({"mute", "", 0, pick->id.i, pick->id.i});
    }
    return pooling_result_line(*board, playhead_of(ui.state), figure_style(ui));
}

void pooling_panel(Ui& ui, Box room) {
    const PoolingBoard* board = pooling_board_of(ui.state);
    if (!board) return;
    const auto point = [](Ui& with, const Scene& scene, Point origin) {
        point_into(with, "mechanism:side", scene, origin);
    };
    side_frame(ui, room, point, [&](const Playhead& head, float width, float height) {
        return pooling_inspector(*board, head, width, height, figure_style(ui));
    });
}

Narration pooling_words(Ui& ui, const Playhead& head) {
    const PoolingBoard* board = pooling_board_of(ui.state);
    if (auto none = nothing_to_tell(ui, board)) return *none;
    return pooling_narration(*board, head, ui.colors);
}

/// "→ .658   .864 before muting   × should be .858".
void pooling_answer(Ui& ui, Box box) {
    const PoolingBoard* board = pooling_board_of(ui.state);
    if (!board || box.w < 60 || ui.state.input.empty() || of_earlier_input(ui.state)) return;
    const Palette& c = ui.colors;
    const float middle = box.centre().y;
    ui.draw(icon(Icon::Arrow, c.t2), {box.x + 10, middle});
    const std::string answer = ui.cut(answer_text(board->run()), Face::Mono, 13, box.w - 32);
    float x = box.x + 29;
    ui.text({x, middle}, answer, Face::Mono, 13, c.output);
    x += ui.text_width(answer, Face::Mono, 13) + 12;
    const auto say = [&](const std::string& words) {
        const std::string shown = ui.cut(words, Face::Regular, 11, box.right() - x);
        if (!words.empty() && box.right() - x > 20) ui.text({x, middle}, shown, Face::Regular, 11, c.t2);
        x += ui.text_width(shown, Face::Regular, 11) + 10;
    };
    const SharedTrace& heard = board->heard.runs[static_cast<std::size_t>(board->chosen)];
    if (!board->muted.empty() && heard) say(answer_text(*heard) + " before muting");
    if (const float used = truth_chip(ui, {x, middle}, box.right() - x); used > 0) x += used + 8;
    const bool worked = board->muted.empty() && !board->now.answer.empty() && !board->now.worked.empty();
    say(worked ? board->now.answer + " = " + board->now.worked : board->now.unanswered);
}

} // namespace heed
