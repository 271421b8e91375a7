// Under the model's button: every model there is, without a scrim. Typing searches, arrows walk, → shows the
// card.
#include "app/views/picker/parts.h"
#include "app/views/views.h"

#include <algorithm>

namespace heed {
namespace {

constexpr float button_bottom = top_bar_height + 40, footer = 40, column = 204;

Box popup_place(const Ui& ui) {
    const float top = button_bottom + 6;
    return {16, top, std::min(920.0f, ui.width - 32), std::min(806.0f, ui.height - top - 8)};
}

void search_field(Ui& ui, const PickerLists& lists, Box box, bool& at_end) {
    const AppState& s = ui.state;
    const Palette& c = ui.colors;
    ui.frame(box, c.bg0, c.t1, 6, 1.5f);
    ui.draw(icon(Icon::Search, c.t2), {box.x + 18, box.centre().y});
    const std::string all = std::to_string(s.models.size());
    const std::string count =
        (s.picker.query.empty() ? "" : std::to_string(lists.models) + " of ") + all + " models";
    const float w = ui.text_width(count, Face::Regular, 11);
    const FieldLook look{.hint = "Search models, scores, what they fail at",
                         .left = 36,
                         .right = w + 28,
                         .bare = true,
                         .limit = 200};
    const FieldResult field = text_field(ui, "field:picker", box, s.picker.query, look, "picker-search");
    ui.text({box.right() - 14, box.centre().y}, count, Face::Regular, 11, c.t3, Align::Right);
    at_end = !field.active || field.caret >= static_cast<int>(s.picker.query.size());
    if (field.entered) ui.send({"picker-open"});
}

void keys_of_list(Ui& ui, bool at_end) {
    const PickerState& p = ui.state.picker;
    for (const auto& [key, by] : {std::pair{"Down", 1}, std::pair{"Up", -1}})
        if (ui.pressed(key)) {
            ui.send({"picker-move", "", 0, by});
            ui.memory.scroll["picker:follow"] = 3; // frames in which the chosen row is brought to the eye
        }
    if (ui.pressed("Right") && p.card.empty() && at_end) ui.send({"picker-card"});
    if (ui.pressed("Left") && !p.card.empty()) ui.send({"picker-card", "", 0, 0});
    if (ui.pressed("Enter") && !ui.memory.focus_visible && ui.memory.active_field.empty())
        ui.send({"picker-open"});
}

void foot(Ui& ui, Box room, bool card) {
    const Palette& c = ui.colors;
    ui.fill({room.x + 1, room.y, room.w - 2, 1}, c.line2);
    const float y = room.centre().y;
    float x = room.x + 20;
    const auto hint = [&](std::initializer_list<const char*> chips, const std::string& words) {
        for (const char* chip : chips) x += key_chip(ui, {x, y}, chip) + 4;
        ui.text({x + 4, y}, words, Face::Regular, 11, c.t3);
        x += ui.text_width(words, Face::Regular, 11) + 22;
    };
    hint({"↑", "↓"}, "choose");
    if (card)
        hint({"←"}, "the list");
    else
        hint({"→"}, "its card");
    hint({"Enter"}, "open");
    const std::string words = "Open a file";
    const float w = ui.text_width(words, Face::Medium, 11) + ui.text_width("Ctrl O", Face::Mono, 11) + 10;
    const Box open{room.right() - 20 - w - 8, y - 12, w + 16, 24};
    const Ui::Hit hit = ui.press("picker:open", open, 5);
    if (hit.warmth > 0) ui.fill(open, fade(c.bg3, hit.warmth), 5);
    ui.text({open.x + 8, y}, words, Face::Medium, 11, c.t2);
    ui.text({open.right() - 8, y}, "Ctrl O", Face::Mono, 11, c.t3, Align::Right);
    if (hit.clicked) ui.send({"open"});
}

/// Nothing is called that.
void nothing_found(Ui& ui, const PickerLists& lists, Box room) {
    const Palette& c = ui.colors;
    const float y = room.y + 64;
    ui.text({room.centre().x, y}, "No model has that in its name, score, task or card", Face::Semibold, 13,
            c.t1, Align::Centre);
    if (lists.meant.empty()) return;
    ui.text({room.centre().x, y + 32}, "Did you mean", Face::Regular, 13, c.t3, Align::Centre);
    float total = -8;
    for (const std::string& word : lists.meant) total += ui.text_width(word, Face::Medium, 13) + 32;
    float x = room.centre().x - total / 2;
    for (const std::string& word : lists.meant) {
        const Box chip{x, y + 52, ui.text_width(word, Face::Medium, 13) + 24, 28};
        const Ui::Hit hit = ui.press("picker:meant:" + word, chip, 14);
        ui.frame(chip, ui.control_fill(hit), c.line2, 14);
        ui.text(chip.centre(), word, Face::Medium, 13, c.t1, Align::Centre);
        if (hit.clicked) {
            ui.send({"picker-search", word});
            ui.memory.wanted_field = "field:picker";
        }
        x += chip.w + 8;
    }
}

} // namespace

void picker_map(Ui& ui, Box box, const PickerShot* shot) {
    const Palette& c = ui.colors;
    ui.fill(box, c.bg0, 2);
    if (shot && shot->weights) {
        ui.draw(MatrixItem{.box = box,
                           .rows = shot->rows,
                           .columns = shot->columns,
                           .values = shot->weights,
                           .map = ui.state.settings.map,
                           .scale = ui.state.settings.scale,
                           .dark = c.dark()});
        return;
    }
    if (!shot || !shot->problem.empty()) return;
    ui.clip(box);
    for (float x = box.x - box.h; x < box.right(); x += 5) // no weights
        ui.line({x, box.bottom()}, {x + box.h, box.y}, c.line2);
    ui.end_clip();
}

void picker_menu(Ui& ui) {
    const AppState& s = ui.state;
    const Palette& c = ui.colors;
    if (!s.picker.open) return;
    const PickerLists lists = picker_lists(s);
    const Box box = popup_place(ui);
    popup_box(ui, box, 10);
    const float tip = 16 + 108.0f; // under the middle of the button
    ui.draw(LineItem{.points = {{tip - 7, box.y + 1}, {tip, box.y - 6}, {tip + 7, box.y + 1}},
                     .color = c.popup,
                     .width = 1,
                     .closed = true,
                     .fill = c.popup});
    bool at_end = true;
    search_field(ui, lists, {box.x + 12, box.y + 12, box.w - 24, 32}, at_end);
    const bool narrow = ui.width < 960;
    const float top = box.y + 56, bottom = box.bottom() - footer;
    Box room{box.x + 12, top, box.w - 24, bottom - top};
    if (!lists.families.empty() && narrow) {
        picker_chips(ui, lists, {room.x, room.y, room.w, 28});
        room.y += 36;
        room.h -= 36;
    } else if (!lists.families.empty()) {
        picker_families(ui, lists, {room.x, room.y, column, room.h});
        ui.fill({room.x + column + 4, box.y + 56, 1, bottom - top}, c.line2);
        room.x += column + 12;
        room.w -= column + 12;
    }
    const auto carded = std::find_if(s.models.begin(), s.models.end(),
                                     [&](const ModelChoice& m) { return m.name == s.picker.card; });
    const bool card = !s.picker.card.empty() && carded != s.models.end();
    if (lists.families.empty())
        nothing_found(ui, lists, room);
    else if (card)
        picker_card(ui, *carded, room);
    else
        picker_rows(ui, lists, room);
    foot(ui, {box.x, bottom, box.w, footer}, card);
    keys_of_list(ui, at_end);
    if (ui.mouse_pressed() && !ui.over(box)) ui.send({"close-menu"});
}

} // namespace heed
