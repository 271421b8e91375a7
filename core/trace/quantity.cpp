#include "core/trace/quantity.h"

#include <algorithm>
#include <array>

namespace heed {

namespace {

using enum Quantity;

constexpr std::string_view cells = "Cho et al. 2014, as computed by PyTorch's cells";
constexpr std::string_view a21 = "Bahdanau et al. 2015, A.2.1";
constexpr std::string_view a22 = "Bahdanau et al. 2015, A.2.2";
constexpr std::string_view gates_of =
    "gru: reset r, update z, candidate n; lstm: input i, forget f, candidate g, output o";

constexpr std::array table = {
    QuantityInfo{SourceEmbedding, "encoder.embedded", "x", "embedding × source",
                 "The learned vector of each source token", a21},
    QuantityInfo{ForwardInput, "encoder.forward_input", "W x + b", "gates × source",
                 "What the token adds to each gate, read left to right", cells},
    QuantityInfo{ForwardRecurrent, "encoder.forward_recurrent", "U →h + b", "gates × source",
                 "What the state before adds to each gate, read left to right", cells},
    QuantityInfo{ForwardGates, "encoder.forward_gates", "r, z, n", "gates × source", gates_of, cells},
    QuantityInfo{ForwardMemory, "encoder.forward_memory", "c", "hidden × source",
                 "The cell of an lstm that reads left to right", "Hochreiter and Schmidhuber 1997"},
    QuantityInfo{ForwardState, "encoder.forward", "→h", "hidden × source",
                 "State after reading up to this token, left to right", a21},
    QuantityInfo{BackwardInput, "encoder.backward_input", "W x + b", "gates × source",
                 "What the token adds to each gate, read right to left", cells},
    QuantityInfo{BackwardRecurrent, "encoder.backward_recurrent", "U ←h + b", "gates × source",
                 "What the state before adds to each gate, read right to left", cells},
    QuantityInfo{BackwardGates, "encoder.backward_gates", "r, z, n", "gates × source", gates_of, cells},
    QuantityInfo{BackwardMemory, "encoder.backward_memory", "c", "hidden × source",
                 "The cell of an lstm that reads right to left", "Hochreiter and Schmidhuber 1997"},
    QuantityInfo{BackwardState, "encoder.backward", "←h", "hidden × source",
                 "State after reading down to this token, right to left", a21},
    QuantityInfo{Annotation, "encoder.annotations", "h", "annotation × source",
                 "Both states side by side: the token in its sentence",
                 "Bahdanau et al. 2015, 3.2: h_j = [→h_j; ←h_j]"},
    QuantityInfo{Key, "attention.keys", "W_h h", "attention × source",
                 "The part of the score that needs the annotation alone, computed once", a22},
    QuantityInfo{InitialState, "decoder.initial_state", "s₀", "state × 1",
                 "Where the decoder starts: made from both ends of the source",
                 "s_0 = tanh(W [→h_T; ←h_1] + b); the paper uses ←h_1 alone (A.2.2)"},
    QuantityInfo{InitialMemory, "decoder.initial_memory", "c₀", "state × 1",
                 "Where the memory of an lstm decoder starts", "Hochreiter and Schmidhuber 1997"},
    QuantityInfo{TargetEmbedding, "decoder.embedded", "E y", "embedding × output",
                 "The learned vector of the token written before", a22},
    QuantityInfo{Query, "decoder.query", "q", "state × output",
                 "The decoder state that asks: which annotations matter now?",
                 "Bahdanau et al. 2015, equation 6: s_{i-1}; Luong et al. 2015: the state after reading"},
    QuantityInfo{QueryProjection, "attention.query", "W_q q", "attention × output",
                 "The part of the score that needs the query alone", a22},
    QuantityInfo{Energies, "decoder.energies", "e", "source × output",
                 "How well each annotation fits the query, before the softmax",
                 "Bahdanau et al. 2015, equation 6 and A.1.2: e_ij = v·tanh(W_q s_{i-1} + W_h h_j + b)"},
    QuantityInfo{Weights, "decoder.weights", "α", "source × output",
                 "Share of attention each source token gets for this output",
                 "Bahdanau et al. 2015, equation 6: α_ij = exp e_ij / Σ_k exp e_ik"},
    QuantityInfo{OwnWeights, "decoder.own_weights", "α", "source × output",
                 "The weights the model made here, before they were edited",
                 "Bahdanau et al. 2015, equation 6: α_ij = exp e_ij / Σ_k exp e_ik"},
    QuantityInfo{Position, "decoder.position", "p", "1 × output", "Where in the source the window is centred",
                 "Luong et al. 2015, equation 9"},
    QuantityInfo{Aligned, "decoder.aligned", "align", "source × output",
                 "Softmax inside the window, before the Gaussian takes its part",
                 "Luong et al. 2015, equation 10"},
    QuantityInfo{Coverage, "decoder.coverage", "c", "source × output",
                 "How much each source token has been looked at so far", "See et al. 2017, equation 10"},
    QuantityInfo{PastEnergies, "decoder.past_energies", "e", "past output × output",
                 "How well each of the decoder's own states fits the query, before the softmax",
                 "after Cheng et al. 2016"},
    QuantityInfo{PastWeights, "decoder.past_weights", "α", "past output × output",
                 "Share of attention each of the decoder's own states gets", "after Cheng et al. 2016"},
    QuantityInfo{SlotEnergies, "decoder.slot_energies", "e", "slot past the source × output",
                 "Energies of the slots that stand past the source, before the softmax",
                 "the PyTorch seq2seq tutorial before June 2023"},
    QuantityInfo{SlotWeights, "decoder.slot_weights", "α", "slot past the source × output",
                 "Share of attention that goes to slots past the source, where nothing stands",
                 "the PyTorch seq2seq tutorial before June 2023"},
    QuantityInfo{Context, "decoder.context", "c", "annotation × output",
                 "Sum of all annotations, each times its weight",
                 "Bahdanau et al. 2015, equation 5: c_i = Σ_j α_ij h_j"},
    QuantityInfo{CellInput, "decoder.cell_input", "x", "input × output",
                 "What the decoder cell reads: the token before, and the context", a22},
    QuantityInfo{DecoderInput, "decoder.input", "W x + b", "gates × output",
                 "What the cell's input adds to each gate", cells},
    QuantityInfo{DecoderRecurrent, "decoder.recurrent", "U s + b", "gates × output",
                 "What the state before adds to each gate", cells},
    QuantityInfo{DecoderGates, "decoder.gates", "r, z, n", "gates × output", gates_of, cells},
    QuantityInfo{DecoderMemory, "decoder.cell_state", "c", "state × output", "The cell of an lstm decoder",
                 "Hochreiter and Schmidhuber 1997"},
    QuantityInfo{State, "decoder.state", "s", "state × output", "The decoder's memory of the sentence so far",
                 "Bahdanau et al. 2015, equation 4: s_i = f(s_{i-1}, y_{i-1}, c_i)"},
    QuantityInfo{Readout, "decoder.readout", "t", "state × output",
                 "Context and state, brought together to name the next token",
                 "Luong et al. 2015, equation 5: tanh(W_c [c_i; s_i] + b)"},
    QuantityInfo{Projected, "decoder.projected", "W_p t", "projection × output",
                 "The readout in the size that the words' scores are made from", "fairseq's additional_fc"},
    QuantityInfo{Logits, "decoder.logits", "l", "vocabulary × output",
                 "A score for every token of the vocabulary", "Luong et al. 2015, equation 6"},
    QuantityInfo{LogProbs, "decoder.log_probs", "log p", "vocabulary × output",
                 "The natural logarithm of every token's probability", "Luong et al. 2015, equation 6"},
};

constexpr bool in_order() {
    for (std::size_t n = 0; n < table.size(); ++n) {
        if (table[n].id != static_cast<Quantity>(n)) return false;
    }
    return table.size() == static_cast<std::size_t>(LogProbs) + 1;
}
static_assert(in_order(), "one row a quantity, in the order of the enumeration");

} // namespace

const QuantityInfo& info(Quantity q) { return table[static_cast<std::size_t>(q)]; }

std::span<const QuantityInfo> all_quantities() { return table; }

std::optional<Quantity> find_quantity(std::string_view key) {
    const auto it =
        std::find_if(table.begin(), table.end(), [&](const QuantityInfo& row) { return row.key == key; });
    return it == table.end() ? std::nullopt : std::optional(it->id);
}

} // namespace heed
