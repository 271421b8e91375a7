// What the weights mean, in place of the network.
#include "app/figures/base/scaled.h"
#include "app/state/meaning/meaning.h"
#include "app/state/states/states.h"
#include "app/views/base/widgets.h"
#include "app/views/views.h"

#include <algorithm>
#include <cmath>

namespace heed {
namespace {

constexpr float switch_room = 254;

/// How much larger than designed it is drawn: in a large window all of it grows, as the network does.
float meaning_type(Box room) {
    constexpr float designed_width = 1240, designed_height = 808, least = 1.15f, most = 2.2f;
    const float type = std::floor(20 * std::min(room.w / designed_width, room.h / designed_height)) / 20;
    return type < least ? 1.0f : std::min(type, most);
}

void point_meaning(Ui& ui, const Scene& scene, Point origin) {
    const Pick* pick = ui.pick(scene, origin);
    const bool row = pick && pick->id.kind == PickKind::TableRow;
    const int over = row ? pick->id.k : -1;
    if (over != ui.state.meaning.hovered) ui.send({"meaning-hover", "", 0, over});
    if (!row) return point_into(ui, "meaning", scene, origin);
    ui.tooltip("meaning", scene, *pick, origin);
    if (ui.mouse_pressed()) ui.send({"meaning-weights", "", 0, over});
}

void say(Ui& ui, Box room, const std::string& words) {
    ui.text({room.x + 16, room.y + 26}, "Does the map mean anything?", Face::Semibold, 15, ui.colors.t1);
    ui.paragraph({room.x + 16, room.y + 56, room.w - 32, 0}, words, Face::Regular, 13, 20, ui.colors.t2);
}

} // namespace

void meaning_canvas(Ui& ui, Box room) {
    const AppState& s = ui.state;
    ui.fill(room, ui.colors.bg0);
    if (s.input.empty()) return empty_input(ui, room);
    const auto board = meaning_board(s);
    if (!board) {
        say(ui, room, s.meaning.problem.empty() ? meaning_progress(s) : s.meaning.problem);
        if (const double soon = s.clock + 0.1; s.meaning.problem.empty() && s.meaning.asked.model)
            ui.memory.wake_at = ui.memory.wake_at > 0 ? std::min(ui.memory.wake_at, soon) : soon;
        return;
    }
    const float type = meaning_type(room);
    MeaningSettings settings{
        .width = room.w / type, .height = room.h / type, .head_right = switch_room / type};
    settings.column = s.hover.source_column() >= 0 ? s.hover.column : s.selection.source_column();
    settings.other = s.meaning.hovered;
    const std::shared_ptr<const void> kept = board->output ? std::shared_ptr<const void>(board->output)
                                                           : std::shared_ptr<const void>(board->sentence);
    const Scene& scene =
        cached_scene(ui, "meaning", std::tuple(settings, board->row, board->applied, type), kept, [&] {
            return drawn_larger(figure_style(ui), type, [&](const FigureStyle& style) {
                return meaning_figure(board->picture(), settings, style);
            });
        });
    ui.clip(room);
    float& scroll = scrolled(ui, "meaning", room, scene.height);
    ui.draw(scene, {room.x, room.y - scroll});
    point_meaning(ui, scene, {room.x, room.y - scroll});
    scroll_bar(ui, "meaning:scroll", {room.right() - 8, room.y, 8, room.h}, scene.height, scroll);
    ui.end_clip();
}

Narration meaning_words(Ui& ui, const Playhead&) {
    const auto board = meaning_board(ui.state);
    return {"Meaning", ui.colors.t1,
            board                              ? meaning_narration(board->picture())
            : ui.state.meaning.problem.empty() ? meaning_progress(ui.state)
                                               : ui.state.meaning.problem};
}

} // namespace heed
