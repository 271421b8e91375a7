// heed heads: every attention head of a model, or every map of a file, measured on pairs, best first.
#include "app/cli/commands.h"
#include "app/cli/heads/given_maps.h"
#include "app/cli/heads/head_corpus.h"
#include "app/cli/library.h"
#include "app/cli/print/table.h"
#include "app/cli/print/trace/trace_words.h"
#include "app/cli/read/load.h"
#include "app/cli/read/options.h"
#include "app/cli/read/writing.h"
#include "app/state/jobs/thread_pool.h"
#include "core/analysis/heads/both_ways.h"
#include "core/analysis/heads/cost.h"
#include "core/analysis/heads/heads_json.h"
#include "core/analysis/heads/ranks.h"
#include "core/base/error.h"
#include "core/io/base/file.h"
#include "core/io/run/run_file.h"
#include "core/io/run/trace_json.h"
#include "core/text/strings.h"

#include <algorithm>
#include <chrono>
#include <iostream>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>

namespace heed::cli {
namespace {

struct HeadsOptions {
    std::string model, file, from, family, measure, json;
    GivenWords given; // of `from`
    bool off = false, mean = false;
    WritingWords writing;
};

/// Nats per token by head, of --off.
using Costs = std::map<HeadPlace, double>;

HeadPlace place_of(const heads::Head& head) { return {head.kind, head.site.layer, head.site.head}; }

std::string shown(std::optional<double> value) { return value ? formatted("%.3f", *value) : "-"; }

std::vector<std::string> measure_ids() {
    std::vector<std::string> ids;
    for (const heads::Measure& measure : heads::measures()) ids.emplace_back(measure.id);
    return ids;
}

/// `by`: what is done to each, of --off: "off", "mean".
void print_heads(const std::vector<heads::Corpus::OfHead>& ordered, const Costs& costs,
                 const std::string& by) {
    std::vector<Column> columns{{"head", false}, {"looks at", false}, {"type", false}, {"row", false}};
    std::vector<const heads::Measure*> shown_measures;
    for (const heads::Measure& measure : heads::measures()) {
        const bool any = std::any_of(ordered.begin(), ordered.end(), [&](const auto& head) {
            return measure.value(head.best()).has_value();
        });
        if (!any) continue;
        shown_measures.push_back(&measure);
        columns.push_back({std::string(measure.title), true});
    }
    if (!costs.empty()) columns.push_back({"cost " + by, true});
    std::vector<std::vector<std::string>> rows;
    for (const auto& head : ordered) {
        const bool cross = head.head.kind == heads::Kind::Cross;
        const bool pair = heads::looks_both_ways(head.head.kind, head.sums[0]);
        const Site& site = head.head.site;
        rows.push_back({std::to_string(site.layer) + ":" + std::to_string(site.head),
                        cross ? "source" : std::string(to_string(head.head.kind)) + " itself",
                        head.type ? std::string(head.type->title) : "",
                        cross || pair ? std::string(reading_name(head.head.kind, head.better, pair)) : ""});
        for (const heads::Measure* measure : shown_measures)
            rows.back().push_back(shown(measure->value(head.best())));
        if (const auto cost = costs.find(place_of(head.head)); cost != costs.end())
            rows.back().push_back(formatted("%.4f", cost->second));
    }
    print_table(std::cout, columns, rows);
}

std::string names_of(const std::vector<int>& chosen, const std::vector<heads::Head>& heads) {
    std::string text;
    for (const int h : chosen) {
        const Site& site = heads[static_cast<std::size_t>(h)].site;
        text += (text.empty() ? "" : ",") + std::to_string(site.layer) + ":" + std::to_string(site.head);
    }
    return text;
}

void print_choice(const heads::Choice& choice, const std::vector<heads::Head>& heads) {
    const bool predicts = choice.reading == heads::Reading::Predicts,
               both = heads.front().kind == heads::Kind::Encoder;
    std::cout << "\nWhich heads should align? Found on "
              << plural(static_cast<std::size_t>(choice.fitted_on), "pair", "pairs")
              << ", measured on the other " << choice.held_out_on << "; read by "
              << (both       ? predicts ? "how the target's words look at the source's\n\n"
                                        : "how the source's words look at the target's\n\n"
                  : predicts ? "the row of the step that writes a word\n\n"
                             : "the row of the step that reads it\n\n");
    std::vector<std::vector<std::string>> rows;
    const auto row = [&](const std::string& name, const heads::Candidate& candidate) {
        rows.push_back({name, shown(candidate.fitted.error_rate()), shown(candidate.held_out.error_rate()),
                        shown(candidate.fitted.in_gold()), shown(candidate.held_out.in_gold()),
                        names_of(candidate.heads, heads)});
    };
    row("best head", choice.best);
    row("best mean of " + std::to_string(choice.mean.heads.size()), choice.mean);
    row("its layer", choice.layer);
    row("all", choice.all);
    row("diagonal", choice.diagonal);
    for (const heads::Candidate& mean : choice.curve)
        row("mean of " + std::to_string(mean.heads.size()), mean);
    print_table(std::cout,
                {{"", false},
                 {"AER found", true},
                 {"AER others", true},
                 {"in gold found", true},
                 {"in gold others", true},
                 {"heads", false}},
                rows);
}

void print_report(const HeadCorpus& measured, const std::vector<heads::Corpus::OfHead>& ordered,
                  const std::optional<heads::Choice>& choice, const Costs& costs, const std::string& by) {
    const heads::Corpus& corpus = measured.corpus;
    std::cout << plural(static_cast<std::size_t>(corpus.runs()), "pair", "pairs") << ", "
              << plural(ordered.size(), "head", "heads") << ", layers and heads counted from 0";
    if (corpus.diagonal_error())
        std::cout << "; the diagonal: AER " << shown(corpus.diagonal_error()) << ", in gold "
                  << shown(corpus.diagonal_in_gold());
    std::cout << "\n\n";
    print_heads(ordered, costs, by);
    if (choice) print_choice(*choice, corpus.aligning());
}

/// Over the lines that the model can take.
Costs costs_over(const Model& model, const Request& request, const std::vector<PairLine>& lines,
                 HeadEdit::Kind by, const Executor& executor) {
    struct OfLine {
        std::vector<heads::Cost> costs;
        int tokens = 0;
    };
    std::vector<OfLine> all(lines.size());
    executor(static_cast<int>(lines.size()), [&](int n) {
        const PairLine& line = lines[static_cast<std::size_t>(n)];
        if (!line.error.empty()) return;
        try {
            const Trace run = heads::run_pair(model, line.pair, request).run;
            all[static_cast<std::size_t>(n)] = {heads::costs_of_heads(model, run, in_turn, nullptr, by),
                                                run.outputs() > 0 ? run.outputs() : run.source_length()};
        } catch (const Error&) {
            return; // it was complained of when it was measured
        }
    });
    Costs costs;
    double tokens = 0;
    for (const OfLine& line : all) {
        tokens += line.tokens;
        for (const heads::Cost& cost : line.costs) costs[cost.place] += cost.nats;
    }
    for (auto& [place, nats] : costs) nats /= std::max(1.0, tokens);
    return costs;
}

/// The dearest first, of each kind of attention; of equal ones by layer and head. Their ranks.
std::vector<int> by_cost(std::vector<heads::Corpus::OfHead>& ordered, const Costs& costs) {
    const auto cost = [&](const auto& head) {
        const auto found = costs.find(place_of(head.head));
        return found == costs.end() ? 0 : found->second;
    };
    const auto place = [](const auto& head) { return place_of(head.head); };
    std::sort(ordered.begin(), ordered.end(),
              [&](const auto& a, const auto& b) { return place(a) < place(b); });
    std::stable_sort(ordered.begin(), ordered.end(), [&](const auto& a, const auto& b) {
        return std::pair(a.head.kind, -cost(a)) < std::pair(b.head.kind, -cost(b));
    });
    std::vector<int> ranks(ordered.size());
    for (std::size_t n = 0, first = 0; n < ordered.size(); ++n) {
        const bool same_kind = n > 0 && ordered[n].head.kind == ordered[n - 1].head.kind;
        if (!same_kind) first = n;
        ranks[n] = same_kind && cost(ordered[n - 1]) - cost(ordered[n]) <= heads::equal_within
                       ? ranks[n - 1]
                       : static_cast<int>(n - first) + 1;
    }
    return ranks;
}

struct Measured {
    HeadCorpus heads;
    Costs costs;
    std::string name, doubt;          // of the model
    std::vector<std::string> changes; // what a hand changed of the runs that were read, each once
};

Measured measured_model(const HeadsOptions& options, const Executor& executor) {
    const Model model = load_model(models_of(options.family), options.model);
    Request request;
    apply_writing(options.writing, model, request);
    const auto lines = head_lines(model, options.file);
    if (std::any_of(lines.begin(), lines.end(),
                    [](const PairLine& line) { return line.error.empty() && line.pair.sample.has_gold; }))
        if (const std::string why = heads::why_no_links(model); !why.empty()) throw Error(why);
    Measured all{
        measure_heads(model, request, lines, executor, std::cerr), {}, model.name, model.facts.doubt, {}};
    if (options.off)
        all.costs = costs_over(model, request, lines,
                               options.mean ? HeadEdit::Kind::Mean : HeadEdit::Kind::Off, executor);
    return all;
}

/// Of --from FILE the word after heads, if there is one, is the file of pairs.
Measured measured_file(const HeadsOptions& options) {
    if (!options.file.empty() || options.writing.any() || !options.family.empty())
        throw WrongWords("--from FILE is there already: it goes with a file of pairs, --percent, --start, "
                         "--axes, --sentence, "
                         "--source, --output, --measure and --json only");
    Model words; // as spaces part them
    words.tokenizer.level = TokenLevel::Given;
    const auto lines = options.model.empty() ? std::vector<PairLine>() : head_lines(words, options.model);
    const auto runs = runs_from(options.from, options.given);
    const auto doubtful =
        std::find_if(runs.begin(), runs.end(), [](const auto& run) { return !run.model.doubt.empty(); });
    Measured all{measure_heads(runs, lines, options.from, std::cerr), {}, {}, {}, {}};
    if (doubtful != runs.end()) {
        all.name = doubtful->model.name;
        all.doubt = doubtful->model.doubt;
    }
    for (const Trace& run : runs)
        if (std::string changes = changes_line(run);
            !changes.empty() &&
            std::find(all.changes.begin(), all.changes.end(), changes) == all.changes.end())
            all.changes.push_back(std::move(changes));
    return all;
}

/// An order by what is known of no head would be none.
void needs_measure(const HeadsOptions& options, const heads::Measure& measure,
                   const std::vector<heads::Corpus::OfHead>& ordered) {
    if (std::any_of(ordered.begin(), ordered.end(),
                    [&](const auto& head) { return measure.value(head.best()).has_value(); }))
        return;
    const std::string& file = options.file.empty() ? options.from : options.file;
    const bool links = measure.id == "aer" || measure.id == "in_gold";
    throw Error(file.empty() || file == "-" ? "standard input" : file, "--measure " + options.measure,
                links ? "pairs with links in the third column" : "pairs that it can be measured on", "none");
}

int heads_command(const HeadsOptions& options) {
    const auto start = std::chrono::steady_clock::now();
    const std::string by(to_string(options.mean ? HeadEdit::Kind::Mean : HeadEdit::Kind::Off));
    if (options.from.empty() && options.model.empty())
        throw WrongWords("expected either M FILE or --from FILE");
    if (!options.from.empty() && options.off)
        throw WrongWords("--off runs the model again with each head off: it goes with M FILE");
    if (options.mean && !options.off) throw WrongWords("--mean goes with --off");
    if (options.from.empty()) needs_from(options.given);
    ThreadPool pool(all_threads());
    const auto [measured, costs, name, doubt, changes] =
        options.from.empty() ? measured_model(options, pool.executor()) : measured_file(options);
    if (measured.corpus.runs() == 0) return 1; // every line was answered
    const heads::Measure* by_measure = heads::find_measure(options.measure);
    auto ordered = heads::ordered(measured.corpus.heads(), by_measure);
    const std::vector<int> ranks = options.off && options.measure.empty()
                                       ? by_cost(ordered, costs)
                                       : heads::ranks_of(ordered, by_measure);
    if (ordered.empty())
        throw Error(options.from.empty() ? options.model : options.from, "no map of attention to measure");
    if (by_measure) needs_measure(options, *by_measure, ordered);
    const auto choice = measured.corpus.choose(pool.executor());
    nlohmann::ordered_json json = heads::to_json(measured.corpus, ordered, ranks, choice);
    for (std::size_t n = 0; n < ordered.size(); ++n)
        if (const auto cost = costs.find(place_of(ordered[n].head)); cost != costs.end())
            json["maps"][n]["cost_" + by] = cost->second;
    if (!doubt.empty()) json["doubt"] = doubt;
    if (!changes.empty()) json["changes"] = changes;
    json["seconds"] = {
        {"all", std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count()},
        {"runs", measured.running},
        {"measuring", measured.measuring}};
    if (options.json == "-")
        std::cout << io::text_of(json);
    else if (!options.json.empty())
        io::write_file_atomic(options.json, io::text_of(json));
    else {
        std::cout << doubt_line(name, doubt);
        for (const std::string& words : changes) std::cout << words << '\n';
        print_report(measured, ordered, choice, costs, by);
    }
    return measured.all_good ? 0 : 1;
}

} // namespace

Action add_heads(CLI::App& command) {
    auto options = std::make_shared<HeadsOptions>();
    command.add_option("M", options->model, "Model: a bundled name, a folder or a file")->type_name("");
    command.add_option("FILE", options->file, "Pairs, one a line; standard input if not said, or -")
        ->type_name("");
    command
        .add_option("--from", options->from,
                    "Instead of M: maps that were written as JSON, or computed elsewhere, a sentence a pair; "
                    "-: what a pipe brings")
        ->type_name("FILE");
    add_given_numbers(command, options->given);
    add_family(command, options->family);
    add_languages(command, options->writing);
    command
        .add_option("--measure", options->measure,
                    "What best is measured by: " + listed(measure_ids(), " or ") +
                        "; AER where there are links, else entropy")
        ->type_name("NAME")
        ->check(one_of(measure_ids()));
    command.add_flag("--off", options->off,
                     "Also switch each head off by itself and say what that costs: nats of log p a token of "
                     "the target, or of what the model wrote; the dearest first");
    command.add_flag("--mean", options->mean,
                     "With --off: its context is held at its mean over the sentence, in place of 0");
    command.add_option("--json", options->json, "Write every measure as JSON; - is standard output")
        ->type_name("FILE|-");
    std::string footer = "A line: source[<TAB>target[<TAB>sure links[<TAB>possible links]]]; a link i-j "
                         "joins source word i and\n"
                         "target word j, from 0. Pieces are folded into words: summed over those of a word "
                         "that is looked at,\n"
                         "averaged over those of one that looks. A head is read in two ways: by the row of "
                         "the step that writes\n"
                         "a word, and by that of the next step, which reads it; the one with the lower AER "
                         "is shown, and both\n"
                         "are in the JSON. An encoder that reads two texts (BERT) reads source and target as "
                         "its pair; links are\n"
                         "then measured where the one looks at the other: the row is the target's word, or "
                         "the source's.\n\nMeasures:\n";
    for (const heads::Measure& measure : heads::measures())
        footer += "  " + std::string(measure.id) + ": " + std::string(measure.computed) + "\n";
    footer += "\nTypes:\n";
    for (const heads::Type& type : heads::types())
        footer += "  " + std::string(type.title) + ": " + std::string(type.told) + ".\n";
    command.footer(footer);
    return [options] { return heads_command(*options); };
}

} // namespace heed::cli
