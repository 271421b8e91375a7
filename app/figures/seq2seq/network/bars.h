// Scores that become weights, as bars over their source columns.
#pragma once

#include "app/figures/seq2seq/network/draw.h"
#include "app/figures/tokens.h"

namespace heed {

/// What the bars and the fan show of one output.
struct Bars {
    int output = -1;
    float scored = 0;                             // how far the scores have been drawn, 0 to 1
    float softened = 0;                           // how far they have become weights
    float mixed = 0;                              // how far the context has been filled
    bool used = false;                            // the context has been read: amber is spent
    float lowest = 0, highest = 0, strongest = 1; // scores; the weight of a full bar
    Window window;                                // what a local alignment lets in
    bool shrunk = false;                          // a Gaussian takes a part of each weight
    bool edited = false;                          // by the user; the model's own are known

    /// Whether position j gets a bar: inside the window, or wherever the user's hand has put weight.
    bool counts(int j) const { return edited || window.holds(j); }
    float score_height(float e, float room) const {
        const float span = highest - lowest;
        return 6 + (span > 1e-6f ? (e - lowest) / span : 1.0f) * (room - 6);
    }
    float weight_height(float a, float room) const {
        return std::max(1.5f, std::min(1.0f, a / strongest) * room);
    }
};
/// Of the output that is looked at; `output` is -1 where there is none yet.
Bars bars_of(const Canvas& canvas);
/// Another row that is looked at beside that output's own; null: none.
const RowPreview* preview_on(const Canvas& canvas, int output);
/// How far the score of position j has come, 0 to 1: they rise one after the other, from the left.
float score_progress(const Canvas& canvas, const Bars& b, int j);
/// y of the top of bar j.
float bar_top(const Canvas& canvas, const Bars& b, int j);
void draw_bars(const Canvas& canvas, const Bars& b);
/// What a full bar is worth, once the bars are weights.
void draw_ceiling(const Canvas& canvas, const Bars& b);

} // namespace heed
