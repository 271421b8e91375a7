#include "core/models/transformer/phases.h"

#include "core/models/transformer/values.h"

#include <array>

namespace heed::transformer {
namespace {

std::array<Quantity, 9> all_of(const AttentionValues& v) {
    return {v.queries, v.keys, v.values, v.energies, v.weights, v.contexts, v.result, v.output_sum, v.normed};
}
std::array<Quantity, 5> all_of(const FeedValues& v) {
    return {v.gate, v.hidden, v.result, v.output_sum, v.normed};
}
std::array<Quantity, 3> all_of(const SideValues& v) { return {v.embedded, v.positions, v.input}; }

namespace lists {
const std::array source_tokens = all_of(encoder_values), output_tokens = all_of(decoder_values);
const std::array source_looked = all_of(encoder_values.self), output_past = all_of(decoder_values.self),
                 output_looked = all_of(decoder_values.cross);
const std::array source_fed = all_of(encoder_values.feed), output_fed = all_of(decoder_values.feed);
const std::array source_read{encoder_values.input}, output_read{decoder_values.input};
const std::array source_left{encoder_values.output, decoder_values.self.normed};
const std::array outputs_last{decoder_values.output};
const std::array distribution{Quantity::Logits, Quantity::LogProbs};
const std::array probabilities{Quantity::LogProbs};
} // namespace lists

} // namespace

namespace phase {
const PhaseInfo Read{"read", "Read", Role::Text, 260, {}, lists::source_tokens};
const PhaseInfo Look{"look", "Look around", Role::Attention, 320, lists::source_read, lists::source_looked};
const PhaseInfo Feed{"feed", "Feed forward", Role::Joined, 260, lists::source_read, lists::source_fed};
const PhaseInfo Embed{"embed", "Embed", Role::Text, 260, {}, lists::output_tokens};
const PhaseInfo Past{"past", "Look back", Role::Decoder, 480, lists::output_read, lists::output_past};
const PhaseInfo Cross{"cross", "Look at the source", Role::Attention,
                      480,     lists::source_left,   lists::output_looked};
const PhaseInfo Forward{"forward", "Feed forward", Role::Joined, 320, lists::output_read, lists::output_fed};
const PhaseInfo Distribution{"distribution",      "Distribution",     Role::Output, 320,
                             lists::outputs_last, lists::distribution};
const PhaseInfo Choose{"choose", "Choose", Role::Output, 300, lists::probabilities, {}};
} // namespace phase

Outline outline_of(const Config& config, int source_length, int outputs) {
    Outline outline;
    std::vector<Phase> reading{phase::Read};
    for (int l = 0; config.encodes() && l < config.encoder.layers; ++l) {
        reading.push_back({phase::Look, l});
        reading.push_back({phase::Feed, l});
    }
    outline.stages.push_back({Axis::Source, source_length, true, std::move(reading)});
    if (!config.decodes()) return outline;
    std::vector<Phase> writing{phase::Embed};
    for (int l = 0; l < config.decoder.layers; ++l) {
        writing.push_back({phase::Past, l});
        if (config.crosses()) writing.push_back({phase::Cross, l});
        writing.push_back({phase::Forward, l});
    }
    writing.push_back(phase::Distribution);
    writing.push_back(phase::Choose);
    outline.stages.push_back({Axis::Output, outputs, false, std::move(writing)});
    return outline;
}

} // namespace heed::transformer
