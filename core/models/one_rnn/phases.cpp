#include "core/models/one_rnn/phases.h"

#include "core/models/one_rnn/values.h"

#include <array>

namespace heed::one_rnn {
namespace {

// Rows of values.h by their keys.
template <class... Keys>
auto rows_of(Kind kind, Keys... keys) {
    return std::array{quantity_of(kind, keys)...};
}

// ---- rnn-self-attention: the last state asks, then the new one is made.
constexpr Kind own = Kind::SelfAttention;
const auto own_states = rows_of(own, "states");
const auto own_energies = rows_of(own, "self.energies");
const auto own_mixed = rows_of(own, "self.weights", "states");
const auto own_context = rows_of(own, "self.context");
const auto own_joined = rows_of(own, "embedded", "states", "self.context");
const auto own_made = rows_of(own, "embedded", "states");
const auto own_answered = rows_of(own, "logits", "log_probs");
const auto own_weights = rows_of(own, "self.weights", "self.ceiling", "same_states.mean.weights",
                                 "same_states.scaled.weights", "same_states.sum.weights");
const PhaseInfo own_phases[] = {
    {"score", "Score", Role::Attention, 480, own_states, own_energies},
    {"softmax", "Softmax", Role::Attention, 480, own_energies, own_weights},
    {"context", "Context", Role::Attention, 520, own_mixed, own_context},
    {"state", "State", Role::Forward, 300, own_joined, own_made},
    {"answer", "Answer", Role::Output, 360, own_states, own_answered},
};

// ---- lstmn: the token that is read asks, and what is found stands in for the last state.
constexpr Kind tapes = Kind::Lstmn;
const auto tapes_asked = rows_of(tapes, "embedded", "self.state", "states");
const auto tapes_scored = rows_of(tapes, "embedded", "self.energies");
const auto tapes_energies = rows_of(tapes, "self.energies");
const auto tapes_weights = rows_of(tapes, "self.weights");
const auto tapes_mixed = rows_of(tapes, "self.weights", "states", "cell_states");
const auto tapes_found = rows_of(tapes, "self.state", "self.cell_state");
const auto tapes_joined = rows_of(tapes, "embedded", "self.state", "self.cell_state");
const auto tapes_made = rows_of(tapes, "gates", "cell_states", "states");
const auto tapes_states = rows_of(tapes, "states");
const auto tapes_answered = rows_of(tapes, "logits", "log_probs");
const PhaseInfo tapes_phases[] = {
    {"score", "Score", Role::Attention, 480, tapes_asked, tapes_scored},
    {"softmax", "Softmax", Role::Attention, 480, tapes_energies, tapes_weights},
    {"context", "Context", Role::Attention, 520, tapes_mixed, tapes_found},
    {"state", "State", Role::Forward, 300, tapes_joined, tapes_made},
    {"answer", "Answer", Role::Output, 360, tapes_states, tapes_answered},
};

// ---- key-value: the state is made first, and its key asks.
constexpr Kind pairs = Kind::KeyValue;
const auto pairs_read = rows_of(pairs, "embedded", "states", "cell_states");
const auto pairs_made =
    rows_of(pairs, "embedded", "gates", "cell_states", "states", "keys", "values", "predictions");
const auto pairs_keys = rows_of(pairs, "keys");
const auto pairs_energies = rows_of(pairs, "self.energies");
const auto pairs_weights = rows_of(pairs, "self.weights");
const auto pairs_mixed = rows_of(pairs, "self.weights", "values");
const auto pairs_context = rows_of(pairs, "self.context");
const auto pairs_joined = rows_of(pairs, "self.context", "predictions");
const auto pairs_answered = rows_of(pairs, "readout", "logits", "log_probs");
const PhaseInfo pairs_phases[] = {
    {"state", "State", Role::Forward, 300, pairs_read, pairs_made},
    {"score", "Score", Role::Attention, 480, pairs_keys, pairs_energies},
    {"softmax", "Softmax", Role::Attention, 480, pairs_energies, pairs_weights},
    {"context", "Context", Role::Attention, 520, pairs_mixed, pairs_context},
    {"answer", "Answer", Role::Output, 360, pairs_joined, pairs_answered},
};

} // namespace

std::span<const PhaseInfo> phases(Kind kind) {
    switch (kind) {
    case Kind::SelfAttention:
        return own_phases;
    case Kind::Lstmn:
        return tapes_phases;
    case Kind::KeyValue:
    case Kind::KeyValuePredict:
        break;
    }
    return pairs_phases;
}

Outline outline_of(const Config& config, int steps) {
    std::vector<Phase> each;
    const auto rows = phases(config.kind);
    for (const PhaseInfo& row : rows.first(rows.size() - 1))
        if (config.attends() || row.id == "state") each.emplace_back(row);
    return {{{Axis::Step, steps, false, std::move(each)}, {Axis::Answer, 1, true, {rows.back()}}}};
}

} // namespace heed::one_rnn
