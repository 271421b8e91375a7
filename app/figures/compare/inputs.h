// Two inputs, while they are drawn.
#pragma once

#include "app/figures/compare/pair.h"
#include "app/figures/compare/parts.h"

#include <string>

namespace heed::compare {

struct Inputs {
    Scene& scene;
    std::span<const ComparePanel, 2> panels;
    const ComparePair* pair; // null: nothing is matched yet
    const CompareOptions& options;
    const FigureStyle& style;

    const Palette& colors() const { return style.colors(); }
    const ComparePanel& panel(int k) const { return panels[static_cast<std::size_t>(k)]; }
};

inline constexpr float inputs_gap = 12; // px between the cards of two inputs

/// The token of a slot as that run has it; empty: it has none.
std::string slot_text(const ComparePair& pair, bool output, const analysis::AlignedRow& slot, int panel);
/// "en", "août | mars".
std::string slot_name(const ComparePair& pair, bool output, const analysis::AlignedRow& slot);
bool slot_is_quiet(const ComparePair& pair, bool output, const analysis::AlignedRow& slot);
/// The slots that are looked at: hovered or pinned; -1: none.
struct LookedAt {
    int row = -1, column = -1;
};
LookedAt looked_at_slots(const ComparePair& pair, const CompareOptions& options);
/// The output whose row is shown: looked at, else newest, else where the two differ most.
int shown_row(const ComparePair& pair, const CompareOptions& options);
/// A pick of a slot, in the run that has it.
PickId pick_of(const ComparePair& pair, int row, int column);

/// Both sentences, slot by slot; and where they are of one source, both outputs alone.
void add_sentences_of(const Inputs& inputs, Box card);
void add_outputs_of(const Inputs& inputs, Box card);
/// Where one output looks in both.
void add_bars_of(const Inputs& inputs, Box card);

} // namespace heed::compare
