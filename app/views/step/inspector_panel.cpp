// The newest sub-step explained, which scrolls when it is taller than its room; what if below it, which does
// not.
#include "app/figures/seq2seq/inspector/inspector.h"
#include "app/state/step/what_if.h"
#include "app/views/base/widgets.h"
#include "app/views/step/zoom_view.h"
#include "app/views/views.h"

namespace heed {

void inspector_panel(Ui& ui, Box whole) {
    const AppState& s = ui.state;
    const Palette& c = ui.colors;
    Box room = whole;
    ui.fill(room, c.bg1);
    ui.fill({room.x, room.y, 1, room.h}, c.line);
    const bool welcome = !s.trace || s.playback.at == 0 || s.input.empty();
    const bool undoing_first =
        s.trace && s.playback.at == 0 && s.playback.backwards && s.playback.progress < 1;
    if (const float pinned = what_if_height(ui); !welcome && s.model) {
        room.h -= pinned;
        what_if_panel(ui, {room.x, room.bottom(), room.w, pinned});
    }
    const FlipState* preview = preview_of(s);
    const RowPreview beside = preview ? RowPreview{preview->output, preview->weights} : RowPreview{};
    const std::tuple key(playhead_of(s), room.w, welcome, s.facts.task, s.model != nullptr, beside);
    const Scene& scene = cached_scene(ui, "inspector", key, s.trace, [&] {
        if (welcome && !undoing_first)
            return welcome_figure(room.w, figure_style(ui),
                                  s.trace   ? &s.trace->model
                                  : s.model ? &s.facts
                                            : nullptr);
        return inspector_figure(*s.trace, playhead_of(s), room.w, figure_style(ui),
                                preview ? &beside.weights : nullptr, beside.output);
    });
    float& scroll = scrolled(ui, "inspector", room, scene.height);
    ui.clip(room);
    const Point origin{room.x, room.y - scroll};
    ui.draw(scene, origin);
    mark_out_of_sight(ui, scene, origin);
    point_into(ui, "inspector", scene, origin);
    scroll_bar(ui, "inspector:scroll", {room.right() - 8, room.y, 8, room.h}, scene.height, scroll);
    ui.end_clip();
}

} // namespace heed
