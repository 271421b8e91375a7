// heed trace: run a model on a text; a picture, or JSON.
#include "app/cli/commands.h"
#include "app/cli/library.h"
#include "app/cli/print/contrast.h"
#include "app/cli/print/meaning.h"
#include "app/cli/print/moves.h"
#include "app/cli/print/so_far.h"
#include "app/cli/print/trace/answer_picture.h"
#include "app/cli/print/trace/trace_columns.h"
#include "app/cli/print/trace/trace_picture.h"
#include "app/cli/read/given.h"
#include "app/cli/read/lines.h"
#include "app/cli/read/load.h"
#include "app/cli/read/options.h"
#include "app/cli/read/table.h"
#include "app/cli/trace/trace_words.h"
#include "core/analysis/contrast/contrast_json.h"
#include "core/analysis/meaning/meaning_json.h"
#include "core/analysis/meaning/sentence.h"
#include "core/analysis/moves/moves_json.h"
#include "core/decode/row_edit.h"
#include "core/decode/run.h"
#include "core/io/base/file.h"
#include "core/io/open/model_library.h"
#include "core/io/run/trace_json.h"
#include "core/models/registry.h"
#include "core/models/transformer/facts.h"
#include "core/text/escape.h"
#include "core/text/strings.h"
#include "core/text/suggest.h"
#include "core/trace/words/words.h"

#include <chrono>
#include <iostream>
#include <memory>

