// The Compare workspace: the same input under several functions, models or inputs (design §5, 2-compare).
//
// Sizes are px at scale 1. A panel without a trace is pending; one with a problem says so; one whose model
// has no attention says that and shows its output.
#pragma once

#include "app/figures/base/figure.h"
#include "app/figures/base/paper_parts.h"
#include "core/analysis/gold/against_reference.h"
#include "core/analysis/meaning/agreement.h"
#include "core/trace/trace.h"

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace heed {

/// How far the weights of a panel rank the source as other measures do (core/analysis/meaning): means over
/// the outputs of its run, as Step's view of meaning prints them.
struct PanelMeaning {
    std::optional<analysis::meaning::MeanTau> gradient, left_out, shuffled;
    std::string none{};     // a sentence: why this model's weights are not measured; else empty
    bool other_run = false; // measured with the model's own weights, which are not those of the panel
    bool opens = false;     // Step can show this very run
    bool operator==(const PanelMeaning&) const = default;
};

/// One function, model or input of a comparison.
struct ComparePanel {
    std::string key{};                    // what chips and keys name: "additive"
    std::string title{};                  // on the panel: "scaled dot"
    std::string formula{};                // equation.h markup, short: "{3:v}^T|{3:tanh(Ws + Uh)}"
    std::shared_ptr<const Trace> trace{}; // null while it is being computed
    std::string problem{};                // a sentence: why there will be none; else empty
    analysis::Judgement judged{};         // what the task says of THIS trace
    std::string note{}; // below the map, of what could not be done to this run; may be empty
    std::optional<PanelMeaning> meaning{}; // of THIS trace; none: it is not measured yet
    std::string head{}; // which of its heads stands for it, as show_head() takes it; empty: the model's own
    bool has_heads = false; // another could
    std::string pending{};  // while it is computed: how far that is; empty: nothing is known of it
    std::string waiting_words() const { return pending.empty() ? "Running" : pending; }
};

/// Title, short formula and key of a scoring function under an alignment ("global", "local-m", "local-p"), as
/// on its panel and its chip: key "local-p", title "local-p", formula "general · window at p".
/// An id that is not known is its own title.
ComparePanel compare_panel(const std::string& score, const std::string& alignment);
/// The same of the trace's model, with the trace in it.
ComparePanel compare_panel(std::shared_ptr<const Trace> trace);

/// Which heads' map stands for a run: "mean" of all cross-attention heads, "L:H" from 0, "best": the one with
/// the lowest alignment error on this sentence, where the right alignment is known. What was judged of the
/// run's own map is judged of this one; what was measured of the weights is not known of it. `run`: with all
/// its heads. Throws heed::Error where there is no such head.
void show_head(ComparePanel& panel, const std::shared_ptr<const Trace>& run, const std::string& head);
/// Words in place of pieces, in all panels; of panels that cut one text differently in words that none of
/// them cuts. `always`: else only these. What is said of pieces by a right answer is taken away.
void fold_panels(std::vector<ComparePanel>& panels, bool always);

/// What the panels say in numbers, of the whole runs (nothing hidden). A pair of long runs takes a
/// millisecond: make it when the panels change, not at every frame.
struct CompareNumbers {
    struct Row {
        std::optional<double> log_prob;
        std::optional<double> entropy,
            sharpness;               // nats, of rows divided by their sums; mean of largest weights
        std::optional<double> error; // AER of this very map
        // Of the right answer, which the model is made to write: AER with shift 0, shift 1, soft.
        std::optional<double> forced_log_prob, forced_error, forced_error_next, forced_error_soft;
        std::optional<double> ceiling; // no weight can pass it (analysis/sharpness.h)
        std::optional<double> tau;     // of the weights with gradient × input, mean over the outputs
        bool short_rows = false;       // some row sums to less than 1
    };
    std::vector<Row> rows;                         // one a panel
    std::vector<std::optional<double>> divergence; // panels × panels, bits, symmetric; none: not to compare
    int most_different = -1; // the output on which the panels' rows differ most; -1: nothing to compare
};
CompareNumbers compare_numbers(std::span<const ComparePanel> panels);

/// One weight. Rows are outputs, columns source positions; -1: not that.
struct CompareCell {
    int panel = -1, row = -1, column = -1;
    bool operator==(const CompareCell&) const = default;
};

struct CompareOptions {
    int rows = -1;                            // outputs revealed, -1: all; the others are dashed
    CompareCell hover, pinned;                // hover wins; row and column are lit in all panels
    int difference_a = -1, difference_b = -1; // panels whose difference map is asked for
    double temperature = 1;                   // that the runs were made at: said, not applied
    bool turned = false;                      // the difference is the first minus the second
    bool forced_rows = false;                 // the panels were made to write the right answer
    bool alone = false;                       // one panel has all the room
    bool measuring = false;                   // the meaning of the weights is known, or will be
    const CompareNumbers* numbers = nullptr;  // of these very panels, made before; null: made on the spot
    bool operator==(const CompareOptions&) const = default;
};

inline constexpr int most_compare_panels = 36;

/// The grid of panels; higher than `height` where they would be too small to read: then they scroll. Picks:
/// PickKind::Cell with i = output, j = source, k = panel; PickKind::Row and Column on the labels (i or j, and
/// k); Button "panel" with k on a panel's name.
Scene compare_panels(std::span<const ComparePanel> panels, const CompareOptions& options, float width,
                     float height, const FigureStyle& style);
/// Metrics, Jensen–Shannon matrix, and the profile of the output looked at, one card under another. Picks:
/// Button "difference" with i > j the pair; Button "panel" with k on a name; Button "forced" on a number of
/// the right answer; Button "meaning" with k on a τ that Step can show; Cell (i, j, k) in the profile.
Scene compare_side(std::span<const ComparePanel> panels, const CompareOptions& options, float width,
                   float height, const FigureStyle& style);
/// For a paper, in points: panels side by side under one colour bar. Panels without weights are left out.
/// Throws heed::Error when there are none left.
Scene paper_compare(std::span<const ComparePanel> panels, const PaperSettings& settings,
                    const FigureStyle& style);

} // namespace heed
