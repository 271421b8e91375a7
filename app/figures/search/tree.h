// The search as a tree: a column an output, a lane a sentence (design §5, "Search").
//
// tree_plan merges one or two searches into nodes and gives each its lane, once a result; tree_figure draws
// what is in view. Positions count from 0. Nothing here runs a model.
#pragma once

#include "app/figures/base/figure.h"
#include "app/figures/base/paper_parts.h"
#include "app/figures/search/tree_parts.h"
#include "core/trace/lattice.h"
#include "core/trace/trace.h"

#include <set>
#include <string>
#include <vector>

namespace heed {

/// What is drawn. The lattices must outlive the call only.
struct TreeParts {
    const Trace* run = nullptr; // that came of the search: says how tokens read; null: as they are
    const Lattice* search = nullptr;
    const Lattice* changed = nullptr; // the same search with what the user changed; null: nothing was
    std::set<int> forced;             // outputs that the user forced in `search`
    std::set<int> changed_forced;     // … in `changed`
    std::vector<TreeOpened> opened;
    const TreeTyped* typed = nullptr;
};

struct TreeNode {
    enum class Kind {
        Best,      // of the best sentence: orange
        Survivor,  // of another one: grey
        Dropped,   // once kept, and no sentence came of it: dashed
        Changed,   // of the best sentence of the changed search: white
        Candidate, // never kept; shown because its parent was opened
        Typed
    };
    Kind kind = Kind::Dropped;
    int parent = -1;         // index; -1: the start
    int column = 0;          // output
    int id = -1;             // -1: typed, and no token
    std::string text, label; // as in the vocabulary; as shown
    float log_prob = 0;
    double total = 0;    // log P of everything up to it
    bool forced = false; // the user's own
    bool is_end = false;
    bool from_changed = false; // of the changed search alone
    int lattice_node = -1;     // of the search it is from
    int sentence = -1;         // that ends here: index in TreePlan::sentences
    bool dead_end = false;     // dropped, and nothing came after it
    bool small = false;        // half a lane: a candidate or a typed node
    int row = 0;               // half lanes; 0: the best sentence
    float label_width = 0;     // px, not cut
    std::vector<int> children; // by likelihood; those that were never kept last
};

/// A sentence that the search found. Rank is its index + 1.
struct TreeSentence {
    int end = -1; // node
    double log_prob = 0, score = 0;
    int length = 0;
    bool finished = true;
    bool changed = false; // of the changed search
    int hypothesis = 0;   // its index in its own lattice
};

struct TreePlan {
    std::vector<TreeNode> nodes;           // parents before children
    std::vector<int> roots;                // children of the start
    std::vector<std::vector<int>> columns; // the nodes of each, from the top
    std::vector<TreeSentence> sentences;   // best first; those that did not end last
    int first_row = 0, last_row = 0;       // what is taken up, half lanes
    float widest_label = 0;                // px
    Beam beam;                             // of the search

    const TreeNode& at(int node) const { return nodes[static_cast<std::size_t>(node)]; }
    int length() const { return static_cast<int>(columns.size()); }
};

TreePlan tree_plan(const TreeParts& parts, const FigureStyle& style);

// ---------------------------------------------------------------------------------------------- ways in it

/// The rule that sentences of N tokens, the end one of them, are ranked by, with the numbers of the search:
/// "log P / N^0.8", "log P / ((5 + N) / 6)^0.6"; "log P" where the length does not count.
std::string ranking_words(const Beam& beam);

/// The node that these ids lead to; where both searches have one of their own, the changed one's or the
/// other's; -1: the start; -2: there is none.
int tree_node(const TreePlan& plan, const std::vector<int>& path, bool changed = true);
std::vector<int> tree_path(const TreePlan& plan, int node);
/// The tokens as the vocabulary has them.
std::vector<std::string> tree_tokens(const TreePlan& plan, int node);
/// The nodes of the sentence through this one, from the first output: behind it the best that follows. -1:
/// the best sentence.
std::vector<int> tree_sentence(const TreePlan& plan, int node);
enum class TreeMove { Right, Left, Up, Down };
/// Right: the continuation in the same lane, else the likeliest. Left: back, at last to the start (-1). Up
/// and down: the nearest sibling there, else the nearest node of the column. The node itself where there is
/// no way.
int tree_move(const TreePlan& plan, int node, TreeMove move);

// ---------------------------------------------------------------------------------------------- pictures

struct TreeSettings {
    float width = 1240, height = 351;
    float zoom = 0; // of the size that it has by itself; 0: that
    float scroll_x = -1,
          scroll_y = -1; // px from the left and top edge of the whole; -1: follows the selection
    int revealed = -1;   // outputs that are shown; -1: all
    int selected = -1;   // node; -1: the start
    int hovered = -2;    // node; -2: none
    bool focus = false;  // the keyboard is here: the selection has a ring
    bool operator==(const TreeSettings&) const = default;
};
/// Where the tree lies in its figure. The plan's point (column c, row r) is at x(c), y(r).
struct TreeLayout {
    Box room;                           // of the tree itself, below the numbers
    Box overview;                       // the whole of it; no width: it is all in view
    float zoom = 1, usual = 1;          // 1: letters of 13 px. As it is drawn; by itself
    float least = 1;                    // the whole in view
    float row = 30;                     // px between half lanes
    std::vector<float> centres, widths; // of the columns, px from the start's own place
    float scroll_x = 0, scroll_y = 0, most_x = 0, most_y = 0;
    float left = 0, top = 0; // x of the start, y of row 0, when not scrolled
    float whole_w = 0, whole_h = 0;
    float x(int column) const {
        return room.x + left - scroll_x + (column < 0 ? 0 : centres[static_cast<std::size_t>(column)]);
    }
    float y(int rows) const { return room.y + top + row * static_cast<float>(rows) - scroll_y; }
    /// Where the window stands in the overview.
    Box frame() const;
    /// The scroll that brings a point of the overview to the middle.
    Point scroll_around(Point in_overview) const;
};
TreeLayout tree_layout(const TreePlan& plan, const TreeSettings& settings);
/// In a room of that width: what shows all of it at its usual size, and what it fills.
struct TreeHeights {
    float least, full;
};
TreeHeights tree_heights(const TreePlan& plan, float width);
/// The scroll at which another zoom, as in the settings, leaves what lies at that point of the figure where
/// it is.
Point tree_scroll_for_zoom(const TreePlan& plan, const TreeSettings& settings, float zoom, Point about);
inline constexpr float largest_tree_zoom = 3; // as it is drawn
/// Picks: Token with k = the node, i = the column, j = -1; the start is Token with k = -1, name "start".
/// Button "overview" on the picture of the whole.
Scene tree_figure(const TreePlan& plan, const TreeSettings& settings, const FigureStyle& style);
/// On paper, in points; broken into lines of columns where it is wider than the page.
Scene paper_tree(const TreePlan& plan, const PaperSettings& settings, const FigureStyle& style);

/// What a node says of itself in one line: the whole token, its probability, log P so far, its sentence.
std::string tree_words(const TreePlan& plan, int node);
/// A small probability under a node: ".71", ".9997", ".004", "4e−5".
std::string node_number(double p);
/// A score or log P in two decimals, and in more where those would say 0.00: "−1.39", "−0.0006".
std::string score_number(double value);

} // namespace heed
