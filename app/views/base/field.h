// A field for one line of text. The text is whatever Unicode holds: it is drawn as everywhere else, and the
// caret, the mouse and the keys go by what a reader takes for characters.
#pragma once

#include "app/views/base/ui.h"

namespace heed {

struct FieldLook {
    std::string hint = {};
    Face face = Face::Regular;
    float size = 13;
    float left = 12, right = 12;               // room inside
    Color border{0, 0, 0, 0};                  // visible: instead of the usual one
    bool bare = false;                         // no box
    std::size_t limit = TextEdit::usual_limit; // bytes
    bool enabled = true;
    bool exact_spaces = false; // in what is pasted each space counts, as in the name of a file
    bool keeps_caret = false;  // when it gets the keyboard, its text is not selected
};
struct FieldResult {
    bool changed = false, active = false, entered = false;
    std::string text;       // when it changed
    float scroll = 0;       // px at scale 1 by which the text is moved left
    int caret = -1;         // bytes before it, while active
    std::string pasted;     // what was pasted in this frame, where it held several lines
    bool cut_short = false; // not all of what was pasted went in
};
FieldResult text_field(Ui& ui, const std::string& id, Box box, const std::string& value,
                       const FieldLook& look);
/// The same, for a command that takes what is typed. The field takes over what the command makes of it.
FieldResult text_field(Ui& ui, const std::string& id, Box box, const std::string& value,
                       const FieldLook& look, std::string_view command);

/// What keys do to a text that is being edited; false where the key is none of those. `places`: where its
/// parts stand, for the arrows.
struct FieldClipboard {
    std::function<std::string()> get;
    std::function<void(const std::string&)> set;
};
bool edit_by_key(TextEdit& edit, const FieldKey& key, const std::function<TextPlaces()>& places,
                 const FieldClipboard& clipboard, bool exact_spaces, FieldResult& result);

} // namespace heed
