#include "core/models/pointer/phases.h"

#include "core/models/pointer/values.h"

#include <array>

namespace heed::pointer {
namespace {

// Rows of values.h by their keys.
template <class... Keys>
auto rows_of(Keys... keys) {
    return std::array{quantity_of(keys)...};
}

const auto values_points = rows_of("points");
const auto values_encoded =
    rows_of("points", "encoder.gates", "encoder.cell_states", "encoder.states", "pointer.memory");
const auto values_fed = rows_of("encoder.states", "encoder.cell_states");
const auto values_decoded =
    rows_of("decoder.input", "decoder.gates", "decoder.cell_states", "decoder.states");
const auto values_compared = rows_of("pointer.memory", "decoder.states");
const auto values_pointed = rows_of("pointer.energies", "pointer.weights", "pointer.log_probs");
const auto values_states = rows_of("decoder.states");
const auto values_counted = rows_of("number.energies", "number.shares", "number.log_probs");
const auto values_chosen = rows_of("pointer.weights", "number.shares");

} // namespace

namespace phase {
const PhaseInfo Encode{"encode", "Encode", Role::Forward, 160, values_points, values_encoded};
const PhaseInfo Decode{"decode", "Decode", Role::Decoder, 300, values_fed, values_decoded};
const PhaseInfo Softmax{"softmax", "Softmax", Role::Attention, 480, values_compared, values_pointed};
const PhaseInfo Count{"count", "Count", Role::Joined, 480, values_states, values_counted};
const PhaseInfo Choose{"choose", "Choose", Role::Output, 360, values_chosen, {}};
} // namespace phase

std::span<const PhaseInfo* const> phases() {
    static constexpr std::array all{&phase::Encode, &phase::Decode, &phase::Softmax, &phase::Count,
                                    &phase::Choose};
    return all;
}

Outline outline_of(const Config& config, int points, int outputs) {
    return {{{Axis::Point, points, true, {phase::Encode}},
             {Axis::Output,
              outputs,
              false,
              {phase::Decode, config.points() ? phase::Softmax : phase::Count, phase::Choose}}}};
}

} // namespace heed::pointer
