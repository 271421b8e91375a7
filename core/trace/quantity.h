// Every intermediate value that a run can record, under one name each.
//
// Letters: T source tokens, N output tokens, E embedding size, H encoder hidden size (a direction),
// d annotation size (2H, H where one way or summed), D decoder state size, A attention size, V target
// vocabulary size, G gates (gru 3, lstm 4, rnn 1). Nematus' second decoder cell is layer 1 of the decoder's
// quantities.
#pragma once

#include <Eigen/Core>
#include <optional>
#include <span>
#include <string_view>

namespace heed {

enum class Quantity {
    // Encoder: one column per source position j.
    SourceEmbedding,   // x_j            (E, T)
    ForwardInput,      // W x_j + b_ih   (G·H, T), by layer
    ForwardRecurrent,  // U h + b_hh     (G·H, T), by layer
    ForwardGates,      // gru [r;z;n], lstm [i;f;g;o], rnn: none   (G·H, T), by layer
    ForwardMemory,     // c_j, lstm only (H, T), by layer
    ForwardState,      // ->h_j          (H, T), by layer
    BackwardInput,     // the same, read right to left
    BackwardRecurrent, //
    BackwardGates,     //
    BackwardMemory,    //
    BackwardState,     // <-h_j          (H, T), by layer
    Annotation,        // h_j            (d, T)
    Key,               // W_h h_j        (A, T), what the score needs of h_j alone
    // Decoder: one column per output i, except the two initial ones.
    InitialState,     // s_0            (D, 1), by layer
    InitialMemory,    // lstm cell at the start (D, 1), by layer
    TargetEmbedding,  // E y_{i-1}      (E, N)
    Query,            // s_{i-1}        (D, N)
    QueryProjection,  // W_q s_{i-1}    (A, N), no bias
    Energies,         // e_ij           (T, N)
    Weights,          // alpha_ij       (T, N), as they were used
    OwnWeights,       // those the model made there, in a run whose rows are edited (T, N)
    Position,         // p_i            (1, N), local attention only
    Aligned,          // softmax inside the window, before the Gaussian (T, N), local-p only
    Coverage,         // sum of the rows before (T, N), the coverage score only
    PastEnergies,     // e_ik of the decoder's own states s_1 … s_{i-1} (N - 1, N), own-past only
    PastWeights,      // alpha_ik of the same; NaN where there is no such state yet
    SlotEnergies,     // e_ij of the slots past the source (L - T, N), alignment over slots only
    SlotWeights,      // alpha_ij of the same
    Context,          // c_i            (d, N)
    CellInput,        // [E y_{i-1}; c_i]
    DecoderInput,     // W x + b_ih     (G·D, N), by layer
    DecoderRecurrent, // U s + b_hh     (G·D, N), by layer
    DecoderGates,     //                (G·D, N), by layer
    DecoderMemory,    // lstm cell      (D, N), by layer
    State,            // s_i            (D, N), by layer
    Readout,          // t_i            (D, N)
    Projected,        // W_p t_i + b    (P, N), where the logits are made in two products
    Logits,           // l_i            (V, N)
    LogProbs,         // log p_i        (V, N)
};

/// What a quantity is, for file keys, labels and tooltips.
struct QuantityInfo {
    Quantity id;
    std::string_view key;     // in files: "decoder.weights"
    std::string_view symbol;  // on screen: "α" (indices are added by the figure)
    std::string_view axes;    // "source × output"
    std::string_view meaning; // one line
    std::string_view source;  // paper and equation
};

const QuantityInfo& info(Quantity q);
/// All of them, in the order of the enumeration.
std::span<const QuantityInfo> all_quantities();
/// By its key in files, or none.
std::optional<Quantity> find_quantity(std::string_view key);

/// Receives values where they are born. A null pointer stands for "nobody listens" and costs one test.
template <class T>
class Recorder {
public:
    using Matrix = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic>;
    virtual ~Recorder() = default;
    /// Column `index` (source position or output step, 0-based) of a quantity of a layer (0 = lowest).
    virtual void put(Quantity q, int layer, int index, const Eigen::Ref<const Matrix>& column) = 0;
};

} // namespace heed
