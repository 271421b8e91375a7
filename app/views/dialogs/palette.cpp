// Ctrl+K: every command by name. F1: every key.
#include "app/state/commands/palette.h"
#include "app/views/base/widgets.h"
#include "app/views/dialogs/key_columns.h"
#include "app/views/views.h"
#include "core/text/shortened.h"

#include <algorithm>
#include <cmath>

namespace heed {
namespace {

float chips(Ui& ui, float right, float y, std::string_view chord) {
    const std::string label = key_label(chord);
    const float w = ui.text_width(label, Face::Mono, 11) + 12;
    key_chip(ui, {right - w, y}, label);
    return w;
}

void entry_row(Ui& ui, Box place, const PaletteEntry& entry, int n) {
    const Palette& c = ui.colors;
    const bool chosen = n == ui.state.palette.chosen;
    const Ui::Hit hit = ui.press("palette:" + entry.id, place, 5, false);
    row_ground(ui, place, hit, chosen);
    float right = place.right() - 12;
    if (!entry.key.empty())
        right -= chips(ui, right, place.centre().y, entry.key) + 12;
    else if (!entry.detail.empty()) {
        const std::string detail = ui.cut(entry.detail, Face::Regular, 11, place.w * 0.4f);
        ui.text({right, place.centre().y}, detail, Face::Regular, 11, c.t3, Align::Right);
        right -= ui.text_width(detail, Face::Regular, 11) + 12;
    }
    const float x = place.x + 12;
    const std::string title = without_middle(entry.title, [&](const std::string& shorter) {
        return ui.text_width(shorter, Face::Medium, 13) <= right - x;
    });
    ui.text({x, place.centre().y}, title, Face::Medium, 13, chosen ? c.t1 : c.t2);
    if (hit.clicked) ui.send({"palette-run", "", 0, n});
}

} // namespace

void palette_dialog(Ui& ui) {
    const AppState& s = ui.state;
    const Palette& c = ui.colors;
    const auto found = find_entries(s.palette.query, s);
    const float w = std::min(560.0f, ui.width - 48), row = 36;
    const int room = std::max(3, std::min(10, static_cast<int>((ui.height - 260) / row)));
    const int count = static_cast<int>(found.size()), shown = std::min(room, count);
    const Box box{(ui.width - w) / 2, std::min(140.0f, ui.height * 0.14f), w,
                  48 + row * static_cast<float>(std::max(1, shown)) + 38};
    popup_box(ui, box, 10);
    ui.memory.dialog = box;
    ui.memory.dialog_heading = box.right();
    ui.draw(icon(Icon::Search, c.t2), {box.x + 22, box.y + 24});
    const FieldLook look{.hint = "Find a command, a model, an input, a session, a setting",
                         .size = 15,
                         .left = 40,
                         .bare = true};
    const FieldResult field =
        text_field(ui, "field:palette", {box.x, box.y + 4, w, 40}, s.palette.query, look, "palette-query");
    ui.fill({box.x + 1, box.y + 48, w - 2, 1}, c.line2);
    const int first = std::clamp(s.palette.chosen - room + 1, 0, std::max(0, count - room));
    float y = box.y + 54;
    for (int n = first; n < first + shown; ++n) {
        entry_row(ui, {box.x + 6, y, w - 12, row - 4}, found[static_cast<std::size_t>(n)], n);
        y += row;
    }
    if (found.empty()) {
        const std::string elsewhere = find_elsewhere(s.palette.query, s);
        const std::string words =
            elsewhere.empty() ? "Nothing is called that" : "Cannot be done here: " + elsewhere;
        ui.text({box.x + 18, y + 14}, ui.cut(words, Face::Regular, 13, w - 36), Face::Regular, 13, c.t3);
        y += row;
    }
    const std::size_t all = s.palette.query.empty() ? found.size() : palette_entries(s).size();
    ui.text({box.x + 18, box.bottom() - 18},
            s.palette.query.empty() ? std::to_string(all) + " entries"
                                    : std::to_string(count) + " of " + std::to_string(all),
            Face::Regular, 11, c.t3);
    if (ui.pressed("Down")) ui.send({"palette-move", "", 0, 1});
    if (ui.pressed("Up")) ui.send({"palette-move", "", 0, -1});
    if (ui.pressed("PageDown")) ui.send({"palette-move", "", 0, room});
    if (ui.pressed("PageUp")) ui.send({"palette-move", "", 0, -room});
    if (const float turned = ui.over(box) ? ui.wheel() : 0; turned != 0)
        ui.send({"palette-move", "", 0, turned > 0 ? -3 : 3});
    if (ui.pressed("Enter") || field.entered) ui.send({"palette-run"});
    if (ui.mouse_pressed() && !ui.over(box)) ui.send({"close-dialog"});
}

namespace {

/// What the keys of a group ask for first.
std::string_view note_of(std::string_view group) {
    return group == "Search" ? "in the tree a letter begins a token: Esc first" : "";
}

/// What a command does, and its keys at the right.
void key_line(Ui& ui, const CommandInfo& info, float x, float right, float middle) {
    const Palette& c = ui.colors;
    const auto title = [&] {
        ui.text({x, middle}, ui.cut(std::string(info.title), Face::Regular, 13, right - x - 6), Face::Regular,
                13, c.t2);
    };
    if (info.keys.size() > 3) { // the first to the last
        right -= chips(ui, right, middle, info.keys.back()) + 6;
        right -= ui.text_width("…", Face::Regular, 13) + 6;
        ui.text({right, middle}, "…", Face::Regular, 13, c.t3);
        right -= 6 + chips(ui, right - 6, middle, info.keys.front());
        return title();
    }
    std::string last;
    for (auto key = info.keys.rbegin(); key != info.keys.rend(); ++key)
        if (std::string label = key_label(*key); label != last) {
            right -= chips(ui, right, middle, *key) + 6;
            last = std::move(label);
        }
    title();
}

} // namespace

void keys_dialog(Ui& ui) {
    constexpr float top = keys_top, between = keys_between, edges = keys_edges;
    const KeyColumns keys = key_columns(ui.width, ui.height);
    const float tallest = keys.tallest, w = keys.width, h = std::min(top + tallest + 8, ui.height - 24);
    const Box box{std::round((ui.width - w) / 2), std::round((ui.height - h) / 2), w, h};
    dialog_box(ui, "keys", box, "Keys", 34);
    const auto count = static_cast<float>(keys.columns);
    const float column = (w - edges - (count - 1) * between) / count;
    const Box list{box.x, box.y + 56, box.w, box.h - 64};
    float& scroll = scrolled(ui, "keys", list, tallest + top - 56);
    for (const auto& [chord, by] :
         {std::pair{"Down", 44.0f}, {"Up", -44.0f}, {"PageDown", list.h - 44}, {"PageUp", 44 - list.h}})
        if (ui.pressed(chord))
            scroll = std::clamp(scroll + by, 0.0f, std::max(0.0f, tallest + top - 56 - list.h));
    ui.clip(list);
    std::vector<float> y(keys.columns, box.y + top - scroll);
    for (const KeyGroup& group : keys.groups) {
        const float x = box.x + edges / 2 + static_cast<float>(group.column) * (column + between);
        float& at = y[group.column];
        ui.text({x, at + 6}, group.title, Face::Semibold, 11, ui.colors.t3);
        ui.text({x + column, at + 6}, std::string(note_of(group.title)), Face::Regular, 11, ui.colors.t3,
                Align::Right);
        at += key_head;
        for (const CommandInfo* info : group.rows) {
            key_line(ui, *info, x, x + column, at + key_row / 2);
            at += key_row;
        }
        at += key_gap;
    }
    ui.end_clip();
    scroll_bar(ui, "keys:scroll", {list.right() - 10, list.y, 8, list.h}, tallest + top - 56, scroll);
    if (ui.mouse_pressed() && !ui.over(box)) ui.send({"close-dialog"});
}

} // namespace heed
