// Ways through a tree: by tokens, by sentence, by the arrow keys.
#include "app/figures/search/tree.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace heed {
namespace {

using Kind = TreeNode::Kind;

const std::vector<int>& children_of(const TreePlan& plan, int node) {
    return node < 0 ? plan.roots : plan.at(node).children;
}

/// The child through which the best sentence goes; where none does, the likeliest that was kept.
int best_child(const TreePlan& plan, int node, const std::vector<int>& best_rank) {
    int best = -1;
    for (const int child : children_of(plan, node)) {
        const Kind kind = plan.at(child).kind;
        if (kind == Kind::Candidate || kind == Kind::Typed) continue;
        if (best < 0 ||
            best_rank[static_cast<std::size_t>(child)] < best_rank[static_cast<std::size_t>(best)])
            best = child;
    }
    return best;
}

/// The best sentence behind each node; past all ranks where there is none.
std::vector<int> best_ranks(const TreePlan& plan) {
    std::vector<int> rank(plan.nodes.size(), std::numeric_limits<int>::max());
    for (std::size_t n = plan.nodes.size(); n-- > 0;) {
        const TreeNode& node = plan.nodes[n];
        if (node.sentence >= 0) rank[n] = std::min(rank[n], node.sentence);
        if (node.parent >= 0)
            rank[static_cast<std::size_t>(node.parent)] =
                std::min(rank[static_cast<std::size_t>(node.parent)], rank[n]);
    }
    return rank;
}

/// In its own lane, else the first of them.
int onward(const TreePlan& plan, int node) {
    const std::vector<int>& children = children_of(plan, node);
    const int row = node < 0 ? 0 : plan.at(node).row;
    for (const int child : children)
        if (plan.at(child).row == row) return child;
    return children.empty() ? node : children.front();
}

int beside(const TreePlan& plan, int node, int direction) {
    const TreeNode& from = plan.at(node);
    int sibling = node, other = node;
    const auto nearer = [&](int candidate, int best) {
        return best == node ||
               std::abs(plan.at(candidate).row - from.row) < std::abs(plan.at(best).row - from.row);
    };
    for (const int candidate : plan.columns[static_cast<std::size_t>(from.column)]) {
        if ((plan.at(candidate).row - from.row) * direction <= 0) continue;
        if (nearer(candidate, other)) other = candidate;
        if (plan.at(candidate).parent == from.parent && nearer(candidate, sibling)) sibling = candidate;
    }
    return sibling != node ? sibling : other;
}

} // namespace

int tree_node(const TreePlan& plan, const std::vector<int>& path, bool changed) {
    int node = -1;
    for (const int id : path) {
        int found = -2;
        for (const int child : children_of(plan, node))
            if (plan.at(child).id == id && plan.at(child).kind != Kind::Typed &&
                (found < 0 || plan.at(child).from_changed == changed))
                found = child;
        if (found < 0) return -2;
        node = found;
    }
    return node;
}

std::vector<int> tree_path(const TreePlan& plan, int node) {
    std::vector<int> path;
    for (; node >= 0; node = plan.at(node).parent) path.push_back(plan.at(node).id);
    std::reverse(path.begin(), path.end());
    return path;
}

std::vector<std::string> tree_tokens(const TreePlan& plan, int node) {
    std::vector<std::string> tokens;
    for (; node >= 0; node = plan.at(node).parent) tokens.push_back(plan.at(node).text);
    std::reverse(tokens.begin(), tokens.end());
    return tokens;
}

std::vector<int> tree_sentence(const TreePlan& plan, int node) {
    std::vector<int> nodes;
    for (int before = node; before >= 0; before = plan.at(before).parent) nodes.push_back(before);
    std::reverse(nodes.begin(), nodes.end());
    const std::vector<int> ranks = best_ranks(plan);
    for (int next = best_child(plan, node, ranks); next >= 0; next = best_child(plan, next, ranks))
        nodes.push_back(next);
    return nodes;
}

int tree_move(const TreePlan& plan, int node, TreeMove move) {
    switch (move) {
    case TreeMove::Right:
        return onward(plan, node);
    case TreeMove::Left:
        return node < 0 ? -1 : plan.at(node).parent;
    case TreeMove::Up:
        return node < 0 ? node : beside(plan, node, -1);
    case TreeMove::Down:
        return node < 0 ? node : beside(plan, node, +1);
    }
    return node;
}

} // namespace heed
