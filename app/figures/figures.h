// Every figure that can be exported, a row each: what `heed export --figure`, the export dialog and the
// clipboard read.
#pragma once

#include "app/figures/base/paper_parts.h"
#include "app/figures/compare/compare.h"
#include "app/figures/maps/grid.h"
#include "app/figures/search/tree.h"
#include "app/figures/transformer/heads.h"

#include <span>
#include <string_view>

namespace heed {

struct InfluenceMap;    // app/figures/seq2seq/network/network.h
struct TransformerMaps; // app/figures/transformer/transformer.h

/// What there is to draw; what is missing is null or empty. All of it must outlive the call.
struct FigureSource {
    const Trace* trace = nullptr;
    std::span<const ComparePanel> panels = {};
    const TreePlan* tree = nullptr;
    std::span<const GridMap> maps = {};
    const Board* board = nullptr;
    GridSettings grid = {}; // the names of its rows and columns, and what its numbers are
    Playhead playhead = {}; // of the network
    std::shared_ptr<const InfluenceMap> influence = {};   // of the network of a run without weights
    HeadsInFront front = {};                              // of a Transformer's layers
    std::shared_ptr<const TransformerMaps> weighted = {}; // of the same
    bool until_then = false; // of a map: the rows that are still to come stay empty
};

struct Picture {
    Scene scene;
    double units_per_inch = 72; // of the scene
};

/// What must be gathered before it can be drawn: one run, a search of it, several runs, every map of a file,
/// what the picture of a mechanism shows beside the run, or the query pad, which only the window has.
enum class FigureNeeds { Run, Search, Panels, Maps, Board, Pad };

/// The numbers behind it, as a file for numbers holds them; None: there is no such file.
enum class FigureNumbers { None, Weights, Maps, Run, Panels, Nodes, Findings };
struct FigureFiles {
    FigureNumbers csv = FigureNumbers::None, json = FigureNumbers::None;
};

/// What can be said of how it is drawn or written, besides what holds for all pictures: their width, the size
/// of their text, the theme and the ground. What is not here has no effect, and is neither offered nor taken.
struct FigureOptions {
    bool colours = false; // of weights
    bool parts = false;   // some rows and columns alone
    bool moment = false;  // as it is after so many sub-steps
    bool numbers = false; // in it, or not
    bool title = false, caption = false;
};

struct FigureKind {
    std::string_view id;    // "heatmap": of --figure
    std::string_view title; // "Heatmap": in the dialog
    float width_mm;         // the usual one
    float font_pt;          // the usual one; 0: as its own size has it
    FigureNeeds needs;
    FigureOptions options; // of the picture
    FigureFiles files;     // besides pictures
    bool (*there)(const FigureSource& source);
    Picture (*paper)(const FigureSource& source, const PaperSettings& settings, const FigureStyle& style);
};

/// Of a file of numbers.
FigureOptions options_of(FigureNumbers numbers);

std::span<const FigureKind> figures();
const FigureKind* find_figure(std::string_view id); // null: there is none of that name
/// What is drawn where `asked` is asked for: of a Transformer "network", as its canvas is called, is
/// "layers".
const FigureKind& drawn_figure(const FigureKind& asked, const FigureSource& source);

} // namespace heed
