// Where everything of the Step canvas stands, and what of it has been computed. Inside the network figure
// only.
#pragma once

#include "app/figures/seq2seq/network/network.h"
#include "core/models/seq2seq/phases.h"

#include <vector>

namespace heed {

/// Equal columns in a view that may be narrower than all of them.
struct Columns {
    int count = 0;
    float pitch = 0;
    float left = 0;            // left edge of column 0, scrolled
    float from = 0, until = 0; // the view
    float scroll = 0;          // how far the columns are moved to the left
    int first = 0, last = -1;  // columns that are at least partly in view

    float x(int k) const { return left + (static_cast<float>(k) + 0.5f) * pitch; }
    float right() const { return left + static_cast<float>(count) * pitch; }
    /// The columns' extent within the view.
    float seen_left() const { return left > from ? left : from; }
    float seen_right() const { return right() < until ? right() : until; }
    bool scrolls() const { return static_cast<float>(count) * pitch > until - from + 0.5f; }
    bool whole(int k) const { return x(k) - pitch / 2 >= from - 0.5f && x(k) + pitch / 2 <= until + 0.5f; }
};

enum class Seen { Later, New, Earlier };

/// What has been computed at the playhead, and how far its newest part has been drawn.
struct Reveal {
    Reveal(const Trace& trace, const Playhead& playhead);

    const Outline* outline;
    int at;
    float progress; // of the newest sub-step: 1 when it stands still
    Moment now;
    bool reduced;
    int output = -1;    // the output being written, or -1 while encoding
    int looked_at = -1; // the output whose weights stand on the bars; another than `output` after a click
    bool decoding() const { return now.started && now.decoding(); }

    Seen encoded(Phase phase, int j) const;
    Seen decoded(const PhaseInfo& kind, int i) const { return decoded(Phase{kind, 0}, i); }
    Seen decoded(Phase phase, int i) const { return encoded(phase, i); }
    /// How much of that element to draw: 1, or the progress of what is new.
    float drawn(Seen seen) const {
        return seen == Seen::New ? progress : seen == Seen::Earlier ? 1.0f : 0.0f;
    }
    bool newest(const PhaseInfo& kind) const { return now.started && now.phase.is(kind); }
    bool declares(const PhaseInfo& kind) const { return outline->declares(kind); }
};

struct NetworkPlan {
    bool full = true;            // full mode, or compact
    bool bands = false;          // columns too narrow for cells: a band a row, no words
    bool upright = true;         // source words stand upright; otherwise slanted 60 degrees
    bool outputs_upright = true; // so do those of the outputs
    float token = 13;            // size of upright tokens in full mode: smaller before words are cut
    bool fixed = false;          // fixed context: no weights
    bool luong = false;          // the new state asks; the context meets it in a row of its own
    bool two_cells = false;      // conditional order: the lower row asks, the upper takes the context in
    bool heatmap = true;
    bool roomy_legend = true;
    float width = 0, height = 0; // without the picture of the whole
    Columns source;              // one a source token
    int slots = 0;               // columns past the source, where they fit beside it
    bool past = false;           // they are the decoder's own states, s_1 to the last but one
    bool remembers = false;      // under the bars stands what has been looked at so far
    Columns states;              // s_0 and one an output

    struct Reader {
        Phase phase;
        float y;
    };
    std::vector<Reader> readers; // top to bottom
    std::vector<float> decoders; // top (the last layer) to bottom
    float attentional_y = 0;     // of Luong's order, above the decoder
    float output_y = 0, context_y = 0, baseline = 0, annotation_y = 0, embedding_y = 0, source_y = 0;
    float seen_y = 0, seen_height = 0; // the ground of "looked at so far", and how high its bars are
    float bar_height = 60, cell_width = 54, cell_height = 28, state_width = 54, circle = 16.5f;
    float label_room = 0, output_room = 0;     // of slanted labels, along their own direction
    float label_slant = 60, output_slant = 60; // degrees
    bool state_labels = true, numbers_below = true;
    bool lecture = false;                                     // drawn for a hall
    float name_x = 16, name_size = 13;                        // of the rows' names
    float number_size = 11, row_label = 13, small_label = 11; // under the bars; beside the heatmap's rows
    /// While the source is read, its rows stand where the bars will.
    bool reads() const { return embedding_y > 0; }

