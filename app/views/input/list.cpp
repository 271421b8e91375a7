// The list of inputs: every line that was pasted, the one that is run marked. A click or Enter runs a line;
// what is typed goes to the next one that begins so.
#include "app/views/base/widgets.h"
#include "app/views/input/beside.h"
#include "core/text/strings.h"

#include <algorithm>
#include <cmath>

namespace heed {
namespace {

constexpr float list_row = 28, list_head = 38, list_foot = 34, least_width = 420;

/// Where the list must stand so that a row is in view.
float scrolled_to(float scroll, int n, float room) {
    const float top = static_cast<float>(n) * list_row;
    return std::clamp(scroll, top + list_row - room, top);
}

std::string row_id(int n) { return "input:" + std::to_string(n); }

/// The row that the keys lead to; -1: none was pressed.
int walked(Ui& ui, int count, int now, int page) {
    struct Step {
        std::string_view chord;
        int by;
    };
    const Step steps[] = {{"Down", 1},       {"Up", -1},     {"PageDown", page},
                          {"PageUp", -page}, {"End", count}, {"Home", -count}};
    const bool here = ui.memory.focus.starts_with("input:");
    const int from = here ? std::stoi(ui.memory.focus.substr(6)) : now;
    for (const Step& step : steps) {
        if (!ui.pressed(step.chord)) continue;
        ui.memory.type_ahead.typed.clear();
        return std::clamp(from + step.by, 0, count - 1);
    }
    const std::vector<std::string>& lines = ui.state.inputs.lines;
    return ui.memory.type_ahead.find(ui.chords, ui.state.clock, from, count,
                                     [&](int n) { return lines[static_cast<std::size_t>(n)]; });
}

void draw_row(Ui& ui, Box place, int n, float number_width, bool current) {
    const AppState& s = ui.state;
    const Palette& c = ui.colors;
    const std::string& line = s.inputs.lines[static_cast<std::size_t>(n)];
    const Ui::Hit hit = ui.press(row_id(n), place, 5);
    row_ground(ui, place, hit, current, 5, 0.7f);
    const float y = place.centre().y, text = place.x + 10 + number_width + 14;
    ui.text({text - 14, y}, grouped(static_cast<std::uint64_t>(n) + 1), Face::Regular, 11,
            current ? c.t1 : c.t3, Align::Right);
    const std::string shown = ui.cut(line, Face::Mono, 13, place.right() - 28 - text);
    ui.text({text, y}, shown, Face::Mono, 13, current ? c.t1 : c.t2);
    if (current && line == s.input) ui.draw(icon(Icon::Check, c.t1), {place.right() - 14, y});
    if (shown != line) ui.tooltip(row_id(n), place, ui.cut(line, Face::Regular, 13, ui.width - 80));
    if (!hit.clicked) return;
    ui.send({"close-menu"});
    ui.send({"go-to-input", "", 0, n});
}

/// "Next Alt ↓   Previous Alt ↑", and what closes the list.
void draw_foot(Ui& ui, Box box) {
    const Palette& c = ui.colors;
    ui.fill({box.x + 1, box.bottom() - list_foot + 2, box.w - 2, 1}, c.line2);
    const float y = box.bottom() - list_foot / 2 + 1;
    float x = box.x + 16;
    for (const auto& [words, what] :
         {std::pair{"Next", "next-input"}, std::pair{"Previous", "previous-input"}}) {
        ui.text({x, y}, words, Face::Regular, 11, c.t3);
        x += ui.text_width(words, Face::Regular, 11) + 8;
        x += key_chip(ui, {x, y}, key_label(command_info(what).keys.front())) + 16;
    }
    if (button(ui, "inputs:end", {box.right() - 10 - 96, y - 12, 96, 24}, "Close the list",
               {.quiet = true})) {
        ui.send({"close-menu"});
        ui.send({"close-inputs"});
    }
}

} // namespace

void inputs_menu(Ui& ui) {
    const AppState& s = ui.state;
    const Palette& c = ui.colors;
    const int count = static_cast<int>(s.inputs.lines.size()), now = s.inputs.place(s.input);
    if (count == 0) return; // it was closed in this frame
    const Box field = ui.memory.input_box;
    const float room = std::max(
        list_row, std::min(static_cast<float>(count) * list_row,
                           std::floor((ui.height - 180 - list_head - list_foot) / list_row) * list_row));
    const float width = std::min(std::max(field.w, least_width), ui.width - 16);
    const Box box{std::clamp(field.x, 8.0f, std::max(8.0f, ui.width - width - 8)), field.bottom() + 4, width,
                  list_head + room + list_foot};
    popup_box(ui, box, 8);
    ui.text({box.x + 16, box.y + 20}, "List of inputs", Face::Semibold, 13, c.t1);
    ui.text({box.right() - 16, box.y + 20},
            grouped(static_cast<std::uint64_t>(now) + 1) + " of " +
                grouped(static_cast<std::uint64_t>(count)),
            Face::Regular, 11, c.t3, Align::Right);

    const bool just_opened = std::exchange(ui.memory.type_ahead.list, "inputs") != "inputs";
    const int to = just_opened ? now : walked(ui, count, now, static_cast<int>(room / list_row));
    float& scroll = ui.memory.scroll["inputs"];
    if (to >= 0) scroll = scrolled_to(scroll, to, room);
    if (ui.over(box)) scroll -= ui.wheel() * list_row;
    const float all = static_cast<float>(count) * list_row;
    const Box list{box.x + 6, box.y + list_head, box.w - 12, room};
    scroll_bar(ui, "inputs:bar", {box.right() - 9, list.y, 8, room}, all, scroll);
    constexpr float ring = 7; // about a row: there is room for it on every side
    ui.clip({box.x - 2, list.y - ring, box.w + 4, list.h + 2 * ring});
    const float numbers = ui.text_width(grouped(static_cast<std::uint64_t>(count)), Face::Regular, 11);
    const int first = std::max(0, static_cast<int>(scroll / list_row) - 1),
              last = std::min(count - 1, static_cast<int>((scroll + room) / list_row) + 1);
    for (int n = first; n <= last; ++n)
        draw_row(ui, {list.x, list.y + static_cast<float>(n) * list_row - scroll, list.w - 6, list_row}, n,
                 numbers, n == now);
    ui.end_clip();
    draw_foot(ui, box);
    if (to >= 0) ui.point_at(row_id(to));
    if (ui.mouse_pressed() && !ui.over(box)) ui.send({"close-menu"});
}

} // namespace heed
