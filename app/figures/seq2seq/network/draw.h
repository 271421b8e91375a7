// The parts of the Step canvas, each drawn by its own file. Inside the network figure only.
#pragma once

#include "app/figures/base/marks.h"
#include "app/figures/seq2seq/network/plan/plan.h"
#include "core/models/seq2seq/phases.h"

#include <string>

namespace heed {

inline constexpr float spent = 0.55f; // amber that has done its work
inline const std::string not_computed = "Not computed yet";

struct Canvas {
    const Trace& trace;
    const Playhead& playhead;
    const NetworkSettings& settings;
    const FigureStyle& style;
    const Palette& colors;
    const NetworkPlan& plan;
    const Reveal& reveal;
    Scene& scene;

    bool first_run() const { return settings.first_run && !reveal.now.started; }
    /// The phase that reads the context: the cell's, or in Luong's order that of the attentional state.
    Phase reader() const { return plan.luong ? Phase{seq2seq::Distribution} : plan.last_state(); }
    /// The weights that stand on the bars belong to an output before the newest.
    bool looking_back() const { return reveal.looked_at != reveal.output; }
    /// Whether a phase of the output on the bars is done, new or later.
    Seen shown(const PhaseInfo& kind) const { return shown(Phase{kind, 0}); }
    Seen shown(Phase phase) const { return reveal.decoded(phase, reveal.looked_at); }
};

/// A token as it is set: ␣ and words for end tokens stand in Inter.
struct TokenText {
    std::string text;
    Face face = Face::Mono;
    bool is_end = false;
};
TokenText source_text(const Trace& trace, int j);
TokenText output_text(const Trace& trace, int i);
/// Upright, cut to the room.
void add_token(const Canvas& canvas, TokenText token, Point at, float size, Color color, Align align,
               float room);

/// Columns that do not fit are cut at the edges of the view.
ClipItem clip_of_columns(const NetworkPlan& plan);
void draw_row_names(const Canvas& canvas);
void draw_column_band(const Canvas& canvas);
void draw_source(const Canvas& canvas);
void draw_encoder(const Canvas& canvas);
void draw_attention(const Canvas& canvas);          // bars, fan and the context
void draw_window(const Canvas& canvas, int output); // of local attention, behind the bars
void draw_window_centre(const Canvas& canvas, int output);
void draw_window_ticks(const Canvas& canvas); // its centre in the heatmap's rows
void draw_slots(const Canvas& canvas);        // columns past the source that weights go to all the same
void draw_slot_rows(const Canvas& canvas);    // their part of the heatmap
void add_slots_ground(const Canvas& canvas);  // the lines that both stand on
void draw_own_past(const Canvas& canvas);     // in their place: the decoder's own states
void draw_seen(const Canvas& canvas);         // what has been looked at so far
inline constexpr const char* seen_name = "Looked at so far";
void draw_fixed_context(const Canvas& canvas); // where a model has no weights
void draw_decoder(const Canvas& canvas);
void draw_attentional(const Canvas& canvas); // Luong's order: where context and state meet
/// The right edge of what output i is written in, in the middle of its height.
Point beside_output(const Canvas& canvas, int i);
/// The way of a context beside its decoder cell, up to the attentional state, and how far it has been gone.
void draw_elbow(const Canvas& canvas, int output, Point from, Seen seen, float t);
void draw_output_labels(const Canvas& canvas); // compact mode: words over the states
void draw_heatmap(const Canvas& canvas);       // rows, numbers, legend, P(chosen)
void draw_bands(const Canvas& canvas);         // the network where columns are too narrow for cells
void draw_band_words(const Canvas& canvas);    // its words: those that are pointed at
void draw_band_source(const Canvas& canvas);   // of the source's alone
void draw_overview(const Canvas& canvas);      // the whole beside a part, and what is out of sight
void draw_welcome(const Canvas& canvas);       // the words of the first run

/// A recurrent cell at one moment: outline, content and, where new, its ring.
struct CellMark {
    Box box;
    Color color;
    Seen seen = Seen::Later;
    float filled = 1; // of its content, 0 to 1
    const MatrixXf* states = nullptr;
    int column = 0;
    float maximum = 1;   // of the row: bars (full) or mean magnitude (compact)
    bool ringed = false; // beside what `seen` says
};
void add_cell(const Canvas& canvas, const CellMark& mark);
/// What the numbers of a row are drawn against.
float row_maximum(const Canvas& canvas, const MatrixXf& states, float cell_height);
/// “M gets 34% of the attention for output 7”.
std::string cell_tooltip(const Trace& trace, int i, int j);
/// What a full bar is worth: .1, .2, .5 or 1, whichever the largest weight reaches not further than.
float ceiling_above(float weight);
/// Whether the weights of output i are not the model's own; whether that one is held there.
bool is_edited(const Trace& trace, int i);
bool is_held(const Trace& trace, int i, int j);
/// A padlock, `size` wide.
void add_lock(Scene& scene, Point centre, float size, Color color);
/// Of a row that was edited: the model's own bar, dashed; the white band on what the user set; the number and
/// the lock over a bar whose top, or whose own bar's, is at `top`.
void draw_own_bar(const Canvas& canvas, int j, float width, float height, float strength);
void draw_band(const Canvas& canvas, Box bar, bool held);
void draw_edited_number(const Canvas& canvas, int i, int j, float top, const std::string& number);
void draw_bar_lock(const Canvas& canvas, int i, int j, float top);
/// A spot of light with its glow.
void add_pulse(const Canvas& canvas, Point at, Color color, float strength = 1);

} // namespace heed