    float heat_top = 0, row_height = 28;
    int first_row = 0, last_row = -1;   // rows that are at least partly in view
    float top_row = 0, heat_height = 0; // what is in view begins at that row
    bool zoomed = false;                // a part is in view, with a picture of the whole beside it
    MapRoom room{};                     // for all of the map
    MapWindow window{};                 // the part of it
    float scale = 0;                    // at which it is in view
    bool fits = false;                  // all of it can be read without a zoom:
    float least = 0;                    // that is at this scale
    Box strip{};                        // of the picture of the whole; empty: none
    float numbers_y = 0;                // of the columns' numbers; 0: none
    float legend_y = 0;
    /// The row that the outputs are written from.
    float written_from() const { return luong ? attentional_y : decoders.front(); }
    /// The state that asks is made for this output, before its context: the context goes around it.
    bool new_asks() const { return luong || two_cells; }
    /// The row that the previous token goes into.
    float read_into() const { return decoders.back(); }
    /// The previous token comes down between the columns, past what stands above.
    bool between_columns() const { return luong || decoders.size() > 1; }
    /// The state that asks for output i: s_{i-1}, or s_i in Luong's order. As a column of `states`.
    int asking(int i) const { return new_asks() ? i + 1 : i; }
    /// The phase in which the state is complete that outputs are written from.
    Phase last_state() const { return {seq2seq::State, two_cells ? 1 : 0}; }
    /// The phase in which a row of the map is there: its weights, or where there are none its state.
    Phase row_phase() const { return fixed ? last_state() : Phase{seq2seq::Softmax, 0}; }
    /// The right edge of the slots past the source, or of the source.
    float slots_right() const { return source.seen_right() + static_cast<float>(slots) * source.pitch; }
    float row_y(int i) const {
        return heat_top + (static_cast<float>(i) - top_row) * row_height;
    } // upper edge
    float heat_bottom() const { return heat_top + heat_height; }
    /// Of the words over what stands right of the heatmap.
    float header_y() const { return zoomed ? numbers_y : source_y; }
    bool row_whole(int i) const {
        return row_y(i) >= heat_top - 0.5f && row_y(i + 1) <= heat_bottom() + 0.5f;
    }
    /// Outputs stand in boxes above their states; else their words are slanted over them.
    bool boxes() const { return full && outputs_upright; }
};

/// Degrees at which words of that length stand in so high a room: flatter before they are cut, as far as the
/// columns keep them apart.
float slant_for(float along, float high, float pitch);
float sine_of(float slant);
float cosine_of(float slant);

/// Of the switch between the maps of a what-if, at the right end of the legend's line.
inline constexpr float map_switch_width = 254;
float switch_left(const NetworkPlan& plan);

/// The columns in view of a canvas that is too narrow for all of them, and which must be in it.
struct Focus {
    float middle = 0; // stands in the middle
    int chosen = -1;  // must be in view as well; -1: none
};
/// The source column that a scrolled canvas keeps in the middle, and the column of the states that it shows.
float source_focus(const Trace& trace, const Reveal& reveal);
float state_focus(const Reveal& reveal);

/// A distance between two row centres: as the design has it, and as small as it may become.
struct Gap {
    float ideal, least;
};
/// Output, attentional state, decoder layers, context, bars, annotation, readers, embedding, source, heatmap:
/// in that order, from the top edge down to the heatmap's upper edge.
struct Stack {
    std::vector<Gap> gaps{};

    float ideal() const { return total(1); }
    float least() const { return total(0); }
    float at(std::size_t k, float openness) const;

private:
    float total(float openness) const;
};
Stack stack_of(const NetworkPlan& plan, int decoder_layers, int readers);
std::vector<Phase> reader_phases(const Outline& outline); // top to bottom
void place_rows(NetworkPlan& plan, const Stack& stack, const std::vector<Phase>& readers, int decoder_layers,
                float top, float openness);
/// What of the model and the settings decides, before anything is placed. Settings have their `whole` here.
NetworkPlan begun_plan(const Trace& trace, const Reveal& reveal, const NetworkSettings& settings);
/// Which labels stand upright at that pitch, and the room that the others get.
void set_labels(NetworkPlan& plan, const Trace& trace, const NetworkSettings& settings);

/// The rows for a hall: see NetworkSettings::lecture.
NetworkPlan lecture_plan(const Trace& trace, const Reveal& reveal, const Playhead& playhead,
                         const NetworkSettings& settings);
/// Whether that layout can be kept for a run: it has the same source.
bool lends_layout(const LaidOut& lent, const Trace& trace);
/// The same settings for the run that lends its layout.
NetworkSettings own_layout(NetworkSettings settings);
/// The plan of a run in the layout of another, which the settings lend: the source stays where it is, the
/// outputs share the room that they had, and of rows that are too many the newest are in view.
NetworkPlan kept_plan(const Trace& trace, const Reveal& reveal, const Playhead& playhead,
                      const NetworkSettings& settings);
/// Equal columns, those of `focus` in view where there are more than fit.
Columns columns(int count, float pitch, float from, float until, Focus focus, float scroll);
void place_heatmap(NetworkPlan& plan, const Reveal& reveal, int chosen, int outputs, float bottom,
                   float tallest = 28);

/// A part of it, where not all can be read at once; see NetworkSettings::overview.
NetworkPlan zoomed_plan(const Trace& trace, const Reveal& reveal, const Playhead& playhead,
                        const NetworkSettings& settings);
/// Whether all of it can be read at once.
bool fits(const NetworkPlan& plan, int outputs);

NetworkPlan network_plan(const Trace& trace, const Reveal& reveal, const Playhead& playhead,
                         const NetworkSettings& settings);
/// The source tokens and the heatmap alone, from `top` down to the settings' height; and a part of it.
NetworkPlan heatmap_plan(const Trace& trace, const Reveal& reveal, const Playhead& playhead,
                         const NetworkSettings& settings, float top);
NetworkPlan heatmap_part_plan(const Trace& trace, const Reveal& reveal, const Playhead& playhead,
                              const NetworkSettings& settings, float top);
/// Where its words and its upper edge stand.
void place_words_alone(NetworkPlan& plan, float top);
/// What others may know of a plan. `part`: of the same canvas, zoomed; null: it cannot be.
NetworkLayout layout_of(const NetworkPlan& plan, const NetworkPlan* part, float type);

} // namespace heed
