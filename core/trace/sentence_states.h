// What is kept of a run to be compared with other runs: its words, its annotations and its decoder's states.
#pragma once

#include "core/trace/trace.h"

#include <memory>
#include <string>
#include <vector>

namespace heed {

struct SentenceStates {
    std::string text;                // as typed
    std::vector<TraceToken> source;  // (T)
    std::vector<TraceToken> outputs; // (N)
    MatrixXf annotations;            // h_j (d, T)
    std::vector<MatrixXf> decoder;   // s_0 … s_N (D, N + 1) of each row of cells, lowest first

    /// About how much memory it takes.
    std::size_t bytes() const;
};

/// A bank: sentences in the order in which they were run.
using StateBank = std::vector<std::shared_ptr<const SentenceStates>>;

/// Rows of cells that an output went through: layers, or Nematus' two cells.
int decoder_rows(const Trace& trace);
/// s_0 … s_N (D, N + 1) of a row of decoder cells, lowest first; none of a row that is not there. Of Nematus'
/// two cells the upper one begins where the lower one does.
MatrixXf decoder_path(const Trace& trace, int row);
/// What is kept of a run.
SentenceStates states_to_keep(const Trace& trace);

} // namespace heed
