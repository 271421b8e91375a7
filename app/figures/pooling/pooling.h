// Attention over time as a picture: the moments of one input, what each model makes of them, and eight
// samples beside a Dense layer (gallery §15, picture 16). Knows runs, not the models that made them.
#pragma once

#include "app/figures/base/figure.h"
#include "app/figures/inspector/narration.h"
#include "core/models/pooling/facts.h"
#include "core/trace/trace.h"

#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace heed {

using SharedTrace = std::shared_ptr<const Trace>;

/// One model of the family that is shown together.
struct PoolingMember {
    std::string name;  // "adding/linear"
    std::string label; // "attention, linear", "mean pooling", "Dense"
    ModelFacts facts;
    // Shares of held-out items that were right, as measured when it was trained: by length, shortest first.
    struct AtLength {
        int length = 0;
        double right = 0;
        bool operator==(const AtLength&) const = default;
    };
    std::vector<AtLength> right;
    int trained_to = 0; // the longest input it was trained on
};

/// What each member makes of one input, in their order; null where one cannot read it.
struct PoolingRuns {
    std::string text;         // as typed
    std::string answer;       // the right one, as text; empty where it is not known
    std::string worked{};     // how it comes about: "½ + ¼ (.83 − .97)"; may be empty
    std::string unanswered{}; // why there is no right one
    std::vector<int> gold;    // moments that explain the answer, from 0; none where they are not known
    std::vector<SharedTrace> runs;
    std::vector<std::string> problems; // why a run is missing; empty where it is there
};

/// All that the picture shows.
struct PoolingBoard : Board {
    std::string task;                   // "adding", "sentiment"; empty: none that is known
    std::vector<PoolingMember> members; // attention first: linear, bounded (and keras), mean, Dense last
    int chosen = 0;                     // whose weights are explained and fill the map
    PoolingRuns now;                    // with what is muted
    PoolingRuns heard;                  // the same input, nothing muted
    std::vector<PoolingRuns> samples;   // eight
    int sample = -1;                    // the one that `now` is; -1: the user's own input
    std::set<int> muted;                // moments, from 0
    const Trace& run() const { return *now.runs[static_cast<std::size_t>(chosen)]; }
    /// The member of that kind (and energy), or -1.
    int find(pooling::Kind kind, pooling::Energy energy = pooling::Energy::Linear) const;
};

struct PoolingSettings {
    float width = 1240, height = 708;       // of the canvas
    float scroll = 0;                       // px across, where the moments do not fit
    int pressed_from = -1, pressed_to = -1; // moments that are being drawn over with the mouse, to be muted
    bool operator==(const PoolingSettings&) const = default;
};

/// Picks: PickKind::Column i = a moment (marker or bar: a click mutes it, or lets it be heard), PickKind::Row
/// i = a sample, PickKind::Cell i = sample, j = moment. Hover: playhead.hover_column is a moment, hover_row a
/// sample.
Scene pooling_figure(const PoolingBoard& board, const Playhead& playhead, const PoolingSettings& settings,
                     const FigureStyle& style);
struct PoolingLayout {
    float first = 0, pitch = 0; // x of the first moment's left edge on the canvas, px a moment
    float most_scroll = 0;
    Box moments;  // where a drag mutes
    Box controls; // beside the legends: free for what the window puts there
};
PoolingLayout pooling_layout(const PoolingBoard& board, const PoolingSettings& settings,
                             const FigureStyle& style);
/// The moment at x of the canvas, or -1.
int pooling_moment_at(const PoolingLayout& layout, int moments, float x);

/// What stands at the right (gallery §12): the phase, its equation with this input's numbers, the e² law, all
/// members' answers, each against its baseline. At at = 0: what will be seen.
Scene pooling_inspector(const PoolingBoard& board, const Playhead& playhead, float width, float height,
                        const FigureStyle& style);
/// "Moment 22 is muted. The answer falls from .86 to .66: one of the two marked values is no longer heard."
Narration pooling_narration(const PoolingBoard& board, const Playhead& playhead, const Palette& colors);

/// An answer as it is printed: ".658", "positive".
std::string answer_text(const Trace& trace);
/// Whether it is right by the task's measure; none where the right one is not known.
std::optional<bool> is_right(const PoolingBoard& board, const Trace& trace);

} // namespace heed
