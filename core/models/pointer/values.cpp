#include "core/models/pointer/values.h"

#include <algorithm>
#include <array>
#include <stdexcept>

namespace heed::pointer {
namespace {

constexpr std::string_view
    lstm = "Hochreiter and Schmidhuber 1997, with forget gates: i, f, o = σ, g = tanh of W x + U h + b; "
           "c' = f c + i g; h' = o tanh(c')",
    section = "Vinyals, Fortunato and Jaitly 2015, section 2.3",
    scored = "Vinyals, Fortunato and Jaitly 2015, equation 3: u_ij = v · tanh(W_1 e_j + W_2 d_i)",
    shared = "Vinyals, Fortunato and Jaitly 2015, equation 3: p(C_i | C_1 … C_{i-1}, P) = softmax(u_i)",
    fed =
        "Vinyals, Fortunato and Jaitly 2015, section 2.3: the vector P_{C_{i-1}} of the point chosen before",
    counted = "A sequence to sequence model over numbers, Vinyals, Fortunato and Jaitly 2015, section 2.1: "
              "softmax(W d_i + b)";

constexpr std::array table = {
    QuantityInfo{"points", "P", Axis::Feature, Axis::Point, "The points as they are read", section},
    QuantityInfo{"encoder.gates", "i f g o", Axis::Gate, Axis::Point,
                 "What is let in, kept and shown, and what is new, as a point is read", lstm},
    QuantityInfo{"encoder.cell_states", "c", Axis::Hidden, Axis::Point,
                 "The memory of the encoder after each point", lstm},
    QuantityInfo{"encoder.states", "e", Axis::Hidden, Axis::Point, "What the encoder knows after each point",
                 section},
    QuantityInfo{"pointer.memory", "e", Axis::Hidden, Axis::Slot,
                 "What can be pointed at: the encoder's states, and the learned end", section},
    QuantityInfo{"decoder.input", "x", Axis::Feature, Axis::Output,
                 "What the decoder is fed: a learned vector, then each point that was chosen", fed},
    QuantityInfo{"decoder.gates", "i f g o", Axis::Gate, Axis::Output,
                 "What is let in, kept and shown, and what is new, as a choice is fed back", lstm},
    QuantityInfo{"decoder.cell_states", "c", Axis::Hidden, Axis::Output, "The memory of the decoder", lstm},
    QuantityInfo{"decoder.states", "d", Axis::Hidden, Axis::Output, "What asks for the next point", section},
    QuantityInfo{"pointer.energies", "u", Axis::Slot, Axis::Output,
                 "The score of each slot, before masking and softmax", scored},
    QuantityInfo{"pointer.weights", "p", Axis::Slot, Axis::Output,
                 "The probability of each slot, which is the weight and the output at once", shared,
                 "pointer.attention"},
    QuantityInfo{"pointer.log_probs", "log p", Axis::Slot, Axis::Output,
                 "The natural logarithm of each slot's probability", shared},
    QuantityInfo{"number.energies", "l", Axis::Slot, Axis::Output,
                 "The score of each number, which is read from the decoder alone", counted},
    QuantityInfo{"number.shares", "p", Axis::Slot, Axis::Output, "The probability of each number", counted},
    QuantityInfo{"number.log_probs", "log p", Axis::Slot, Axis::Output,
                 "The natural logarithm of each number's probability", counted},
};

constexpr const QuantityInfo& row_of(std::string_view key) {
    for (const QuantityInfo& row : table)
        if (row.key == key) return row;
    throw std::out_of_range("a value of a pointer network"); // a programmer's error
}

} // namespace

namespace quantity {
constexpr Quantity Points{row_of("points")}, EncoderStates{row_of("encoder.states")},
    DecoderInput{row_of("decoder.input")}, DecoderStates{row_of("decoder.states")},
    Energies{row_of("pointer.energies")}, Weights{row_of("pointer.weights")},
    LogProbs{row_of("pointer.log_probs")}, NumberEnergies{row_of("number.energies")},
    NumberShares{row_of("number.shares")}, NumberLogProbs{row_of("number.log_probs")};
} // namespace quantity

std::span<const QuantityInfo> values() { return table; }
Quantity quantity_of(std::string_view key) { return Quantity(row_of(key)); }

std::string slot_label(int slot, int points) {
    return slot == points ? "end" : "point " + std::to_string(slot + 1);
}

std::vector<std::string> slot_labels(const Config& config, int points) {
    std::vector<std::string> labels;
    for (int s = 0; s < config.slots(points); ++s) labels.push_back(slot_label(s, points));
    return labels;
}

} // namespace heed::pointer
