// What an edit did: the model's run and the changed one, side by side (design §5 Search, 3-beam; Step).
//
// Both sentences stand token by token, three maps below: Model, Changed and Difference, the same rows in
// each. A row is a pair of outputs that belong together (analysis/token_alignment.h); one that only one run
// has is left out in the other's map and in the difference. Sizes are px at scale 1.
#pragma once

#include "app/figures/base/figure.h"
#include "core/analysis/token_alignment.h"
#include "core/trace/trace.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace heed {

/// Two runs of one source and what lies between them. Make it when the runs change, not at every frame.
struct WhatIf {
    std::shared_ptr<const Trace> model, changed; // neither is null
    std::vector<analysis::AlignedRow> rows;      // a: the model's output, b: the changed one's
    std::vector<int> forced, reweighed; // outputs of `changed` that were edited, and were not in `model`
    // Two sentences of one search stand side by side in the same way: then nothing was changed.
    std::string model_name = "Model", changed_name = "Changed";
    bool edit = true;

    /// Whether `model` was changed itself: it is a run that was kept with changes.
    bool kept_changes() const { return model->request.edits.any(); }
    /// "the model", "the model’s own"; of a run that was changed itself it is said that it was.
    std::string first_run() const { return kept_changes() ? "the kept, changed run" : "the model"; }
    std::string first_own() const { return kept_changes() ? "the kept, changed run’s" : "the model’s own"; }

    /// The row of an output of the changed run, or of the model's; -1: there is none.
    int row_of_changed(int output) const;
    int row_of_model(int output) const;
    bool all_reweighed() const {
        return changed->outputs() > 1 && static_cast<int>(reweighed.size()) == changed->outputs();
    }
    /// Whether this output of `changed` was edited by itself, and not with all the others.
    bool edited(int output) const;
    /// The first output that was edited by itself; -1: none.
    int first_edited() const;
    /// Outputs of the changed run that are not the model's, and the model's that it left out: one in place of
    /// another is one.
    int changed_tokens() const;
};
WhatIf what_if(std::shared_ptr<const Trace> model, std::shared_ptr<const Trace> changed);

/// ln P of that token as output i, given what was written before it; none where it was not recorded.
std::optional<double> log_prob_of(const Trace& trace, int i, const TraceToken& token);

/// “What if output 4 were “l'” instead of “la”?”
std::string what_if_question(const WhatIf& w);
/// What became of an output of the changed run whose weights were edited: “3” as before, p .94 → .97.
std::string what_became(const WhatIf& w, int output);
/// One sentence on the edited output and one on the rest.
std::string what_it_did(const WhatIf& w);

enum class WhatIfMap { Model, Changed, Difference };

struct WhatIfOptions {
    int hover_row = -1, hover_column = -1; // a row of WhatIf::rows; a source position
    WhatIfMap map = WhatIfMap::Difference; // the one that is shown where there is room for fewer than three
    bool sentences = true;
    bool operator==(const WhatIfOptions&) const = default;
};

/// How many maps stand side by side in that width: 3 or 1.
int what_if_maps(float width);

/// Picks: Cell, Row and Column in the maps and Token in the sentences, with i = output of the changed run
/// (-1: it has none there), j = source, k = the row; name "model", "changed" or "difference". Button
/// "what-if-map" with k = a WhatIfMap, where there is a switch.
Scene what_if_figure(const WhatIf& w, const WhatIfOptions& options, float width, float height,
                     const FigureStyle& style);

} // namespace heed
