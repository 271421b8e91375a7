// heed compare: several models, or one under several scores, on one text.
#include "app/cli/commands.h"
#include "app/cli/compare/comparison.h"
#include "app/cli/library.h"
#include "app/cli/print/table.h"
#include "app/cli/print/trace/small_maps.h"
#include "app/cli/read/load.h"
#include "app/export/numbers.h"
#include "app/figures/paper_picture.h"
#include "app/figures/tokens.h"
#include "app/figures/trace_map.h"
#include "core/base/error.h"
#include "core/io/base/file.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>

namespace heed::cli {
namespace {

struct CompareOptions {
    ComparisonWords words;
    std::string file, json;
};

std::string printed(const char* format, const std::optional<double>& value) {
    if (!value) return "-";
    const std::string words = formatted(format, *value);
    const bool nothing = words.find_first_not_of("-0.") == std::string::npos; // "-0.000"
    return nothing && words.front() == '-' ? words.substr(1) : words;
}

/// Three decimals; what is more than nothing and less than all is not printed as either.
std::string between(const std::optional<double>& value) {
    if (!value) return "-";
    std::string words = formatted("%.3f", *value);
    if (words == "0.000" && *value > 0) return "<.001";
    if (words == "1.000" && *value < 1) words = formatted("%.4f", std::min(*value, 0.9999));
    return words;
}

void print_metrics(const Comparison& comparison) {
    // Of the map that is shown, and where that is another, of the one of the right answer.
    bool errors = false, forced = false, meaning = false;
    for (const ComparePanel& panel : comparison.panels) {
        errors = errors || panel.judged.own;
        forced = forced || (panel.judged.alignment && !panel.judged.right);
        meaning = meaning || (panel.meaning && panel.meaning->gradient);
    }
    std::vector<Column> columns{{"", false}, {"log p", true}, {"entropy", true}, {"sharpness", true}};
    if (meaning) columns.push_back({"tau", true});
    if (errors) columns.push_back({"AER", true});
    if (forced) columns.push_back({"AER, forced", true});
    columns.push_back({"output", false});
    std::vector<std::vector<std::string>> rows;
    for (std::size_t k = 0; k < comparison.panels.size(); ++k) {
        const CompareNumbers::Row& row = comparison.numbers.rows[k];
        std::vector<std::string> cells{comparison.panels[k].title, printed("%.3f", row.log_prob),
                                       between(row.entropy), between(row.sharpness)};
        if (meaning) cells.push_back(printed("%.3f", row.tau));
        if (errors) cells.push_back(printed("%.3f", row.error));
        if (forced) cells.push_back(printed("%.3f", row.forced_error));
        const Trace& run = *comparison.panels[k].trace; // an encoder's likeliest words
        cells.push_back(rows_are_places(run) ? run.target_text : written_text(run));
        rows.push_back(std::move(cells));
    }
    print_table(std::cout, columns, rows);
    if (meaning)
        std::cout
            << "tau: Kendall's, of each model's own weights with gradient x input, mean over the outputs "
               "of its run.\n";
    if (forced)
        std::cout
            << "AER: of each model's own map. Forced: of the map of the right answer, which it was made to "
               "write.\n";
}

void print_divergence(const Comparison& comparison) {
    const std::size_t n = comparison.panels.size();
    if (n < 2) return;
    std::cout << "\nJensen-Shannon divergence, bits\n";
    std::vector<Column> columns{{"", false}};
    for (std::size_t k = 0; k + 1 < n; ++k) columns.push_back({comparison.panels[k].title, true});
    std::vector<std::vector<std::string>> rows;
    bool none = false;
    for (std::size_t a = 1; a < n; ++a) {
        std::vector<std::string> cells{comparison.panels[a].title};
        for (std::size_t b = 0; b + 1 < n; ++b) {
            cells.push_back(b < a ? printed("%.3f", comparison.numbers.divergence[a * n + b]) : "");
            none = none || cells.back() == "-";
        }
        rows.push_back(std::move(cells));
    }
    print_table(std::cout, columns, rows);
    if (none) std::cout << "-: they wrote no output that could be compared.\n";
}

std::string text_of(const Comparison& comparison, int indent) {
    return panels_json(comparison.panels, comparison.numbers, comparison.input)
               .dump(indent, ' ', false, nlohmann::json::error_handler_t::replace) +
           '\n';
}

std::string bytes_of(const Comparison& comparison, FileKind kind) {
    if (kind == FileKind::Json) return text_of(comparison, 1);
    if (kind == FileKind::Csv) return panels_csv(comparison.panels);
    const auto metrics = paper_metrics();
    FigureStyle style{.theme = Theme::Light, .metrics = metrics.get()};
    PaperSettings paper;
    paper.width_mm = 174;
    FigureSource source;
    source.panels = comparison.panels;
    const Picture picture = paper_picture(*find_figure("compare"), source, paper, style);
    return render_picture(picture.scene, kind, {.units_per_inch = picture.units_per_inch});
}

FileKind kind_of(const std::string& file) {
    try {
        return file_kind(file);
    } catch (const Error& error) {
        throw WrongWords(error.what());
    }
}

int compare(const CompareOptions& options) {
    const std::optional<FileKind> kind =
        options.file.empty() ? std::nullopt : std::optional(kind_of(options.file));
    const Comparison comparison = run_comparison(options.words);
    if (kind) io::write_file_atomic(options.file, bytes_of(comparison, *kind));
    if (!options.json.empty() && options.json != "-")
        io::write_file_atomic(options.json, bytes_of(comparison, FileKind::Json));
    if (options.json == "-") {
        std::cout << text_of(comparison, -1);
        return 0;
    }
    for (const ComparePanel& panel : comparison.panels)
        std::cout << doubt_line(panel.title, panel.trace->model.doubt);
    print_metrics(comparison);
    print_divergence(comparison);
    const Terminal terminal = standard_output();
    if (terminal.interactive) std::cout << small_maps(comparison.panels, terminal);
    return 0;
}

} // namespace

Action add_compare(CLI::App& command) {
    const auto options = std::make_shared<CompareOptions>();
    command
        .add_option("M", options->words.models,
                    "Models: bundled names, folders or files; a family's name is all its models")
        ->required();
    add_family(command, options->words.family);
    command.add_option("--input", options->words.input, "What they read")->type_name("TEXT")->required();
    command
        .add_option("--score", options->words.scores,
                    "Score to run M under; of a family, its model of that name; may be repeated")
        ->type_name("NAME")
        ->allow_extra_args(false);
    command
        .add_option(
            "--head", options->words.head,
            "What is done to a head of a Transformer, as in heed trace: the changed run stands beside "
            "the model's; may be repeated")
        ->type_name("L:H=EDIT")
        ->allow_extra_args(false);
    command
        .add_option("--heads", options->words.heads,
                    "Cross-attention head that stands for M, layer and head counted from 0, or mean: of all; "
                    "may be repeated: then each beside the others")
        ->type_name("mean|L:H")
        ->allow_extra_args(false);
    command.add_flag("--words", options->words.words,
                     "Words in place of the pieces that models read; where two models cut one text otherwise "
                     "it is always so");
    command.add_option("-o", options->file, "File to write: .png, .svg, .pdf, .csv or .json")
        ->type_name("FILE");
    command.add_option("--json", options->json, "Write all runs as JSON, - to standard output")
        ->type_name("FILE");
    command.footer(
        "Two runs are compared on the outputs that both wrote. A model under another score keeps its own\n"
        "states and annotations. AER is measured where the task knows the right answer.\n"
        "What a row of weights lacks of 1 is a place of its own in the divergence.");
    return [options] { return compare(*options); };
}

} // namespace heed::cli
