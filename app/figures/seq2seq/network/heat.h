// The heatmap under the network while it is drawn: its rows, and which of the three maps of a what-if they
// show.
#pragma once

#include "app/figures/maps/cells.h"
#include "app/figures/seq2seq/network/draw.h"

#include <optional>
#include <vector>

namespace heed {

/// The rows are the outputs of the shown run. Where it is compared with another, a row may show that run's
/// weights for the output that belongs to it, or the difference; nothing where none belongs to it.
class Heat {
public:
    explicit Heat(const Canvas& canvas);

    bool compared() const { return !partner_.empty(); }
    WhatIfMap map() const { return map_; }
    bool difference() const { return map_ == WhatIfMap::Difference; }
    /// The model's output that belongs to output i; -1: none, or nothing is compared.
    int partner(int i) const { return partner_.empty() ? -1 : partner_[static_cast<std::size_t>(i)]; }
    /// Of a run without weights: each token's influence on the states; null: not measured yet, or weights.
    const InfluenceMap* influence() const {
        return canvas.plan.fixed ? canvas.settings.influence.get() : nullptr;
    }
    /// A weight, or a difference of two, or an influence; NaN: this run has no such row.
    float value(int i, int j) const;
    Shading shading() const { return {canvas.style, difference() ? scale_ : 0}; }
    /// Of output i: written otherwise than the model's, or edited.
    bool changed(int i) const;
    /// P of the token that the other run chose for that row; none: it has no such row, or nothing is
    /// compared.
    std::optional<float> probability_before(int i) const;
    /// Which token stands beside a row: the shown run's, or with the model's map that of its own; none:
    /// empty.
    std::optional<TokenText> label(int i) const;

    const Canvas& canvas;
    float left, right, height; // of the cells
    float gap, radius;
    int rows, columns;
    bool lines_only; // cells too small for an outline each

private:
    WhatIfMap map_ = WhatIfMap::Changed;
    std::vector<int> partner_;
    float scale_ = 1;
};

/// How much of row i is filled, from the left: 0 to 1.
float heat_filled(const Canvas& canvas, int i);

void add_heat_labels(const Heat& heat);
/// Row sums and P(chosen) to the right.
void add_heat_margin(const Heat& heat);
/// Whether some rows do not sum to 1: the Gaussian of local-p, the decoder's own past, or the user.
bool rows_fall_short(const Trace& trace);
void add_heat_legend(const Heat& heat);
/// Where the rows are influences: what row and column say, and what the colours stand for.
std::string influence_tooltip(const Heat& heat, int i, int j);
void add_influence_legend(const Heat& heat, float after);
/// How little weight makes each output another.
void add_fragility(const Heat& heat);
bool shows_probabilities(const Canvas& canvas);
inline constexpr float fragility_from_map = 134; // px from the map to the column beside the probabilities
void add_heat_scroll(const Heat& heat);

} // namespace heed
