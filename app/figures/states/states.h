// The states of a run as paths in two planes, the encoder's and the decoder's, above the heatmap: which
// states are alike, where the path goes, and where an edit pushes it.
//
// A path's column k is a source position, or s_k of the decoder: s_0 before anything is written, s_k what
// output k - 1 is written from.
#pragma once

#include "app/figures/base/figure.h"
#include "app/figures/seq2seq/network/network.h"
#include "core/analysis/neighbours.h"
#include "core/analysis/projection.h"
#include "core/trace/trace.h"

#include <string>

namespace heed {

/// The states of one kind in their own plane.
struct StatePath {
    analysis::StateChoice choice;
    analysis::Projection plane;
    MatrixXf points; // (2, M) coordinates in it
    MatrixXf before; // (2, M') of the run that this one is compared with; no columns: none
    int dimensions = 0;

    int count() const { return static_cast<int>(points.cols()); }
    bool of_decoder() const { return choice.kind == analysis::StateKind::Decoder; }
};
/// The plane is that of both runs together, so that what an edit changes can be seen in it.
StatePath state_path(const Trace& trace, const Trace* baseline, const analysis::StateChoice& choice);

/// A state that is looked at: on which path, and its column; -1: none.
struct PathPlace {
    bool decoder = true;
    int column = -1;
    bool operator==(const PathPlace&) const = default;
};

struct StatesPicture {
    const Trace& trace;
    const StatePath &encoder, &decoder;
    PathPlace chosen;           // whose neighbours are shown
    MatrixXf near = MatrixXf(); // (2, K) the neighbours of the chosen state, in its plane
    int row = 0;                // the decoder's cells that are shown, lowest first
};

struct StatesSettings {
    float width = 1240, height = 808; // of the canvas, px at scale 1
    bool heatmap = true;
    float head_right = 0; // px at the right of the title that are not the figure's
    /// As in NetworkSettings, of the heatmap.
    bool overview = false;
    MapZoom zoom = {};
    std::shared_ptr<const WholeRun> whole = {};
    bool operator==(const StatesSettings&) const = default;
};

/// Picks: State (i = output, k = column of the path; i = -1: s_0), Annotation (j, k = column), and the
/// heatmap's.
Scene states_figure(const StatesPicture& states, const Playhead& playhead, const StatesSettings& settings,
                    const FigureStyle& style);

/// Where the heatmap stands and what of it is in view. No heatmap: it has no cells.
NetworkLayout states_layout(const Trace& trace, const Playhead& playhead, const StatesSettings& settings);

/// The state that the playhead, the keys and the pointer look at on a path, or -1.
int current_column(const Trace& trace, const StatePath& path, const Playhead& playhead);

} // namespace heed
