#include "app/views/step/heads/head_off_view.h"

#include "app/figures/base/format.h"
#include "app/state/heads/head_off.h"
#include "app/state/names.h"
#include "app/views/base/transport.h"
#include "app/views/base/widgets.h"

#include <algorithm>
#include <any>
#include <cmath>
#include <utility>

namespace heed {
namespace {

HeadOffSettings head_off_settings(const Ui& ui, Box room) {
    const AppState& s = ui.state;
    HeadOffSettings settings{.width = room.w, .height = room.h};
    settings.beside = states_switch_width(s) + 16;
    settings.chosen = head_in_question(s);
    settings.above = s.head_off.above;
    settings.word = s.head_off.word;
    settings.hover_row = s.hover.row;
    settings.hover_column = s.hover.column;
    settings.scroll = s.head_off.scroll;
    settings.costs = head_costs_shown(s);
    settings.costs_words = head_costs_words(s);
    return settings;
}

/// A click on one of the heads: it is switched off too, or is as it was.
void press_head(Ui& ui, const HeadPlace& place) {
    const AppState& s = ui.state;
    const std::string name = to_string(place);
    if (s.edits.heads.contains(place)) return ui.send({"head-edit", name + "=own"});
    ui.send({"head-edit", to_string(place, scoped(s, HeadEdit{}, place.kind))});
}

void point_head_off(Ui& ui, const Scene& scene, Point origin) {
    const Pick* pick = ui.pick(scene, origin);
    if (!pick) return;
    const PickId id = pick->at({ui.mouse().x - origin.x, ui.mouse().y - origin.y});
    if (id.kind == PickKind::Cell) ui.memory.hovered = {id.j, id.i, -1};
    ui.tooltip("head-off", scene, *pick, origin);
    if (!ui.mouse_pressed()) return;
    if (id.kind == PickKind::Column && id.i >= 0) return ui.send({"head-word", "", 0, id.i});
    if (id.kind != PickKind::Button) return;
    const HeadPlace place{static_cast<HeadKind>(id.i), id.j, id.k};
    if (id.name == "head-off") press_head(ui, place);
    if (id.name == "head-off-above") ui.send({"head-above", to_string(place)});
}

void head_off_controls(Ui& ui, const HeadOffWork& work, const HeadOffSettings& settings,
                       const HeadOffLayout& layout, Point origin) {
    const AppState& s = ui.state;
    const auto placed = [&](Box box) { return Box{box.x + origin.x, box.y + origin.y, box.w, box.h}; };
    if (const auto above = head_off_above(work, settings)) {
        const Box box = placed(layout.above);
        ui.memory.places[name_of(menu_names, Menu::HeadAbove)] = box;
        if (menu_button(ui, "head-off:above", box, "head " + std::to_string(above->head + 1),
                        std::string(atlas_title(above->kind)) + ", layer " + std::to_string(above->layer + 1),
                        false))
            ui.send({"menu", "", 0, static_cast<int>(Menu::HeadAbove)});
        ui.tooltip("head-off:above", box, "Which head's map is shown");
    }
    const Box stop = placed(layout.stop);
    if (s.head_off.costs_progress) {
        if (button(ui, "head-off:stop", stop, "Stop")) ui.send({"head-costs-stop"});
        ui.tooltip("head-off:stop", stop, "Each head is switched off by itself in the background", "Esc");
    } else if (s.head_off.costs_stopped) {
        if (button(ui, "head-off:measure", stop, "Go on")) ui.send({"head-costs"});
        ui.tooltip("head-off:measure", stop,
                   "Switch the other heads off, too, each by itself, and measure what that costs");
    }
}

/// Once what was changed has come, or has another width: the word that lost most may lie outside.
void show_strongest(Ui& ui, const HeadOffWork& work, const HeadOffSettings& settings) {
    using Shown = std::pair<std::shared_ptr<const Trace>, float>;
    std::any& shown = ui.memory.scenes["head-off"].beside;
    const Shown now{work.changed, settings.width};
    const auto* before = std::any_cast<Shown>(&shown);
    if (before && *before == now) return;
    shown = now;
    const float to = std::round(head_off_in_sight(work, settings));
    if (to != settings.scroll) ui.send({"head-off-scroll", "", 0, static_cast<int>(to)});
}

/// Columns of words that have no room.
void scroll_words_view(Ui& ui, const HeadOffLayout& layout, Box room, Point origin) {
    const Box card{layout.words.x + origin.x, layout.words.y + origin.y, layout.words.w, layout.words.h};
    if (layout.most_scroll <= 0 || !ui.over(card)) return;
    const float down = ui.shift() || layout.height <= room.h ? ui.wheel() : 0, by = ui.wheel_across() + down;
    if (by == 0) return;
    const float to = std::clamp(ui.state.head_off.scroll - 60 * by, 0.0f, layout.most_scroll);
    ui.send({"head-off-scroll", "", 0, static_cast<int>(std::round(to))});
}

} // namespace

void head_off_canvas(Ui& ui, Box room) {
    const AppState& s = ui.state;
    ui.fill(room, ui.colors.bg0);
    if (s.input.empty()) return empty_input(ui, room);
    if (s.head_off.costs_progress || s.head_off.pairs_progress || s.running) ui.memory.animating = true;
    const auto work = head_off_shown(s);
    if (!work) {
        ui.text({room.x + 16, room.y + 24}, head_off_title(s.edits.heads), Face::Semibold, 15, ui.colors.t1);
        const Box below{room.x + 16, room.y + 56, std::min(640.0f, room.w - 32), 0};
        if (!head_off_problem(s).empty())
            head_off_failed(ui, below);
        else
            ui.paragraph(below, head_off_words(s), Face::Regular, 13, 20, ui.colors.t2);
        return;
    }
    const HeadOffSettings settings = head_off_settings(ui, room);
    const Scene& scene = cached_scene(ui, "head-off", settings, work,
                                      [&] { return head_off_figure(*work, settings, figure_style(ui)); });
    float& scroll = scrolled(ui, "head-off", room, scene.height);
    const Point origin{room.x, room.y - scroll};
    const HeadOffLayout layout = head_off_layout(*work, settings);
    ui.clip(room);
    ui.draw(scene, origin, head_off_is_new(s) ? 1 : 0.6f);
    head_off_controls(ui, *work, settings, layout, origin);
    point_head_off(ui, scene, origin);
    scroll_bar(ui, "head-off:scroll", {room.right() - 8, room.y, 8, room.h}, scene.height, scroll);
    ui.end_clip();
    show_strongest(ui, *work, settings);
    scroll_words_view(ui, layout, room, origin);
}

Narration head_off_told(Ui& ui, const Playhead&) {
    const bool said_above = !head_off_problem(ui.state).empty() && !head_off_shown(ui.state);
    return {"What if", ui.colors.t1,
            said_above ? "There is nothing that the changed heads can be compared with."
                       : head_off_words(ui.state)};
}

// -------------------------------------------------------------------------------------------------- menus

std::vector<MenuItem> head_changed_items(const AppState& s) {
    std::vector<MenuItem> items;
    const auto here = head_in_question(s);
    const auto item = [&](const HeadPlace& place, const std::string& detail) {
        items.push_back({head_name(place),
                         detail,
                         items.empty() ? "Changed heads" : "",
                         true,
                         here == place,
                         {"head-changed", to_string(place)}});
    };
    for (const auto& [place, edit] : s.edits.heads) {
        std::string brief = head_edits_brief({{place, edit}});
        item(place, brief.substr(head_name(place).size() + 1));
    }
    if (here && !s.edits.heads.contains(*here)) item(*here, "as it is");
    return items;
}

std::vector<MenuItem> head_above_items(const AppState& s) {
    constexpr std::size_t most = 24;
    std::vector<MenuItem> items;
    const auto work = head_off_shown(s);
    if (!work) return items;
    HeadOffSettings settings;
    settings.above = s.head_off.above;
    const auto now = head_off_above(*work, settings);
    for (std::size_t n = 0; n < std::min(most, work->shifts.size()); ++n) {
        const HeadOffShift& shift = work->shifts[n];
        const HeadPlace place{shift.head.kind, shift.head.site.layer, shift.head.site.head};
        items.push_back({std::string(atlas_title(place.kind)) + ", layer " + std::to_string(place.layer + 1) +
                             ", head " + std::to_string(place.head + 1),
                         fixed(shift.bits, 3) + " bits",
                         n == 0 ? "Changed most first" : "",
                         false,
                         now == place,
                         {"head-above", to_string(place)}});
    }
    return items;
}

std::vector<MenuItem> head_other_items(const AppState& s) {
    std::vector<MenuItem> items;
    const auto place = head_in_question(s);
    if (!place) return items;
    const auto edit = s.edits.heads.find(*place);
    for (int head = 0; head < heads_of_layer(s, place->kind, place->layer); ++head) {
        if (head == place->head) continue;
        const HeadEdit asked = scoped(s, {HeadEdit::Kind::Other, head}, place->kind);
        const bool now = edit != s.edits.heads.end() && edit->second == asked;
        items.push_back({"Head " + std::to_string(head + 1),
                         "",
                         items.empty() ? "The weights of" : "",
                         false,
                         now,
                         {"head-edit", to_string(*place, asked)}});
    }
    return items;
}

} // namespace heed
