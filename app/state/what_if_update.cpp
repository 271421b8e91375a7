// What the user's hand does to the run.
#include "app/state/what_if.h"

#include "app/state/command.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace heed {
namespace {

using Kind = Effect::Kind;

/// The edit of that row, begun if it has none, or another.
RowEdit& held_row(Edits& edits, int i) {
    RowEdit& edit = edits.rows[i];
    if (edit.kind != RowEdit::Kind::Held) edit = {RowEdit::Kind::Held, {}, {}, {}, 0};
    return edit;
}

void hold(AppState& s, int i, int j, double value) {
    if (i < 0 || j < 0) return;
    const float most = most_weight(s, i, j);
    held_row(s.edits, i).held[j] = std::clamp(static_cast<float>(value), 0.0f, most);
}

bool is_held(const Edits& edits, int i, int j) {
    const auto row = edits.rows.find(i);
    return row != edits.rows.end() && row->second.kind == RowEdit::Kind::Held && row->second.held.contains(j);
}

void free_weight(Edits& edits, int i, int j) {
    if (!is_held(edits, i, j)) return;
    const auto row = edits.rows.find(i);
    row->second.held.erase(j);
    if (row->second.held.empty()) edits.rows.erase(row);
}

/// Another source position that gets nothing, or one less.
std::vector<int> toggled(std::vector<int> positions, int j) {
    const auto at = std::lower_bound(positions.begin(), positions.end(), j);
    if (at != positions.end() && *at == j)
        positions.erase(at);
    else
        positions.insert(at, j);
    return positions;
}

/// The row edit that is asked for once more: another shuffle, another position left out; the others end.
std::optional<RowEdit> next_edit(const RowEdit* now, const RowEdit& asked) {
    const bool again = now && now->kind == asked.kind;
    if (!again) return asked;
    RowEdit next = *now;
    if (asked.kind == RowEdit::Kind::Shuffled) {
        ++next.seed;
        return next;
    }
    if (asked.kind != RowEdit::Kind::Without) return std::nullopt;
    for (const int j : asked.without) next.without = toggled(next.without, j);
    if (next.without.empty()) return std::nullopt;
    return next;
}

void set_row(Edits& edits, int i, std::optional<RowEdit> edit) {
    if (i < 0)
        edits.every_row = std::move(edit);
    else if (edit)
        edits.rows[i] = std::move(*edit);
    else
        edits.rows.erase(i);
}

void edit_row(Edits& edits, const Command& c) {
    const auto kind = find_row_edit(c.text);
    if (!kind) return set_row(edits, c.i, std::nullopt); // "own"
    RowEdit edit{*kind, {}, {}, {}, static_cast<std::uint64_t>(std::max(0.0, c.value))};
    if (edit.kind == RowEdit::Kind::Without) edit.without = {c.j};
    set_row(edits, c.i, edit);
}

/// An ablation by key, button or name: of the output that is looked at, or of every one.
void ablate(AppState& s, RowEdit::Kind kind) {
    const int i = s.what_if.every ? -1 : edited_output(s);
    if (i < 0 && !s.what_if.every) return;
    RowEdit asked{kind, {}, {}, {}, 0};
    if (kind == RowEdit::Kind::Without) {
        const int j = edited_column(s);
        if (j < 0) return;
        asked.without = {j};
    }
    const auto row = s.edits.rows.find(i);
    const RowEdit* now = s.what_if.every             ? (s.edits.every_row ? &*s.edits.every_row : nullptr)
                         : row == s.edits.rows.end() ? nullptr
                                                     : &row->second;
    set_row(s.edits, i, next_edit(now, asked));
}

void take_back_row(AppState& s) {
    if (s.what_if.every)
        s.edits.every_row.reset();
    else
        s.edits.rows.erase(edited_output(s));
}

/// A weight by the arrow keys. What is changed in one place without a pause elsewhere is one drag.
void nudge(AppState& s, double by) {
    const int i = edited_output(s), j = edited_column(s);
    if (i < 0 || j < 0) return;
    if (s.selection.column != j) s.selection.column = j; // it stays where it began
    if (s.gesture == 0) s.gesture = ++s.gestures;
    const auto row = s.edits.rows.find(i);
    const double now = is_held(s.edits, i, j) ? static_cast<double>(row->second.held.at(j))
                                              : static_cast<double>(s.trace->weight(i, j));
    hold(s, i, j, std::round((now + by) * 100) / 100);
}

void move_column(AppState& s, int by) {
    const int j = edited_column(s);
    if (j >= 0) s.selection.column = std::clamp(j + by, 0, s.trace->source_length() - 1);
}

void lock(AppState& s, int i, int j) {
    if (i < 0 || j < 0) return;
    if (is_held(s.edits, i, j))
        free_weight(s.edits, i, j);
    else
        hold(s, i, j, static_cast<double>(s.trace->weight(i, j)));
}

void force(AppState& s, const Command& c) {
    if (c.i < 0) return;
    if (c.text.empty())
        s.edits.forced.erase(c.i);
    else
        s.edits.forced[c.i] = c.text;
}

EffectList find_flip(AppState& s) {
    const int i = edited_output(s);
    if (i < 0 || !s.trace->has_weights()) return {};
    s.what_if.flip = {};
    s.what_if.flip.request = wanted_request(s);
    s.what_if.flip.output = i;
    s.what_if.flip.busy = true;
    return {{Kind::FindFlip}};
}

void apply_flip(AppState& s) {
    const FlipState& flip = s.what_if.flip;
    if (!flip.found) return;
    set_row(s.edits, flip.output, RowEdit{RowEdit::Kind::Given, flip.weights, {}, {}, 0});
}

} // namespace

