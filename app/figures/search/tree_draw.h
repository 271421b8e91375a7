// The marks of a tree, on screen and on paper alike.
#pragma once

#include "app/figures/search/tree.h"

#include <map>

namespace heed {

/// How the nodes stand when so many outputs have been written: what is best, what still lives, what was
/// dropped.
struct TreeStage {
    std::vector<TreeNode::Kind> kinds;
    std::vector<char> visible, dead_ends;
    int revealed = 0;
};
/// `revealed` -1: all.
TreeStage tree_stage(const TreePlan& plan, int revealed);

/// Draws the columns from `first` to `last`. All lengths are those of the screen times `k`.
class TreeDraw {
public:
    TreeDraw(Scene& scene, const TreePlan& plan, const TreeStage& stage, const TreeSettings& settings,
             const FigureStyle& style)
        : scene(scene), plan(plan), stage(stage), settings(settings), style(style), c(style.colors()),
          paper(c.bg0) {}

    float k = 1;
    Point start;                        // of the start's circle, in the scene
    std::vector<float> centres, widths; // of all columns, in the scene
    float row = 30;                     // as it is drawn
    int first = 0, last = -1;
    float above = -1e9f, below = 1e9f; // what lies outside is left out, what lies half outside fades
    bool labels = true, numbers = true, picks = true;

    /// Finds what is written in the boxes that are too small for their tokens, so that those of a column can
    /// be told apart. Before nodes().
    void shorten();
    void edges() const;
    void nodes() const;
    void start_mark() const; // the circle, where column 0 is drawn
    void later() const;      // dashed places of what is not yet written
    void column_numbers(float y, int selected) const;

    float x(int column) const { return column < 0 ? start.x : centres[static_cast<std::size_t>(column)]; }
    float column_width(int column) const { return widths[static_cast<std::size_t>(column)]; }
    float y(int rows) const { return start.y + row * static_cast<float>(rows); }
    Box box(int node) const;

private:
    TreeNode::Kind kind(int node) const { return stage.kinds[static_cast<std::size_t>(node)]; }
    bool visible(int node) const { return stage.visible[static_cast<std::size_t>(node)] != 0; }
    /// How much of what is so high there is to be seen: 1 where it is whole, 0 where half of it is outside.
    float seen(float y, float height) const;
    void edge(int node) const;
    void node(int index) const;
    void token(const TreeNode& node, int index, const Box& at, Color ink) const;
    void number(const TreeNode& node, const Box& at, bool selected) const;
    void marks(int index, const Box& box) const;
    void fork(Point at, Color ink) const;

    Scene& scene;
    const TreePlan& plan;
    const TreeStage& stage;
    const TreeSettings& settings;
    const FigureStyle& style;
    const Palette& c;
    std::map<int, std::string> shorter_; // by node

public:
    Color paper; // what lies beneath
};

} // namespace heed
