// Lanes: every sentence keeps its own from its fork on; the best one keeps the middle.
//
// A chain is a node with all that continues it in the same lane. Chains that leave a chain are laid to its
// sides, the latest first and each as near as it fits: then whatever lies between a chain and the one it
// leaves begins behind its fork, and no line crosses another or runs through a node. A lane is used again
// where it has ended.
#include "app/figures/search/tree_nodes.h"

#include <algorithm>
#include <limits>
#include <map>

namespace heed {
namespace {

using Kind = TreeNode::Kind;

struct Span {
    int from, to;        // columns, both included
    bool ranked = false; // a circle stands at its end, in the way of a line that turns there
};

/// What a block takes up, by row, as seen from its own row 0.
struct Taken {
    std::map<int, std::vector<Span>> spans; // chains: sorted, apart, a column more than their last node
    std::map<int, std::vector<int>> turns;  // lines that pass from one row to another before this column
};

/// Whether a chain is in the way of a line before that column: by the mark of its end. Two lines may cross.
bool crosses(Span chain, int turn) { return chain.ranked && turn == chain.to; }

bool meets(const std::vector<Span>& taken, Span wanted) {
    // The first that ends at or behind the beginning decides.
    const auto next = std::lower_bound(taken.begin(), taken.end(), wanted.from,
                                       [](const Span& s, int from) { return s.to < from; });
    return next != taken.end() && next->from <= wanted.to;
}

bool crossed(const std::vector<Span>& taken, int turn) {
    const auto next =
        std::lower_bound(taken.begin(), taken.end(), turn, [](const Span& s, int at) { return s.to < at; });
    return next != taken.end() && crosses(*next, turn);
}

bool crossed(const std::vector<int>& turns, Span chain) {
    return chain.ranked && std::binary_search(turns.begin(), turns.end(), chain.to);
}

template <class List>
const List* row_of(const std::map<int, List>& rows, int row) {
    const auto found = rows.find(row);
    return found == rows.end() ? nullptr : &found->second;
}

bool fits(const Taken& taken, const Taken& block, int offset) {
    for (const auto& [row, spans] : block.spans) {
        const auto* there = row_of(taken.spans, row + offset);
        const auto* turns = row_of(taken.turns, row + offset);
        for (const Span& span : spans)
            if ((there && meets(*there, span)) || (turns && crossed(*turns, span))) return false;
    }
    for (const auto& [row, turns] : block.turns) {
        const auto* there = row_of(taken.spans, row + offset);
        for (const int turn : turns)
            if (there && crossed(*there, turn)) return false;
    }
    return true;
}

/// `column`: where the block's first chain begins.
void put(Taken& taken, const Taken& block, int offset, int column) {
    for (const auto& [row, spans] : block.spans) {
        auto& there = taken.spans[row + offset];
        for (const Span& span : spans)
            there.insert(std::lower_bound(there.begin(), there.end(), span.from,
                                          [](const Span& s, int from) { return s.from < from; }),
                         span);
    }
    const auto turn = [&](int row, int before) {
        auto& there = taken.turns[row];
        const auto place = std::lower_bound(there.begin(), there.end(), before);
        if (place == there.end() || *place != before) there.insert(place, before);
    };
    for (const auto& [row, turns] : block.turns)
        for (const int before : turns) turn(row + offset, before);
    for (int row = std::min(0, offset) + 1; row < std::max(0, offset); ++row) turn(row, column);
}

struct Chain {
    std::vector<int> nodes;
    std::vector<int> leaving; // chains, by the column they begin in, the latest first
    Taken taken;              // by itself and all that leaves it
    int offset = 0;           // its row as the chain it leaves sees it
};

class Lanes {
public:
    explicit Lanes(TreePlan& plan) : plan_(plan) {}

    void run() {
        weigh();
        const int root = gather();
        for (std::size_t n = chains_.size(); n-- > 0;) lay(chains_[n]); // what leaves a chain comes after it
        settle(root);
        columns();
    }

private:
    TreeNode& at(int node) { return plan_.nodes[static_cast<std::size_t>(node)]; }

