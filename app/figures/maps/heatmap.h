// The alignment weights as a figure of their own: on paper (design 8) or in a terminal.
#pragma once

#include "app/figures/base/figure.h"
#include "core/trace/trace.h"

#include <string>

namespace heed {

/// A labelled matrix: what the heatmap needs of a trace, and all there is of weights computed elsewhere.
struct LabelledMap {
    std::vector<std::string> rows, columns; // outputs, sources; the end token is "</s>"
    std::vector<bool> row_is_end, column_is_end;
    std::vector<float> weights; // row-major
    std::string caption;        // "Additive attention, GRU 48. Each row sums to 1; …"
};
LabelledMap labelled_map(const Trace& trace); // throws heed::Error when the model has no weights

struct PaperSettings {
    float width_mm = 84;                    // 84 (one column) or 174
    float font_pt = 7;                      // at least 7 in print
    int first_row = 0, last_row = -1;       // inclusive; -1: to the end
    int first_column = 0, last_column = -1; //
    bool numbers = true;                    // weights of .05 and more
    bool caption = true;
    bool transparent = false;
    std::string title;
};
/// In points (1/72 inch): scene.width = width_mm / 25.4 * 72.
Scene paper_heatmap(const LabelledMap& map, const PaperSettings& settings, const FigureStyle& style);

} // namespace heed
