// heed evaluate: how well a model does on items whose answers are known.
#include "app/cli/commands.h"
#include "app/cli/evaluators.h"
#include "app/cli/export_source.h"
#include "app/cli/library.h"
#include "app/cli/print/table.h"
#include "app/cli/print/verdict.h"
#include "app/cli/read/load.h"
#include "app/cli/read/options.h"
#include "app/cli/read/writing.h"
#include "app/export/export.h"
#include "app/figures/memory/memory.h"
#include "app/figures/report/doubt.h"
#include "app/state/data_paths.h"
#include "app/state/jobs/thread_pool.h"
#include "core/analysis/gold/evaluation.h"
#include "core/base/error.h"
#include "core/io/base/file.h"
#include "core/io/open/model_library.h"
#include "core/tasks/item.h"
#include "core/trace/places.h"
#include "core/train/lengths.h"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>

namespace heed::cli {
namespace {

struct EvaluateOptions {
    std::string model, family, file, json, picture;
    long long limit = -1;
    WritingWords writing;
};

/// What the length of an item counts.
Unit length_unit(const Model& model) {
    if (const tasks::ItemTask* task = tasks::find_item_task(model.task)) return {task->unit, task->units};
    if (const tasks::Task* task = tasks::find(model.task)) return {task->unit, task->units};
    if (model.subword) return {"piece", "pieces"};
    return token_unit(model.facts.character_level, nullptr);
}

/// Whether an item is right or wrong; what no task judges is better or worse by its error alone.
bool is_judged(const Model& model, const analysis::Evaluation& e) {
    return e.errors().empty() || tasks::find_item_task(model.task) != nullptr;
}

void print_row(const std::string& name, const std::string& value) {
    std::cout << name << std::string(26 - std::min<std::size_t>(25, name.size()), ' ') << value << '\n';
}

/// How much heavier the right cells are; where the others have next to nothing, that is all that can be said.
std::string ratio_words(double ratio) {
    if (ratio > 1e9) return "over 1e9 : 1";
    return formatted(ratio < 1e6 ? "%.2f : 1" : "%.3g : 1", ratio);
}

void print_alignment(const analysis::Evaluation& e) {
    if (const auto& a = e.alignment(); a && a->shift0.error_rate()) {
        print_row("alignment error rate", formatted("%.4f", *a->shift0.error_rate()) +
                                              formatted("  |A| %.0f", a->shift0.links) +
                                              formatted("  |S| %.0f", a->shift0.sure));
        print_row("  rows read one back", formatted("%.4f", a->shift1.error_rate().value_or(1)));
        print_row("  soft", formatted("%.4f", a->soft.error_rate().value_or(1)));
        print_row("  strongest in gold", formatted("%.4f", a->rows > 0 ? a->in_gold / a->rows : 0));
    }
    for (const auto& [map, share] : e.gold()) {
        print_row("gold cells of " + map, formatted("%.0f rows", share.rows()));
        print_row("  share of the weight", formatted("%.4f", share.mass()));
        print_row("  strongest in gold", formatted("%.4f", share.hits()));
        if (const auto median = share.median_ratio())
            print_row("  gold : others",
                      ratio_words(*median) + ", at most " + ratio_words(*share.largest_ratio()));
    }
}

void print_report(const Model& model, const analysis::Evaluation& e, const std::vector<std::string>& notes,
                  double seconds) {
    const bool tokens = e.all().tokens > 0;
    const bool judged = is_judged(model, e);
    std::cout << doubt_line(model.name, model.facts.doubt);
    print_row("model", model.name);
    print_row("items", std::to_string(e.all().items));
    if (judged) print_row(tokens ? "exact match" : "right", formatted("%.4f", e.exact_match()));
    if (!e.all().measured.empty())
        print_row(std::string(e.all().measured), formatted("%.4f", e.all().measure()));
    if (tokens) print_row("token accuracy", formatted("%.4f", e.token_accuracy()));
    print_row("loss", formatted(tokens ? "%.4f nats a token" : "%.6f an item", e.loss()));
    if (const auto copied = e.copied())
        print_row("words", formatted("%.0f", double(copied->wanted)) +
                               formatted("  repeats %.0f", double(copied->repeats)) +
                               formatted("  omissions %.0f", double(copied->omissions)));
    if (const auto& words = e.new_words(); words.wanted > 0)
        print_row(model.subword ? "tokens it does not know" : "words it does not know",
                  formatted("%.0f", double(words.wanted)) + formatted("  written right %.4f", words.share()));
    for (const auto& [name, error] : e.errors()) print_row("error of " + name, formatted("%.4f", error));
    if (e.errors().size() > 1) print_row("the forecast", verdict_on(e.errors()));
    if (const auto entropy = e.entropy()) print_row("entropy", formatted("%.3f nats", *entropy));
    print_alignment(e);
    print_row("seconds", formatted("%.2f", seconds));
    for (const std::string& note : notes) std::cout << "  " << note << '\n';
    if (!judged) return;
    std::cout << "\nlength       items   " << (tokens ? "exact  tokens\n" : "right");
    if (!tokens) std::cout << (e.all().measured.empty() ? "" : "  ") << e.all().measured << '\n';
    for (const auto& bin : e.by_length()) {
        char text[96];
        std::snprintf(text, sizeof text, "%4d to %-4d %6d  %6.4f", bin.from, bin.to, bin.tally.items,
                      bin.tally.exact_match());
        std::cout << text
                  << (tokens                       ? formatted("  %6.4f", bin.tally.token_accuracy())
                      : bin.tally.measured.empty() ? ""
                                                   : formatted("  %6.4f", bin.tally.measure()))
                  << '\n';
    }
}

/// A picture of accuracy by length: a point for each bin, in its middle, with its interval.
std::string draw_lengths_of(const Model& model, const std::string& file, const analysis::Evaluation& e,
                            FileKind kind) {
    if (!is_judged(model, e))
        throw Error("accuracy by length", "nothing to draw", "items that are right or wrong",
                    "the errors of " + model.name);
    MemoryBoard board;
    board.items = "Items of " + std::filesystem::path(file).filename().string();
    const Unit unit = length_unit(model);
    board.unit = unit.one;
    board.units = unit.many;
    LengthLine line;
    line.key = line.title = model.name;
    line.attention = model.facts.score != "none";
    std::tie(line.shortest, line.longest) = train::trained_lengths(model);
    for (const auto& bin : e.by_length()) {
        const train::Interval interval = train::wilson(bin.tally.exact_match(), bin.tally.items);
        line.points.push_back({(bin.from + bin.to) / 2,
                               bin.tally.items,
                               {bin.tally.exact_match(), interval.low, interval.high},
                               {}});
    }
    board.lines.push_back(std::move(line));
    const auto metrics = paper_metrics();
    const FigureStyle style{.theme = Theme::Light, .metrics = metrics.get()};
    constexpr float width = 640, height = 360;
    constexpr double inches = 174 / 25.4;
    constexpr float size = 7 * width / static_cast<float>(inches) / 72; // 7 pt
    return render_picture(
        with_doubt(lengths_figure(board, width, height, style), model.facts.doubt, size, style), kind,
        {.units_per_inch = static_cast<double>(width) / inches});
}

int evaluate(const EvaluateOptions& options) {
    const std::optional<FileKind> picture =
        options.picture.empty() ? std::nullopt : std::optional(picture_kind(options.picture));
    const auto start = std::chrono::steady_clock::now();
    const Model model = load_model(models_of(options.family), options.model);
    Request told;
    apply_writing(options.writing, model, told);
    ThreadPool pool(all_threads());
    const auto evaluator = evaluator_of(model, pool.executor(), options.file, told);
    evaluator->read(options.limit);
    const analysis::Evaluation& result = evaluator->result();
    if (result.all().items == 0 && !evaluator->all_good()) return 1; // every line was answered
    if (result.all().items == 0)
        throw Error(evaluator->name(), "nothing to evaluate", "a line or more", "none");

    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    nlohmann::ordered_json json = analysis::to_json(result);
    json["loss"] = result.loss(); // nats a token, or what an item costs
    json["seconds"] = seconds;
    if (const auto notes = evaluator->notes(); !notes.empty()) json["notes"] = notes;
    if (!model.facts.doubt.empty()) json["doubt"] = model.facts.doubt;
    if (picture)
        io::write_file_atomic(options.picture, draw_lengths_of(model, evaluator->name(), result, *picture));
    if (options.json == "-")
        std::cout << json.dump() << '\n';
    else if (!options.json.empty())
        io::write_file_atomic(options.json, json.dump(2) + "\n");
    else
        print_report(model, result, evaluator->notes(), seconds);
    return evaluator->all_good() ? 0 : 1;
}

} // namespace

Action add_evaluate(CLI::App& command) {
    auto options = std::make_shared<EvaluateOptions>();
    command.add_option("M", options->model, "Model: a bundled name, a folder or a file")
        ->required()
        ->type_name("");
    command.add_option("FILE", options->file, "Items, one a line; standard input if not said, or -")
        ->type_name("");
    add_family(command, options->family);
    add_languages(command, options->writing);
    command.add_option("--json", options->json, "Write the numbers as JSON; - is standard output")
        ->type_name("FILE|-");
    command.add_option("-o", options->picture, "Draw accuracy by length: .pdf, .svg or .png")
        ->type_name("FILE");
    command.add_option("--limit", options->limit, "Read at most so many lines")
        ->type_name("N")
        ->check(whole_number(1));
    command.footer(
        "A line: source<TAB>target[<TAB>sure links[<TAB>possible links]]; a link i-j joins source token i\n"
        "and target token j, both from 0. A bad line is answered with {\"line\", \"error\"}; the rest goes "
        "on.\nAlignment error counts the target tokens that gold says something about; entropy is that of "
        "rows\n"
        "divided by their sums; words that the model does not know are counted apart. Of a model that reads "
        "pieces of\n"
        "words tokens are pieces, links join the words that spaces part, and an item is exact if the model's "
        "own text is\n"
        "the target's; of a decoder alone the source is what it goes on from, and the target begins with the "
        "space\n"
        "that parts them.\n\n"
        "Of a model that answers a whole input at once (adding, sentiment, recall) a line is JSON, "
        "{\"input\", "
        "\"answer\",\n"
        "\"gold\"}, as heed data prints it. An answer is right if it is the same word, or a number no more "
        "than .04\n"
        "off. Where \"gold\" names cells of the model's map: how much of its weight lies on them, how often "
        "the\n"
        "strongest, and how many times the weight of another cell a gold one has (median and largest).\n\n"
        "Of a model that reads a table FILE may be a CSV file: every row that has enough rows before it is "
        "foretold\n"
        "(those that the model learnt from too, where it is the same file). Persistence, linear "
        "autoregression and\n"
        "the LSTM beside the model are measured on the same rows, and it is said to which of them it loses.");
    return [options] { return evaluate(*options); };
}

} // namespace heed::cli
