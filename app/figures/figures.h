// Every figure that can be exported, a row each: what `heed export --figure`, the export dialog and the
// clipboard read.
#pragma once

#include "app/figures/base/paper_parts.h"
#include "app/figures/compare/compare.h"
#include "app/figures/maps/grid.h"
#include "app/figures/search/tree.h"

#include <span>
#include <string_view>

namespace heed {

/// What there is to draw; what is missing is null or empty. All of it must outlive the call.
struct FigureSource {
    const Trace* trace = nullptr;
    std::span<const ComparePanel> panels = {};
    const TreePlan* tree = nullptr;
    std::span<const GridMap> maps = {};
    const Board* board = nullptr;
    GridSettings grid = {};  // the names of its rows and columns, and what its numbers are
    Playhead playhead = {};  // of the network
    bool until_then = false; // of a map: the rows that are still to come stay empty
};

struct Picture {
    Scene scene;
    double units_per_inch = 72; // of the scene
};

struct FigureKind {
    std::string_view id;    // "heatmap": of --figure
    std::string_view title; // "Heatmap": in the dialog
    float width_mm;         // the usual one
    float font_pt;          // the usual one; 0: as its own size has it
    bool cropped;           // some rows and columns can be drawn alone
    bool moves;             // it shows a moment of the run
    bool (*there)(const FigureSource& source);
    Picture (*paper)(const FigureSource& source, const PaperSettings& settings, const FigureStyle& style);
    /// As the window shows it, for the dialog; null: as on paper.
    Picture (*screen)(const FigureSource& source, const PaperSettings& settings, const FigureStyle& style);
};

std::span<const FigureKind> figures();
const FigureKind* find_figure(std::string_view id); // null: there is none of that name

} // namespace heed
