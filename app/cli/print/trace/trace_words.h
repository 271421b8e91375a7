// What pictures and columns of a run say in the same words.
#pragma once

#include "core/trace/trace.h"

#include <string>
#include <string_view>
#include <vector>

namespace heed::cli {

/// Two decimals; three where two would be nothing. Never "-0.00".
std::string log_probability(double value);

double probability(const TraceStep& step);

/// "Changed by hand: head 2:1 off.", with what its numbers count from; empty: it is the model's own run.
std::string changes_line(const Trace& trace);

/// What made the map that stands for a run: its score, or of a Transformer the layer and the head, with what
/// was done to it.
std::string shown_map(const Trace& trace);

/// Where weight went that no token of the source got: to slots past it. Empty: nowhere.
std::string lost_weight(const Trace& trace);

/// "own past 38%": of a decoder alone, what its rows give the output before them and no column of the source
/// shows, over all outputs. Empty: nothing.
std::string rest_of_rows(const Trace& trace);

/// Of heads that have the rows of another input, a line each: of which, and what those sum to here, where
/// they are cut or padded: "head 2:1 has the rows it has on “a cat”; here they sum to .75 to 1". Of rows of
/// the map that were given, a line each.
std::vector<std::string> rows_given(const Trace& trace);

/// What a search found, best first: rank, score, log P and the sentence; a dash for one that did not end.
std::vector<std::string> sentences(const Lattice& lattice, const Trace& trace);

/// What a reader may have taken differently: "read day first".
std::string_view note_of(const Trace& trace);

} // namespace heed::cli
