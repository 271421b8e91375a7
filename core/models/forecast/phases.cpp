#include "core/models/forecast/phases.h"

#include "core/models/forecast/values.h"

#include <array>

namespace heed::forecast {
namespace {

// Rows of values.h by their keys.
template <class... Keys>
auto rows_of(Keys... keys) {
    return std::array{quantity_of(keys)...};
}

const auto encoder_before = rows_of("encoder.states", "encoder.cell_states");
const auto input_energies_rows = rows_of("input.energies");
const std::array input_shares{quantity_of("input.weights"), quantity::InputAttention};
const auto input_weights_rows = rows_of("input.weights");
const auto weighted = rows_of("input.weighted");
const auto encoder_made = rows_of("encoder.gates", "encoder.cell_states", "encoder.states");
const auto met = rows_of("decoder.states", "decoder.cell_states", "encoder.states");
const auto temporal_energies_rows = rows_of("temporal.energies");
const auto temporal_weights_rows = rows_of("temporal.weights");
const auto summed = rows_of("temporal.weights", "encoder.states");
const auto context = rows_of("temporal.context");
const auto mixed = rows_of("temporal.context", "decoder.states", "decoder.cell_states");
const auto decoder_made =
    rows_of("decoder.target", "decoder.input", "decoder.gates", "decoder.cell_states", "decoder.states");
const auto last = rows_of("decoder.states", "temporal.context");
const auto answered = rows_of("readout", "forecast");

} // namespace

namespace phase {
const PhaseInfo InputScore{"input-score", "Driver scores", Role::Attention,
                           300,           encoder_before,  input_energies_rows};
const PhaseInfo InputSoftmax{"input-softmax",     "Input attention", Role::Attention, 360,
                             input_energies_rows, input_shares};
const PhaseInfo Weigh{"weigh", "Weighted drivers", Role::Attention, 300, input_weights_rows, weighted};
const PhaseInfo Read{"read", "Read", Role::Forward, 240, weighted, encoder_made};
const PhaseInfo TemporalScore{"lag-score", "Lag scores", Role::Attention, 300, met, temporal_energies_rows};
const PhaseInfo TemporalSoftmax{"lag-softmax", "Lag attention",        Role::Attention,
                                360,           temporal_energies_rows, temporal_weights_rows};
const PhaseInfo Context{"context", "Context", Role::Attention, 360, summed, context};
const PhaseInfo Step{"step", "Decoder step", Role::Decoder, 240, mixed, decoder_made};
const PhaseInfo Answer{"forecast", "Forecast", Role::Output, 480, last, answered};
} // namespace phase

Outline outline_of(const Config& config) {
    using namespace phase;
    const int window = config.input.window;
    if (!config.attends())
        return {{{Axis::Moment, window, false, {Read}}, {Axis::Answer, 1, true, {phase::Answer}}}};
    return {{{Axis::Moment, window, false, {InputScore, InputSoftmax, Weigh, Read}},
             {Axis::Step, window, false, {TemporalScore, TemporalSoftmax, phase::Context, Step}},
             {Axis::Answer, 1, true, {phase::Answer}}}};
}

} // namespace heed::forecast
