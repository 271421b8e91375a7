#include "app/cli/export_source.h"

#include "app/cli/commands.h"
#include "app/cli/doctor.h"
#include "app/cli/heads/head_corpus.h"
#include "app/cli/library.h"
#include "app/cli/memory.h"
#include "app/cli/read/given.h"
#include "app/cli/read/load.h"
#include "app/export/numbers.h"
#include "app/figures/head_off/head_off.h"
#include "app/figures/heads/heads.h"
#include "app/figures/moves/moves.h"
#include "app/figures/transformer/words.h"
#include "app/figures/why/why.h"
#include "app/state/data_paths.h"
#include "app/state/gallery/mechanisms.h"
#include "app/state/jobs/thread_pool.h"
#include "app/state/meaning/meaning.h"
#include "app/state/step/influence.h"
#include "core/analysis/heads/sentence_gold.h"
#include "core/base/error.h"
#include "core/decode/run.h"
#include "core/models/transformer/facts.h"
#include "core/text/escape.h"

#include <algorithm>
#include <iostream>

namespace heed::cli {
namespace {

constexpr int usual_beam = 4; // of a tree

std::string text_of(const ExportOptions& options) {
    std::string text;
    for (const std::string& word : options.words) text += (text.empty() ? "" : " ") + word;
    return text;
}

std::shared_ptr<const Trace> run_of(const Model& model, const ExportOptions& options, int least_beam = 0) {
    Request request;
    request.model = options.model;
    request.text = text_of(options);
    request.beam = options.beam;
    if (request.beam.width == 0) request.beam.width = least_beam;
    request.edits.heads = parse_heads(options.head, shown_heads(model.config));
    apply_writing(options.writing, model, request);
    return std::make_shared<const Trace>(decode::run(model, request));
}
std::shared_ptr<const Trace> run_of(const ExportOptions& options, int least_beam = 0) {
    return run_of(load_model(models_of(options.family), options.model), options, least_beam);
}

/// What stands in the network's heatmap where there are no weights; null, and why on standard error, where
/// that cannot be measured.
std::shared_ptr<const InfluenceMap> influence_of(const Model& model, const Trace& run) {
    if (!is_measured_by_influence(run)) return nullptr;
    try {
        ThreadPool pool(all_threads());
        return measure_influence(model, run, pool.executor(), nullptr);
    } catch (const Error& error) {
        std::cerr << "heed: " << error.what() << '\n';
        return nullptr;
    }
}

void measure(Gathered& all) {
    const Trace& run = *all.run;
    all.rows = run.outputs();
    all.columns = run.source_length();
    if (run.has_weights()) return;
    if (const auto maps = run.maps(); !maps.empty()) {
        all.rows = static_cast<int>(maps.front().weights->cols());
        all.columns = static_cast<int>(maps.front().weights->rows());
    }
}

std::string named(const ExportOptions& options) { return escaped(options.from, 1000); }

bool holds_every_map(const ExportOptions& options) {
    const FileKind kind = file_kind(options.file);
    return kind == FileKind::Json ||
           (!is_picture(kind) && numbers_in(*find_figure(options.figure), kind) == FigureNumbers::Maps);
}

/// Of several maps of a file the one that was asked for; the first where nothing was said, and then that is
/// said. As JSON a sentence holds all it has, and
/// as CSV of a figure of every map.
void take_given(Gathered& all, const ExportOptions& options) {
    all.maps = maps_from(options.from, options.reading);
    const RunMap& chosen = map_at(all.maps, options.item.value_or(0));
    const bool one = all.maps.back().run == all.maps.front().run;
    const bool whole = one && !options.item && holds_every_map(options);
    if (whole && !options.reading.heads.empty())
        throw WrongWords("--heads changes nothing of a " +
                         std::filesystem::path(options.file).extension().string() +
                         " file, which holds every map: --item N writes one");
    all.run = whole ? chosen.run : chosen.alone;
    say_notes(options.from, *chosen.run);
    if (all.run->model.architecture == "weights") all.title = all.run->model.name;
    if (all.maps.size() > 1 && !options.item && !whole)
        std::cerr << "heed: " << named(options) << ": " << count_of_given(all.maps)
                  << "; the first is drawn, --item N takes another, --figure compare or grid several\n";
}

void needs_model(const ExportOptions& options) {
    if (!options.from.empty())
        throw WrongWords("--figure " + options.figure + " needs M TEXT: a file holds only a part of a run");
}

/// Every head over the pairs of --gold; null: they are those of the run alone.
std::shared_ptr<const HeadReport> measured_heads(const ExportOptions& options, const Model& model,
                                                 const Trace& run) {
    if (options.shown.gold.empty()) return nullptr;
    Request request; // of other texts, in the same languages
    request.source_language = run.request.source_language;
    request.target_language = run.request.target_language;
    request.prefix = run.request.prefix;
    ThreadPool pool(all_threads());
    const HeadCorpus measured =
        measure_heads(model, request, head_lines(model, options.shown.gold), pool.executor(), std::cerr);
    if (measured.corpus.runs() == 0)
        throw Error(options.shown.gold, "--gold", "pairs that this model can take", "none");
    return std::make_shared<const HeadReport>(head_report(measured.corpus, pool.executor()));
}

/// Every head as --gold measures them, or by the links that the task knows of the sentence.
std::shared_ptr<const Board> every_head_board(const ExportOptions& options, const Model& model,
                                              const Trace& run) {
    auto board = std::make_shared<HeadsBoard>();
    board->report = measured_heads(options, model, run);
    const auto answer = heads::answer_of(model.task, run.source_text);
    const auto gold = answer ? heads::gold_of_run(words_of(run), *answer) : std::nullopt;
    if (!board->report && gold)
        board->report = std::make_shared<const HeadReport>(head_report(run, true, &*gold));
    if (!board->report) return nullptr;
    board->maps = head_maps(run);
    return board;
}

/// By the heads and in the words that are asked for; the columns of a Transformer with what they are drawn
/// from.
void show_as_asked(Gathered& all, const ExportOptions& options, const Model& model) {
    const FigureKind& figure = drawn_figure(*find_figure(options.figure), {.trace = all.run.get()});
    const bool columns = figure.id == "layers", heads = figure.id == "heads";
    if (heads) all.board = every_head_board(options, model, *all.run);
    ShownWords shown = options.shown;
    if (heads) shown.gold.clear();
    shown.words = shown.words && !columns && !heads;
    if (shown.words || !options.reading.heads.empty() || !shown.gold.empty())
        all.run = std::make_shared<const Trace>(ShownRun(model, shown, options.reading.heads)(*all.run));
    if (columns && options.shown.words) all.run = word_run(*all.run)->run;
}

Gathered one_run(const ExportOptions& options) {
    Gathered all;
    if (options.from.empty()) {
        const Model model = load_model(models_of(options.family), options.model);
        all.run = run_of(model, options);
        if (options.figure == "network") all.influence = influence_of(model, *all.run);
        show_as_asked(all, options, model);
    } else {
        take_given(all, options);
        if (options.shown.words) all.run = std::make_shared<const Trace>(in_words(*all.run));
    }
    measure(all);
    return all;
}

Gathered a_search(const ExportOptions& options) {
    needs_model(options);
    Gathered all;
    all.run = run_of(options, usual_beam);
    if (all.run->lattice) {
        TreeParts parts;
        parts.run = all.run.get();
        parts.search = all.run->lattice.get();
        const auto metrics = paper_metrics();
        FigureStyle style;
        style.metrics = metrics.get();
        all.plan = tree_plan(parts, style);
    }
    measure(all);
    return all;
}

/// The maps of a file side by side, the first nine.
Comparison comparison_from(const ExportOptions& options) {
    const std::vector<RunMap> maps = maps_from(options.from, options.reading);
    if (maps.size() < 2)
        throw WrongWords("--figure compare is for several maps: " + named(options) + " holds one");
    say_notes(options.from, *maps.front().run);
    Comparison comparison;
    for (std::size_t n = 0; n < maps.size() && n < most_compare_panels; ++n) {
        ComparePanel panel;
        panel.trace = laid_out(maps[n].alone);
        panel.key = panel.title =
            panel.trace->model.name.empty() ? "map " + std::to_string(n + 1) : panel.trace->model.name;
        comparison.panels.push_back(std::move(panel));
    }
    if (maps.size() > comparison.panels.size())
        std::cerr << "heed: " << named(options) << ": " << maps.size() << " maps; the first "
                  << comparison.panels.size() << " are drawn\n";
    comparison.input = comparison.panels.front().trace->source_text;
    comparison.numbers = compare_numbers(comparison.panels);
    return comparison;
}

Gathered several_runs(const ExportOptions& options) {
    Gathered all;
    if (options.from.empty()) {
        ComparisonWords words{{options.model},     options.scores, text_of(options), options.family, {},
                              options.shown.words, options.head};
        words.models.insert(words.models.end(), options.with.begin(), options.with.end());
        all.comparison = run_comparison(words);
    } else {
        all.comparison = comparison_from(options);
    }
    for (const ComparePanel& panel : all.comparison.panels) {
        all.rows = std::max(all.rows, panel.trace->outputs());
        all.columns = std::max(all.columns, panel.trace->source_length());
    }
    return all;
}

/// The maps of a file as thumbnails.
Gathered every_map(const ExportOptions& options) {
    if (options.from.empty())
        throw WrongWords("--figure " + options.figure + " is a picture of the maps of --from FILE");
    Gathered all;
    all.maps = maps_from(options.from, options.reading);
    if (all.maps.size() < 2)
        throw WrongWords("--figure " + options.figure + " is for several maps: " + named(options) +
                         " holds one");
    say_notes(options.from, *all.maps.front().run);
    all.thumbnails = thumbnails(all.maps);
    return all;
}

using Run = std::shared_ptr<const Trace>;
using AnyBoard = std::shared_ptr<const Board>;

/// What the weights of the output at --at mean; of the last where nothing is said.
AnyBoard measured_meaning(const ExportOptions& options, const Model& model, Run run) {
    const Moment at = moment_at(run->outline, options.at.value_or(run->outline.total()));
    const int output = at.started && at.decoding() ? std::min(at.position, run->outputs() - 1) : 0;
    return meaning_of(model, std::move(run), output);
}

AnyBoard moves_of(const Model& model, Run run, const moves::Asked& asked) {
    auto board = std::make_shared<MovesBoard>();
    board->moves = std::make_shared<const moves::Moves>(moves::moves(model, *run, asked));
    board->run = std::move(run);
    return board;
}

/// What moved the output at --at, the first before one is written; the last where nothing is said.
AnyBoard what_moved(const ExportOptions& options, const Model& model, Run run) {
    const Moment at = moment_at(run->outline, options.at.value_or(run->outline.total()));
    const int last = std::max(0, moves::outputs_of(*run) - 1);
    const int output = at.started && at.decoding() ? std::min(at.position, last) : options.at ? 0 : last;
    return moves_of(model, std::move(run), {.output = output});
}

/// Why the token of the output that --why names was written, and not the other.
AnyBoard answered_why(const ExportOptions& options, const Model& model, Run run) {
    const auto asked = parse_why({options.why});
    const auto& [output, rival] = *asked.begin();
    if (is_transformer(model.facts))
        return moves_of(model, std::move(run), {.output = output, .against = true, .rival = rival});
    auto board = std::make_shared<WhyBoard>();
    board->contrast =
        std::make_shared<const analysis::Contrast>(analysis::contrast(model, *run, output, rival));
    board->run = std::move(run);
    return board;
}

AnyBoard diagnosed(const ExportOptions& options, const Model& model, Run) {
    return doctor_over(model, text_of(options));
}

AnyBoard remembered(const ExportOptions& options, const Model&, Run) {
    return measured_memory(options.model, text_of(options), options.family, options.readers == "attention");
}

/// The run with heads changed beside that of the model, and what each of them costs.
AnyBoard changed_heads(const ExportOptions& options, const Model& model, Run changed) {
    Request plain = changed->request;
    plain.edits = {};
    auto board = std::make_shared<HeadOffBoard>();
    const auto own = std::make_shared<const Trace>(decode::run(model, plain));
    const auto forced =
        own->outputs() == 0
            ? changed
            : std::make_shared<const Trace>(heads::forced_run(model, *own, changed->request.edits));
    HeadOffWork work = head_off_work(own, changed, forced, changed->request.edits.heads, &model);
    if (const auto report = measured_heads(options, model, *own))
        work = with_types(std::move(work), head_types(*report, {}));
    board->work = std::make_shared<const HeadOffWork>(std::move(work));
    ThreadPool pool(all_threads());
    board->costs = std::make_shared<const HeadCosts>(
        HeadCosts{own, heads::costs_of_heads(model, *own, pool.executor())});
    board->chosen = parse_heads({options.head.front()}, shown_heads(model.config)).begin()->first;
    return board;
}

AnyBoard of_mechanism(const ExportOptions& options, const Model&, Run) {
    return board_of(options.model, text_of(options));
}

/// What is measured for a figure that is no mechanism's own picture.
struct MeasuredFigure {
    std::string_view figure;
    AnyBoard (*board)(const ExportOptions& options, const Model& model, Run run);
};
constexpr MeasuredFigure measured_figures[] = {{"doctor", diagnosed},         {"head-off", changed_heads},
                                               {"meaning", measured_meaning}, {"memory", remembered},
                                               {"moves", what_moved},         {"why", answered_why}};

AnyBoard board_for(const ExportOptions& options, const Model& model, Run run) {
    const auto* row = std::find_if(std::begin(measured_figures), std::end(measured_figures),
                                   [&](const MeasuredFigure& m) { return m.figure == options.figure; });
    const auto board = row == std::end(measured_figures) ? of_mechanism : row->board;
    return board(options, model, std::move(run));
}

/// The picture of a mechanism, with the models that are shown beside this one.
Gathered with_board(const ExportOptions& options) {
    needs_model(options);
    Gathered all;
    const Model model = load_model(models_of(options.family), options.model);
    all.run = run_of(model, options);
    all.board = board_for(options, model, all.run);
    measure(all);
    return all;
}

} // namespace

FigureSource Gathered::source() const {
    FigureSource source{.trace = run.get(), .panels = comparison.panels, .maps = thumbnails.maps};
    if (!plan.nodes.empty()) source.tree = &plan;
    source.board = board.get();
    source.influence = influence;
    source.grid = thumbnails.settings();
    return source;
}

Gathered gather(FigureNeeds needs, const ExportOptions& options) {
    switch (needs) {
    case FigureNeeds::Run:
        return one_run(options);
    case FigureNeeds::Search:
        return a_search(options);
    case FigureNeeds::Panels:
        return several_runs(options);
    case FigureNeeds::Maps:
        return every_map(options);
    case FigureNeeds::Board:
        return with_board(options);
    case FigureNeeds::Pad:
        break;
    }
    return {};
}

FileKind picture_kind(const std::string& file) {
    try {
        const FileKind kind = file_kind(file);
        if (kind != FileKind::Csv && kind != FileKind::Json) return kind;
    } catch (const Error&) {
        const std::string ending = std::filesystem::path(file).extension().string();
        throw WrongWords(file + ": the ending says what to write: expected .png, .svg or .pdf, found " +
                         (ending.empty() ? "none" : ending));
    }
    throw WrongWords("-o " + file + ": expected a file .pdf, .svg or .png (--json writes the numbers)");
}

} // namespace heed::cli
