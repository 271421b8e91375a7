// Two runs side by side, their tokens matched: what each map, each number and each sentence of a pair is
// drawn from. A slot is a place of the two sentences together, as core/analysis/token_alignment gives them.
#pragma once

#include "app/figures/compare/compare.h"
#include "core/analysis/token_alignment.h"

#include <array>

namespace heed {

struct ComparePair {
    std::shared_ptr<const Trace> a, b; // neither is null
    analysis::Alignment source, output;
    bool by_position = false;

    /// Of an output that both have: the Jensen-Shannon divergence of its two rows over all columns of both
    /// sentences, in bits, and how much of that the columns that only one has add.
    struct Row {
        double all = 0, unmatched = 0;
    };
    std::vector<std::optional<Row>> rows;       // by slot; none: only one has it
    std::optional<double> mean, mean_unmatched; // over these
    std::array<std::optional<double>, 2>
        on_unmatched;        // of a, of b: weight on such columns, mean of these rows
    int most_different = -1; // the slot; -1: there is none, or nothing differs

    const Trace& run(int panel) const { return panel == 0 ? *a : *b; }
    static int place(const analysis::AlignedRow& slot, int panel) { return panel == 0 ? slot.a : slot.b; }
    /// The slot of an output or a source position of either; -1: there is no such place.
    int output_slot(int panel, int output) const;
    int source_slot(int panel, int position) const;
    bool has_maps() const { return a->has_weights() && b->has_weights(); }
};

/// Pairs their tokens, and measures.
std::shared_ptr<const ComparePair> match_panels(std::shared_ptr<const Trace> a,
                                                std::shared_ptr<const Trace> b, bool by_position = false);

/// Three maps on one axis: the first, the second, and the second minus the first (or the other way round),
/// hatched where a sentence has no such token; as `panels` says, whose traces may be missing yet, or only one
/// of the three: 0, 1, or 2. `slots` null: nothing is matched yet. Picks: Cell, Row and Column with i output,
/// j source and k the panel that has them (of the difference the one that has both); Button "panel" with k.
Scene compare_pair_maps(std::span<const ComparePanel, 2> panels, const ComparePair* pair,
                        const CompareOptions& options, float width, float height, const FigureStyle& style,
                        int alone = -1);

/// Both sentences slot by slot, or the outputs where the source is one; the maps; and where one output looks.
/// Higher than `height` where that is too little: then it scrolls.
Scene compare_pair(std::span<const ComparePanel, 2> panels, const ComparePair* pair,
                   const CompareOptions& options, float width, float height, const FigureStyle& style,
                   int alone = -1);
/// Whose numbers, what was matched, how different the rows are. Picks: Button "forced" on a number of the
/// right answer, which shows its map; Row (i, -1, k) on a row of the list.
Scene compare_pair_side(std::span<const ComparePanel, 2> panels, const ComparePair* pair,
                        const CompareOptions& options, float width, float height, const FigureStyle& style);

} // namespace heed
