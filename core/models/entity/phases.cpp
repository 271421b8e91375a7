#include "core/models/entity/phases.h"

#include "core/models/entity/values.h"

#include <array>

namespace heed::entity {
namespace {

// Rows of values.h by their keys.
template <class... Keys>
auto rows_of(Keys... keys) {
    return std::array{quantity_of(keys)...};
}

const auto values_compared = rows_of("memory.keys", "memory.states");
const auto values_opened = rows_of("story.vectors", "memory.scores", "memory.gates");
const auto values_joined = rows_of("memory.keys", "memory.states", "story.vectors");
const auto values_proposed = rows_of("memory.candidates");
const auto values_added = rows_of("memory.gates", "memory.candidates", "memory.states");
const auto values_kept = rows_of("memory.sums", "memory.states");
const auto values_held = rows_of("memory.states");
const auto values_matched = rows_of("question.vector", "answer.energies", "answer.weights");
const auto values_weighed = rows_of("answer.weights", "memory.states");
const auto values_mixed = rows_of("answer.context");
const auto values_read = rows_of("question.vector", "answer.context");
const auto values_answered = rows_of("answer.hidden", "logits", "log_probs");

} // namespace

namespace phase {
const PhaseInfo Gate{"gate", "Gate", Role::Attention, 480, values_compared, values_opened};
const PhaseInfo Candidate{"candidate", "Candidate", Role::Forward, 300, values_joined, values_proposed};
const PhaseInfo Update{"update", "Update", Role::Forward, 300, values_added, values_kept};
const PhaseInfo Match{"match", "Question", Role::Attention, 480, values_held, values_matched};
const PhaseInfo Context{"context", "Context", Role::Attention, 480, values_weighed, values_mixed};
const PhaseInfo Answer{"answer", "Answer", Role::Output, 360, values_read, values_answered};
} // namespace phase

Outline outline_of(int sentences) {
    return {{{Axis::Sentence, sentences, false, {phase::Gate, phase::Candidate, phase::Update}},
             {Axis::Answer, 1, true, {phase::Match, phase::Context, phase::Answer}}}};
}

} // namespace heed::entity
