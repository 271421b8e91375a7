// Trees written by hand, and all of a tree as it is drawn, for the tests of the tree.
#pragma once

#include "app/figures/search/tree.h"
#include "app/figures/search/tree_draw.h"
#include "tests/app/figures/search/searched.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

namespace heed::test::search {

/// A tree written by hand: parent, position, token, p, fate.
inline Lattice lattice_of(const std::vector<LatticeNode>& nodes, int width) {
    Lattice lattice;
    lattice.settings.width = width;
    lattice.nodes = nodes;
    for (std::size_t n = 0; n < nodes.size(); ++n) {
        lattice.nodes[n].total =
            nodes[n].log_prob +
            (nodes[n].parent < 0 ? 0 : lattice.nodes[static_cast<std::size_t>(nodes[n].parent)].total);
        if (nodes[n].fate != LatticeNode::Fate::Finished) continue;
        Hypothesis h;
        for (int at = static_cast<int>(n); at >= 0; at = lattice.nodes[static_cast<std::size_t>(at)].parent)
            h.nodes.insert(h.nodes.begin(), at);
        h.log_prob = h.score = lattice.nodes[n].total;
        lattice.hypotheses.push_back(h);
    }
    std::stable_sort(lattice.hypotheses.begin(), lattice.hypotheses.end(),
                     [](const auto& a, const auto& b) { return a.score > b.score; });
    return lattice;
}

inline LatticeNode node(int parent, int position, int id, double p, LatticeNode::Fate fate) {
    return {parent,
            position,
            0,
            id,
            std::string(1, static_cast<char>('a' + id)),
            static_cast<float>(std::log(p)),
            0,
            fate,
            false};
}

/// a b end (best), a c end, and d, which is dropped.
inline Lattice small_lattice() {
    using Fate = LatticeNode::Fate;
    return lattice_of({node(-1, 0, 0, 0.7, Fate::Kept), node(-1, 0, 3, 0.2, Fate::Kept),
                       node(-1, 0, 4, 0.1, Fate::Pruned), node(0, 1, 1, 0.6, Fate::Kept),
                       node(0, 1, 2, 0.3, Fate::Kept), node(1, 1, 5, 0.1, Fate::Pruned),
                       node(3, 2, 9, 0.9, Fate::Finished), node(4, 2, 9, 0.9, Fate::Finished)},
                      2);
}

struct Drawn {
    TreePlan plan;
    TreeSettings settings;
    Scene scene;
    std::vector<Box> boxes;
};

/// All of it, at the usual size.
inline Drawn drawn(const TreeParts& parts) {
    Drawn d;
    d.plan = tree_plan(parts, plain_style());
    d.settings.width = 160.0f * static_cast<float>(d.plan.length()) + 400;
    d.settings.height = 30.0f * static_cast<float>(d.plan.last_row - d.plan.first_row + 1) + 120;
    d.scene = tree_figure(d.plan, d.settings, plain_style());
    const TreeLayout layout = tree_layout(d.plan, d.settings);
    const TreeStage stage = tree_stage(d.plan, -1);
    TreeDraw draw(d.scene, d.plan, stage, d.settings, plain_style());
    draw.k = layout.zoom;
    draw.widths = layout.widths;
    for (int column = 0; column < d.plan.length(); ++column) draw.centres.push_back(layout.x(column));
    draw.row = layout.row;
    draw.start = {layout.x(-1), layout.y(0)};
    for (std::size_t n = 0; n < d.plan.nodes.size(); ++n) d.boxes.push_back(draw.box(static_cast<int>(n)));
    return d;
}

} // namespace heed::test::search
