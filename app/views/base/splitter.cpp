#include "app/views/base/splitter.h"

namespace heed {

namespace {

constexpr float by_key = 24; // px

/// The line by the keyboard: the arrows of its way move it, Enter lets it fit.
Moved moved_by_keys(Ui& ui, Box line, bool rows) {
    const float way = ui.pressed(rows ? "Down" : "Right") ? 1.0f
                      : ui.pressed(rows ? "Up" : "Left")  ? -1.0f
                                                          : 0;
    if (way != 0) return {(rows ? line.y : line.x) + way * by_key};
    return {std::nullopt, ui.pressed("Enter")};
}

} // namespace

Moved splitter(Ui& ui, const std::string& id, Box line, Split split) {
    const Palette& c = ui.colors;
    const Ui::Hit hit = ui.press(id, line, 2);
    const bool rows = split == Split::Rows;
    ui.keeps(id, rows ? Arrows::UpDown : Arrows::Across);
    if (hit.hovered || hit.held) rows ? ui.show_vertical_cursor() : ui.show_horizontal_cursor();
    if (const float warm = hit.held ? 1 : hit.warmth; warm > 0)
        ui.fill(rows ? Box{line.x, line.y, line.w, 2} : Box{line.x, line.y, 2, line.h}, fade(c.t3, warm));
    // A grip that is there before the pointer comes.
    const Point at = line.centre();
    ui.fill(rows ? Box{at.x - 14, line.y + 2, 28, 2} : Box{line.x + 2, at.y - 14, 2, 28}, c.line2, 1);
    ui.tooltip(id, line, "Drag to share the room; a double click lets it fit");
    if (hit.focused) return moved_by_keys(ui, line, rows);
    Moved moved;
    if (!hit.held) return moved;
    if (ui.mouse_pressed())
        moved.reset = ui.clicks() == 2;
    else if (ui.mouse_down() && ui.clicks() < 2)
        moved.to = rows ? ui.mouse().y : ui.mouse().x;
    return moved;
}

std::optional<std::string> settled_field(Ui& ui, const std::string& id, Box box, const std::string& value,
                                         const FieldLook& look) {
    auto& drafts = ui.memory.drafts;
    const auto draft = drafts.find(id);
    const FieldResult field = text_field(ui, id, box, draft == drafts.end() ? value : draft->second, look);
    if (field.changed) drafts[id] = field.text;
    if (field.active) return std::nullopt;
    const auto typed = drafts.extract(id);
    if (typed.empty() || typed.mapped() == value) return std::nullopt;
    return typed.mapped();
}

} // namespace heed
