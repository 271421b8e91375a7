// heed export: a run as a figure or as numbers, in a file.
#include "app/export/export.h"

#include "app/cli/commands.h"
#include "app/cli/comparison.h"
#include "app/cli/load.h"
#include "app/cli/options.h"
#include "app/cli/ranges.h"
#include "app/cli/terminal.h"
#include "app/figures/base/color_map.h"
#include "app/figures/maps/paper.h"
#include "app/figures/search/tree.h"
#include "app/figures/seq2seq/inspector/weights.h"
#include "app/figures/seq2seq/network/network.h"
#include "app/figures/trace_map.h"
#include "app/state/data_paths.h"
#include "core/base/error.h"
#include "core/decode/run.h"
#include "core/io/base/file.h"
#include "core/io/base/file_kind.h"
#include "core/io/base/json_text.h"
#include "core/io/open/model_library.h"
#include "core/io/run/attention_file.h"
#include "core/io/run/trace_json.h"
#include "core/models/seq2seq/phases.h"
#include "core/text/escape.h"

#include <algorithm>
#include <iostream>
#include <limits>
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

/// What a file holds: a run that trace --json wrote, or maps that were computed elsewhere.
std::vector<Trace> traces_from(const std::string& file) {
    std::error_code ignored;
    const bool regular = std::filesystem::is_regular_file(file, ignored);
    if (regular && (io::is_attention_file(file) || io::content_kind(file) != io::ContentKind::Json))
        return io::read_attention(file);
    constexpr std::uint64_t largest = std::uint64_t{1} << 30;
    const std::string text = io::read_file(file, largest); // a pipe, too
    if (regular && text.find("heed.trace") == text.npos) return io::read_attention(file);
    std::vector<Trace> traces;
    traces.push_back(io::trace_from_json(io::parse_json(text, io::shown(std::filesystem::path(file))), file));
    return traces;
}

/// The one of several maps that was asked for; the first where nothing was said, and then that is said.
Trace chosen_from(const ExportOptions& options) {
    std::vector<Trace> traces = traces_from(options.from);
    const int count = static_cast<int>(traces.size()), n = options.item.value_or(0);
    if (n >= count)
        throw Error("--item " + std::to_string(n), "past the end", "at most " + std::to_string(count - 1),
                    std::to_string(n));
    if (count > 1 && !options.item)
        std::cerr << "heed: " << escaped(options.from, 1000) << ": " << count
                  << " maps; the first is drawn, --item N takes another, --figure compare several\n";
    return std::move(traces[static_cast<std::size_t>(n)]);
}

Trace trace_of(const ExportOptions& options) {
    if (!options.from.empty()) return chosen_from(options);
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
    FigureStyle style;
    style.theme = options.theme == "dark" ? Theme::Dark : Theme::Light;
    style.metrics = &metrics;
    style.map = map_named(options.map);
    style.numbers = options.numbers;
    return style;
}

struct Figure {
    Scene scene;
    double units_per_inch = 72;
};

PaperSettings paper_of(const ExportOptions& options, float usual_width, const Range& rows,
                       const Range& columns) {
    PaperSettings paper;
    paper.width_mm = options.width_mm.value_or(usual_width);
    if (options.font_pt) paper.font_pt = *options.font_pt;
    paper.first_row = rows.first;
    paper.last_row = rows.last;
    paper.first_column = columns.first;
    paper.last_column = columns.last;
    paper.numbers = options.numbers;
    paper.title = options.title;
    return paper;
}

Figure heatmap(const Trace& trace, const ExportOptions& options, const Range& rows, const Range& columns,
               const FigureStyle& style) {
    LabelledMap map = labelled_map(trace);
    for (int i = 0; options.at && i < trace.outputs(); ++i) // rows that are still to come stay empty
        if (!revealed(trace.outline, *options.at, {seq2seq::Softmax, 0}, i))
            map.values.col(i).setConstant(std::numeric_limits<float>::quiet_NaN());
    PaperSettings paper = paper_of(options, 84, rows, columns);
    if (is_weights_only(trace) && !options.title_given) paper.title = trace.model.name;
    return {paper_heatmap(map, paper, style), 72};
}

Comparison comparison_of_models(const ExportOptions& options) {
    ComparisonWords words{{options.model}, options.scores, text_of(options)};
    words.models.insert(words.models.end(), options.with.begin(), options.with.end());
    return run_comparison(words);
}

/// The maps of a file side by side, the first nine.
Comparison comparison_from(const ExportOptions& options) {
    std::vector<Trace> traces = traces_from(options.from);
    if (traces.size() < 2)
        throw WrongWords("--figure compare is for several maps: " + escaped(options.from, 1000) +
                         " holds one");
    Comparison comparison;
    for (std::size_t n = 0; n < traces.size() && n < most_compare_panels; ++n) {
        ComparePanel panel;
        panel.key = panel.title =
            traces[n].model.name.empty() ? "map " + std::to_string(n + 1) : traces[n].model.name;
        panel.trace = std::make_shared<const Trace>(std::move(traces[n]));
        comparison.panels.push_back(std::move(panel));
    }
    if (traces.size() > comparison.panels.size())
        std::cerr << "heed: " << escaped(options.from, 1000) << ": " << traces.size() << " maps; the first "
                  << comparison.panels.size() << " are drawn\n";
    comparison.input = comparison.panels.empty() ? "" : comparison.panels.front().trace->source_text;
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
    const PaperSettings paper = paper_of(options, 174, within(rows, outputs, "--rows", "outputs"),
                                         within(columns, sources, "--columns", "source tokens"));
    return render_picture(paper_compare(comparison.panels, paper, style_of(options, *metrics)), kind,
                          {72, options.dpi});
}