    /// Which child goes on in its parent's lane: the one with the best sentence behind it; where all were
    /// dropped, the one that went on for longest. Least is best.
    void weigh() {
        const std::size_t count = plan_.nodes.size();
        weight_.assign(count, std::numeric_limits<int>::max());
        for (std::size_t n = count; n-- > 0;) {
            const TreeNode& node = plan_.nodes[n];
            int& own = weight_[n];
            const int ranks = static_cast<int>(plan_.sentences.size());
            if (node.kind == Kind::Best)
                own = -2;
            else if (node.kind == Kind::Changed)
                own = -1;
            else if (node.sentence >= 0)
                own = std::min(own, node.sentence);
            else
                own = std::min(own, ranks + 100'000 - node.column);
            if (node.parent >= 0) {
                int& before = weight_[static_cast<std::size_t>(node.parent)];
                before = std::min(before, own);
            }
        }
    }

    int heir(const std::vector<int>& children) {
        int best = -1;
        for (const int child : children)
            if (!at(child).small && (best < 0 || weight_[static_cast<std::size_t>(child)] <
                                                     weight_[static_cast<std::size_t>(best)]))
                best = child;
        return best;
    }

    int begin_chain(int first) {
        const int index = static_cast<int>(chains_.size());
        chains_.emplace_back();
        for (int node = first; node >= 0; node = heir(at(node).children))
            chains_.back().nodes.push_back(node);
        return index;
    }

    /// All chains, each before those that leave it; the first one begins at the start.
    int gather() {
        chains_.emplace_back();
        for (int node = heir(plan_.roots); node >= 0; node = heir(at(node).children))
            chains_.back().nodes.push_back(node);
        for (std::size_t n = 0; n < chains_.size(); ++n) {
            const std::vector<int> nodes = chains_[n].nodes;
            std::vector<int> leaving;
            for (std::size_t k = nodes.size() + 1; k-- > 0;) { // from the last node's children to the start's
                if (k == 0 && n != 0) break;
                const std::vector<int>& children = k == 0 ? plan_.roots : at(nodes[k - 1]).children;
                const int goes_on = k < nodes.size() ? nodes[k] : -1;
                for (const int child : children)
                    if (child != goes_on) leaving.push_back(begin_chain(child));
            }
            chains_[n].leaving = std::move(leaving);
        }
        return 0;
    }

    /// A column behind its last node stays free, for the mark of its end and for the line that comes in next.
    Taken own_room(const Chain& chain) {
        Taken own;
        if (chain.nodes.empty()) return own;
        const TreeNode& first = at(chain.nodes.front());
        const TreeNode& last = at(chain.nodes.back());
        const Span span{first.column, last.column + 1, last.sentence >= 0};
        own.spans[0] = {span};
        if (first.small) return own;
        own.spans[1] = {span};             // the probabilities under the nodes
        for (const int node : chain.nodes) // the fork above what was forced
            if (at(node).forced) own.spans[-1].push_back({at(node).column, at(node).column});
        return own;
    }

    /// Where the changed sentence leaves the chain; past all columns where it does not.
    int changed_from(const Chain& chain) {
        int from = std::numeric_limits<int>::max();
        for (const int index : chain.leaving) {
            const TreeNode& first = at(chains_[static_cast<std::size_t>(index)].nodes.front());
            if (first.kind == Kind::Changed) from = std::min(from, first.column);
        }
        return from;
    }

    void lay(Chain& chain) {
        chain.taken = own_room(chain);
        // The changed sentence is to stand near the one it is compared with: what forks later leaves it room,
        // and what leaves it goes on to the far side.
        const int changed = changed_from(chain);
        const bool is_changed = !chain.nodes.empty() && at(chain.nodes.front()).kind == Kind::Changed;
        for (const int index : chain.leaving) {
            Chain& side = chains_[static_cast<std::size_t>(index)];
            const TreeNode& first = at(side.nodes.front());
            const int step = first.small ? 1 : 2;
            const bool leaves_room = first.column >= changed && first.kind != Kind::Changed;
            for (int distance = step;; distance += step) {
                if (!(leaves_room && distance > 2) && fits(chain.taken, side.taken, distance))
                    side.offset = distance;
                else if (!is_changed && fits(chain.taken, side.taken, -distance))
                    side.offset = -distance;
                else
                    continue;
                break;
            }
            put(chain.taken, side.taken, side.offset, first.column);
            side.taken = {};
        }
    }

    void settle(int root) {
        std::vector<int> row(chains_.size(), 0);
        for (std::size_t n = 0; n < chains_.size(); ++n) {
            for (const int node : chains_[n].nodes) at(node).row = row[n];
            for (const int index : chains_[n].leaving) {
                const auto side = static_cast<std::size_t>(index);
                row[side] = row[n] + chains_[side].offset;
            }
        }
        const auto& all = chains_[static_cast<std::size_t>(root)].taken.spans;
        plan_.first_row = std::min(0, all.empty() ? 0 : all.begin()->first);
        plan_.last_row = std::max(1, all.empty() ? 1 : all.rbegin()->first);
    }

    void columns() {
        for (std::size_t n = 0; n < plan_.nodes.size(); ++n) {
            const auto column = static_cast<std::size_t>(plan_.nodes[n].column);
            if (plan_.columns.size() <= column) plan_.columns.resize(column + 1);
            plan_.columns[column].push_back(static_cast<int>(n));
        }
        for (auto& nodes : plan_.columns)
            std::sort(nodes.begin(), nodes.end(), [&](int a, int b) { return at(a).row < at(b).row; });
    }

    TreePlan& plan_;
    std::vector<int> weight_;
    std::vector<Chain> chains_;
};

} // namespace

void place_lanes(TreePlan& plan) { Lanes(plan).run(); }

} // namespace heed
