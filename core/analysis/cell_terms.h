// One step of a recurrent cell taken apart: the terms of its equations, unit by unit, as recorded in a trace.
#pragma once

#include "core/trace/trace.h"

#include <Eigen/Core>
#include <string>

namespace heed::analysis {

/// Which cell of a model: one of the encoder's readers (position = source position j), or the decoder
/// (position = output i).
enum class CellSite { Forward, Backward, Decoder };

/// The start of the cell's parameter names on disk: "encoder.forward.", "encoder.forward.1.",
/// "decoder.cell.", "decoder.second." (layer 1 of a conditional decoder).
std::string cell_prefix(const ModelFacts& model, CellSite site, int layer);

/// H is the size of the state, G the number of gates (gru: r, z, n; lstm: i, f, g, o; rnn: 1, the sum
/// itself). For every gate: input + recurrent + bias = what goes into the squashing function, but for the
/// gru's n, which is tanh(input + bias_input + r * (recurrent + bias_recurrent)). Equations: header of
/// tests/golden. With layer normalisation W x + b_ih and U h + b_hh are meant as they come out of it, and the
/// biases are 0.
struct CellTerms {
    std::string cell;                            // "gru", "lstm", "rnn"
    Eigen::MatrixXf input;                       // W x     (H, G)
    Eigen::MatrixXf recurrent;                   // U h     (H, G)
    Eigen::MatrixXf bias_input;                  // b_ih    (H, G)
    Eigen::MatrixXf bias_recurrent;              // b_hh    (H, G)
    Eigen::MatrixXf gates;                       // squashed (H, G); rnn: equal to `after`
    Eigen::VectorXf before, after;               // h and h' (H)
    Eigen::VectorXf memory_before, memory_after; // c and c' (H), lstm only; empty otherwise

    Eigen::Index units() const { return after.size(); }
    /// Both biases, as the gates r and z and all of the lstm's use them.
    float bias(Eigen::Index unit, Eigen::Index gate) const {
        return bias_input(unit, gate) + bias_recurrent(unit, gate);
    }
};

/// Throws std::out_of_range if the run did not record the cell or the model does not name its biases.
CellTerms cell_terms(const Trace& trace, CellSite site, int layer, int position);

/// The unit whose value changes most (lstm: whose memory changes most).
int most_changed_unit(const CellTerms& terms);

/// The share of the old state that a step keeps, averaged over the units: gru mean z, lstm mean f. rnn: 0.
float kept_share(const CellTerms& terms);

} // namespace heed::analysis
