#include "core/models/pooling/phases.h"

#include "core/models/pooling/values.h"

#include <array>

namespace heed::pooling {
namespace {

// Rows of values.h by their keys.
template <class... Keys>
auto rows_of(Keys... keys) {
    return std::array{quantity_of(keys)...};
}

const auto values_read = rows_of("embedded", "hidden");
const auto values_hidden = rows_of("hidden");
const auto values_scored = rows_of("pool.scores", "pool.energies");
const auto values_energies = rows_of("pool.energies");
const auto values_weights = rows_of("pool.weights");
const auto values_mixed = rows_of("pool.weights", "hidden");
const auto values_context = rows_of("pool.context");
const auto values_scaled = rows_of("pool.sequence");
const auto values_units = rows_of("dense.output");
const auto values_summed = rows_of("pool.context", "summary");
const auto values_answered = rows_of("summary", "logits", "log_probs", "output");

} // namespace

namespace phase {
const PhaseInfo Read{"read", "Read", Role::Forward, 120, {}, values_read};
const PhaseInfo Score{"score", "Score", Role::Attention, 480, values_hidden, values_scored};
const PhaseInfo Softmax{"softmax", "Softmax", Role::Attention, 480, values_energies, values_weights};
const PhaseInfo Even{"even", "Even weights", Role::Attention, 480, {}, values_weights};
const PhaseInfo Context{"context", "Context", Role::Attention, 520, values_mixed, values_context};
const PhaseInfo Scale{"scale", "Scale", Role::Attention, 520, values_weights, values_scaled};
const PhaseInfo Layer{"layer", "Dense layer", Role::Joined, 520, {}, values_units};
const PhaseInfo Answer{"answer", "Answer", Role::Output, 360, values_summed, values_answered};

} // namespace phase

Outline outline_of(const Config& config, int moments) {
    using phase::Score, phase::Softmax, phase::Even, phase::Context, phase::Scale, phase::Layer;
    std::vector<Phase> phases;
    switch (config.kind) {
    case Kind::Attention:
        phases = {Score, Softmax, Context, phase::Answer};
        break;
    case Kind::Keras:
        phases = {Score, Softmax, config.sequence() ? Scale : Context, phase::Answer};
        break;
    case Kind::Mean:
        phases = {Even, Context, phase::Answer};
        break;
    case Kind::Dense:
        phases = {Layer, phase::Answer};
        break;
    }
    return {{{Axis::Moment, moments, true, {phase::Read}}, {Axis::Answer, 1, true, std::move(phases)}}};
}

} // namespace heed::pooling
