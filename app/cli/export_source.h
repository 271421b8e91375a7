// What heed export draws and writes: gathered from the words, as the figure's row asks for.
#pragma once

#include "app/cli/compare/comparison.h"
#include "app/cli/heads/given_maps.h"
#include "app/cli/read/writing.h"
#include "app/cli/shown_run.h"
#include "app/export/export.h"
#include "app/figures/figures.h"
#include "app/figures/run_maps.h"
#include "core/trace/request.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace heed::cli {

struct ExportOptions {
    std::string model, from, family;
    GivenWords reading; // of `from`; its heads of M, too
    ShownWords shown;
    std::vector<std::string> words;        // of the text
    std::vector<std::string> with, scores; // of a comparison
    std::string file;
    std::string figure = "heatmap", map = "ember", theme = "light", title;
    std::optional<float> width_mm, font_pt;
    double dpi = 300;
    std::string rows, columns;
    bool numbers = true;
    std::optional<int> at, item;
    std::vector<std::string> head; // what is done to heads
    std::string why;               // which output, and against which token
    std::string readers = "fixed"; // of memory: whose readers
    Beam beam;
    WritingWords writing;
    std::vector<std::string> given; // the options that were there: "--title"
};

/// What a figure is drawn from, with all that it points to.
struct Gathered {
    std::shared_ptr<const Trace> run;
    Comparison comparison;
    std::vector<RunMap> maps;
    Thumbnails thumbnails;
    TreePlan plan;
    std::shared_ptr<const Board> board;
    std::shared_ptr<const InfluenceMap> influence; // of the network of a run without weights
    std::string title;                             // of its own, where it was computed elsewhere
    int rows = 0, columns = 0;                     // of what can be written in parts

    FigureSource source() const;
};

/// Throws WrongWords where the words do not give what is asked for; heed::Error from reading and running.
Gathered gather(FigureNeeds needs, const ExportOptions& options);

/// What is written to FILE of "-o FILE", by its ending; WrongWords where that is no picture.
FileKind picture_kind(const std::string& file);

} // namespace heed::cli
