// A Transformer while it reads and writes: columns of layers, what the head in front looks at, and below the
// columns the map of that head, of the source beside that of its own past (heads §25, picture 26).
// Encoder-decoders, encoders alone, decoders alone. Knows runs, not the models that made them.
#pragma once

#include "app/figures/base/figure.h"
#include "app/figures/inspector/narration.h"
#include "app/figures/inspector/result_line.h"
#include "app/figures/transformer/heads.h"
#include "core/models/transformer/facts.h"
#include "core/trace/trace.h"

#include <functional>
#include <memory>
#include <string>

namespace heed {

namespace moves {
struct Moves;
}

struct WordRun;

/// The maps of a run as they are drawn, made once: what may not be seen has no cell.
struct TransformerMaps;
std::shared_ptr<const TransformerMaps> transformer_maps(const Trace& run);
/// Those of heads with each weight times ‖W_O v‖, a row to 1. `lengths` gives that of every place a head
/// looks at (K), empty where it is not known.
std::shared_ptr<const TransformerMaps>
weighted_maps(const Trace& run, const std::function<Eigen::VectorXd(const Site& weights)>& lengths);

/// What was measured of the run beside it; null: not yet.
struct MeasuredBeside {
    std::shared_ptr<const TransformerMaps> weighted{};
    std::shared_ptr<const moves::Moves> moves{}; // of the output that is being written
    std::string problem{};                       // why there are none
    bool operator==(const MeasuredBeside&) const = default;
};

struct TransformerSettings {
    float width = 1240, height = 808; // of the canvas
    HeadsInFront front{};
    float scroll = -1;    // px across, of the block that has no room; -1: follows the playhead
    float free_right = 0; // px at the upper right that are not the picture's
    bool hall = false;    // nothing that only one who sits before it would read
    std::shared_ptr<const TransformerMaps> maps{}; // null: made anew
    MeasuredBeside beside{};
    LaidOut laid_out{};
    bool operator==(const TransformerSettings&) const = default;
};

/// Picks: Cell i = row, j = column; Column j = a place of the source; Bar i = output, j = a place of the
/// source whose weight a hand may take hold of, k as of Column; OutputBox i; Button "sub-step" k = at; Button
/// "head" i = 0 of the own side, 1 of the source, k = head; Button "layer" k = layer.
Scene transformer_figure(const Trace& run, const Playhead& playhead, const TransformerSettings& settings,
                         const FigureStyle& style);
struct TransformerLayout {
    float scroll = 0, most_scroll = 0;
    float right = 0; // where the last block ends
    int first = 0, last = -1,
        count = 0;          // places of the block that scrolls which are seen whole; none: it has room
    bool of_source = false; // that block
};
TransformerLayout transformer_layout(const Trace& run, const Playhead& playhead,
                                     const TransformerSettings& settings);

/// What the head in front gives for that output to a place that it looks at: 0 … 1; 0: it is not known.
float weight_in_front(const Trace& run, const Playhead& playhead, const HeadsInFront& front, int output,
                      int column);
/// The same of the head in front among those that read the source, while its own past is in front, too.
float source_weight_in_front(const Trace& run, const Playhead& playhead, const HeadsInFront& front,
                             int output, int column);
/// That of a bar as high as there is room, of the row's weights: the strongest; of a run whose layout is
/// lent, what it was there, and higher bars are cut.
float weight_of_full_bar(const Trace& run, const Playhead& playhead, const TransformerSettings& settings);
/// How much weight a px of the bars above the columns is.
float weight_per_px(const Trace& run, const Playhead& playhead, const TransformerSettings& settings,
                    const FigureStyle& style);

/// The layer and the heads that are shown, from 0, and how many there are.
struct ShownHeads {
    int layer = 0, layers = 1;
    bool cross = false; // what reads the source has the bars; else the own side
    int self = 0, of_cross = 0, heads = 1;
    bool decoder = false; // whose layer it is
};
/// Whether the newest sub-step is one of an attention that has weights.
bool asks_about_head(const Trace& run, const Playhead& playhead);
/// Whether it is one of an attention whose row a hand changes for an output: in every head of every layer.
bool asks_about_changed_row(const Trace& run, const Playhead& playhead);
/// The head that the inspector explains there.
HeadPlace explained_head(const Trace& run, const Playhead& playhead, const HeadsInFront& front);
/// `at` after the weights of that head's layer are made: for the output that is looked at, or the first.
int at_of_head(const Trace& run, const Playhead& playhead, const HeadPlace& head);
ShownHeads shown_heads(const Trace& run, const Playhead& playhead, const HeadsInFront& front);

/// What stands at the right: the newest sub-step explained with this cell's numbers, the row of the head in
/// front, and what each sub-layer added to the residual stream. At at = 0: what will be seen. With `words`
/// the row and what moved the output are told in these; equations stay those of the piece at work.
Scene transformer_inspector(const Trace& run, const Playhead& playhead, const HeadsInFront& front,
                            float width, const FigureStyle& style, const MeasuredBeside& beside = {},
                            const WordRun* words = nullptr);
/// The output that the newest sub-step writes, of an encoder alone the place that is looked at once all are
/// read; -1: none.
int moved_output(const Trace& run, const Playhead& playhead, const HeadsInFront& front);
/// The output that is looked at, or the last one before it that is written; -1: none is.
int newest_written(const Trace& run, const Playhead& playhead, const HeadsInFront& front);
/// "Head 3 of layer 5 gives 68% to “dry”. …": of the newest sub-step, whichever layer is in front. With
/// `words` in these, and of which piece it is.
Narration transformer_narration(const Trace& run, const Playhead& playhead, const HeadsInFront& front,
                                const Palette& colors, const WordRun* words = nullptr);
/// Before there is a run.
Scene transformer_welcome(const ModelFacts& model, float width, const FigureStyle& style);

/// For a hall, `height` without the band; and the equation of the newest sub-step.
Scene transformer_lecture(const Trace& run, const Playhead& playhead, const TransformerSettings& settings,
                          const FigureStyle& style);
ResultLine transformer_result_line(const Trace& run, const Playhead& playhead, const HeadsInFront& front,
                                   const FigureStyle& style);

} // namespace heed
