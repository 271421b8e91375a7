// The newest sub-step explained. Scrolls when it is taller than the window.
#include "app/figures/seq2seq/inspector/inspector.h"
#include "app/views/base/widgets.h"
#include "app/views/views.h"

namespace heed {

void inspector_panel(Ui& ui, Box room) {
    const AppState& s = ui.state;
    const Palette& c = ui.colors;
    ui.fill(room, c.bg1);
    ui.fill({room.x, room.y, 1, room.h}, c.line);
    const bool welcome = !s.trace || s.playback.at == 0 || s.input.empty();
    const bool undoing_first =
        s.trace && s.playback.at == 0 && s.playback.backwards && s.playback.progress < 1;
    const std::tuple key(playhead_of(s), room.w, welcome, s.facts.task, s.model != nullptr);
    const Scene& scene = cached_scene(ui, "inspector", key, s.trace, [&] {
        if (welcome && !undoing_first)
            return welcome_figure(room.w, figure_style(ui),
                                  s.trace   ? &s.trace->model
                                  : s.model ? &s.facts
                                            : nullptr);
        return inspector_figure(*s.trace, playhead_of(s), room.w, figure_style(ui));
    });
    float& section = ui.memory.scroll["inspector:what-if"]; // its height, as it was in the frame before
    const float height = scene.height + section;
    float& scroll = scrolled(ui, "inspector", room, height);
    ui.clip(room);
    const Point origin{room.x, room.y - scroll};
    ui.draw(scene, origin);
    point_into(ui, "inspector", scene, origin);
    const float used =
        welcome ? 0 : what_if_section(ui, {room.x + 20, origin.y, room.w - 40, 0}, origin.y + scene.height);
    if (used != section) ui.memory.animating = true; // the scroll bar is a frame behind
    section = used;
    scroll_bar(ui, "inspector:scroll", {room.right() - 8, room.y, 8, room.h}, height, scroll);
    ui.end_clip();
}

} // namespace heed
