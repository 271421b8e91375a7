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

/// What the phases read and make.
namespace rows {
const auto encoder_before = rows_of("encoder.states", "encoder.cell_states");
const auto input_energies = rows_of("input.energies");
const std::array input_shares{quantity_of("input.weights"), quantity::InputAttention};
const auto input_weights = rows_of("input.weights");
const auto weighted = rows_of("input.weighted");
const auto encoder_made = rows_of("encoder.gates", "encoder.cell_states", "encoder.states");
const auto met = rows_of("decoder.states", "decoder.cell_states", "encoder.states");
const auto temporal_energies = rows_of("temporal.energies");
const auto temporal_weights = rows_of("temporal.weights");
const auto summed = rows_of("temporal.weights", "encoder.states");
const auto context = rows_of("temporal.context");
const auto mixed = rows_of("temporal.context", "decoder.states", "decoder.cell_states");
const auto decoder_made =
    rows_of("decoder.target", "decoder.input", "decoder.gates", "decoder.cell_states", "decoder.states");
const auto last = rows_of("decoder.states", "temporal.context");
const auto answered = rows_of("readout", "forecast");
} // namespace rows

} // namespace

namespace phase {
const PhaseInfo InputScore{"input-score", "Driver scores",      Role::Attention,
                           300,           rows::encoder_before, rows::input_energies};
const PhaseInfo InputSoftmax{"input-softmax",      "Input attention", Role::Attention, 360,
                             rows::input_energies, rows::input_shares};
const PhaseInfo Weigh{"weigh", "Weighted drivers", Role::Attention, 300, rows::input_weights, rows::weighted};
const PhaseInfo Read{"read", "Read", Role::Forward, 240, rows::weighted, rows::encoder_made};
const PhaseInfo TemporalScore{"lag-score", "Lag scores", Role::Attention,
                              300,         rows::met,    rows::temporal_energies};
const PhaseInfo TemporalSoftmax{"lag-softmax", "Lag attention",         Role::Attention,
                                360,           rows::temporal_energies, rows::temporal_weights};
const PhaseInfo Context{"context", "Context", Role::Attention, 360, rows::summed, rows::context};
const PhaseInfo Step{"step", "Decoder step", Role::Decoder, 240, rows::mixed, rows::decoder_made};
const PhaseInfo Answer{"forecast", "Forecast", Role::Output, 480, rows::last, rows::answered};
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
