#include "app/views/step/lecture_view.h"

#include "app/figures/lecture/band.h"
#include "app/views/step/zoom_view.h"
#include "app/views/views.h"

namespace heed {
namespace {

constexpr float twice = 2; // the network's own type is half of what a hall needs

/// What is pointed at is lit, and its column is the equation's; a click chooses it.
void point_in_lecture(Ui& ui, const Scene& scene, Point origin, float scale) {
    if (const Pick* pick = ui.pick(scene, origin)) {
        const PickId what = pick->at({ui.mouse().x - origin.x, ui.mouse().y - origin.y});
        ui.memory.hovered = {what.j, what.i, -1};
        if (ui.mouse_pressed() && what.j >= 0) ui.send({"select-column", "", 0, what.j});
    }
    ui.draw(CircleItem{ui.mouse(), 32 * scale, {0, 0, 0, 0}, ui.colors.t1, 3 * scale});
}

} // namespace

void lecture_view(Ui& ui) {
    const AppState& s = ui.state;
    if (s.lecture.blank) return ui.fill({0, 0, ui.width, ui.height}, {0, 0, 0, 255});
    const float scale = lecture_scale(ui.width, ui.height), high = ui.height - band_height * scale;
    const std::shared_ptr<const WhatIf> what_if = step_what_if(ui);
    const NetworkSettings settings{.width = ui.width,
                                   .height = high,
                                   .heatmap = s.settings.heatmap,
                                   .what_if = what_if.get(),
                                   .map = s.what_if.map,
                                   .type = twice * scale,
                                   .lecture = true,
                                   .whole = known_run_of(ui, what_if).whole};
    const Playhead head = playhead_of(s);
    const std::shared_ptr<const void> kept = what_if ? std::shared_ptr<const void>(what_if) : s.trace;
    const Scene& network = cached_scene(ui, "lecture", std::tuple(head, settings), kept, [&] {
        return network_figure(*s.trace, head, settings, figure_style(ui));
    });
    Playhead told = head;
    told.at = s.playback.at;
    const Scene& band =
        cached_scene(ui, "lecture:band", std::tuple(head, s.playback.at, ui.width, scale), s.trace, [&] {
            const Narration words = narrate(*s.trace, told, ui.colors);
            return lecture_band({words.title, words.color, result_line(*s.trace, head, figure_style(ui)),
                                 words.sentence, s.playback.at, s.total()},
                                ui.width, scale, figure_style(ui));
        });
    ui.clip({0, 0, ui.width, high});
    ui.draw(network, {0, 0});
    ui.end_clip();
    ui.draw(band, {0, high});
    if (ui.over({0, 0, ui.width, ui.height})) point_in_lecture(ui, network, {0, 0}, scale);
}

} // namespace heed
