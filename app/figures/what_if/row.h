// What is done to a row of weights, in words.
#pragma once

#include "app/figures/what_if/marks.h"
#include "app/figures/what_if/what_if.h"
#include "core/trace/words/words.h"

#include <span>
#include <string>

namespace heed {

// A weight and an output are those of pieces. Where words are shown, `in` has their pieces, and what is named
// is said to be a piece of its word; null: pieces are shown.

/// “M”; of one of several pieces: the piece “coun” of “council”.
std::string source_name(const Trace& trace, int j, const RunWords* in);
/// "output 3"; of one of several pieces: "piece 2 of output 3".
std::string output_name(int i, const RunWords* in);
/// A weight that is moved: ".39"; of so little that two decimals would be none: ".004", "<.001".
std::string moved_number(float moved);
/// What it takes to turn one row into the other, one weight a source token of the trace: “.21 of the weight
/// from “M” to “a””.
std::string moved_words(const Trace& trace, std::span<const float> row, std::span<const float> own,
                        const RunWords* in = nullptr);
/// What a change that has not been made would do, and how it is made; `to_one`: all is moved to one token.
std::string preview_narration(const Trace& trace, const RowPreview& preview, const std::string& token,
                              bool to_one, const RunWords* in = nullptr);

/// What the hand did to output i of a run, in words; empty where its row and its token are the model's own.
/// “You hold “M” at .62; the rest shrink in proportion.”
std::string edit_words(const Trace& trace, int i, const RunWords* in = nullptr);
/// The same, and what became of the output where that is known: “Output 7: 3 → 3, p .94 → .97”.
std::string edit_narration(const Trace& trace, const WhatIf* what_if, int i, const RunWords* in = nullptr);

} // namespace heed