namespace heed::cli {
namespace {

/// Of a model that answers at once: every map, as where it was run; or the one that was asked for, under its
/// own name.
Trace answer_given(const RunMap& map, bool one) {
    Trace answer = *map.run;
    if (!one) return answer;
    for (const auto& [site, values] : map.run->values())
        if (site != map.site) answer.erase(site.quantity, site.layer, site.head);
    answer.model.name = map.alone->model.name;
    return answer;
}

/// Of several maps the one that was asked for; else as JSON all sentences with all they have, and as a
/// picture the first, and then that is said.
int trace_given(const TraceOptions& options) {
    const std::vector<RunMap> maps = maps_from(options.from, options.given);
    const RunMap& chosen = map_at(maps, options.item.value_or(0));
    const bool one = maps.back().run == maps.front().run;
    const auto shown = [&](const Trace& run) { return options.shown.words ? in_words(run) : run; };
    const auto json = [&] {
        if (one || options.item)
            return io::trace_text(shown(options.item ? *chosen.alone : *chosen.run), options.full);
        std::string lines; // JSON Lines
        for (std::size_t n = 0; n < maps.size(); ++n)
            if (n == 0 || maps[n].run != maps[n - 1].run)
                lines += io::trace_line(shown(*maps[n].run), options.full) + '\n';
        return lines;
    };
    if (options.json == "-") {
        std::cout << json();
        return 0;
    }
    if (!options.json.empty()) io::write_file_atomic(options.json, json());
    say_notes(options.from, *chosen.run);
    if (answers_at_once(chosen.run->model.architecture)) {
        const Trace answer = shown(answer_given(chosen, options.item || !options.given.heads.empty()));
        const Terminal at = standard_output();
        std::cout << (at.interactive ? answer_picture(answer, at, {options.from, 0})
                                     : answer_columns(answer));
        return 0;
    }
    if (maps.size() > 1 && !options.item && options.json.empty())
        std::cerr << "heed: " << escaped(options.from, 1000) << ": " << count_of_given(maps)
                  << "; the first is shown, --item N takes another\n";
    const Terminal terminal = standard_output();
    const Trace alone = shown(*chosen.alone);
    std::cout << (terminal.interactive ? trace_picture(alone, terminal, {options.from, 0})
                                       : trace_columns(alone));
    return 0;
}

/// What is measured of a run beside it.
struct Measures {
    std::vector<analysis::Contrast> contrasts; // of --why, an output each
    std::vector<moves::Moves> margins;         // the same of a Transformer
    std::vector<moves::Moves> moved;           // of --moves, every output
    nlohmann::ordered_json value_weighted;     // of --moves with --full; null: it was not asked for
    std::optional<analysis::meaning::Sentence> sentence;
    std::vector<analysis::meaning::OutputMeaning> outputs;
};

Measures measures_of(const Model& model, const Trace& trace, const TraceOptions& options) {
    Measures found;
    for (const auto& [output, rival] : parse_why(options.why)) {
        if (is_transformer(model.facts))
            found.margins.push_back(
                moves::moves(model, trace, {.output = output, .against = true, .rival = rival}));
        else
            found.contrasts.push_back(analysis::contrast(model, trace, output, rival));
    }
    for (int i = 0; options.moves && i < moves::outputs_of(trace); ++i)
        found.moved.push_back(moves::moves(model, trace, {.output = i}));
    if (options.moves && options.full) found.value_weighted = moves::value_weighted_json(model, trace);
    if (!options.meaning) return found;
    found.sentence = analysis::meaning::measure_sentence(model, trace);
    for (int i = 0; i < trace.outputs(); ++i)
        found.outputs.push_back(analysis::meaning::measure_output(model, trace, i));
    return found;
}

nlohmann::ordered_json trace_json(const Trace& trace, const Measures& measures, bool full) {
    nlohmann::ordered_json json = io::trace_to_json(trace, full);
    for (const analysis::Contrast& one : measures.contrasts)
        json["why"].push_back(analysis::to_json(trace, one));
    for (const moves::Moves& one : measures.margins) json["why"].push_back(moves::to_json(one));
    for (const moves::Moves& one : measures.moved) json["moves"].push_back(moves::to_json(one));
    if (!measures.value_weighted.is_null()) json["value_weighted"] = measures.value_weighted;
    if (measures.sentence)
        json["meaning"] = analysis::meaning::to_json(trace, *measures.sentence, measures.outputs);
    return json;
}

void print_moves(const Trace& trace, const Measures& measures) {
    for (const auto* list : {&measures.margins, &measures.moved})
        for (const moves::Moves& one : *list) std::cout << moves_lines(trace, one);
}

int trace_one(const Model& model, const Request& request, const TraceOptions& options) {
    ShownRun shown(model, options.shown, options.given.heads);
    const Terminal terminal = standard_output();
    const auto start = std::chrono::steady_clock::now();
    const Trace run = [&] {
        const SoFar so_far(options.json == "-" ? Terminal{} : terminal);
        return decode::run_telling(model, request, nullptr, so_far.telling());
    }();
    const std::chrono::duration<double, std::milli> taken = std::chrono::steady_clock::now() - start;

    const Measures measures = measures_of(model, run, options);
    const Trace trace = shown(run);
    const auto text = [&] { return io::text_of(trace_json(trace, measures, options.full)); };
    if (options.json == "-") {
        std::cout << text();
        return 0;
    }
    if (!options.json.empty()) io::write_file_atomic(options.json, text());
    if (answers_at_once(trace.model.architecture)) {
        std::cout << (terminal.interactive ? answer_picture(trace, terminal, {request.model, taken.count()})
                                           : answer_columns(trace));
        print_moves(trace, measures);
        return 0;
    }
    std::cout << (terminal.interactive ? trace_picture(trace, terminal, {request.model, taken.count()})
                                       : trace_columns(trace));
    for (const analysis::Contrast& one : measures.contrasts) std::cout << contrast_lines(trace, one);
    print_moves(trace, measures);
    if (measures.sentence) print_meaning(std::cout, trace, *measures.sentence, measures.outputs);
    return 0;
}

int trace_lines(const Model& model, Request request, const TraceOptions& options) {
    decode::check_head_edits(model, request.edits); // once, not at every line
    io::LineSource input("-");
    ShownRun shown(model, options.shown, options.given.heads);
    return answer_lines(input, std::cout, [&](const std::string& line) {
        request.text = line;
        const Trace run = decode::run(model, request);
        return io::line_of(trace_json(shown(run), measures_of(model, run, options), options.full));
    });
}

/// Of a model that reads a table: --target names the column that it foretells.
int trace_table(const Model& model, Request request, const TraceOptions& options) {
    request.text = table_text(model, options.words.empty() ? "-" : request.text,
                              {options.target.value_or(""), options.window});
    request.target.reset();
    return trace_one(model, request, options);
}

/// A family and a score name a member of it: then the model is that, under its own score.
void choose_member(TraceOptions& options, const io::ModelLibrary& library) {
    std::vector<std::string> members;
    for (const io::ModelPlace& place : library.bundled()) {
        if (!place.name.starts_with(options.model + "/")) continue;
        const std::string score = place.name.substr(options.model.size() + 1);
        if (score == options.score) {
            options.model = place.name;
            options.score.clear();
            return;
        }
        members.push_back(score);
    }
    if (!members.empty())
        throw WrongWords("--score: expected one of " + listed(members) + ", found \"" + options.score + "\"" +
                         did_you_mean(members, options.score));
}

int trace(TraceOptions options) {
    if (!options.from.empty()) {
        check_from_alone(options);
        return trace_given(options);
    }
    if (options.model.empty()) throw WrongWords("expected either M TEXT or --from FILE");
    if (options.item) throw WrongWords("--item is for one map of --from FILE");
    needs_from(options.given);
    if (options.shown.words && (options.full || options.meaning || options.moves || !options.why.empty()))
        throw WrongWords("--words leaves maps, tokens and their log p: what --full, --meaning, --moves and "
                         "--why say is of pieces");
    const bool piped = options.words.empty() && !standard_input_is_terminal();
    const bool lines = piped || options.words == std::vector<std::string>{"-"};
    if (options.words.empty() && !piped)
        throw WrongWords("TEXT is missing: what should " + options.model + " read?");
    if (options.beam.width == 0 && (options.writing.of_search() || options.beam.coverage_penalty != 0))
        throw WrongWords("--length-penalty, --coverage-penalty and --early-stopping go with --beam");
    if (options.beam.width > 0 && options.target)
        throw WrongWords("--target leaves nothing for --beam to search for");
    if (options.full && !lines && options.json.empty()) throw WrongWords("--full goes with --json");
    if (lines && !options.json.empty() && options.json != "-")
        throw WrongWords("--json " + options.json + ": lines are answered on standard output");

    const io::ModelLibrary library = models_of(options.family);
    if (!options.score.empty()) choose_member(options, library);
    Request request = request_of_trace(options);
    const Request own = analysis::meaning::own_weights(request);
    if (options.meaning && (own.edits != request.edits))
        throw WrongWords("--meaning measures the model's own weights: --weights, --row and --temperature "
                         "would make them others");
    const Model model = load_model(library, options.model);
    request.edits.heads = parse_heads(options.head, shown_heads(model.config));
    apply_writing(options.writing, model, request);
    if (reads_tables(model)) return trace_table(model, request, options);
    if (options.window > 0) throw WrongWords("--window goes with a model that reads a table");
    return lines ? trace_lines(model, request, options) : trace_one(model, request, options);
}

} // namespace

Action add_trace(CLI::App& command) {
    const auto options = std::make_shared<TraceOptions>();
    add_trace_words(command, *options);
    return [options] { return trace(*options); };
}

} // namespace heed::cli
