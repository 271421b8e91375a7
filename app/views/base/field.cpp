#include "app/views/base/field.h"

#include <algorithm>
#include <cmath>

namespace heed {
namespace {

struct Field {
    Ui& ui;
    const std::string& id;
    Box box;
    const FieldLook& look;
    FieldMemory& memory;

    bool active() const { return memory.id == id; }
    float left() const { return box.x + look.left; }
    float room() const { return std::max(1.0f, box.w - look.left - look.right); }
    TextPlaces places(const std::string& text) const { return ui.places(text, look.face, look.size); }
};

/// Gives the field the keyboard. What was done in it the last time can still be undone where nothing has
/// happened since.
void begin(Field& f, const std::string& value) {
    FieldMemory& m = f.memory;
    if (m.last != f.id || m.edit.text() != value) m.edit = TextEdit(value, f.look.limit);
    m.id = m.last = f.id;
    m.seen = value;
    m.scroll = 0;
    m.held = FieldMemory::Held::No;
    f.ui.memory.animating = true;
}

void take_focus(Field& f, const std::string& value) {
    UiMemory& memory = f.ui.memory;
    if (memory.wanted_field == f.id) {
        if (!f.active()) {
            begin(f, value);
            if (!f.look.keeps_caret) f.memory.edit.select_all();
        }
        memory.wanted_field.clear();
    }
    if (f.active() && memory.field_edit.field == f.id) {
        f.memory.edit.replace_all(value, static_cast<std::size_t>(std::max(0, memory.field_edit.caret)));
        f.memory.seen = value;
        memory.field_edit = {};
    }
}

/// How far a text is moved left that nobody edits: one that is read from the right shows its beginning.
float resting_scroll(const Field& f, const TextPlaces& places) {
    return places.right_to_left ? std::max(0.0f, places.width - f.room()) : 0;
}

void take_mouse(Field& f, const std::string& value) {
    Ui& ui = f.ui;
    FieldMemory& m = f.memory;
    const bool over = ui.reachable() && f.look.enabled && ui.over(f.box) &&
                      (ui.memory.pressed.empty() || ui.memory.pressed == f.id);
    if (over) ui.show_text_cursor();
    if (ui.mouse_pressed()) {
        if (!over) {
            if (f.active()) m.id.clear();
            return;
        }
        ui.memory.pressed = f.id;
        ui.memory.focus = f.id;
        ui.memory.focus_visible = false;
        if (!f.active()) {
            begin(f, value);
            m.scroll = resting_scroll(f, f.places(m.edit.text()));
        }
        const TextPlaces places = f.places(m.edit.text());
        const float x = ui.mouse().x - f.left() + m.scroll;
        const int clicks = ui.clicks();
        if (clicks >= 3) {
            m.edit.select_all();
        } else if (clicks == 2) {
            m.grip = places.part_at(x);
            m.edit.select_word(m.grip);
        } else {
            m.edit.move_to(places.byte_at(x), ui.shift());
        }
        m.held = clicks >= 3   ? FieldMemory::Held::No
                 : clicks == 2 ? FieldMemory::Held::Words
                               : FieldMemory::Held::Characters;
        return;
    }
    if (!f.active() || ui.memory.pressed != f.id) { // on to where the button came up
        m.held = f.active() ? FieldMemory::Held::No : m.held;
        return;
    }
    const float x = ui.mouse().x - f.left() + m.scroll;
    if (m.held == FieldMemory::Held::Characters)
        m.edit.move_to(f.places(m.edit.text()).byte_at(x), true);
    else if (m.held == FieldMemory::Held::Words)
        m.edit.select_words(m.grip, f.places(m.edit.text()).part_at(x));
    if (m.held != FieldMemory::Held::No && (x < m.scroll || x > m.scroll + f.room()))
        ui.memory.animating = true; // it moves on under the pointer
}

void take_keys(Field& f, FieldResult& result) {
    Ui& ui = f.ui;
    FieldMemory& m = f.memory;
    const FieldClipboard clipboard{[&ui] { return ui.clipboard(); },
                                   [&ui](const std::string& text) { ui.set_clipboard(text); }};
    const auto places = [&] { return f.places(m.edit.text()); };
    for (const FieldKey& key : std::exchange(ui.memory.typed, {})) {
        if (key.chord == "Enter") {
            result.entered = true;
            m.id.clear();
            return;
        }
        edit_by_key(m.edit, key, places, clipboard, f.look.exact_spaces, result);
    }
}

/// The caret stays in sight, with some of the text on both its sides.
void follow_caret(const Field& f, const TextPlaces& places) {
    FieldMemory& m = f.memory;
    const float x = places.x_of(m.edit.caret()), room = f.room(), margin = std::min(40.0f, room / 4);
    if (x < m.scroll) m.scroll = x - margin;
    if (x > m.scroll + room - 1) m.scroll = x - room + margin;
    m.scroll = std::clamp(m.scroll, 0.0f, std::max(0.0f, places.width + 2 - room));
}

void draw_text(const Field& f, const std::string& text, float scroll, bool active) {
    Ui& ui = f.ui;
    const Palette& c = ui.colors;
    const float y = f.box.centre().y, tall = std::round(f.look.size * 1.45f);
    if (text.empty() && !f.look.hint.empty()) // clear of the caret, which stands before it
        ui.text({f.left() + 3, y}, ui.cut(f.look.hint, f.look.face, f.look.size, f.room() - 3), f.look.face,
                f.look.size, c.t3);
    ui.clip({f.left() - 1, f.box.y, f.room() + 2, f.box.h});
    const TextEdit& edit = f.memory.edit;
    if (active && edit.has_selection())
        for (const auto& [from, to] : f.places(text).spans(edit.begin(), edit.end()))
            ui.fill({f.left() - scroll + from, y - tall / 2, to - from, tall}, fade(c.t1, 0.22f));
    ui.text({f.left() - scroll, y}, text, f.look.face, f.look.size, f.look.enabled ? c.t1 : c.t3);
    if (active) {
        const float x = f.left() - scroll + f.places(text).x_of(edit.caret());
        ui.fill({std::round(x * ui.scale) / ui.scale, y - tall / 2, 1, tall}, c.t1);
    }
    ui.end_clip();
}

} // namespace

FieldResult text_field(Ui& ui, const std::string& id, Box box, const std::string& value,
                       const FieldLook& look) {
    const Palette& c = ui.colors;
    FieldResult result;
    Field f{ui, id, box, look, ui.memory.field};
    if (look.enabled && ui.reachable()) {
        ui.memory.order.push_back(id);
        ui.stands(id, box);
    }
    if (!look.bare)
        ui.frame(box, c.bg0, look.border.a ? look.border : c.line2, 6, look.border.a ? 1.25f : 1.0f);
    if (look.enabled && ui.reachable()) take_focus(f, value);
    take_mouse(f, value);
    if (f.active() && !ui.reachable()) f.memory.id.clear();
    if (f.active()) {
        const std::string before = f.memory.edit.text();
        take_keys(f, result);
        result.changed = f.memory.edit.text() != before;
        if (result.cut_short) ui.send({"paste-cut-short", "", 0, static_cast<int>(look.limit)});
        if (result.changed) result.text = f.memory.edit.text();
    }
    result.active = f.active();
    const std::string& text = result.active || result.changed ? f.memory.edit.text() : value;
    const TextPlaces places = f.places(text);
    if (result.active) {
        follow_caret(f, places);
        result.scroll = f.memory.scroll;
        result.caret = static_cast<int>(f.memory.edit.caret());
    } else {
        result.scroll = resting_scroll(f, places);
    }
    draw_text(f, text, result.scroll, result.active);
    if (!result.active) return result;
    const bool by_keyboard = ui.memory.focus == id && ui.memory.focus_visible;
    ui.memory.active_field = id;
    if (ui.memory.focus != id) {
        ui.memory.focus = id;
        ui.memory.focus_visible = false;
    }
    if (by_keyboard && !look.bare)
        ui.draw(RectItem{{box.x - 3, box.y - 3, box.w + 6, box.h + 6}, {0, 0, 0, 0}, c.t1, 2, 9});
    return result;
}

FieldResult text_field(Ui& ui, const std::string& id, Box box, const std::string& value,
                       const FieldLook& look, std::string_view command) {
    FieldMemory& m = ui.memory.field;
    if (m.id == id && value != m.seen) { // what is typed is kept as it is, so this comes from elsewhere
        if (value != m.edit.text()) m.edit.replace_all(value, value.size());
        m.seen = value;
    }
    FieldResult field = text_field(ui, id, box, value, look);
    if (field.changed) ui.send({command, field.text});
    return field;
}

} // namespace heed
