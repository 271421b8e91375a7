// The left of the list of models.
#include "app/views/picker/parts.h"
#include "app/views/standing.h"

#include <algorithm>

namespace heed {
namespace {

constexpr float family_height = 50, own_height = 42, recent_height = 28, heading_room = 30;

/// Back to typing: a click took the keyboard away.
void keep_typing(Ui& ui) { ui.memory.wanted_field = "field:picker"; }

void heading_at(Ui& ui, Point at, const std::string& words) {
    ui.text(at, words, Face::Semibold, 11, ui.colors.t3);
}

void family_line(Ui& ui, const PickerFamily& family, bool on, Box place) {
    const Palette& c = ui.colors;
    const Ui::Hit hit = ui.press("picker:family:" + family.id, place, 5);
    row_ground(ui, place, hit, on);
    const Box map{place.x + 8, place.centre().y - 16, 32, 32};
    if (family.id == picker_own)
        ui.draw(icon(Icon::Folder, c.t2), map.centre());
    else
        picker_map(ui, map, find_shot(ui.state, family.model, picker_text(ui.state, family.id)));
    const float x = map.right() + 10;
    const std::string count = std::to_string(family.count);
    const float room = place.right() - 10 - ui.text_width(count, Face::Mono, 11) - 8 - x;
    ui.text({x, place.centre().y - 8}, ui.cut(family.title, Face::Semibold, 13, room), Face::Semibold, 13,
            c.t1);
    ui.text({place.right() - 10, place.centre().y - 8}, count, Face::Mono, 11, c.t3, Align::Right);
    ui.text({x, place.centre().y + 9}, ui.cut(family.range, Face::Regular, 11, place.right() - 8 - x),
            Face::Regular, 11, c.t3);
    if (hit.clicked) {
        ui.send({"picker-family", family.id});
        keep_typing(ui);
    }
}

/// `signs`: whether one of one's own has a sign, so that all names stand behind the room for it.
void own_line(Ui& ui, const PickerRow& row, bool signs, Box place) {
    const Palette& c = ui.colors;
    const Ui::Hit hit = ui.press("picker:own:" + row.model->name, place, 5);
    row_ground(ui, place, hit, false);
    float x = place.x + 8, room = place.w - 34;
    const Standing standing = row.standing;
    standing_sign(ui, standing, {x + 7, place.centre().y - 8});
    if (signs) x += 20, room -= 20;
    ui.text({x, place.centre().y - 8}, ui.cut(row.name, Face::Medium, 13, room), Face::Medium, 13, c.t1);
    std::string of = row.of.empty() ? row.model->about.kind : row.of;
    if (const std::string word = standing_word(standing); !word.empty())
        of += (of.empty() ? "" : ", ") + word;
    ui.text({x, place.centre().y + 9}, ui.cut(of, Face::Regular, 11, room), Face::Regular, 11, c.t3);
    if (row.here) ui.draw(icon(Icon::Check, c.t1), {place.right() - 14, place.centre().y - 8});
    ui.tooltip("picker:own:" + row.model->name, place, row.model->name);
    if (hit.clicked) ui.send({"picker-open", row.model->name});
}

void recent_line(Ui& ui, const PickerRecent& recent, Box place) {
    const Palette& c = ui.colors;
    const Ui::Hit hit = ui.press("picker:recent:" + recent.name, place, 5);
    row_ground(ui, place, hit, false);
    const float when = ui.text_width(recent.when, Face::Regular, 11);
    ui.text({place.x + 8, place.centre().y}, ui.cut(recent.title, Face::Regular, 13, place.w - 28 - when),
            Face::Regular, 13, c.t1);
    ui.text({place.right() - 10, place.centre().y}, recent.when, Face::Regular, 11, c.t3, Align::Right);
    if (hit.clicked) ui.send({"picker-open", recent.name});
}

} // namespace

void picker_families(Ui& ui, const PickerLists& lists, Box room) {
    const float content =
        heading_room + family_height * static_cast<float>(lists.families.size()) +
        (lists.yours.empty() ? 0 : heading_room + own_height * static_cast<float>(lists.yours.size())) +
        (lists.recent.empty() ? 0 : heading_room + recent_height * static_cast<float>(lists.recent.size())) +
        8;
    float& scroll = scrolled(ui, "picker:left", room, content);
    ui.clip(room);
    float y = room.y - scroll;
    const auto head = [&](const char* words) {
        heading_at(ui, {room.x + 8, y + heading_room / 2}, words);
        y += heading_room;
    };
    head("Families");
    for (const PickerFamily& family : lists.families) {
        family_line(ui, family, family.id == lists.family, {room.x, y, room.w - 8, family_height - 2});
        y += family_height;
    }
    if (!lists.yours.empty()) head("Yours");
    const bool signs = std::any_of(lists.yours.begin(), lists.yours.end(),
                                   [](const PickerRow& row) { return row.standing != Standing::Unsaid; });
    for (const PickerRow& row : lists.yours) {
        own_line(ui, row, signs, {room.x, y, room.w - 8, own_height - 2});
        y += own_height;
    }
    if (!lists.recent.empty()) head("Recent");
    for (const PickerRecent& recent : lists.recent) {
        recent_line(ui, recent, {room.x, y, room.w - 8, recent_height - 2});
        y += recent_height;
    }
    ui.end_clip();
    scroll_bar(ui, "picker:left:bar", {room.right() - 6, room.y, 8, room.h}, content, scroll);
}

void picker_chips(Ui& ui, const PickerLists& lists, Box room) {
    const Palette& c = ui.colors;
    float x = room.x;
    for (const PickerFamily& family : lists.families) {
        const std::string words = family.title + " " + std::to_string(family.count);
        const Box chip{x, room.y, ui.text_width(words, Face::Medium, 11) + 20, 26};
        if (chip.right() > room.right()) break;
        const bool on = family.id == lists.family;
        const Ui::Hit hit = ui.press("picker:family:" + family.id, chip, 13);
        ui.frame(chip, on ? c.bg3 : ui.control_fill(hit), on ? c.t1 : c.line2, 13);
        ui.text(chip.centre(), words, Face::Medium, 11, on ? c.t1 : c.t2, Align::Centre);
        if (hit.clicked) {
            ui.send({"picker-family", family.id});
            keep_typing(ui);
        }
        x += chip.w + 6;
    }
}

} // namespace heed
