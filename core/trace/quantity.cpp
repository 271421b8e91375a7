#include "core/trace/quantity.h"

#include <array>
#include <vector>

namespace heed {

namespace {

constexpr std::string_view cells = "Cho et al. 2014, as computed by PyTorch's cells";
constexpr std::string_view a21 = "Bahdanau et al. 2015, A.2.1";
constexpr std::string_view a22 = "Bahdanau et al. 2015, A.2.2";
constexpr std::string_view heads = "Vaswani et al. 2017, section 3.2.2";
constexpr std::string_view gates_of =
    "gru: reset r, update z, candidate n; lstm: input i, forget f, candidate g, output o";

constexpr std::array table = {
    QuantityInfo{"encoder.embedded", "x", Axis::Embedding, Axis::Source,
                 "The learned vector of each source token", a21},
    QuantityInfo{"encoder.forward_input", "W x + b", Axis::Gate, Axis::Source,
                 "What the token adds to each gate, read left to right", cells},
    QuantityInfo{"encoder.forward_recurrent", "U →h + b", Axis::Gate, Axis::Source,
                 "What the state before adds to each gate, read left to right", cells},
    QuantityInfo{"encoder.forward_gates", "r, z, n", Axis::Gate, Axis::Source, gates_of, cells},
    QuantityInfo{"encoder.forward_memory", "c", Axis::Hidden, Axis::Source,
                 "The cell of an lstm that reads left to right", "Hochreiter and Schmidhuber 1997"},
    QuantityInfo{"encoder.forward", "→h", Axis::Hidden, Axis::Source,
                 "State after reading up to this token, left to right", a21},
    QuantityInfo{"encoder.backward_input", "W x + b", Axis::Gate, Axis::Source,
                 "What the token adds to each gate, read right to left", cells},
    QuantityInfo{"encoder.backward_recurrent", "U ←h + b", Axis::Gate, Axis::Source,
                 "What the state before adds to each gate, read right to left", cells},
    QuantityInfo{"encoder.backward_gates", "r, z, n", Axis::Gate, Axis::Source, gates_of, cells},
    QuantityInfo{"encoder.backward_memory", "c", Axis::Hidden, Axis::Source,
                 "The cell of an lstm that reads right to left", "Hochreiter and Schmidhuber 1997"},
    QuantityInfo{"encoder.backward", "←h", Axis::Hidden, Axis::Source,
                 "State after reading down to this token, right to left", a21},
    QuantityInfo{"encoder.annotations", "h", Axis::Annotation, Axis::Source,
                 "Both states side by side: the token in its sentence",
                 "Bahdanau et al. 2015, 3.2: h_j = [→h_j; ←h_j]"},
    QuantityInfo{"attention.keys", "W_h h", Axis::Attention, Axis::Source,
                 "The part of the score that needs the annotation alone, computed once", a22},
    QuantityInfo{"attention.fertility", "Φ", Axis::One, Axis::Source,
                 "How much a token can be looked at before it counts as covered",
                 "Tu et al. 2016, section 3.1: Φ_j = N σ(U_f · h_j)"},
    QuantityInfo{"decoder.initial_state", "s₀", Axis::State, Axis::One,
                 "Where the decoder starts: made from both ends of the source",
                 "s_0 = tanh(W [→h_T; ←h_1] + b); the paper uses ←h_1 alone (A.2.2)"},
    QuantityInfo{"decoder.initial_memory", "c₀", Axis::State, Axis::One,
                 "Where the memory of an lstm decoder starts", "Hochreiter and Schmidhuber 1997"},
    QuantityInfo{"decoder.embedded", "E y", Axis::Embedding, Axis::Output,
                 "The learned vector of the token written before", a22},
    QuantityInfo{"decoder.query", "q", Axis::State, Axis::Output,
                 "The decoder state that asks: which annotations matter now?",
                 "Bahdanau et al. 2015, equation 6: s_{i-1}; Luong et al. 2015: the state after reading"},
    QuantityInfo{"attention.query", "W_q q", Axis::Attention, Axis::Output,
                 "The part of the score that needs the query alone", a22},
    QuantityInfo{"decoder.energies", "e", Axis::Source, Axis::Output,
                 "How well each annotation fits the query, before the softmax",
                 "Bahdanau et al. 2015, equation 6 and A.1.2: e_ij = v·tanh(W_q s_{i-1} + W_h h_j + b)"},
    QuantityInfo{"decoder.weights", "α", Axis::Source, Axis::Output,
                 "Share of attention each source token gets for this output",
                 "Bahdanau et al. 2015, equation 6: α_ij = exp e_ij / Σ_k exp e_ik", "decoder.attention"},
    QuantityInfo{"decoder.own_weights", "α", Axis::Source, Axis::Output,
                 "The weights the model made here, before they were edited",
                 "Bahdanau et al. 2015, equation 6: α_ij = exp e_ij / Σ_k exp e_ik"},
    QuantityInfo{"decoder.position", "p", Axis::One, Axis::Output,
                 "Where in the source the window is centred", "Luong et al. 2015, equation 9"},
    QuantityInfo{"decoder.aligned", "align", Axis::Source, Axis::Output,
                 "Softmax inside the window, before the Gaussian takes its part",
                 "Luong et al. 2015, equation 10"},
    QuantityInfo{"decoder.coverage", "c", Axis::Source, Axis::Output,
                 "How much each source token has been looked at so far", "See et al. 2017, equation 10"},
    QuantityInfo{"loss.coverage", "overlap", Axis::One, Axis::Output,
                 "How much of this row goes where earlier rows have been: what training makes cost",
                 "See et al. 2017, equation 12: Σ_j min(α_ij, C_ij)"},
    QuantityInfo{"decoder.features", "f", Axis::Source, Axis::Output,
                 "What one filter sees around each token in the weights before",
                 "Chorowski et al. 2015, equation 8: f_i = F ∗ α_{i−1}"},
    QuantityInfo{"decoder.past_energies", "e", Axis::Past, Axis::Output,
                 "How well each of the decoder's own states fits the query, before the softmax",
                 "after Cheng et al. 2016"},
    QuantityInfo{"decoder.past_weights", "α", Axis::Past, Axis::Output,
                 "Share of attention each of the decoder's own states gets", "after Cheng et al. 2016",
                 "decoder.own_past"},
    QuantityInfo{"decoder.slot_energies", "e", Axis::Slot, Axis::Output,
                 "Energies of the slots that stand past the source, before the softmax",
                 "the PyTorch seq2seq tutorial before June 2023"},
    QuantityInfo{"decoder.slot_weights", "α", Axis::Slot, Axis::Output,
                 "Share of attention that goes to slots past the source, where nothing stands",
                 "the PyTorch seq2seq tutorial before June 2023", "decoder.slots"},
    QuantityInfo{"decoder.context", "c", Axis::Annotation, Axis::Output,
                 "Sum of all annotations, each times its weight",
                 "Bahdanau et al. 2015, equation 5: c_i = Σ_j α_ij h_j"},
    QuantityInfo{"decoder.context_gate", "g", Axis::Annotation, Axis::Output,
                 "How much of the mixture goes on, unit by unit or one number for all",
                 "Xu et al. 2015, section 4.2.1: β_i = σ(f(s_{i−1}))"},
    QuantityInfo{"decoder.gated_context", "c", Axis::Annotation, Axis::Output,
                 "The mixture times its gate: what state and readout read",
                 "Xu et al. 2015, section 4.2.1: c_i = β_i Σ_j α_ij h_j"},
    QuantityInfo{"decoder.cell_input", "x", Axis::Input, Axis::Output,
                 "What the decoder cell reads: the token before, and the context", a22},
    QuantityInfo{"decoder.input", "W x + b", Axis::Gate, Axis::Output,
                 "What the cell's input adds to each gate", cells},
    QuantityInfo{"decoder.recurrent", "U s + b", Axis::Gate, Axis::Output,
                 "What the state before adds to each gate", cells},
    QuantityInfo{"decoder.gates", "r, z, n", Axis::Gate, Axis::Output, gates_of, cells},
    QuantityInfo{"decoder.cell_state", "c", Axis::State, Axis::Output, "The cell of an lstm decoder",
                 "Hochreiter and Schmidhuber 1997"},
    QuantityInfo{"decoder.state", "s", Axis::State, Axis::Output,
                 "The decoder's memory of the sentence so far",
                 "Bahdanau et al. 2015, equation 4: s_i = f(s_{i-1}, y_{i-1}, c_i)"},
    QuantityInfo{"decoder.readout", "t", Axis::State, Axis::Output,
                 "Context and state, brought together to name the next token",
                 "Luong et al. 2015, equation 5: tanh(W_c [c_i; s_i] + b)"},
    QuantityInfo{"decoder.projected", "W_p t", Axis::Projection, Axis::Output,
                 "The readout in the size that the words' scores are made from", "fairseq's additional_fc"},
    QuantityInfo{"decoder.logits", "l", Axis::Vocabulary, Axis::Output,
                 "A score for every token of the vocabulary", "Luong et al. 2015, equation 6"},
    QuantityInfo{"copy.generate", "g", Axis::One, Axis::Output,
                 "The share of the model's own vocabulary; the rest is copied from the source",
                 "See et al. 2017, equation 8: g = σ(w_h · c_i + w_s · s_i + w_x · E y_{i−1} + b)"},
    QuantityInfo{"copy.vocabulary_log_probs", "log p", Axis::Vocabulary, Axis::Output,
                 "The natural logarithm of every token's probability, before anything is copied",
                 "See et al. 2017, equation 4"},
    QuantityInfo{"copy.probs", "P", Axis::Word, Axis::Output,
                 "Every word's probability: of the vocabulary, and of the source",
                 "See et al. 2017, equation 9: P(w) = g p(w) + (1 − g) Σ_{j: x_j = w} α_ij"},
    QuantityInfo{"decoder.log_probs", "log p", Axis::Vocabulary, Axis::Output,
                 "The natural logarithm of every token's probability", "Luong et al. 2015, equation 6"},
    QuantityInfo{"attention.head_keys", "k", Axis::Attention, Axis::Source,
                 "What this head's energies need of the annotation, computed once", heads},
    QuantityInfo{"attention.head_values", "v", Axis::Annotation, Axis::Source,
                 "What this head takes from each annotation", heads},
    QuantityInfo{"attention.head_query", "q", Axis::Attention, Axis::Output, "What this head asks with",
                 heads},
    QuantityInfo{"decoder.head_energies", "e", Axis::Source, Axis::Output,
                 "How well each annotation fits what this head asks, before the softmax", heads},
    QuantityInfo{"decoder.head_weights", "α", Axis::Source, Axis::Output,
                 "Share of this head's attention that each source token gets", heads,
                 "decoder.attention.heads.{head}"},
    QuantityInfo{"decoder.head_own_weights", "α", Axis::Source, Axis::Output,
                 "The weights this head made here, before they were edited", heads},
    QuantityInfo{"decoder.head_context", "c", Axis::HeadUnit, Axis::Output,
                 "Sum of this head's values, each times its weight", heads},
};

} // namespace

constexpr Quantity Quantity::SourceEmbedding{table[0]};
constexpr Quantity Quantity::ForwardInput{table[1]};
constexpr Quantity Quantity::ForwardRecurrent{table[2]};
constexpr Quantity Quantity::ForwardGates{table[3]};
constexpr Quantity Quantity::ForwardMemory{table[4]};
constexpr Quantity Quantity::ForwardState{table[5]};
constexpr Quantity Quantity::BackwardInput{table[6]};
constexpr Quantity Quantity::BackwardRecurrent{table[7]};
constexpr Quantity Quantity::BackwardGates{table[8]};
constexpr Quantity Quantity::BackwardMemory{table[9]};
constexpr Quantity Quantity::BackwardState{table[10]};
constexpr Quantity Quantity::Annotation{table[11]};
constexpr Quantity Quantity::Key{table[12]};
constexpr Quantity Quantity::Fertility{table[13]};
constexpr Quantity Quantity::InitialState{table[14]};
constexpr Quantity Quantity::InitialMemory{table[15]};
constexpr Quantity Quantity::TargetEmbedding{table[16]};
constexpr Quantity Quantity::Query{table[17]};
constexpr Quantity Quantity::QueryProjection{table[18]};
constexpr Quantity Quantity::Energies{table[19]};
constexpr Quantity Quantity::Weights{table[20]};
constexpr Quantity Quantity::OwnWeights{table[21]};
constexpr Quantity Quantity::Position{table[22]};
constexpr Quantity Quantity::Aligned{table[23]};
constexpr Quantity Quantity::Coverage{table[24]};
constexpr Quantity Quantity::Overlap{table[25]};
constexpr Quantity Quantity::Features{table[26]};
constexpr Quantity Quantity::PastEnergies{table[27]};
constexpr Quantity Quantity::PastWeights{table[28]};
constexpr Quantity Quantity::SlotEnergies{table[29]};
constexpr Quantity Quantity::SlotWeights{table[30]};
constexpr Quantity Quantity::Context{table[31]};
constexpr Quantity Quantity::ContextGate{table[32]};
constexpr Quantity Quantity::GatedContext{table[33]};
constexpr Quantity Quantity::CellInput{table[34]};
constexpr Quantity Quantity::DecoderInput{table[35]};
constexpr Quantity Quantity::DecoderRecurrent{table[36]};
constexpr Quantity Quantity::DecoderGates{table[37]};
constexpr Quantity Quantity::DecoderMemory{table[38]};
constexpr Quantity Quantity::State{table[39]};
constexpr Quantity Quantity::Readout{table[40]};
constexpr Quantity Quantity::Projected{table[41]};
constexpr Quantity Quantity::Logits{table[42]};
constexpr Quantity Quantity::Generate{table[43]};
constexpr Quantity Quantity::VocabularyLogProbs{table[44]};
constexpr Quantity Quantity::CopyProbs{table[45]};
constexpr Quantity Quantity::LogProbs{table[46]};
constexpr Quantity Quantity::HeadKey{table[47]};
constexpr Quantity Quantity::HeadValue{table[48]};
constexpr Quantity Quantity::HeadQuery{table[49]};
constexpr Quantity Quantity::HeadEnergies{table[50]};
constexpr Quantity Quantity::HeadWeights{table[51]};
constexpr Quantity Quantity::HeadOwnWeights{table[52]};
constexpr Quantity Quantity::HeadContext{table[53]};

std::span<const Quantity> encoder_decoder_quantities() {
    static const std::vector<Quantity> all(table.begin(), table.end());
    return all;
}

} // namespace heed
