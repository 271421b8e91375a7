// heed export: a run as a figure or as numbers, in a file.
#include "app/export/export.h"

#include "app/cli/commands.h"
#include "app/cli/comparison.h"
#include "app/cli/given_maps.h"
#include "app/cli/print/terminal.h"
#include "app/cli/read/load.h"
#include "app/cli/read/options.h"
#include "app/cli/read/ranges.h"
#include "app/figures/base/color_map.h"
#include "app/figures/figures.h"
#include "app/figures/run_maps.h"
#include "app/figures/seq2seq/inspector/weights.h"
#include "app/state/data_paths.h"
#include "app/state/gallery/board.h"
#include "core/base/error.h"
#include "core/decode/run.h"
#include "core/io/base/file.h"
#include "core/io/open/model_library.h"
#include "core/io/run/trace_json.h"
#include "core/text/escape.h"

#include <algorithm>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>

namespace heed::cli {
namespace {

struct ExportOptions {
    std::string model, from;
    std::vector<std::string> words;        // of the text
    std::vector<std::string> with, scores; // of a comparison
    std::string file;
    std::string figure = "heatmap", map = "ember", theme = "light", title;
    std::optional<float> width_mm, font_pt;
    double dpi = 300;
    std::string rows, columns;
    bool numbers = true, title_given = false;
    std::optional<int> at, item;
    Beam beam;
};

ColorMapId map_named(const std::string& name) {
    for (const ColorMapId id :
         {ColorMapId::Ember, ColorMapId::Viridis, ColorMapId::Cividis, ColorMapId::Grey})
        if (color_map_name(id) == name) return id;
    throw WrongWords("--map: no such map: " + name);
}

constexpr int usual_beam = 4; // of a tree

std::string text_of(const ExportOptions& options) {
    std::string text;
    for (const std::string& word : options.words) text += (text.empty() ? "" : " ") + word;
    return text;
}

Trace run_of(const ExportOptions& options) {
    Request request;
    request.model = options.model;
    request.text = text_of(options);
    request.beam = options.beam;
    if (options.figure == "tree" && request.beam.width == 0) request.beam.width = usual_beam;
    return decode::run(load_model(io::ModelLibrary(data_directories()), options.model), request);
}

void check_at(const ExportOptions& options, const Trace& trace) {
    const int total = trace.outline.total();
    if (options.at && *options.at > total)
        throw Error("--at " + std::to_string(*options.at), "past the end",
                    "at most " + std::to_string(total) + " sub-steps", std::to_string(*options.at));
}

FigureStyle style_of(const ExportOptions& options, const TextMetrics& metrics) {
    return {.theme = options.theme == "dark" ? Theme::Dark : Theme::Light,
            .metrics = &metrics,
            .map = map_named(options.map),
            .numbers = options.numbers};
}

PaperSettings paper_of(const ExportOptions& options, const Range& rows, const Range& columns) {
    const FigureKind& kind = *find_figure(options.figure);
    PaperSettings paper;
    paper.width_mm = options.width_mm.value_or(kind.width_mm);
    paper.font_pt = options.font_pt.value_or(kind.font_pt);
    paper.first_row = rows.first;
    paper.last_row = rows.last;
    paper.first_column = columns.first;
    paper.last_column = columns.last;
    paper.numbers = options.numbers;
    paper.title = options.title;
    return paper;
}

std::string drawn(const FigureSource& source, FileKind kind, const PaperSettings& paper,
                  const ExportOptions& options, const FigureStyle& style) {
    const FigureKind& figure = *find_figure(options.figure);
    const Picture picture = figure.paper(source, paper, style);
    return render_picture(picture.scene, kind, {picture.units_per_inch, options.dpi});
}

Comparison comparison_of_models(const ExportOptions& options) {
    ComparisonWords words{{options.model}, options.scores, text_of(options)};
    words.models.insert(words.models.end(), options.with.begin(), options.with.end());
    return run_comparison(words);
}

/// The maps of a file side by side, the first nine.
Comparison comparison_from(const ExportOptions& options) {
    const std::vector<RunMap> maps = maps_from(options.from);
    if (maps.size() < 2)
        throw WrongWords("--figure compare is for several maps: " + escaped(options.from, 1000) +
                         " holds one");
    Comparison comparison;
    for (std::size_t n = 0; n < maps.size() && n < most_compare_panels; ++n) {
        ComparePanel panel;
        panel.trace = maps[n].alone;
        panel.key = panel.title =
            panel.trace->model.name.empty() ? "map " + std::to_string(n + 1) : panel.trace->model.name;
        comparison.panels.push_back(std::move(panel));
    }
    if (maps.size() > comparison.panels.size())
        std::cerr << "heed: " << escaped(options.from, 1000) << ": " << maps.size() << " maps; the first "
                  << comparison.panels.size() << " are drawn\n";
    comparison.input = comparison.panels.front().trace->source_text;
    comparison.numbers = compare_numbers(comparison.panels);
    return comparison;
}

/// A comparison as a figure, its weights as a table, or its runs.
std::string comparison_bytes(FileKind kind, const ExportOptions& options) {
    const Range rows = parse_range(options.rows, "--rows"),
                columns = parse_range(options.columns, "--columns");
    const Comparison comparison =
        options.from.empty() ? comparison_of_models(options) : comparison_from(options);
    if (kind == FileKind::Json)
        return to_json(comparison).dump(1, ' ', false, nlohmann::json::error_handler_t::replace) + '\n';
    if (kind == FileKind::Csv) return to_csv(comparison);
    int outputs = 0, sources = 0;
    for (const ComparePanel& panel : comparison.panels) {
        outputs = std::max(outputs, panel.trace->outputs());
        sources = std::max(sources, panel.trace->source_length());
    }
    const auto metrics = paper_metrics();
    const PaperSettings paper = paper_of(options, within(rows, outputs, "--rows", "outputs"),
                                         within(columns, sources, "--columns", "source tokens"));
    return drawn({.panels = comparison.panels}, kind, paper, options, style_of(options, *metrics));
}

/// The maps of a file as thumbnails.
std::string grid_bytes(FileKind kind, const ExportOptions& options) {
    const std::vector<RunMap> maps = maps_from(options.from);
    if (maps.size() < 2)
        throw WrongWords("--figure grid is for several maps: " + escaped(options.from, 1000) + " holds one");
    const Thumbnails all = thumbnails(maps);
    const auto metrics = paper_metrics();
    const FigureSource source{.maps = all.maps, .grid = all.settings()};
    return drawn(source, kind, paper_of(options, {}, {}), options, style_of(options, *metrics));
}

std::string bytes_of(const Trace& trace, FileKind kind, const ExportOptions& options) {
    const Range rows = within(parse_range(options.rows, "--rows"), trace.outputs(), "--rows", "outputs");
    const Range columns = within(parse_range(options.columns, "--columns"), trace.source_length(),
                                 "--columns", "source tokens");
    if (kind == FileKind::Json)
        return io::trace_text(trace, options.from.empty() || trace.has(Quantity::Annotation));
    if (kind == FileKind::Csv)
        return trace_csv(trace, {rows.first, rows.last}, {columns.first, columns.last});

    check_at(options, trace);
    const auto metrics = paper_metrics();
    const FigureStyle style = style_of(options, *metrics);
    FigureSource source{.trace = &trace, .until_then = options.at.has_value()};
    source.playhead.at = options.at.value_or(trace.outline.total());
    TreePlan plan;
    if (trace.lattice) {
        TreeParts parts;
        parts.search = trace.lattice.get();
        plan = tree_plan(parts, style);
        source.tree = &plan;
    }
    PaperSettings paper = paper_of(options, rows, columns);
    if (is_weights_only(trace) && !options.title_given) paper.title = trace.model.name;
    return drawn(source, kind, paper, options, style);
}

/// Of several maps of a file the one that was asked for; the first where nothing was said, and then that is
/// said. As JSON a sentence holds all it has.
std::string given_bytes(FileKind kind, const ExportOptions& options) {
    const std::vector<RunMap> maps = maps_from(options.from);
    const RunMap& chosen = map_at(maps, options.item.value_or(0));
    const bool one = maps.back().run == maps.front().run;
    if (kind == FileKind::Json && one && !options.item) return bytes_of(*chosen.run, kind, options);
    if (maps.size() > 1 && !options.item)
        std::cerr << "heed: " << escaped(options.from, 1000) << ": " << maps.size()
                  << " maps; the first is drawn, --item N takes another, --figure compare or grid several\n";
    return bytes_of(*chosen.alone, kind, options);
}

/// The picture of a mechanism, with the models that are shown beside this one.
std::string board_bytes(FileKind kind, const ExportOptions& options) {
    const Trace trace = run_of(options);
    if (kind == FileKind::Csv || kind == FileKind::Json) return bytes_of(trace, kind, options);
    check_at(options, trace);
    const auto board = board_for(options.model, text_of(options));
    FigureSource source{.trace = &trace, .board = board.get()};
    source.playhead.at = options.at.value_or(trace.outline.total());
    if (!find_figure(options.figure)->there(source))
        throw WrongWords("--figure " + options.figure + " is not there for " + options.model);
    const auto metrics = paper_metrics();
    return drawn(source, kind, paper_of(options, {}, {}), options, style_of(options, *metrics));
}

std::string bytes_of(FileKind kind, const ExportOptions& options) {
    if (options.figure == "pooling") return board_bytes(kind, options);
    if (options.figure == "compare") return comparison_bytes(kind, options);
    if (options.figure == "grid") return grid_bytes(kind, options);
    if (!options.from.empty()) return given_bytes(kind, options);
    return bytes_of(run_of(options), kind, options);
}

std::vector<std::string> figure_names() {
    std::vector<std::string> names;
    for (const FigureKind& figure : figures()) names.emplace_back(figure.id);
    return names;
}

FileKind kind_of(const ExportOptions& options) {
    try {
        return file_kind(options.file);
    } catch (const Error& error) {
        throw WrongWords(error.what());
    }
}

void check_words(const ExportOptions& options, FileKind kind) {
    const bool run = !options.model.empty();
    if (run == !options.from.empty()) throw WrongWords("expected either M TEXT or --from FILE");
    if (run && options.words.empty())
        throw WrongWords("TEXT is missing: what should " + options.model + " read?");
    const bool parts = !options.rows.empty() || !options.columns.empty();
    const FigureKind& figure = *find_figure(options.figure);
    const bool tree = options.figure == "tree",
               own_picture = tree || options.figure == "network" || options.figure == "pooling";
    const bool grid = options.figure == "grid", data = kind == FileKind::Csv || kind == FileKind::Json;
    if (parts && (kind == FileKind::Json || (!figure.cropped && kind != FileKind::Csv)))
        throw WrongWords("--rows and --columns are for the heatmap, bars, compare and .csv");
    const bool comparison = options.figure == "compare";
    if (!options.from.empty() && own_picture)
        throw WrongWords("--figure " + options.figure + " needs M TEXT: a file holds only a part of a run");
    if (grid && (run || data)) throw WrongWords("--figure grid is a picture of the maps of --from FILE");
    if (options.beam != Beam{} && (comparison || !run))
        throw WrongWords("--beam and its penalties are for one run of M TEXT");
    if (!tree && options.beam.width == 0 && options.beam != Beam{})
        throw WrongWords("--length-penalty and --coverage-penalty go with --beam");
    if (options.item && (options.from.empty() || comparison || grid))
        throw WrongWords("--item is for one map of --from FILE");
    if (!comparison && (!options.with.empty() || !options.scores.empty()))
        throw WrongWords("--with and --score are for --figure compare");
    if (!figure.moves && options.at) throw WrongWords("--at is for --figure heatmap and network");
    if (comparison && parts && kind == FileKind::Csv)
        throw WrongWords("--rows and --columns are for pictures of a comparison");
    parse_range(options.rows, "--rows");
    parse_range(options.columns, "--columns");
}

int export_figure(const ExportOptions& options) {
    const FileKind kind = kind_of(options);
    check_words(options, kind);
    io::write_file_atomic(options.file, bytes_of(kind, options));
    if (standard_output().interactive) std::cout << "Written: " << printable(options.file) << '\n';
    return 0;
}

} // namespace

Action add_export(CLI::App& command) {
    const auto options = std::make_shared<ExportOptions>();
    command.add_option("M", options->model, "Model: a bundled name, a folder or a file");
    command.add_option("TEXT", options->words, "What it reads");
    command
        .add_option("--from", options->from,
                    "Instead of M and TEXT: a run that trace --json wrote, or attention computed elsewhere: "
                    "the text dumps of\n"
                    "Nematus, Sockeye and OpenNMT, JSON of source, target and attention, .npy or .npz with "
                    "lists of tokens")
        ->type_name("FILE");
    command.add_option("-o", options->file, "File to write: .png, .svg, .pdf, .csv or .json")
        ->type_name("FILE")
        ->required();
    command
        .add_option(
            "--figure", options->figure,
            "heatmap (default), bars, network, compare, tree: of a search, grid: every map of a file, or "
            "pooling: of a model that answers at once")
        ->type_name("NAME")
        ->check(one_of(figure_names()));
    command
        .add_option("--with", options->with,
                    "Of compare: a model beside M; may be repeated. M alone, if a family: all its models")
        ->type_name("M")
        ->allow_extra_args(false);
    command
        .add_option("--score", options->scores,
                    "Of compare: a score to run M under, as in heed compare; may be repeated")
        ->type_name("NAME")
        ->allow_extra_args(false);
    command
        .add_option("--beam", options->beam.width,
                    "Search with a beam of so many sentences, 4 for a tree; the best is the run")
        ->type_name("K")
        ->check(whole_number(1, decode::largest_beam));
    command.add_option("--length-penalty", options->beam.length_penalty, "Of the search, as in heed trace")
        ->type_name("A")
        ->check(real_number(-10, 10));
    command
        .add_option("--coverage-penalty", options->beam.coverage_penalty, "Of the search, as in heed trace")
        ->type_name("B")
        ->check(real_number(0, 100));
    command.add_option("--map", options->map, "Colours: ember (default), viridis, cividis or grey")
        ->type_name("NAME")
        ->check(one_of({"ember", "viridis", "cividis", "grey"}));
    command.add_option("--theme", options->theme, "light (default) or dark")
        ->type_name("NAME")
        ->check(one_of({"light", "dark"}));
    command.add_option("--width", options->width_mm, "Width on paper: 84 for a heatmap, else 174")
        ->type_name("MM")
        ->check(real_number(20, 2000));
    command.add_option("--font-size", options->font_pt, "Size of the smallest text, 7")
        ->type_name("PT")
        ->check(real_number(3, 48));
    command.add_option("--dpi", options->dpi, "Dots an inch of .png, 300")
        ->type_name("N")
        ->check(real_number(20, 2400));
    command.add_option("--rows", options->rows, "Outputs A to B only, counted from 0")->type_name("A:B");
    command.add_option("--columns", options->columns, "Source tokens A to B only, counted from 0")
        ->type_name("A:B");
    command.add_flag("--numbers,!--no-numbers", options->numbers, "Weights in the cells, or not");
    const CLI::Option* title =
        command.add_option("--title", options->title, "Title above the figure; of a file its own")
            ->type_name("TEXT");
    command
        .add_option("--item", options->item, "Which map of the file, counted from 0; the first if not given")
        ->type_name("N")
        ->check(whole_number(0, 1'000'000'000));
    command.add_option("--at", options->at, "Number of sub-steps revealed; all of them if not given")
        ->type_name("N")
        ->check(whole_number(0, 1'000'000'000));
    return [options, title] {
        options->title_given = title->count() > 0;
        return export_figure(*options);
    };
}

} // namespace heed::cli
