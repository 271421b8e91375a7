// The column beside the panels, while it is drawn.
#pragma once

#include "app/figures/changes.h"
#include "app/figures/compare/parts.h"

namespace heed::compare {

constexpr float least_row = 13, most_row = 28; // px, of a table

struct Side {
    Scene& scene;
    std::span<const ComparePanel> panels;
    const CompareOptions& options;
    const CompareNumbers& numbers;
    const FigureStyle& style;
    float width;

    const Palette& colors() const { return style.colors(); }
    int count() const { return static_cast<int>(panels.size()); }
    const ComparePanel& panel(int k) const { return panels[static_cast<std::size_t>(k)]; }
    const CompareNumbers::Row& row(int k) const { return numbers.rows[static_cast<std::size_t>(k)]; }
    std::optional<double> divergence(int a, int b) const {
        return numbers.divergence[static_cast<std::size_t>(a * count() + b)];
    }
    /// Then the heading says it once.
    bool all_changed() const { return changed_words().starts_with("as"); }
    std::string changed_words() const { return changed_runs_words(panels, options.temperature); }
    /// The panel's name, cut to the room, in the size that fits its row; underlined where its run was
    /// changed.
    void name(int k, Point at, float room, float pitch, Align align, Face face = Face::Regular) const {
        const float size = face == Face::Medium && pitch >= 20 ? 13.0f : 11.0f;
        const std::string words = fitted(style, panel(k).title, face, size, room);
        add_text(scene, at, words, face, size, face == Face::Medium ? colors().t1 : colors().t2, align);
        const Trace* run = panel(k).trace.get();
        if (!run || changes_of(*run, options.temperature).empty() || all_changed()) return;
        const float wide = text_width(style, words, face, size), y = at.y + size * 0.55f;
        const float left = align == Align::Right ? at.x - wide : at.x;
        add_line(scene, {left, y}, {left + wide, y}, colors().t1, 1.5f);
    }
};

/// Metrics of the maps, rows `pitch` high.
void add_metrics(const Side& side, Box card, float pitch);
/// Where one output looks, for every panel: rows of bars `pitch` high, their names `left` wide.
void add_profile(const Side& side, Box card, float pitch, float left);

} // namespace heed::compare
