// The network above the heatmap.
#include "app/figures/network.h"
#include "app/views/views.h"
#include "app/views/widgets.h"

#include <algorithm>
#include <cmath>

namespace heed {

void empty_input(Ui& ui, Box room) {
    const AppState& s = ui.state;
    const Palette& c = ui.colors;
    const TaskWords& words = task_words(s.facts.task, s.facts.character_level);
    const std::size_t count = std::min<std::size_t>(words.examples.size(), 3);
    const Box box{room.centre().x - 260, room.y + std::min(200.0f, room.h * 0.25f), 520, count ? 138.0f : 70.0f};
    ui.frame(box, c.bg1, c.line, 8);
    ui.text({box.centre().x, box.y + 32}, std::string(words.hint), Face::Semibold, 15, c.t1, Align::Centre);
    const std::string below = s.last_input.empty() ? "" : "Esc brings back the last input.";
    if (count) ui.text({box.centre().x, box.y + 60}, "Try one of these", Face::Regular, 13, c.t3, Align::Centre);
    float total = -8;
    for (std::size_t n = 0; n < count; ++n) total += ui.text_width(std::string(words.examples[n]), Face::Mono, 13) + 32;
    float x = box.centre().x - total / 2;
    for (std::size_t n = 0; n < count; ++n) {
        const std::string example(words.examples[n]);
        const Box chip{x, box.y + 76, ui.text_width(example, Face::Mono, 13) + 24, 28};
        const Ui::Hit hit = ui.press("try" + std::to_string(n), chip, 14);
        ui.frame(chip, ui.control_fill(hit), c.line2, 14);
        ui.text(chip.centre(), example, Face::Mono, 13, c.t1, Align::Centre);
        if (hit.clicked) ui.send({Do::SetInput, example});
        x += chip.w + 8;
    }
    ui.text({box.centre().x, box.bottom() - 18}, below, Face::Regular, 11, c.t3, Align::Centre);
}

void step_canvas(Ui& ui, Box room) {
    const AppState& s = ui.state;
    ui.fill(room, ui.colors.bg0);
    if (!s.trace) return;
    const bool empty = s.input.empty();
    NetworkSettings settings;
    settings.width = room.w;
    settings.height = room.h;
    settings.heatmap = s.settings.heatmap;
    settings.scroll = s.canvas_scroll;
    settings.first_run = s.hint && !empty;
    Playhead head = playhead_of(s);
    if (empty) {
        head = {};
        head.at = 0;
    }
    auto key = figure_key(ui);
    key.insert(key.end(), {room.w, room.h, static_cast<double>(settings.scroll), settings.first_run ? 1.0 : 0.0, empty ? 1.0 : 0.0});
    const Scene& scene = cached_scene(ui, "network", key, s.trace,
                                      [&] { return network_figure(*s.trace, head, settings, figure_style(ui)); });
    ui.clip(room);
    ui.draw(scene, {room.x, room.y}, empty ? 0.5f : 1.0f);
    if (!empty) point_into(ui, "network", scene, {room.x, room.y});
    if (empty) empty_input(ui, room);
    if (ui.over(room) && (ui.wheel() != 0 || ui.wheel_across() != 0)) {
        const NetworkLayout layout = network_layout(*s.trace, head, settings);
        const float by = ui.wheel() + ui.wheel_across();
        ui.send({Do::ScrollCanvas, "", std::max(0.0f, layout.scroll - by * 60)});
    }
    ui.end_clip();
}

} // namespace heed
