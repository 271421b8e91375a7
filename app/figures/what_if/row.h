// A row of weights beside the model's own, small: solid bars over dashed ones, tokens beneath.
#pragma once

#include "app/figures/what_if/what_if.h"

#include <span>
#include <string>

namespace heed {

/// `row` and `own` hold one weight a source token of the trace. Of many tokens those where the two differ
/// most are drawn, in reading order.
Scene row_change_figure(const Trace& trace, std::span<const float> row, std::span<const float> own,
                        float width, const FigureStyle& style);

/// What it takes to turn one row into the other: “Moving .21 of the weight from “M” to “a””.
std::string row_change_words(const Trace& trace, std::span<const float> row, std::span<const float> own);

/// What the hand did to output i of a run, in words; empty where its row and its token are the model's own.
/// “You hold “M” at .62; the rest shrink in proportion.”
std::string edit_words(const Trace& trace, int i);
/// The same, and what became of the output where that is known: “Output 7: 3 → 3, p .94 → .97”.
std::string edit_narration(const Trace& trace, const WhatIf* what_if, int i);

} // namespace heed