/// The lower edge of the largest matrix: the heatmap under the network. 0: there is none.
float heatmap_bottom(const Scene& scene) {
    float bottom = 0, largest = 0;
    for (const SceneItem& item : scene.items) {
        const auto* matrix = std::get_if<MatrixItem>(&item);
        if (!matrix || matrix->box.w * matrix->box.h <= largest) continue;
        largest = matrix->box.w * matrix->box.h;
        bottom = matrix->box.bottom();
    }
    return bottom;
}

/// The canvas of the window, as wide as its columns need and as high as its rows, brought to the width on
/// paper.
Figure network(const Trace& trace, const ExportOptions& options, const FigureStyle& style) {
    constexpr float usual_width = 1000, gutters = 276, narrowest_column = 17;
    constexpr float smallest_text = 11;                                               // px
    constexpr float rows_above = 468, tallest_row = 28, legend = 48, no_weights = 68; // px, design 5
    const float width_mm = options.width_mm.value_or(174);
    NetworkSettings settings;
    settings.width = usual_width;
    if (options.font_pt) settings.width = width_mm / 25.4f * 72 * smallest_text / *options.font_pt;
    settings.width =
        std::max(settings.width, gutters + narrowest_column * static_cast<float>(trace.source_length()));
    Playhead playhead;
    playhead.at = options.at.value_or(trace.outline.total());
    const float pitch = network_layout(trace, playhead, settings).pitch;
    const float rows =
        std::min(tallest_row, pitch) * static_cast<float>(trace.outputs()); // square where narrow
    settings.height = rows_above + legend + (trace.has_weights() ? rows : no_weights);

    Scene scene = network_figure(trace, playhead, settings, style);
    const float spare = settings.height - legend - heatmap_bottom(scene);
    if (trace.has_weights() && spare > 1 && spare < rows_above) { // fewer rows above the heatmap than thought
        settings.height -= spare;
        scene = network_figure(trace, playhead, settings, style);
    }
    scene.background = style.colors().bg1; // paper is white
    return {std::move(scene), static_cast<double>(settings.width / (width_mm / 25.4f))};
}

Figure tree(const Trace& trace, const ExportOptions& options, const FigureStyle& style) {
    TreeParts parts;
    parts.search = trace.lattice.get();
    return {paper_tree(tree_plan(parts, style), paper_of(options, 174, {}, {}), style), 72};
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
    const Figure figure = options.figure == "network" ? network(trace, options, style)
                          : options.figure == "tree"  ? tree(trace, options, style)
                                                      : heatmap(trace, options, rows, columns, style);
    return render_picture(figure.scene, kind, {figure.units_per_inch, options.dpi});
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
    const bool tree = options.figure == "tree", own_picture = tree || options.figure == "network";
    if (parts && (kind == FileKind::Json || (own_picture && kind != FileKind::Csv)))
        throw WrongWords("--rows and --columns are for the heatmap and for .csv");
    const bool comparison = options.figure == "compare";
    if (!options.from.empty() && own_picture)
        throw WrongWords("--figure " + options.figure + " needs M TEXT: a file holds only a part of a run");
    if (options.beam != Beam{} && (comparison || !run))
        throw WrongWords("--beam and its penalties are for one run of M TEXT");
    if (!tree && options.beam.width == 0 && options.beam != Beam{})
        throw WrongWords("--length-penalty and --coverage-penalty go with --beam");
    if (options.item && (options.from.empty() || comparison))
        throw WrongWords("--item is for one map of --from FILE");
    if (!comparison && (!options.with.empty() || !options.scores.empty()))
        throw WrongWords("--with and --score are for --figure compare");
    if ((comparison || tree) && options.at) throw WrongWords("--at is for --figure heatmap and network");
    if (comparison && parts && kind == FileKind::Csv)
        throw WrongWords("--rows and --columns are for pictures of a comparison");
    parse_range(options.rows, "--rows");
    parse_range(options.columns, "--columns");
}

int export_figure(const ExportOptions& options) {
    const FileKind kind = kind_of(options);
    check_words(options, kind);
    io::write_file_atomic(options.file, options.figure == "compare"
                                            ? comparison_bytes(kind, options)
                                            : bytes_of(trace_of(options), kind, options));
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
        .add_option("--figure", options->figure, "heatmap (default), network, compare, or tree: of a search")
        ->type_name("NAME")
        ->check(one_of({"heatmap", "network", "compare", "tree"}));
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
