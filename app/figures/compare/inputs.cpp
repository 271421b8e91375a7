// Two inputs: the sentences matched, the maps, and where one output looks (picture 24-inputs).
#include "app/figures/compare/inputs.h"
#include "app/figures/base/shift.h"
#include "app/figures/tokens.h"

#include <algorithm>

namespace heed {
namespace compare {

std::string slot_text(const ComparePair& pair, bool output, const analysis::AlignedRow& slot, int panel) {
    const int place = ComparePair::place(slot, panel);
    if (place < 0) return {};
    return output ? shown_output(pair.run(panel), place) : shown_source(pair.run(panel), place);
}

std::string slot_name(const ComparePair& pair, bool output, const analysis::AlignedRow& slot) {
    const std::string first = slot_text(pair, output, slot, slot.a >= 0 ? 0 : 1);
    return slot.replaced() ? first + " | " + slot_text(pair, output, slot, 1) : first;
}

bool slot_is_quiet(const ComparePair& pair, bool output, const analysis::AlignedRow& slot) {
    const int k = slot.a >= 0 ? 0 : 1, place = ComparePair::place(slot, k);
    return output ? pair.run(k).steps[static_cast<std::size_t>(place)].token.is_end
                  : is_quiet_source(pair.run(k), place);
}

LookedAt looked_at_slots(const ComparePair& pair, const CompareOptions& options) {
    const CompareCell look = looked_at(options);
    if (look.panel < 0) return {};
    return {pair.output_slot(look.panel, look.row), pair.source_slot(look.panel, look.column)};
}

int shown_row(const ComparePair& pair, const CompareOptions& options) {
    if (const int row = looked_at_slots(pair, options).row; row >= 0) return row;
    if (options.rows > 0)
        if (const int row = pair.output_slot(0, std::min(options.rows, pair.a->outputs()) - 1); row >= 0)
            return row;
    return pair.output.empty() ? -1 : std::max(0, pair.most_different);
}

PickId pick_of(const ComparePair& pair, int row, int column) {
    const auto at = [](const analysis::Alignment& slots, int n, int k) {
        return n < 0 ? -1 : ComparePair::place(slots[static_cast<std::size_t>(n)], k);
    };
    for (const int k : {0, 1}) {
        const int i = at(pair.output, row, k), j = at(pair.source, column, k);
        if ((row >= 0 && i < 0) || (column >= 0 && j < 0)) continue;
        return {row < 0 ? PickKind::Column : column < 0 ? PickKind::Row : PickKind::Cell, i, j, k, {}};
    }
    const int k = at(pair.output, row, 0) >= 0 ? 0 : 1;
    return {PickKind::Row, at(pair.output, row, k), -1, k, {}};
}

namespace {

struct CardHeights {
    float sentences, maps, bars;
};

/// The design's shares of the room; what is too little for a card makes the page higher than the room.
CardHeights card_heights(float height, bool of_inputs) {
    constexpr float least_maps = 280;
    CardHeights h;
    h.sentences = of_inputs ? std::clamp(height * 0.195f, 118.0f, 152.0f) : 76;
    h.bars = std::clamp(height * 0.26f, 128.0f, 300.0f);
    h.maps = std::max(least_maps, height - h.sentences - h.bars - 2 * inputs_gap);
    return h;
}

} // namespace
} // namespace compare

Scene compare_pair(std::span<const ComparePanel, 2> panels, const ComparePair* pair,
                   const CompareOptions& options, float width, float height, const FigureStyle& style,
                   int alone) {
    using namespace compare;
    if (alone >= 0) return compare_pair_maps(panels, pair, options, width, height, style, alone);
    const bool matched = pair && pair->a == panels[0].trace && pair->b == panels[1].trace;
    const bool of_inputs = panels[0].title.size() == 1;
    const CardHeights h = card_heights(height, of_inputs);
    Scene scene{.width = width, .height = h.sentences + h.maps + h.bars + 2 * inputs_gap};
    const Inputs inputs{scene, panels, matched ? pair : nullptr, options, style};
    of_inputs ? add_sentences_of(inputs, {0, 0, width, h.sentences})
              : add_outputs_of(inputs, {0, 0, width, h.sentences});
    Scene maps = compare_pair_maps(panels, pair, options, width, h.maps, style);
    shift(maps, 0, h.sentences + inputs_gap);
    scene.items.insert(scene.items.end(), maps.items.begin(), maps.items.end());
    scene.picks.insert(scene.picks.end(), maps.picks.begin(), maps.picks.end());
    add_bars_of(inputs, {0, scene.height - h.bars, width, h.bars});
    return scene;
}

} // namespace heed
