// States of other inputs that are near a state.
#pragma once

#include "core/trace/sentence_states.h"

#include <string_view>
#include <vector>

namespace heed::analysis {

/// Which states: of the decoder, s_0 … s_N; of the encoder, a column a token. Forward and Backward are the
/// top layer's.
enum class StateKind { Decoder, Annotation, Forward, Backward };
struct StateChoice {
    StateKind kind = StateKind::Decoder;
    int row = 0; // of the decoder's cells, lowest first
    bool operator==(const StateChoice&) const = default;
};

/// The chosen states of a run, one a column, (D, N + 1), (d, T) or (H, T); none that the run does not have.
MatrixXf states_of(const Trace& trace, const StateChoice& choice);
/// The same of what was kept of one. Where annotations are sums, no direction can be had alone: none.
Eigen::Ref<const MatrixXf> states_of(const SentenceStates& kept, const StateChoice& choice, int hidden);

enum class Distance { Euclid, Cosine }; // cosine: 1 minus it, 0 … 2; 1 where a state has no length

/// A state of the bank.
struct NearState {
    int sentence = 0; // of the bank
    int column = 0;   // of its states_of(): a source position, or i of s_i
    float distance = 0;
    bool operator==(const NearState&) const = default;
};

struct NearQuery {
    StateChoice choice;
    Distance distance = Distance::Euclid;
    int count = 12;
    int hidden = 0; // H: how much of a concatenated annotation is one direction; 0: annotations are sums
    std::string_view except{}; // sentences of that very text are not looked at
};

/// The nearest states of the bank to `state`, nearest first, of equal ones the earlier; at most `count`.
/// States of another size are passed over. Looks at every state once: O(M D + M log count) for M states.
std::vector<NearState> nearest_states(const StateBank& bank, const NearQuery& query,
                                      const Eigen::Ref<const Eigen::VectorXf>& state);

} // namespace heed::analysis
