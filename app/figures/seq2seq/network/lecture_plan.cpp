// The rows for a hall: few, far apart, in large type. The figure is drawn at twice its designed size, so that
// the distances here are half of those on a screen of 1600 × 900.
#include "app/figures/seq2seq/network/plan.h"
#include "app/figures/seq2seq/network/whole.h"
#include "core/models/seq2seq/facts.h"

#include <algorithm>

namespace heed {
namespace {

constexpr float hall_gutter = 106, hall_margin = 31; // left and right of the columns
constexpr float hall_pitch = 51, hall_least_pitch = 34, hall_word_pitch = 76;
constexpr float hall_height = 358; // at 1600 × 900

/// So wide that the longest word stands upright in the smallest letters, within reason.
float pitch_for_words(int longest) {
    constexpr float small_letter = 5.4f;
    return std::clamp(static_cast<float>(longest) * small_letter + 10, hall_least_pitch, hall_word_pitch);
}

float pitch_in_hall(float room, int count, int longest) {
    const float least = pitch_for_words(longest);
    return std::clamp(room / static_cast<float>(std::max(1, count)), least, std::max(hall_pitch, least));
}

/// The largest of the sizes in which a word of so many letters has room.
float token_size(int longest, float room) {
    for (const float size : {13.0f, 11.0f})
        if (static_cast<float>(longest) * size * 0.6f <= room) return size;
    return 9;
}

void place_columns(NetworkPlan& plan, const Trace& trace, const Reveal& reveal, const Playhead& playhead,
                   const NetworkSettings& settings) {
    const float room = std::max(hall_least_pitch, settings.width - hall_gutter - hall_margin);
    const int of_source = settings.whole->longest_source, of_outputs = settings.whole->longest_output;
    const float pitch = pitch_in_hall(room, trace.source_length(), of_source);
    const float state_pitch =
        std::min(pitch_in_hall(room, trace.outputs() + 1, of_outputs), std::max(pitch, hall_pitch));
    plan.source = columns(trace.source_length(), pitch, hall_gutter, hall_gutter + room,
                          {source_focus(trace, reveal), playhead.column}, -1);
    plan.states = columns(trace.outputs() + 1, state_pitch, hall_gutter, hall_gutter + room,
                          {state_focus(reveal), playhead.row >= 0 ? playhead.row + 1 : -1}, -1);
    plan.cell_width = 0.72f * pitch;
    plan.state_width = 0.72f * state_pitch;
    plan.token = std::min(token_size(of_source, pitch - 8), token_size(of_outputs, state_pitch - 12));
}

/// While the source is read: its readers, where the bars will stand.
void place_readers(NetworkPlan& plan, const Reveal& reveal, float open) {
    const std::vector<Phase> readers = reader_phases(*reveal.outline);
    plan.embedding_y = plan.baseline + 1 * open;
    const float top = plan.context_y + 23 * open, bottom = plan.embedding_y - 30 * open;
    const auto count = static_cast<float>(readers.size());
    const float step = readers.size() > 1 ? (bottom - top) / (count - 1) : 0;
    for (std::size_t k = 0; k < readers.size(); ++k)
        plan.readers.push_back(
            {readers[k], readers.size() > 1 ? top + step * static_cast<float>(k) : (top + bottom) / 2});
    if (readers.size() > 1) plan.cell_height = std::clamp(step - 4, 8.0f, plan.cell_height);
}

} // namespace

NetworkPlan lecture_plan(const Trace& trace, const Reveal& reveal, const Playhead& playhead,
                         const NetworkSettings& settings) {
    NetworkPlan plan = begun_plan(trace, reveal, settings);
    plan.lecture = true;
    plan.slots = 0;
    plan.state_labels = false;
    plan.roomy_legend = false;
    plan.name_x = 20;
    plan.name_size = 12;
    plan.number_size = 10;
    plan.small_label = 9;
    place_columns(plan, trace, reveal, playhead, settings);

    const float open = std::clamp(settings.height / hall_height, 1.0f, 1.3f);
    const int layers = std::max(1, seq2seq_facts(trace).decoder_rows()), more = layers - (plan.luong ? 0 : 1);
    const float step = more > 0 ? std::min(28.0f, 84.0f / static_cast<float>(more)) * open : 0;
    float y = 57 * open;
    plan.output_y = 24 * open;
    if (plan.luong) plan.attentional_y = y, y += step;
    for (int l = 0; l < layers; ++l) plan.decoders.push_back(y + step * static_cast<float>(l));
    plan.cell_height = more > 0 ? std::clamp(step - 6, 10.0f, 22.0f) : 22.0f;
    const float below = step * static_cast<float>(more);
    plan.context_y = 93 * open + below;
    plan.baseline = (plan.fixed ? 150 : 175) * open + below;
    plan.circle = 13.5f;
    plan.bar_height = 59 * open;
    plan.numbers_below = !plan.fixed;
    plan.annotation_y = 201 * open + below;
    plan.source_y = 224 * open + below;
    plan.heat_top = 239 * open + below;
    if (!reveal.decoding()) place_readers(plan, reveal, open);
    place_heatmap(plan, reveal, playhead.row, trace.outputs(), settings.height - 9, 22);
    plan.legend_y = settings.height;
    return plan;
}

} // namespace heed
