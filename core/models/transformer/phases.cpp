#include "core/models/transformer/phases.h"

#include "core/models/transformer/values.h"

#include <array>

namespace heed::transformer {
namespace {

/// What each phase of an attention writes.
struct Written {
    std::array<Quantity, 3> project;
    std::array<Quantity, 1> score;
    std::array<Quantity, 2> softmax, mix, add;
    explicit Written(const AttentionValues& v)
        : project{v.queries, v.keys, v.values}, score{v.energies}, softmax{v.weights, v.mean},
          mix{v.contexts, v.result}, add{v.output_sum, v.normed} {}
};
std::array<Quantity, 5> all_of(const FeedValues& v) {
    return {v.gate, v.hidden, v.result, v.output_sum, v.normed};
}
std::array<Quantity, 3> all_of(const SideValues& v) { return {v.embedded, v.positions, v.input}; }

namespace lists {
const std::array source_tokens = all_of(encoder_values), output_tokens = all_of(decoder_values);
const Written source_looked{encoder_values.self}, output_past{decoder_values.self},
    output_looked{decoder_values.cross};
const std::array source_fed = all_of(encoder_values.feed), output_fed = all_of(decoder_values.feed);
const std::array source_read{encoder_values.input}, output_read{decoder_values.input};
const std::array source_left{encoder_values.output, decoder_values.self.normed};
const std::array outputs_last{decoder_values.output};
const std::array distribution{Quantity::Logits, Quantity::LogProbs};
} // namespace lists

/// `own`: the colour of what is no weight.
Looking looking(Role own, std::span<const Quantity> reads, const Written& w) {
    return {{"project", "Project", own, 260, reads, w.project},
            {"score", "Score", Role::Attention, 320, w.project, w.score},
            {"softmax", "Softmax", Role::Attention, 420, w.score, w.softmax},
            {"mix", "Mix", Role::Attention, 420, w.softmax, w.mix},
            {"add", "Add", own, 260, w.mix, w.add}};
}

void append(std::vector<Phase>& phases, const Looking& look, int layer) {
    for (const PhaseInfo* row : {&look.project, &look.score, &look.softmax, &look.mix, &look.add})
        phases.push_back({*row, layer});
}

} // namespace

bool Looking::holds(const Phase& p) const {
    return p.is(project) || p.is(score) || p.is(softmax) || p.is(mix) || p.is(add);
}

namespace phase {
const PhaseInfo Read{"read", "Read", Role::Text, 260, {}, lists::source_tokens};
const Looking Look = looking(Role::Forward, lists::source_read, lists::source_looked);
const PhaseInfo Feed{"feed", "Feed forward", Role::Forward, 260, lists::source_read, lists::source_fed};
const PhaseInfo Embed{"embed", "Embed", Role::Text, 260, {}, lists::output_tokens};
const Looking Past = looking(Role::Decoder, lists::output_read, lists::output_past);
const Looking Cross = looking(Role::Decoder, lists::source_left, lists::output_looked);
const PhaseInfo Forward{"forward", "Feed forward", Role::Decoder, 320, lists::output_read, lists::output_fed};
const PhaseInfo Write{"write", "Write", Role::Output, 320, lists::outputs_last, lists::distribution};
} // namespace phase

Outline outline_of(const Config& config, int source_length, int outputs) {
    Outline outline;
    Stage reading{.axis = Axis::Source, .count = source_length, .by_phase = true, .phases = {phase::Read}};
    reading.together = true;
    reading.groups = {0};
    for (int l = 0; config.encodes() && l < config.encoder.layers; ++l) {
        reading.groups.push_back(static_cast<int>(reading.phases.size()));
        append(reading.phases, phase::Look, l);
        reading.phases.push_back({phase::Feed, l});
    }
    outline.stages.push_back(std::move(reading));
    if (!config.decodes()) return outline;
    Stage writing{.axis = Axis::Output, .count = outputs, .by_phase = false, .phases = {phase::Embed}};
    writing.groups = {0};
    for (int l = 0; l < config.decoder.layers; ++l) {
        writing.groups.push_back(static_cast<int>(writing.phases.size()));
        append(writing.phases, phase::Past, l);
        if (config.crosses()) append(writing.phases, phase::Cross, l);
        writing.phases.push_back({phase::Forward, l});
    }
    writing.groups.push_back(static_cast<int>(writing.phases.size()));
    writing.phases.push_back(phase::Write);
    outline.stages.push_back(std::move(writing));
    return outline;
}

} // namespace heed::transformer
