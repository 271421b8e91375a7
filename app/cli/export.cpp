// heed export: a run as a figure or as numbers, in a file.
#include "app/cli/commands.h"
#include "app/cli/export_source.h"
#include "app/cli/library.h"
#include "app/cli/print/terminal.h"
#include "app/cli/read/load.h"
#include "app/cli/read/options.h"
#include "app/cli/read/ranges.h"
#include "app/export/numbers.h"
#include "app/figures/base/color_map.h"
#include "app/figures/paper_picture.h"
#include "core/base/error.h"
#include "core/decode/run.h"
#include "core/io/base/file.h"
#include "core/text/strings.h"

#include <algorithm>
#include <array>
#include <iostream>
#include <memory>

namespace heed::cli {
namespace {

ColorMapId map_named(const std::string& name) {
    for (const ColorMapId id :
         {ColorMapId::Ember, ColorMapId::Viridis, ColorMapId::Cividis, ColorMapId::Grey})
        if (color_map_name(id) == name) return id;
    throw WrongWords("--map: no such map: " + name);
}

/// How a search is asked for, and whether one was.
bool searches(const ExportOptions& options) { return options.beam != Beam{} || options.writing.of_search(); }

// ------------------------------------------------------------------------------------------------ the words

/// The options that some figures have and others have not, and where the figure's row says so.
struct OptionOf {
    std::string_view word;
    bool FigureOptions::*has;
};
constexpr std::array<OptionOf, 6> options_of_figures = {{{"--map", &FigureOptions::colours},
                                                         {"--rows", &FigureOptions::parts},
                                                         {"--columns", &FigureOptions::parts},
                                                         {"--numbers", &FigureOptions::numbers},
                                                         {"--title", &FigureOptions::title},
                                                         {"--at", &FigureOptions::moment}}};
constexpr std::array<std::string_view, 3> options_of_pictures = {"--width", "--font-size", "--theme"};

/// All that changes such a file of this figure.
std::vector<std::string> taken_by(const FigureKind& figure, FileKind file) {
    std::vector<std::string> taken;
    const FigureOptions options = options_in(figure, file);
    for (const auto& [word, has] : options_of_figures)
        if (options.*has) taken.emplace_back(word);
    if (is_picture(file)) taken.insert(taken.end(), options_of_pictures.begin(), options_of_pictures.end());
    if (file == FileKind::Png) taken.emplace_back("--dpi");
    return taken;
}

std::string ending_of(const ExportOptions& options) {
    return std::filesystem::path(options.file).extension().string();
}

/// What would change nothing is refused.
void check_effects(const ExportOptions& options, const FigureKind& figure, FileKind file) {
    const std::vector<std::string> taken = taken_by(figure, file);
    const std::string what = "--figure " + options.figure + " in a " + ending_of(options) + " file";
    if (!can_be(figure, file)) {
        const FigureNumbers in_json = numbers_in(figure, FileKind::Json);
        throw WrongWords(what + ": it is written as a picture alone, .png, .svg or .pdf" +
                         (in_json == FigureNumbers::None  ? ""
                          : in_json == FigureNumbers::Run ? "; .json has the whole run"
                                                          : "; .json has its numbers"));
    }
    const auto about_figures = [](const std::string& word) {
        const auto named = [&](const OptionOf& option) { return option.word == word; };
        return word == "--dpi" || std::any_of(options_of_figures.begin(), options_of_figures.end(), named) ||
               std::find(options_of_pictures.begin(), options_of_pictures.end(), word) !=
                   options_of_pictures.end();
    };
    for (const std::string& word : options.given)
        if (about_figures(word) && std::find(taken.begin(), taken.end(), word) == taken.end())
            throw WrongWords(word + " changes nothing of " + what +
                             (taken.empty() ? "" : "; what does: " + listed(taken)));
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
    const FigureKind& figure = *find_figure(options.figure);
    check_effects(options, figure, kind);
    const bool one_run = figure.needs == FigureNeeds::Run || figure.needs == FigureNeeds::Search;
    if (searches(options) && (!one_run || !run))
        throw WrongWords("--beam and its penalties are for one run of M TEXT");
    if (figure.needs != FigureNeeds::Search && options.beam.width == 0 && searches(options))
        throw WrongWords("--length-penalty, --coverage-penalty and --early-stopping go with --beam");
    if (options.writing.any() && (!one_run || !run))
        throw WrongWords("--source-language, --target-language and --prefix are for one run of M TEXT");
    if (options.item && (run || figure.needs != FigureNeeds::Run))
        throw WrongWords("--item is for one map of --from FILE");
    if (!run && !options.family.empty()) throw WrongWords("--family goes with M TEXT");
    if (run) needs_from(options.reading);
    const bool of_heads = figure.id == "heads" || figure.id == "head-off";
    if (!options.shown.gold.empty() && (!run || (!of_heads && options.reading.heads != "best")))
        throw WrongWords("--gold goes with M TEXT and --heads best, or --figure heads or head-off");
    const bool every_map = numbers_in(figure, kind) == FigureNumbers::Maps;
    if (every_map && !options.reading.heads.empty())
        throw WrongWords("--heads changes nothing of --figure " + options.figure + " in a " +
                         ending_of(options) + " file: it holds every map");
    const bool of_map = one_run && figure.needs != FigureNeeds::Search;
    if (run && !options.reading.heads.empty() && (!of_map || figure.id == "heads"))
        throw WrongWords("--heads changes nothing of --figure " + options.figure);
    if (run && !options.reading.heads.empty() && figure.id == "layers" && is_picture(kind))
        throw WrongWords("--heads changes nothing of --figure layers: it draws every head of a layer");
    if (options.shown.words && !of_map && figure.needs != FigureNeeds::Panels)
        throw WrongWords("--words changes nothing of --figure " + options.figure);
    if (options.shown.words && run && figure.id == "heads")
        throw WrongWords("--words changes nothing of --figure heads: its measures are of words in any case");
    const auto is_given = [&](std::string_view word) {
        return std::find(options.given.begin(), options.given.end(), word) != options.given.end();
    };
    if (options.figure != "memory" && is_given("--readers"))
        throw WrongWords("--readers goes with --figure memory");
    if ((options.figure == "why") == options.why.empty())
        throw WrongWords(options.why.empty()
                             ? "--figure why: of which output? --why i, or i=TOKEN against that token"
                             : "--why goes with --figure why");
    if (options.figure == "head-off" && options.head.empty())
        throw WrongWords("--figure head-off: which head? --head L:H=off");
    const bool of_runs = one_run || figure.needs == FigureNeeds::Panels || options.figure == "head-off";
    if (!options.head.empty() && (!run || !of_runs))
        throw WrongWords("--head goes with M TEXT and a figure of its runs");
    const bool several = figure.needs == FigureNeeds::Panels;
    if (!several && (!options.with.empty() || !options.scores.empty()))
        throw WrongWords("--with and --score are for --figure compare");
    if (!run && (!options.with.empty() || !options.scores.empty()))
        throw WrongWords("--with and --score go with M TEXT");
    parse_range(options.rows, "--rows");
    parse_range(options.columns, "--columns");
}

// ------------------------------------------------------------------------------------------------ the file

PaperSettings paper_of(const ExportOptions& options, const Gathered& all) {
    const FigureKind& kind = *find_figure(options.figure);
    const Range rows = within(parse_range(options.rows, "--rows"), all.rows, "--rows", "outputs");
    const Range columns =
        within(parse_range(options.columns, "--columns"), all.columns, "--columns", "source tokens");
    PaperSettings paper;
    paper.width_mm = options.width_mm.value_or(kind.width_mm);
    paper.font_pt = options.font_pt.value_or(kind.font_pt);
    paper.first_row = rows.first;
    paper.last_row = rows.last;
    paper.first_column = columns.first;
    paper.last_column = columns.last;
    paper.numbers = options.numbers;
    const bool own = std::find(options.given.begin(), options.given.end(), "--title") == options.given.end();
    paper.title = own ? all.title : options.title;
    return paper;
}

void check_at(const ExportOptions& options, const Trace& trace) {
    const int total = trace.outline.total();
    if (options.at && *options.at > total)
        throw Error("--at " + std::to_string(*options.at), "past the end",
                    "at most " + std::to_string(total) + " sub-steps", std::to_string(*options.at));
}

/// A width or a size of letters that cannot be are words that are wrong.
Picture picture_of(const FigureKind& figure, const FigureSource& source, const PaperSettings& paper,
                   const FigureStyle& style) {
    try {
        return paper_picture(figure, source, paper, style);
    } catch (const NoRoomForLetters& error) {
        throw WrongWords(error.what());
    }
}

/// What cannot be drawn has no table of weights either.
void check_there(const ExportOptions& options, const FigureSource& source, FileKind kind) {
    const FigureKind& figure = *find_figure(options.figure);
    if (figure.there(source)) return;
    if (!options.from.empty())
        throw WrongWords("--figure " + options.figure + " needs M TEXT: a file holds only a part of a run");
    const std::string nothing = "there is nothing to draw --figure " + options.figure + " from";
    if (source.trace && source.trace->maps().empty())
        throw Error(options.model, nothing + ": this model has no attention weights");
    std::string others;
    for (const FigureKind& other : figures())
        if (other.needs == figure.needs && can_be(other, kind) && other.there(source))
            others += (others.empty() ? "" : ", ") + std::string(other.id);
    if (others.empty()) throw Error(options.model, nothing);
    throw Error(options.model, nothing, "one of " + others, options.figure);
}

std::string picture_bytes(FileKind kind, const ExportOptions& options, const Gathered& all) {
    const FigureKind& figure = *find_figure(options.figure);
    FigureSource source = all.source();
    if (all.run) {
        check_at(options, *all.run);
        source.until_then = options.at.has_value();
        source.playhead.at = options.at.value_or(all.run->outline.total());
    }
    check_there(options, source, kind);
    const auto metrics = paper_metrics();
    const FigureStyle style{.theme = options.theme == "dark" ? Theme::Dark : Theme::Light,
                            .metrics = metrics.get(),
                            .map = map_named(options.map),
                            .numbers = options.numbers};
    const Picture picture = picture_of(figure, source, paper_of(options, all), style);
    return render_picture(picture.scene, kind, {picture.units_per_inch, options.dpi});
}

/// What a file for numbers is made from: less than its picture where the numbers are those of one run.
FigureNeeds needs_of(const FigureKind& figure, FileKind kind) {
    const FigureNumbers numbers = numbers_in(figure, kind);
    const bool of_run = numbers == FigureNumbers::Run || numbers == FigureNumbers::Maps;
    if (figure.needs == FigureNeeds::Board && !is_picture(kind) && of_run) return FigureNeeds::Run;
    return figure.needs;
}

std::string written(FileKind kind, const ExportOptions& options, const Gathered& all) {
    if (is_picture(kind)) return picture_bytes(kind, options, all);
    const FigureKind& figure = *find_figure(options.figure);
    const bool blind = all.run && all.run->maps().empty(); // .json is named to it
    if (kind == FileKind::Csv && !blind) check_there(options, all.source(), kind);
    return figure_numbers(numbers_in(figure, kind), kind, all.source(), paper_of(options, all));
}

std::string bytes_of(FileKind kind, const ExportOptions& options) {
    const FigureKind& asked = *find_figure(options.figure);
    const Gathered all = gather(needs_of(asked, kind), options);
    const FigureKind& drawn = drawn_figure(asked, all.source());
    if (drawn.id == asked.id) return written(kind, options, all);
    ExportOptions named = options;
    named.figure = drawn.id;
    check_words(named, kind); // it takes other options
    return written(kind, named, all);
}

std::vector<std::string> figure_names() {
    std::vector<std::string> names;
    for (const FigureKind& figure : figures())
        if (figure.needs != FigureNeeds::Pad) names.emplace_back(figure.id);
    return names;
}

/// What it takes beside M TEXT, and which files of numbers there are.
std::string told_of(const FigureKind& figure) {
    std::string words;
    if (figure.needs == FigureNeeds::Search) words = "of a search";
    if (figure.needs == FigureNeeds::Panels) words = "of several runs, --with M or --score NAME";
    if (figure.needs == FigureNeeds::Maps) words = "of every map of --from FILE";
    for (const auto& [id, option] : {std::pair("why", "--why i"), std::pair("head-off", "--head L:H=EDIT")})
        if (figure.id == id) words = std::string("with ") + option;
    if (figure.id == "heads" || figure.id == "head-off")
        words += (words.empty() ? "" : "; ") + std::string("heads measured over the pairs of --gold FILE");
    std::string files;
    for (const auto& [kind, ending] : {std::pair(FileKind::Csv, ".csv"), std::pair(FileKind::Json, ".json")})
        if (can_be(figure, kind)) files += (files.empty() ? "also " : " and ") + std::string(ending);
    if (!files.empty()) words += (words.empty() ? "" : "; ") + files;
    return words.empty() ? "" : " (" + words + ")";
}

std::string figure_list() {
    std::string list;
    for (const FigureKind& figure : figures()) {
        if (figure.needs == FigureNeeds::Pad) continue;
        const std::string id(figure.id);
        list += "  " + id + std::string(13 - std::min<std::size_t>(12, id.size()), ' ') +
                std::string(figure.title) + told_of(figure) + "\n";
    }
    return list;
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
        .add_option(
            "--from", options->from,
            "Instead of M and TEXT: a run that trace --json wrote, or attention computed elsewhere: "
            "JSON of source, target and attention (nested lists in any order of axes that their "
            "lengths tell, generate()'s, BertViz'), .npy, .npz and .pt, CSV and TSV, Pharaoh's links, "
            "and the text dumps of Marian, Nematus, Sockeye and OpenNMT")
        ->type_name("FILE");
    add_given(command, options->reading);
    add_shown(command, options->shown);
    add_family(command, options->family);
    command.add_option("-o", options->file, "File to write: .png, .svg, .pdf, .csv or .json")
        ->type_name("FILE")
        ->required();
    command.add_option("--figure", options->figure, "heatmap, if not said; all are listed below")
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
    add_writing(command, options->writing);
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
    command.add_option("--dpi", options->dpi, "Of .png: dots an inch, 300")
        ->type_name("N")
        ->check(real_number(20, 2400));
    command.add_option("--rows", options->rows, "Outputs A to B only, counted from 0")->type_name("A:B");
    command.add_option("--columns", options->columns, "Source tokens A to B only, counted from 0")
        ->type_name("A:B");
    command.add_flag("--numbers,!--no-numbers", options->numbers, "Weights in the cells, or not");
    command.add_option("--title", options->title, "Title above the figure; of a file its own")
        ->type_name("TEXT");
    command
        .add_option("--item", options->item, "Which map of the file, counted from 0; the first if not given")
        ->type_name("N")
        ->check(whole_number(0, 1'000'000'000));
    command
        .add_option("--why", options->why,
                    "Of why: the output, counted from 0, and a token to compare with; the second best, if "
                    "none is named")
        ->type_name("i[=TOKEN]");
    command
        .add_option("--readers", options->readers,
                    "Of memory: fixed (default), encoders of models without attention, or attention, those "
                    "of models with it")
        ->type_name("KIND")
        ->check(one_of({"fixed", "attention"}));
    command
        .add_option("--head", options->head,
                    "What is done to a head of a Transformer, as in heed trace; of compare, the changed run "
                    "stands beside the model's; may be repeated")
        ->type_name("L:H=EDIT")
        ->allow_extra_args(false);
    command.add_option("--at", options->at, "Number of sub-steps revealed; all of them if not given")
        ->type_name("N")
        ->check(whole_number(0, 1'000'000'000));
    command.footer(
        "An option that would change nothing of such a file of that figure is refused.\n\nFigures:\n" +
        figure_list());
    return [options, &command] {
        for (const CLI::Option* option : command.get_options())
            if (option->count() > 0 && option->nonpositional()) options->given.push_back(option->get_name());
        return export_figure(*options);
    };
}

} // namespace heed::cli
