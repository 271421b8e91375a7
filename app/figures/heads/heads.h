// Every head of a run: a thumbnail of its map, layers one above the other, with what was measured of it; and
// of one head its map in large, every measure, and which heads should align (heads §26, picture 27). Knows
// runs and what was measured, not the models that made them.
#pragma once

#include "app/figures/base/figure.h"
#include "app/figures/heads/look.h"
#include "app/figures/maps/map.h"
#include "core/analysis/heads/choose.h"
#include "core/analysis/heads/run_heads.h"
#include "core/base/executor.h"
#include "core/trace/trace.h"

#include <array>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace heed {

namespace heads {
class Corpus;
struct Pair;
} // namespace heads

/// What was measured of every head, and over what.
struct HeadReport {
    struct One {
        heads::Head head;
        std::array<heads::Sums, 2> sums; // by reading
    };
    std::vector<One> all;                // by layer and head, cross attention first
    std::optional<double> diagonal;      // the diagonal's AER on the same rows
    std::optional<heads::Choice> choice; // its numbers are those of the cross-attention heads, in this order
    int runs = 1, judged = 0;            // sentences; those with links
    std::string over = "this sentence";  // "200 pairs with links"
    /// Pairs whose links are known, of a file; of one run those among which its own were looked for.
    std::shared_ptr<const std::vector<heads::Pair>> pairs{};
};
/// Of one run, in words or in its pieces; `gold`: the links of its words, where they are known.
HeadReport head_report(const Trace& run, bool words = true, const heads::Gold* gold = nullptr);
/// In words that are cut as links count them.
HeadReport head_report(const Trace& run, const RunWords& words, const heads::Gold& gold);
/// Of the pairs of a file; which heads should align is found on half of them.
HeadReport head_report(const heads::Corpus& corpus, const Executor& executor);
/// Whether any looks from what is written at what is read.
bool has_cross_heads(const HeadReport& report);
/// Whether there is more than one head with a map of its own.
bool has_several_heads(const Trace& run);

/// The maps of a run in words or pieces, made once; what may not be seen has no cell.
struct HeadMaps {
    struct Labels {
        std::vector<MapLabel> rows, columns;
    };
    bool words = true; // else in pieces
    std::map<std::pair<Site, heads::Reading>, std::shared_ptr<const MapValues>> values;
    std::map<std::pair<heads::Kind, heads::Reading>, Labels> labels;
    /// Of what is no cross attention both readings are the same.
    const std::shared_ptr<const MapValues>& at(const heads::Head& head, heads::Reading reading) const;
    const Labels& of(heads::Kind kind, heads::Reading reading) const;
};
std::shared_ptr<const HeadMaps> head_maps(const Trace& run, bool words = true);

/// As a picture on paper.
struct HeadsBoard : Board {
    std::shared_ptr<const HeadMaps> maps;
    std::shared_ptr<const HeadReport> report;
    HeadsLook look;
};

struct HeadsSettings {
    float width = 1164, height = 808; // of the canvas
    HeadsLook look{};
    float scroll_x = 0, scroll_y = 0;
    bool title = false;  // on paper; the window says it in its bar, and frames the chosen one
    std::string model{}; // its name, beside the title
    float row_words = 0,
          column_words = 0; // px that words of rows and columns take beside the outer maps; 0: none
    HeadEdits edits{};      // of the run: heads that are off are crossed out
    int columns = 0;        // 0: as heads_columns says of this width and height
    bool bare = false;      // a page too narrow for a number at every map: heads side by side as they fit
    bool whole_run = false; // wherever the playhead stands: the legend says so
    float legend_below = 0; // px for two lines more below the ramp: a narrow page; 0: all is beside it
    float lowered = 0;      // px that the grid stands lower: below a second row of controls
    bool operator==(const HeadsSettings&) const = default;
};
/// Picks: Button "head", k = its number in the report; without tips, which would stand on the maps beside:
/// head_sentence says what they are.
Scene heads_figure(const HeadReport& report, const HeadMaps& maps, const HeadsSettings& settings,
                   const FigureStyle& style);
/// For paper, where nothing can be pointed at and nothing scrolls: the outer maps have words at their rows
/// and columns, where that leaves room for the heads of a layer; of many on a narrow page nothing stands
/// beside the maps.
HeadsSettings with_words(HeadsSettings settings, const HeadReport& report, const HeadMaps& maps,
                         const FigureStyle& style);
/// How many maps stand side by side in a canvas of that size, so that they are as large as can be.
int heads_columns(const HeadReport& report, const HeadsLook& look, float width, float height);
struct HeadsLayout {
    float scroll_x = 0, scroll_y = 0, most_scroll_x = 0, most_scroll_y = 0;
    float height = 0; // that all of it takes
};
HeadsLayout heads_layout(const HeadReport& report, const HeadsSettings& settings);
/// The scroll by which that head comes into sight.
HeadsLayout heads_in_sight(const HeadReport& report, const HeadsSettings& settings, int head);

/// α ‖W_O v‖ of that head in words, or pieces, each row to 1; null where there is none. `weighted` as
/// moves::value_weighted has it; without it by the parameters that the run carries itself.
std::shared_ptr<const MapValues> weighted_head_map(const Trace& run, const Eigen::MatrixXd& weighted,
                                                   const heads::Head& head, heads::Reading reading,
                                                   bool words = true);
std::shared_ptr<const MapValues> weighted_head_map(const Trace& run, const heads::Head& head,
                                                   heads::Reading reading, bool words = true);

struct HeadsPanelSettings {
    float width = 436, height = 808; // of what stands right of the canvas
    HeadsLook look{};
    std::shared_ptr<const MapValues> weighted{}; // beside its weights; null: these alone
    bool waits = false;                          // room is kept for it
    int head = -1;                               // pointed at, its number in the report; -1: the chosen one
    int row = -1, column = -1;                   // of its map, pointed at
    bool operator==(const HeadsPanelSettings&) const = default;
};
/// Where controls stand on it.
struct HeadsPanelPlan {
    Box head;
    Box choice;         // of no height where nothing looks from a translation at its source
    float extent_y = 0; // middle of the words that say over what was measured
    float height = 0;   // of all: more than the panel's where that is too low
};
HeadsPanelPlan heads_panel_plan(const HeadReport& report, const HeadMaps& maps,
                                const HeadsPanelSettings& settings, const FigureStyle& style);
/// Picks: Cell i, j of the map.
Scene heads_panel(const HeadReport& report, const HeadMaps& maps, const HeadsPanelSettings& settings,
                  const FigureStyle& style);

/// What kind of head each is, "aligns", in the reading that is looked at; of none of them nothing.
std::map<HeadPlace, std::string> head_types(const HeadReport& report, const HeadsLook& look);

/// "Of 48 cross-attention heads, layer 5 head 3 aligns best: …", from what was measured alone.
std::string heads_sentence(const HeadReport& report, const HeadsLook& look);
/// Of one head while it is pointed at, "Cross, layer 5, head 3: aligns; AER .12. Enter chooses it."; `head`:
/// its number in the report, `edits`: those of the run.
std::string head_sentence(const HeadReport& report, const HeadsLook& look, const HeadEdits& edits, int head);

} // namespace heed
