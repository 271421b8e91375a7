// What the user's hand does to the run.
#include "app/state/what_if.h"

#include <algorithm>
#include <charconv>

namespace heed {
namespace {

/// The edit of that row, begun if it has none, or another.
RowEdit& held_row(Edits& edits, int i) {
    RowEdit& edit = edits.rows[i];
    if (edit.kind != RowEdit::Kind::Held) edit = {RowEdit::Kind::Held, {}, {}, {}, 0};
    return edit;
}

void free_weight(Edits& edits, int i, int j) {
    const auto row = edits.rows.find(i);
    if (row == edits.rows.end() || row->second.kind != RowEdit::Kind::Held) return;
    row->second.held.erase(j);
    if (row->second.held.empty()) edits.rows.erase(row);
}

void edit_row(Edits& edits, const Command& c) {
    const auto kind = find_row_edit(c.text);
    if (!kind) { // "own"
        if (c.i < 0) edits.every_row.reset();
        else edits.rows.erase(c.i);
        return;
    }
    RowEdit edit{*kind, {}, {}, {}, static_cast<std::uint64_t>(std::max(0.0, c.value))};
    if (edit.kind == RowEdit::Kind::Without) edit.without = {c.j};
    if (c.i < 0) edits.every_row = edit;
    else edits.rows[c.i] = edit;
}

} // namespace

EffectList update_what_if(AppState& s, const Command& c) {
    switch (c.what) {
    case Do::Gesture: s.gesture = c.i > 0 ? ++s.gestures : 0; break;
    case Do::ForceToken:
        if (c.text.empty()) s.edits.forced.erase(c.i);
        else s.edits.forced[c.i] = c.text;
        break;
    case Do::HoldWeight: held_row(s.edits, c.i).held[c.j] = static_cast<float>(std::clamp(c.value, 0.0, 1.0)); break;
    case Do::FreeWeight: free_weight(s.edits, c.i, c.j); break;
    case Do::EditRow: edit_row(s.edits, c); break;
    case Do::Temperature: s.edits.temperature = std::clamp(c.value, 0.01, 100.0); break;
    case Do::ResetEdits: s.edits = s.kept.value_or(Edits{}); break;
    case Do::KeepEdits: s.kept = s.edits; break;
    default: break;
    }
    return {};
}

} // namespace heed
