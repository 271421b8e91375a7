// One recurrent network over its own past as a picture: its states in a row, whom the newest step looks back
// at, and below each state its column of the map (gallery §14, picture 15). Of every kind: with its own past,
// LSTMN, key-value, key-value-predict, and the plain network, which looks at nothing. Knows runs, not the
// models that made them.
#pragma once

#include "app/figures/base/figure.h"
#include "app/figures/inspector/narration.h"
#include "app/figures/inspector/result_line.h"
#include "core/models/one_rnn/facts.h"
#include "core/trace/trace.h"

#include <optional>
#include <string>
#include <vector>

namespace heed {

/// One model of the family, as it was measured when it was trained.
struct OneRnnMember {
    std::string name;  // "recall/mean"
    std::string label; // "own past, mean"
    ModelFacts facts;
    std::optional<double> right; // share of held-out inputs that it answers right
    std::optional<double> twice; // the same of inputs twice as long as the longest it was trained on
    std::optional<double> hits;  // share of them in which the largest weight lies on what was asked for
};

/// What stands beside a run: the models of its task, its baseline among them.
struct OneRnnBoard : Board {
    std::vector<OneRnnMember> members;
    /// The one that has that name, or -1.
    int find(const std::string& name) const;
    /// The one that looks back at nothing, or -1.
    int baseline() const;
};
/// What such a model is called beside the others.
std::string one_rnn_label(const one_rnn::Config& config);

struct OneRnnSettings {
    float width = 1240, height = 808; // of the canvas
    float scroll = 0;                 // px across, where the states do not fit
    bool hall = false;                // nothing that only one who sits before it would read
    bool operator==(const OneRnnSettings&) const = default;
};

/// Picks: PickKind::Column i = a state, from the left (a click mutes it), PickKind::Cell i = step, j = state.
/// Hover: playhead.hover_column is a state, hover_row a step, whose look back is shown then.
Scene one_rnn_figure(const Trace& run, const Playhead& playhead, const OneRnnSettings& settings,
                     const FigureStyle& style);
struct OneRnnLayout {
    float most_scroll = 0;
    Box controls; // above the states: free for what the window puts there
    float map_bottom = 0;
};
OneRnnLayout one_rnn_layout(const Trace& run, const OneRnnSettings& settings);
/// The token after which state `column` stands; -1 of the one before the first.
int one_rnn_token(const Trace& run, int column);

/// What stands at the right (gallery §12): the phase, its equation with this cell's numbers, the scores and
/// weights of the step, the same states on other scales, and the model against its baseline. At at = 0: what
/// will be seen.
Scene one_rnn_inspector(const Trace& run, const OneRnnBoard& board, const Playhead& playhead, float width,
                        float height, const FigureStyle& style);
/// "Step 11 asks for “f”. The state after “9” answers with weight .29, more than twice any other."
Narration one_rnn_narration(const Trace& run, const Playhead& playhead, const Palette& colors);

/// For a hall, as designed for 1600 px; `height` without the band. Picks: PickKind::Column i = a state.
Scene one_rnn_lecture(const Trace& run, const Playhead& playhead, float width, float height,
                      const FigureStyle& style);
/// The equation of the newest phase with its result, as the inspector's card has it; empty before the first.
ResultLine one_rnn_result_line(const Trace& run, const Playhead& playhead, const FigureStyle& style);

} // namespace heed
