// The rows for a hall: few, far apart, in large type. The figure is drawn at twice its designed size, so that
// the distances here are half of those on a screen of 1600 × 900.
#include "app/figures/seq2seq/network/plan/part.h"
#include "app/figures/seq2seq/network/whole.h"
#include "core/models/seq2seq/facts.h"

#include <algorithm>

namespace heed {
namespace {

constexpr float hall_gutter = 106, hall_margin = 31; // left and right of the columns
constexpr float hall_pitch = 51, hall_least_pitch = 34, hall_word_pitch = 76, hall_most_pitch = 110;
constexpr float hall_height = 358; // at 1600 × 900
constexpr float hall_label = 9, hall_row = 10, hall_part_row = 12, hall_highest_row = 22;
constexpr float strip_wide = 66, strip_from_right = 82, strip_takes = 106, strip_margin = 162;
constexpr float strip_foot = 18;   // of the numbers below it
constexpr float numbers_high = 16; // of the columns' numbers, where columns have no words

/// So wide that the longest word stands upright in the smallest letters, within reason; and in the largest.
float pitch_for_words(int longest) {
    constexpr float small_letter = 5.4f;
    return std::clamp(static_cast<float>(longest) * small_letter + 10, hall_least_pitch, hall_word_pitch);
}
float pitch_for_large_words(int longest, float air) {
    constexpr float letter = 7.8f;
    return std::clamp(static_cast<float>(longest) * letter + air, hall_pitch, hall_most_pitch);
}

float pitch_in_hall(float room, int count, int longest, float air) {
    const float least = pitch_for_words(longest);
    return std::clamp(room / static_cast<float>(std::max(1, count)), least,
                      std::max(pitch_for_large_words(longest, air), least));
}

/// The largest of the sizes in which a word of so many letters has room.
float token_size(int longest, float room) {
    for (const float size : {13.0f, 11.0f})
        if (static_cast<float>(longest) * size * 0.6f <= room) return size;
    return hall_label;
}

constexpr float source_air = 10, state_air = 14; // beside a word

NetworkPlan begun_in_hall(const Trace& trace, const Reveal& reveal, const NetworkSettings& settings) {
    NetworkPlan plan = begun_plan(trace, reveal, settings);
    plan.lecture = true;
    plan.slots = 0;
    plan.remembers = false;
    plan.state_labels = false;
    plan.roomy_legend = false;
    plan.name_x = 20;
    plan.name_size = 12;
    plan.number_size = 10;
    plan.small_label = hall_label;
    return plan;
}

/// Cells and words of columns that are wide enough for words.
void set_cells(NetworkPlan& plan, const WholeRun& whole) {
    plan.full = plan.upright = plan.outputs_upright = true;
    plan.bands = false;
    plan.cell_width = std::min(54.0f, 0.72f * plan.source.pitch);
    plan.state_width = std::min(54.0f, 0.72f * plan.states.pitch);
    plan.token = std::min(token_size(whole.longest_source, plan.source.pitch - 8),
                          token_size(whole.longest_output, plan.states.pitch - 12));
}

void place_columns(NetworkPlan& plan, const Trace& trace, const Reveal& reveal, const Playhead& playhead,
                   const NetworkSettings& settings) {
    const float room = std::max(hall_least_pitch, settings.width - hall_gutter - hall_margin);
    const int of_source = settings.whole->longest_source, of_outputs = settings.whole->longest_output;
    const float pitch = pitch_in_hall(room, trace.source_length(), of_source, source_air);
    const float state_pitch = std::min(pitch_in_hall(room, trace.outputs() + 1, of_outputs, state_air),
                                       std::max(pitch, pitch_for_large_words(of_outputs, state_air)));
    plan.source = columns(trace.source_length(), pitch, hall_gutter, hall_gutter + room,
                          {source_focus(trace, reveal), playhead.column}, -1);
    plan.states = columns(trace.outputs() + 1, state_pitch, hall_gutter, hall_gutter + room,
                          {state_focus(reveal), playhead.row >= 0 ? playhead.row + 1 : -1}, -1);
    set_cells(plan, *settings.whole);
}

/// Distances from a row to the one below it.
struct HallRows {
    float first;     // of the uppermost state
    float output;    // above that: the middle of an output's box, or where its slanted word begins
    float layer;     // between two states
    float context;   // from the lowest state
    float bars;      // from the context to the baseline
    float height;    // of a bar of 1
    float annotated; // below the baseline
    float source, heat;
};

HallRows rows_of(const NetworkPlan& plan, float open) {
    if (plan.bands) return {44, 24, 14, 32, 62 * open, 34 * open, 14, 20, 14};
    if (plan.full)
        return {57 * open, 33 * open, 28 * open, 36 * open, (plan.fixed ? 57 : 82) * open,
                59 * open, 26 * open, 23 * open, 15 * open};
    const float above = plan.outputs_upright ? 22.0f : plan.output_room * sine_of(plan.output_slant);
    const float below = plan.upright ? 12.0f : plan.label_room * sine_of(plan.label_slant) + 6;
    return {above + 26, 20, 24, 32 * open, 62 * open, 34 * open, 13, plan.upright ? 20.0f : 14.0f, below};
}

/// While the source is read: its readers, where the bars will stand.
void place_readers(NetworkPlan& plan, const Reveal& reveal, float open) {
    const std::vector<Phase> readers = reader_phases(*reveal.outline);
    const float near = plan.bands ? 14.0f : plan.full ? 30.0f : 22.0f;
    plan.embedding_y = plan.baseline + (plan.full ? 1.0f : -2.0f) * open;
    const float top = plan.context_y + (plan.full ? 23.0f : 16.0f) * open,
                bottom = plan.embedding_y - near * open;
    const auto count = static_cast<float>(readers.size());
    const float step = readers.size() > 1 ? (bottom - top) / (count - 1) : 0;
    for (std::size_t k = 0; k < readers.size(); ++k)
        plan.readers.push_back(
            {readers[k], readers.size() > 1 ? top + step * static_cast<float>(k) : (top + bottom) / 2});
    if (readers.size() > 1 && !plan.bands) plan.cell_height = std::clamp(step - 4, 8.0f, plan.cell_height);
}

void place_hall(NetworkPlan& plan, const Reveal& reveal, int layers, float height) {
    const float open = std::clamp(height / hall_height, 1.0f, 1.3f);
    const int more = layers - (plan.luong ? 0 : 1);
    const HallRows rows = rows_of(plan, open);
    const float step = more > 0 ? std::min(rows.layer, 84.0f * open / static_cast<float>(more)) : 0;
    plan.readers.clear();
    plan.decoders.clear();
    plan.embedding_y = 0;
    float y = rows.first;
    plan.output_y = rows.first - rows.output;
    if (plan.luong) plan.attentional_y = y, y += step;
    for (int l = 0; l < layers; ++l) plan.decoders.push_back(y + step * static_cast<float>(l));
    const float tallest = plan.full ? 22.0f : plan.bands ? 8.0f : 14.0f;
    plan.cell_height = more > 0 ? std::clamp(step - 6, 6.0f, tallest) : tallest;
    plan.context_y = plan.decoders.back() + rows.context;
    plan.baseline = plan.context_y + rows.bars;
    plan.circle = plan.full ? 13.5f : 12.0f;
    plan.bar_height = rows.height;
    plan.numbers_below = plan.full && !plan.fixed;
    plan.annotation_y = plan.baseline + rows.annotated;
    plan.source_y = plan.annotation_y + rows.source;
    plan.heat_top = plan.source_y + rows.heat;
    if (!reveal.decoding()) place_readers(plan, reveal, open);
}

// ------------------------------------------------------------------------------- a part of a longer run

constexpr float longest_slanted = 64; // px along a word at the usual slant: longer ones lie flatter

void set_part_mode(NetworkPlan& plan, const Placing& p, float pitch) {
    const WholeRun& whole = *p.settings.whole;
    plan.source.pitch = plan.states.pitch = pitch;
    if (pitch >= pitch_for_words(whole.longest_source) - 0.01f) {
        plan.states.pitch = std::max(std::min(pitch, hall_most_pitch), pitch_for_words(whole.longest_output));
        return set_cells(plan, whole);
    }
    plan.full = false;
    plan.bands = pitch < zoom_stops[2].from - 0.01f;
    set_labels(plan, p.trace, p.settings);
    const auto lay = [](float& room, float& slant, float across) {
        const float high = std::min(room, longest_slanted) * sine_of(slant);
        slant = slant_for(room, high, across);
        room = std::min(room, high / sine_of(slant));
    };
    lay(plan.label_room, plan.label_slant, plan.source.pitch);
    lay(plan.output_room, plan.output_slant, plan.states.pitch);
    if (plan.bands) plan.cell_width = pitch;
}

float place_part(NetworkPlan& plan, const Placing& p, float /*row_height*/) {
    place_hall(plan, p.reveal, p.layers, p.settings.height);
    plan.numbers_y = 0;
    if (plan.bands) {
        plan.numbers_y = plan.heat_top + 3;
        plan.heat_top += numbers_high;
    }
    return std::max(plan.heatmap ? 12.0f : 1.0f, p.settings.height - strip_foot - plan.heat_top);
}

MapRoom part_room(const NetworkPlan& plan, const Placing& p) {
    MapRoom room;
    room.columns = p.trace.source_length();
    room.rows = plan.heatmap ? std::max(1, p.trace.outputs()) : 1;
    room.width = std::max(60.0f, p.settings.width - hall_gutter - (p.strip ? strip_margin : hall_margin));
    room.words_high = hall_row;
    room.most_high = p.strip ? hall_part_row : hall_highest_row;
    room.usual_wide = pitch_for_large_words(p.settings.whole->longest_source, source_air);
    return room;
}

NetworkPlan part_in_hall(const Placing& placing) {
    const PartLook look{.left = hall_gutter,
                        .usual_pitch = pitch_for_words(placing.settings.whole->longest_source),
                        .strip_width = strip_wide,
                        .strip_top = 44,
                        .strip_from_right = strip_from_right,
                        .strip_room = strip_takes,
                        .foot = strip_foot,
                        .set_mode = set_part_mode,
                        .place_network = place_part,
                        .room_of = part_room};
    NetworkPlan plan =
        part_plan(placing, begun_in_hall(placing.trace, placing.reveal, placing.settings), look);
    plan.legend_y = placing.settings.height;
    return plan;
}

/// The part is the whole: a picture of the whole beside it would say nothing.
bool shows_all(const NetworkPlan& part) {
    constexpr float hair = 0.01f;
    return !part.bands && part.window.columns >= static_cast<float>(part.room.columns) - hair &&
           part.window.rows >= static_cast<float>(part.room.rows) - hair;
}

/// All of it can be read: every column, and a word beside every row.
bool fits_in_hall(const NetworkPlan& plan, int outputs) {
    return !plan.source.scrolls() && (!plan.heatmap || (plan.row_height >= hall_label - 0.5f &&
                                                        plan.last_row - plan.first_row + 1 >= outputs));
}

} // namespace

NetworkPlan lecture_plan(const Trace& trace, const Reveal& reveal, const Playhead& playhead,
                         const NetworkSettings& settings) {
    NetworkPlan plan = begun_in_hall(trace, reveal, settings);
    place_columns(plan, trace, reveal, playhead, settings);
    place_hall(plan, reveal, std::max(1, seq2seq_facts(trace).decoder_rows()), settings.height);
    place_heatmap(plan, reveal, playhead.row, trace.outputs(), settings.height - 9, hall_highest_row);
    plan.legend_y = settings.height;
    const bool all = fits_in_hall(plan, trace.outputs());
    if (!settings.overview || (all && settings.zoom.scale <= 0)) return plan;
    const Placing placing = placing_of(trace, reveal, playhead, settings);
    Placing alone = placing;
    alone.strip = false;
    NetworkPlan part = part_in_hall(alone);
    if (settings.zoom.scale > 0 || !shows_all(part)) part = part_in_hall(placing);
    part.fits = all;
    part.least = scale_of_width(part.room, plan.source.pitch);
    return part;
}

} // namespace heed
