// The network above the heatmap.
#include "app/figures/seq2seq/network/network.h"
#include "app/state/open/opening.h"
#include "app/state/step/what_if.h"
#include "app/state/token_offers.h"
#include "app/views/step/zoom_view.h"
#include "app/views/views.h"

#include <algorithm>
#include <span>
#include <string>
#include <vector>

namespace heed {

namespace {

/// An example that runs when it is clicked.
struct Chip {
    std::string example;
    float width;
};

/// The examples in rows no wider than `room`, in order.
std::vector<std::vector<Chip>> chip_rows(const Ui& ui, std::span<const std::string> examples, float room) {
    std::vector<std::vector<Chip>> rows;
    float used = 0;
    for (const std::string& example : examples) {
        const float width = std::min(ui.text_width(example, Face::Mono, 13) + 24, room);
        if (rows.empty() || used + 8 + width > room) rows.emplace_back(), used = -8;
        rows.back().push_back({example, width});
        used += 8 + width;
    }
    return rows;
}

void draw_chips(Ui& ui, Point middle, const std::vector<std::vector<Chip>>& rows) {
    int n = 0;
    for (const auto& row : rows) {
        float total = -8;
        for (const Chip& chip : row) total += chip.width + 8;
        float x = middle.x - total / 2;
        for (const Chip& chip : row) {
            const Box box{x, middle.y, chip.width, 28};
            const Ui::Hit hit = ui.press("try" + std::to_string(n++), box, 14);
            ui.frame(box, ui.control_fill(hit), ui.colors.line2, 14);
            ui.text(box.centre(), ui.cut(chip.example, Face::Mono, 13, box.w - 23), Face::Mono, 13,
                    ui.colors.t1, Align::Centre);
            if (hit.clicked) ui.send({"type", chip.example});
            x += chip.width + 8;
        }
        middle.y += 36;
    }
}

} // namespace

/// Nothing typed: what to type, and three examples.
void empty_input(Ui& ui, Box room) {
    const AppState& s = ui.state;
    const Palette& c = ui.colors;
    const TaskWords words = task_words(s.facts.task, s.facts.character_level);
    const std::vector<std::string> all = example_inputs(s);
    const std::span examples = std::span(all).first(std::min<std::size_t>(all.size(), 3));
    float width = 520;
    for (const std::string& example : examples)
        width = std::max(width, ui.text_width(example, Face::Mono, 13) + 24 + 40);
    width = std::min(width, room.w - 32);
    const auto rows = chip_rows(ui, examples, width - 40);
    const std::string holds =
        words.holds.empty() && s.model ? known_words(*s.model, 12) : std::string(words.holds);
    width = std::clamp(ui.text_width(holds, Face::Regular, 13) + 48, width, room.w - 32);
    const float line = holds.empty() ? 0 : 24;
    const float height = line + (rows.empty() ? 70 : 102 + 36 * static_cast<float>(rows.size()));
    const Box box{room.centre().x - width / 2, room.y + std::min(200.0f, room.h * 0.25f), width, height};
    ui.frame(box, c.bg1, c.line, 8);
    ui.text({box.centre().x, box.y + 32}, std::string(words.hint), Face::Semibold, 15, c.t1, Align::Centre);
    ui.text({box.centre().x, box.y + 58}, ui.cut(holds, Face::Regular, 13, box.w - 32), Face::Regular, 13,
            c.t2, Align::Centre);
    if (!rows.empty())
        ui.text({box.centre().x, box.y + line + 60}, "Try one of these", Face::Regular, 13, c.t3,
                Align::Centre);
    draw_chips(ui, {box.centre().x, box.y + line + 76}, rows);
    const std::string below = s.last_input.empty() ? "" : "Esc brings back the last input.";
    ui.text({box.centre().x, box.bottom() - 18}, below, Face::Regular, 11, c.t3, Align::Centre);
}

/// Where the fields of the what-if open: beside the output and the bar they are about.
void note_places(Ui& ui, const Scene& scene, Point origin, const std::function<PickId(PickId)>& meant) {
    const AppState& s = ui.state;
    ui.memory.places.erase("force");
    ui.memory.places.erase("weight");
    if (s.menu != Menu::Force && s.menu != Menu::Weight) return;
    for (const Pick& pick : scene.picks) {
        const Box box{origin.x + pick.box.x, origin.y + pick.box.y, pick.box.w, pick.box.h};
        if (pick.id.kind == PickKind::OutputBox && (meant ? meant(pick.id) : pick.id).i == s.what_if.output)
            ui.memory.places["force"] = box;
        if (pick.id.kind == PickKind::State && pick.id.i == s.what_if.output)
            ui.memory.places.insert({"force", box});
        if (pick.id.kind == PickKind::Bar && (meant ? meant(pick.id) : pick.id).j == s.what_if.column)
            ui.memory.places["weight"] = box;
    }
}

void step_canvas(Ui& ui, Box room) {
    const AppState& s = ui.state;
    ui.fill(room, ui.colors.bg0);
    const bool empty = s.input.empty();
    if (!s.trace && s.model && empty) return empty_input(ui, room);
    if (!s.trace) return;
    const std::shared_ptr<const WhatIf> what_if = step_what_if(ui);
    const FlipState* shown = preview_of(s);
    RowPreview& preview = ui.memory.preview; // where the settings point to
    preview = shown ? RowPreview{shown->output, shown->weights} : RowPreview{};
    std::vector<FragilityMark>& fragility = ui.memory.fragility;
    fragility = fragility_marks(s);
    KnownRun& known = known_run_of(ui, what_if);
    NetworkSettings settings = network_settings(s, room.w, room.h, known.whole, known.type);
    settings.laid_out.run = seen_run(ui, settings.laid_out.run);
    settings.what_if = what_if.get();
    settings.preview = shown ? &preview : nullptr;
    settings.fragility = fragility.empty() ? nullptr : &fragility;
    settings.beside = fragility_room(*s.trace, settings);
    settings.type = type_of(known, *s.trace, settings);
    Playhead head = playhead_of(s);
    if (empty) {
        head = {};
        head.at = 0;
    }
    const std::shared_ptr<const Trace> run = seen_run(ui, s.trace);
    const std::shared_ptr<const void> kept = what_if ? std::shared_ptr<const void>(what_if) : run;
    const Scene& scene = cached_scene(ui, "network", std::tuple(head, settings, preview, fragility), kept,
                                      [&] { return network_figure(*run, head, settings, figure_style(ui)); });
    ui.clip(room);
    ui.draw(scene, {room.x, room.y}, empty ? 0.5f : 1.0f);
    const NetworkLayout layout = network_layout(*s.trace, head, settings);
    known.zoomed = layout.zoomed;
    known.window = layout.window;
    known.outputs_right = layout.outputs_right;
    if (!empty) {
        note_places(ui, scene, {room.x, room.y});
        map_switch(ui, {room.x, room.y}, layout);
        zoom_controls(ui, {.origin = {room.x, room.y},
                           .room = room,
                           .view = in_view(layout),
                           .cells = layout.cells,
                           .whole = layout.whole,
                           .type = settings.type,
                           .follows = true,
                           .about = [&](float scale, Point at) {
                               return zoom_about(*s.trace, head, settings, scale, at);
                           }});
        if (!drag_weights(ui, scene, {room.x, room.y}, layout))
            point_into(ui, "network", scene, {room.x, room.y});
    }
    if (empty) empty_input(ui, room);
    ui.end_clip();
}

} // namespace heed
