// Keys in a text field.
#include "app/views/base/field.h"

#include "core/text/lines.h"

#include <array>

namespace heed {
namespace {

struct Press {
    TextEdit& edit;
    bool shift;
    const std::function<TextPlaces()>& places;
    const FieldClipboard& clipboard;
    bool exact_spaces;
    FieldResult& result;
};

template <int direction>
void go(Press& p) {
    const TextPlaces places = p.places();
    TextEdit& e = p.edit;
    if (p.shift || !e.has_selection()) return e.move_to(places.beside(e.caret(), direction), p.shift);
    const bool begin_lies_left = places.x_of(e.begin()) <= places.x_of(e.end());
    e.move_to((direction < 0) == begin_lies_left ? e.begin() : e.end()); // to that end of the selection
}

template <int direction>
void go_word(Press& p) {
    const bool leftwards = p.places().right_to_left;
    p.edit.move_by_word(leftwards ? -direction : direction, p.shift);
}

void go_home(Press& p) { p.edit.move_to(0, p.shift); }
void go_end(Press& p) { p.edit.move_to(p.edit.text().size(), p.shift); }
void select_all(Press& p) { p.edit.select_all(); }
void undo(Press& p) { p.shift ? p.edit.redo() : p.edit.undo(); }
void redo(Press& p) { p.edit.redo(); }

template <int direction, bool word>
void erase(Press& p) {
    p.edit.erase(direction, word);
}

void copy(Press& p) {
    if (p.edit.has_selection()) p.clipboard.set(p.edit.selected());
}

void cut(Press& p) {
    if (!p.edit.has_selection()) return;
    copy(p);
    p.edit.erase(-1);
}

void paste(Press& p) {
    const std::string text = p.clipboard.get();
    if (text.empty()) return;
    p.result.cut_short = !p.edit.paste(p.exact_spaces ? one_line_exactly(text) : one_line(text));
    if (lines_in(text).size() > 1) p.result.pasted = text;
}

struct KeyRow {
    std::string_view chord; // without Shift
    void (*act)(Press&);
    bool with_shift = false; // Shift extends the selection, or turns it round
};
constexpr std::array<KeyRow, 19> keys = {{
    {"Left", go<-1>, true},
    {"Right", go<+1>, true},
    {"Ctrl+Left", go_word<-1>, true},
    {"Ctrl+Right", go_word<+1>, true},
    {"Home", go_home, true},
    {"End", go_end, true},
    {"Ctrl+Home", go_home, true},
    {"Ctrl+End", go_end, true},
    {"Backspace", erase<-1, false>, true},
    {"Delete", erase<+1, false>},
    {"Ctrl+Backspace", erase<-1, true>},
    {"Ctrl+Delete", erase<+1, true>},
    {"Ctrl+A", select_all},
    {"Ctrl+C", copy},
    {"Ctrl+X", cut},
    {"Ctrl+V", paste},
    {"Ctrl+Insert", copy},
    {"Ctrl+Z", undo, true},
    {"Ctrl+Y", redo},
}};

} // namespace

bool edit_by_key(TextEdit& edit, const FieldKey& key, const std::function<TextPlaces()>& places,
                 const FieldClipboard& clipboard, bool exact_spaces, FieldResult& result) {
    if (!key.text.empty()) {
        edit.type(key.text);
        return true;
    }
    std::string chord = key.chord;
    const std::size_t at = chord.find("Shift+");
    const bool shift = at != std::string::npos;
    if (shift) chord.erase(at, 6);
    Press press{edit, shift, places, clipboard, exact_spaces, result};
    if (shift && chord == "Insert") return paste(press), true; // as they were before Ctrl+C
    if (shift && chord == "Delete") return cut(press), true;
    for (const KeyRow& row : keys) {
        if (row.chord != chord || (shift && !row.with_shift)) continue;
        row.act(press);
        return true;
    }
    return false;
}

} // namespace heed
