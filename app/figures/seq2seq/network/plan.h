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
    bool full = true;       // full mode, or compact
    bool upright = true;    // labels stand upright; otherwise slanted 60 degrees
    bool fixed = false;     // fixed context: no weights
    bool luong = false;     // the new state asks; the context meets it in a row of its own
    bool two_cells = false; // conditional order: the lower row asks, the upper takes the context in
    bool heatmap = true;
    bool roomy_legend = true;
    float width = 0, height = 0;
    Columns source; // one a source token
    int slots = 0;  // columns past the source, where they fit beside it
    Columns states; // s_0 and one an output

    struct Reader {
        Phase phase;
        float y;
    };
    std::vector<Reader> readers; // top to bottom
    std::vector<float> decoders; // top (the last layer) to bottom
    float attentional_y = 0;     // of Luong's order, above the decoder
    float output_y = 0, context_y = 0, baseline = 0, annotation_y = 0, embedding_y = 0, source_y = 0;
    float bar_height = 60, cell_width = 54, cell_height = 28, state_width = 54, circle = 16.5f;
    float label_room = 0, output_room = 0; // of slanted labels, along their own direction
    bool state_labels = true, numbers_below = true;

    float heat_top = 0, row_height = 28;
    int first_row = 0, last_row = -1; // rows in view
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
    /// The right edge of the slots past the source, or of the source.
    float slots_right() const { return source.seen_right() + static_cast<float>(slots) * source.pitch; }
    float row_y(int i) const {
        return heat_top + static_cast<float>(i - first_row) * row_height;
    } // upper edge
    float heat_bottom() const { return row_y(last_row + 1); }
};

/// Of the switch between the maps of a what-if, at the right end of the legend's line.
inline constexpr float map_switch_width = 254;
float switch_left(const NetworkPlan& plan);

NetworkPlan network_plan(const Trace& trace, const Reveal& reveal, const Playhead& playhead,
                         const NetworkSettings& settings);
/// The source tokens and the heatmap alone, from `top` down to the settings' height.
NetworkPlan heatmap_plan(const Trace& trace, const Reveal& reveal, const Playhead& playhead,
                         const NetworkSettings& settings, float top);

} // namespace heed
