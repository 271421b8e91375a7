// Step of weights that were computed elsewhere: one map or all of them, the row looked at, and what can be
// said without a model.
#include "app/figures/seq2seq/inspector/every_map.h"
#include "app/figures/seq2seq/inspector/weights.h"
#include "app/figures/trace_map.h"
#include "app/state/heads/heads.h"
#include "app/state/jobs/check_run.h"
#include "app/state/open/opening.h"
#include "app/state/weights/weights.h"
#include "app/views/base/transport.h"
#include "app/views/base/widgets.h"
#include "app/views/step/all_maps.h"
#include "app/views/step/zoom_view.h"
#include "app/views/views.h"
#include "core/text/strings.h"
#include "core/trace/given_facts.h"

#include <algorithm>
#include <array>

namespace heed {
namespace {

/// The row that is looked at: under the pointer, else chosen, else the first.
int row_of(const AppState& s) {
    const int row = s.hover.row >= 0 ? s.hover.row : std::max(0, s.selection.row);
    return std::min(row, s.trace->outputs() - 1);
}

/// What was made of the file and what it lacks, before what can be said of its weights.
std::string words_of_weights(const AppState& s, bool all) {
    std::string words;
    bool sums = false;
    for (const std::string& note : s.trace->model.of<GivenFacts>().notes) {
        words += capitalized(note) + ". ";
        sums = sums || note.ends_with("drawn as given");
    }
    if (sums) return words;
    return words + (all ? maps_summary(s.maps) : weights_summary(*s.trace));
}

/// Above the canvas, where there are several maps: what is shown, and one or all.
void head_of_maps(Ui& ui, Box room) {
    const AppState& s = ui.state;
    const Palette& c = ui.colors;
    const float y = room.centre().y;
    static const std::array<std::string, 2> names = {"One map", "All maps"};
    const Box choice{room.right() - 16 - 168, y - 14, 168, 28};
    if (const int n = segmented(ui, "maps:shown", choice, names, s.weights.all ? 1 : 0);
        n >= 0 && (n == 1) != s.weights.all)
        ui.send({n == 1 ? "all-maps" : "one-map"});
    ui.tooltip("maps:shown", choice,
               s.weights.all ? "One map, as large as there is room" : "Every map at once", "G");
    const std::string title = s.weights.all ? "Every map" : title_of(s.maps[static_cast<std::size_t>(s.map)]);
    const std::string words = s.weights.all        ? count_of_maps(s.maps)
                              : s.weights.enlarged ? "Esc: back to all maps"
                                                   : "one of " + count_of_maps(s.maps);
    float room_for = choice.x - room.x - 32;
    if (can_show_heads(s)) {
        const Box heads{choice.x - 76, y - 14, 68, 28};
        if (button(ui, "maps:heads", heads, "Heads")) ui.send({"heads"});
        ui.tooltip("maps:heads", heads, "Every head at once, and what is measured of it", "A");
        room_for -= 76;
    }
    const std::string cut = ui.cut(title, Face::Semibold, 15, room_for);
    ui.text({room.x + 16, y}, cut, Face::Semibold, 15, c.t1);
    const float after = ui.text_width(cut, Face::Semibold, 15) + 12;
    ui.text({room.x + 16 + after, y}, ui.cut(words, Face::Regular, 11, std::max(0.0f, room_for - after)),
            Face::Regular, 11, c.t3);
}

void one_map(Ui& ui, Box canvas) {
    const AppState& s = ui.state;
    const Box inside = one_map_box(s, canvas.w, canvas.h);
    const Box box{canvas.x + inside.x, canvas.y + inside.y, inside.w, inside.h};
    KnownRun& known = known_run_of(ui, nullptr);
    MapSettings settings = one_map_settings(s, box.w, box.h);
    if (s.maps.size() == 1) settings.title = map_title(s, s.map); // else it stands above
    settings.values = known.values;
    const MapPart part = map_part(s.trace->outputs(), s.trace->source_length(), settings);
    const bool zoomed = part.zoomed && known.values;
    const Scene& scene = cached_scene(ui, "weights", std::tuple(settings, s.map), s.trace, [&] {
        return zoomed ? part_figure(known.labels, part, settings, figure_style(ui))
                      : map_figure(map_of(*s.trace), settings, figure_style(ui));
    });
    ui.draw(scene, {box.x, box.y});
    if (known.values)
        zoom_controls(ui, {.origin = {box.x, box.y},
                           .room = box,
                           .view = in_view(part),
                           .cells = part.cells,
                           .whole = zoomed ? part.whole : Box{},
                           .about = [&](float scale, Point at) {
                               return zoom_about(s.trace->outputs(), s.trace->source_length(), settings,
                                                 scale, at);
                           }});
    point_into(ui, "weights", scene, {box.x, box.y});
}

void one_map_panel(Ui& ui, Box room) {
    const AppState& s = ui.state;
    if (s.trace->outputs() == 0) return;
    const int row = row_of(s), column = s.hover.column >= 0 ? s.hover.column : s.selection.column;
    const Scene& scene = cached_scene(ui, "weights:row", std::tuple(room.w, row, column), s.trace, [&] {
        return weights_row_figure(*s.trace, row, column, room.w, figure_style(ui));
    });
    float& scroll = ui.memory.scroll["weights:row"];
    if (ui.over(room)) scroll -= ui.wheel() * 48;
    scroll = std::clamp(scroll, 0.0f, std::max(0.0f, scene.height - room.h));
    ui.draw(scene, {room.x, room.y - scroll});
    point_into(ui, "weights:row", scene, {room.x, room.y - scroll});
    if (ui.memory.hovered.column >= 0 && ui.memory.hovered.row < 0)
        ui.memory.hovered.row = s.hover.row >= 0 ? s.hover.row : -1;
}

} // namespace

void weights_canvas(Ui& ui, Box room) {
    const AppState& s = ui.state;
    ui.fill(room, ui.colors.bg0);
    const float head = s.maps.size() > 1 ? 52 : 16;
    ui.clip(room);
    if (s.maps.size() > 1) head_of_maps(ui, {room.x, room.y, room.w, head});
    const Box body{room.x, room.y + head, room.w, room.h - head};
    if (shows_all_maps(s))
        all_maps(ui, body);
    else
        one_map(ui, room);
    ui.end_clip();
}

void weights_panel(Ui& ui, Box room) {
    ui.fill(room, ui.colors.bg1);
    ui.fill({room.x, room.y, 1, room.h}, ui.colors.line);
    ui.clip(room);
    if (shows_all_maps(ui.state))
        all_maps_panel(ui, room);
    else
        one_map_panel(ui, room);
    ui.end_clip();
}

void weights_bar(Ui& ui) {
    const AppState& s = ui.state;
    const Palette& c = ui.colors;
    const float top = ui.height - bottom_height, x = 16, first = top + 28, second = top + 68;
    bar_ground(ui, top);
    const float right = ui.width - 16 - 128 - 24;
    ui.draw(CircleItem{{x + 5, first}, 5, c.attention, {0, 0, 0, 0}, 0, {}});
    const std::string title = s.run_check ? "Read from a file" : "Computed elsewhere";
    ui.text({x + 18, first}, title, Face::Semibold, 13, c.t1);
    const float after = x + 18 + ui.text_width(title, Face::Semibold, 13) + 14;
    const bool all = shows_all_maps(s);
    const std::string words = s.run_check ? s.run_check->words : words_of_weights(s, all);
    ui.text({after, first}, ui.cut(words, Face::Regular, 13, right - after), Face::Regular, 13, c.t2);
    ui.tooltip("weights:words", {after, first - 10, right - after, 20}, words);
    static const std::array<std::string, 2> scales = {"Linear", "Lift small"};
    const int lifted = s.settings.scale == ValueScale::LiftSmall ? 1 : 0;
    const Box weights{x, second - 14, 140, 28};
    if (const int n = segmented(ui, "weights", weights, scales, lifted); n >= 0 && n != lifted)
        ui.send({"lift"});
    ui.tooltip("weights", weights, "Lift small: square root, to make faint weights visible", "L");
    float left = weights.right() + 24;
    if (s.maps.size() > 1) {
        const std::string count = "map " + std::to_string(s.map + 1) + " of " + std::to_string(s.maps.size());
        if (icon_button(ui, "map:back", {left, second - 14, 28, 28}, Icon::Back, "Previous map", "PageUp",
                        s.map > 0))
            ui.send({"previous-map"});
        if (icon_button(ui, "map:on", {left + 32, second - 14, 28, 28}, Icon::Forward, "Next map", "PageDown",
                        s.map + 1 < static_cast<int>(s.maps.size())))
            ui.send({"next-map"});
        ui.text({left + 70, second}, count, Face::Regular, 13, c.t2);
        left += 70 + ui.text_width(count, Face::Regular, 13) + 24;
    }
    for (const OtherReading& other : other_readings(s)) { // as many as there is room for
        const std::string id = "weights:axes:" + other.axes;
        const Box box{left, second - 14, ui.text_width(other.label, Face::Medium, 13) + 24, 28};
        if (box.right() > right) break;
        if (button(ui, id, box, other.label)) {
            Command command{other.axes.empty() ? "load-start" : "load-axes", s.model_name};
            command.family = other.axes;
            ui.send(std::move(command));
        }
        ui.tooltip(id, box, other.words);
        left = box.right() + 8;
    }
    const std::string keys = all ? "point to a cell: it is marked in every map; click to enlarge its map"
                                 : "point to a cell, click to keep its row";
    if (left + ui.text_width(keys, Face::Regular, 11) < right)
        ui.text({right, second}, keys, Face::Regular, 11, c.t3, Align::Right);
    weight_legend(ui, {ui.width - 16 - 128, first - 6, 128, 26});
}

} // namespace heed
