// Which row and column the user's hand is at, and how far a weight goes there.
#include "app/figures/transformer/transformer.h"
#include "app/state/step/layers/front.h"
#include "app/state/step/layers/layers.h"
#include "app/state/step/what_if.h"
#include "core/models/transformer/facts.h"

#include <algorithm>

namespace heed {

bool has_cell(const AppState& s, int i, int j) {
    return s.trace && s.trace->has_weights() && i >= 0 && i < s.trace->outputs() && j >= 0 &&
           j < s.trace->source_length();
}

float weight_seen(const AppState& s, int i, int j) {
    if (!has_cell(s, i, j)) return 0;
    if (shows_layers(s)) return source_weight_in_front(*s.trace, playhead_of(s), s.layers.front, i, j);
    const int heads = heads_in_step(s), front = head_in_step(s);
    return heads > 0 ? s.trace->at(Quantity::HeadWeights, 0, front)(j, i) : s.trace->weight(i, j);
}

bool can_hold(const AppState& s) { return s.model && s.trace && s.trace->has_weights() && !s.input.empty(); }

int edited_output(const AppState& s) {
    if (!s.trace) return -1;
    const Moment now = moment_at(s.trace->outline, s.playback.at);
    if (!now.started || !now.decoding()) return -1;
    return s.selection.row >= 0 && s.selection.row < now.position ? s.selection.row : now.position;
}

const RowEdit* row_edit_now(const AppState& s) {
    if (s.what_if.every) return s.edits.every_row ? &*s.edits.every_row : nullptr;
    const auto row = s.edits.rows.find(edited_output(s));
    return row == s.edits.rows.end() ? nullptr : &row->second;
}

int chosen_source(const AppState& s) {
    const int column = s.selection.column;
    if (!s.trace || column < 0 || column >= s.trace->source_length()) return -1;
    // A decoder alone has one block, which begins with the source.
    const bool apart = is_transformer(s.trace->model) &&
                       transformer_facts(*s.trace).config.kind == transformer::Kind::EncoderDecoder;
    return s.selection.past && apart ? -1 : column;
}

int edited_column(const AppState& s) {
    const int i = edited_output(s);
    if (i < 0 || !s.trace->has_weights()) return -1;
    if (const int chosen = chosen_source(s); chosen >= 0) return chosen;
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

} // namespace heed
