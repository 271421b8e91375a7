// Every intermediate value that a run can record, under one name each.
//
// Letters: T source tokens, N output tokens, E embedding size, H encoder hidden size (a direction),
// d annotation size (2H, H where one way or summed), D decoder state size, A attention size, V target
// vocabulary size, G gates (gru 3, lstm 4, rnn 1). Nematus' second decoder cell is layer 1 of the decoder's
// quantities.
#pragma once

#include "core/trace/axis.h"

#include <Eigen/Core>
#include <compare>
#include <span>
#include <string_view>

namespace heed {

/// What a quantity is, for file keys, labels and tooltips. Rows live as long as the program.
struct QuantityInfo {
    std::string_view key;     // in files: "decoder.weights"
    std::string_view symbol;  // on screen: "α" (indices are added by the figure)
    Axis rows, columns;       // of the recorded matrix: a column is what was made at one time
    std::string_view meaning; // one line
    std::string_view source;  // paper and equation
    std::string_view map{};   // its name as a map of attention: "decoder.attention", with {layer} and {head}
                              // where it says which; empty: it is none
    bool shared_out = true;   // of a map: a row sums to 1 unless it was changed; else it need not

    /// Whether each head has a map of its own, be there only one.
    constexpr bool of_heads() const { return map.find("{head}") != std::string_view::npos; }
};

/// A row of a table of quantities: of the one below, which the encoder-decoders fill, or of an architecture's
/// own. Ordered as the rows lie in their tables.
class Quantity {
public:
    constexpr explicit Quantity(const QuantityInfo& row) : row_(&row) {}
    constexpr const QuantityInfo& info() const { return *row_; }
    bool operator==(const Quantity&) const = default;
    std::strong_ordering operator<=>(const Quantity& other) const {
        return std::compare_three_way{}(row_, other.row_);
    }

    // Encoder: one column per source position j.
    static const Quantity SourceEmbedding;   // x_j            (E, T)
    static const Quantity ForwardInput;      // W x_j + b_ih   (G·H, T), by layer
    static const Quantity ForwardRecurrent;  // U h + b_hh     (G·H, T), by layer
    static const Quantity ForwardGates;      // gru [r;z;n], lstm [i;f;g;o], rnn: none   (G·H, T), by layer
    static const Quantity ForwardMemory;     // c_j, lstm only (H, T), by layer
    static const Quantity ForwardState;      // ->h_j          (H, T), by layer
    static const Quantity BackwardInput;     // the same, read right to left
    static const Quantity BackwardRecurrent; //
    static const Quantity BackwardGates;     //
    static const Quantity BackwardMemory;    //
    static const Quantity BackwardState;     // <-h_j          (H, T), by layer
    static const Quantity Annotation;        // h_j            (d, T)
    static const Quantity Key;               // W_h h_j        (A, T), what the score needs of h_j alone
    static const Quantity Fertility;         // Phi_j          (1, T), coverage with fertility only
    // Decoder: one column per output i, except the two initial ones.
    static const Quantity InitialState;    // s_0            (D, 1), by layer
    static const Quantity InitialMemory;   // lstm cell at the start (D, 1), by layer
    static const Quantity TargetEmbedding; // E y_{i-1}      (E, N)
    static const Quantity Query;           // s_{i-1}        (D, N)
    static const Quantity QueryProjection; // W_q s_{i-1}    (A, N), no bias
    static const Quantity Energies;        // e_ij           (T, N)
    static const Quantity Weights;         // alpha_ij       (T, N), as they were used
    static const Quantity OwnWeights; // those the model made there, in a run whose rows are edited (T, N)
    static const Quantity Position;   // p_i            (1, N), local attention only
    static const Quantity Aligned;    // softmax inside the window, before the Gaussian (T, N), local-p only
    static const Quantity Coverage;   // sum of the rows before (T, N), the coverage score only
    static const Quantity Overlap;    // Σ_j min(alpha_ij, C_ij) (1, N), where training makes it cost
    static const Quantity Features;   // f_ij of one filter (T, N), by filter; the location-aware score only
    static const Quantity
        PastEnergies; // e_ik of the decoder's own states s_1 … s_{i-1} (N, N), own-past only
    static const Quantity PastWeights; // alpha_ik of the same; NaN where there is no such state yet
    static const Quantity
        SlotEnergies; // e_ij of the slots past the source (L - T, N), alignment over slots only
    static const Quantity SlotWeights;      // alpha_ij of the same
    static const Quantity Context;          // Σ_j alpha_ij h_j (d, N), c_i where nothing gates it
    static const Quantity ContextGate;      // g_i            (d, N) or (1, N), where the context is gated
    static const Quantity GatedContext;     // c_i = g_i ∘ Σ_j alpha_ij h_j (d, N), there
    static const Quantity CellInput;        // [E y_{i-1}; c_i]
    static const Quantity DecoderInput;     // W x + b_ih     (G·D, N), by layer
    static const Quantity DecoderRecurrent; // U s + b_hh     (G·D, N), by layer
    static const Quantity DecoderGates;     //                (G·D, N), by layer
    static const Quantity DecoderMemory;    // lstm cell      (D, N), by layer
    static const Quantity State;            // s_i            (D, N), by layer
    static const Quantity Readout;          // t_i            (D, N)
    static const Quantity Projected; // W_p t_i + b    (P, N), where the logits are made in two products
    static const Quantity Logits;    // l_i            (V, N)
    // Of a model that copies, X words of whose source the target lacks:
    static const Quantity Generate;           // g_i            (1, N)
    static const Quantity VocabularyLogProbs; // log softmax of the logits (V, N)
    static const Quantity CopyProbs;          // P_i            (V + X, N)
    static const Quantity LogProbs;           // log p_i        (V, N), or (V + X, N)
    // Of a decoder whose attention has K heads, by head; a head's numbers are a part of A or d. Weights and
    // OwnWeights above are then the means of the heads' own, Context is what all of them found together.
    static const Quantity HeadKey;        // (A / K, T)
    static const Quantity HeadValue;      // (V / K, T), V values of all heads
    static const Quantity HeadQuery;      // (A / K, N)
    static const Quantity HeadEnergies;   // e^k_ij         (T, N)
    static const Quantity HeadWeights;    // alpha^k_ij     (T, N), as they were used
    static const Quantity HeadOwnWeights; // those the head made, in a run whose rows are edited
    static const Quantity HeadContext;    // c^k_i          (V / K, N)

private:
    const QuantityInfo* row_;
};

inline const QuantityInfo& info(Quantity q) { return q.info(); }
/// Those of the encoder-decoders, in the order above.
std::span<const Quantity> encoder_decoder_quantities();

/// Where a recorded matrix belongs.
struct Site {
    Quantity quantity;
    int layer = 0; // 0: the lowest
    int head = 0;
    auto operator<=>(const Site&) const = default;
};

/// Receives values where they are born. A null pointer stands for "nobody listens" and costs one test.
template <class T>
class Recorder {
public:
    using Matrix = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic>;
    virtual ~Recorder() = default;
    /// Column `index` (source position, output, step …, from 0) of what is recorded there.
    virtual void put(const Site& site, int index, const Eigen::Ref<const Matrix>& column) = 0;
};

} // namespace heed
