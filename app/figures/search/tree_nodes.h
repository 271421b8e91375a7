// How the nodes of a tree come about: one or two searches, and what the user asked to see beside them.
#pragma once

#include "app/figures/search/tree.h"

namespace heed {

/// Nodes, roots, sentences and kinds; no lanes yet.
TreePlan tree_nodes(const TreeParts& parts, const FigureStyle& style);
/// Gives every node its row and fills the columns.
void place_lanes(TreePlan& plan);

} // namespace heed