bool can_hold(const AppState& s) { return s.model && s.trace && s.trace->has_weights() && !s.input.empty(); }

int edited_output(const AppState& s) {
    if (!s.trace) return -1;
    const Moment now = moment_at(s.trace->outline, s.playback.at);
    if (!now.started || !now.decoding()) return -1;
    return s.selection.row >= 0 && s.selection.row < now.position ? s.selection.row : now.position;
}

int edited_column(const AppState& s) {
    const int i = edited_output(s);
    if (i < 0 || !s.trace->has_weights()) return -1;
    if (s.selection.column >= 0 && s.selection.column < s.trace->source_length()) return s.selection.column;
    Eigen::Index strongest = 0;
    s.trace->at(Quantity::Weights).col(i).maxCoeff(&strongest);
    return static_cast<int>(strongest);
}

float most_weight(const AppState& s, int i, int j) {
    if (!s.trace || !s.trace->has_weights() || i < 0 || i >= s.trace->outputs()) return 1;
    const Quantity own = s.trace->has(Quantity::OwnWeights) ? Quantity::OwnWeights : Quantity::Weights;
    float left = std::min(1.0f, s.trace->at(own).col(i).sum());
    if (left > 0.9999f) left = 1; // rounding
    const auto row = s.edits.rows.find(i);
    if (row != s.edits.rows.end() && row->second.kind == RowEdit::Kind::Held)
        for (const auto& [other, weight] : row->second.held)
            if (other != j) left -= weight;
    return std::max(0.0f, left);
}

EffectList update_what_if(AppState& s, const Command& c) {
    const bool nudges = c.what >= Do::WeightUp && c.what <= Do::WeightDownFine;
    if (s.what_if.arrows && !nudges) s.gesture = 0;
    switch (c.what) {
    case Do::Gesture:
        s.gesture = c.i > 0 ? ++s.gestures : 0;
        break;
    case Do::ForceToken:
        force(s, c);
        break;
    case Do::HoldWeight:
        hold(s, c.i, c.j, c.value);
        break;
    case Do::FreeWeight:
        free_weight(s.edits, c.i, c.j);
        break;
    case Do::LockWeight:
        lock(s, c.i >= 0 ? c.i : edited_output(s), c.i >= 0 ? c.j : edited_column(s));
        break;
    case Do::EditRow:
        edit_row(s.edits, c);
        break;
    case Do::Temperature:
        s.edits.temperature = std::clamp(c.value, 0.01, 100.0);
        break;
    case Do::ResetEdits:
        s.edits = s.kept.value_or(Edits{});
        break;
    case Do::KeepEdits:
        s.kept = s.edits;
        break;
    case Do::ArrowsHold:
        s.what_if.arrows = !s.what_if.arrows;
        if (s.what_if.arrows) s.selection.column = edited_column(s);
        s.playback.playing = false;
        break;
    case Do::WeightUp:
        nudge(s, 0.05);
        break;
    case Do::WeightDown:
        nudge(s, -0.05);
        break;
    case Do::WeightUpFine:
        nudge(s, 0.01);
        break;
    case Do::WeightDownFine:
        nudge(s, -0.01);
        break;
    case Do::WeightLeft:
        move_column(s, -1);
        break;
    case Do::WeightRight:
        move_column(s, +1);
        break;
    case Do::EditUniform:
        ablate(s, RowEdit::Kind::Uniform);
        break;
    case Do::EditHardMax:
        ablate(s, RowEdit::Kind::HardMax);
        break;
    case Do::EditPrevious:
        ablate(s, RowEdit::Kind::Previous);
        break;
    case Do::EditWithout:
        ablate(s, RowEdit::Kind::Without);
        break;
    case Do::EditShuffled:
        ablate(s, RowEdit::Kind::Shuffled);
        break;
    case Do::EditOwn:
        take_back_row(s);
        break;
    case Do::EditScope:
        s.what_if.every = c.i > 0;
        break;
    case Do::FindFlip:
        return find_flip(s);
    case Do::ApplyFlip:
        apply_flip(s);
        break;
    case Do::MapChanged:
        s.what_if.map = WhatIfMap::Changed;
        break;
    case Do::MapModel:
        s.what_if.map = WhatIfMap::Model;
        break;
    case Do::MapDifference:
        s.what_if.map = WhatIfMap::Difference;
        break;
    default:
        break;
    }
    return {};
}

} // namespace heed
