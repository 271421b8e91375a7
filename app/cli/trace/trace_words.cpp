#include "app/cli/trace/trace_words.h"

#include "app/cli/commands.h"
#include "app/cli/library.h"
#include "app/cli/read/given.h"
#include "app/cli/read/options.h"
#include "core/decode/run.h"

namespace heed::cli {

void add_trace_words(CLI::App& command, TraceOptions& options) {
    command.add_option("M", options.model, "Model: a bundled name, a folder or a file");
    command.add_option(
        "TEXT", options.words,
        "What it reads; - or a pipe: a line at a time, JSON Lines out. Of a model that reads a "
        "table: a CSV file's name, or -");
    command
        .add_option("--from", options.from,
                    "Instead of M and TEXT: a run that was written as JSON, or attention computed elsewhere, "
                    "as in heed export; -: what a pipe brings")
        ->type_name("FILE");
    add_given(command, options.given);
    add_shown(command, options.shown);
    add_family(command, options.family);
    command
        .add_option("--item", options.item, "Which map of the file, counted from 0; the first if not given")
        ->type_name("N")
        ->check(whole_number(0, 1'000'000'000));
    command
        .add_option("--target", options.target,
                    "Text it is made to write; of a model that reads a table, the column that it foretells")
        ->type_name("TEXT");
    command.add_option("--window", options.window, "Of a model that reads a table: how many rows it reads")
        ->type_name("T")
        ->check(whole_number(2, 2000));
    command
        .add_option("--force", options.force, "Token to write at an output, counted from 0; may be repeated")
        ->type_name("i=TOKEN")
        ->allow_extra_args(false);
    command
        .add_option("--weights", options.weights,
                    "Weights to use at an output, one a source token; may be repeated")
        ->type_name("i=a,b,…")
        ->allow_extra_args(false);
    command
        .add_option("--row", options.row,
                    "What is done to the weights of an output, or of all: uniform, strongest, previous, "
                    "shuffled:SEED, "
                    "without:j,…, held:j=WEIGHT,… (the others share the rest as they did); may be repeated")
        ->type_name("i=EDIT")
        ->allow_extra_args(false);
    command
        .add_option(
            "--head", options.head,
            "What is done to a head of a Transformer, layer L and head H from 0, of the attention "
            "that is shown or of encoder:L:H, decoder:L:H, cross:L:H: off (its context is 0), "
            "mean (its context is its mean over all places), uniform, strongest, head:K (the weights of "
            "that head of the layer), input:TEXT (those it has on that input); with @i,… at those outputs "
            "alone; may be repeated")
        ->type_name("L:H=EDIT")
        ->allow_extra_args(false);
    command
        .add_option(
            "--why", options.why,
            "Why the token of an output, counted from 0, and not another (the second best, if none is "
            "named): what each word adds to the margin, and the margin without it; of a Transformer what "
            "each "
            "head and layer adds to it; may be repeated")
        ->type_name("i[=TOKEN]")
        ->allow_extra_args(false);
    command.add_flag("--meaning", options.meaning,
                     "What the weights of each output mean: beside them what each source token brings, "
                     "gradient x input, leaving each out; Kendall tau with the weights; what other weights "
                     "would have written, and the most different map with the same output");
    command.add_flag("--moves", options.moves,
                     "Of a Transformer, what moved each output: its logit taken apart into what the token "
                     "read, every head (by the places it looks at), every feed-forward layer and the biases "
                     "add, and what each layer would have said; with --full also every head's map with each "
                     "weight times what it brings along");
    command.add_option("--temperature", options.temperature, "Energies are divided by it at every output")
        ->type_name("T")
        ->check(real_number(0.001, 1000));
    command
        .add_option("--mute", options.mute,
                    "Of a model that answers at once: moments that it does not hear, points that it cannot "
                    "choose, counted from 0")
        ->type_name("t,…")
        ->delimiter(',')
        ->allow_extra_args(false)
        ->check(whole_number(0, 1'000'000));
    command
        .add_option("--masking", options.masking,
                    "Of a model that points: whether a point is chosen once at most, on or off")
        ->type_name("on|off")
        ->check(one_of({"on", "off"}));
    command
        .add_option(
            "--score", options.score,
            "Scoring function: of a family its member; of one model its own run, scored anew: states and "
            "output stay")
        ->type_name("NAME");
    command.add_option("--max-steps", options.max_steps, "Outputs at most")
        ->type_name("N")
        ->check(whole_number(1, 100'000));
    command
        .add_option("--beam", options.beam.width,
                    "Search with a beam of so many sentences; the best is the run")
        ->type_name("K")
        ->check(whole_number(1, decode::largest_beam));
    add_writing(command, options.writing);
    command
        .add_option("--coverage-penalty", options.beam.coverage_penalty,
                    "Of the search: for sources left unread")
        ->type_name("B")
        ->check(real_number(0, 100));
    command.add_option("--json", options.json, "Write the run as JSON, - to standard output")
        ->type_name("FILE");
    command.add_flag("--full", options.full, "With every state of the encoder and the decoder");
}

Request request_of_trace(const TraceOptions& options) {
    Request request;
    request.model = options.model;
    for (const std::string& word : options.words) request.text += (request.text.empty() ? "" : " ") + word;
    request.target = options.target;
    request.edits.forced = parse_forced(options.force);
    for (auto& [i, weights] : parse_weights(options.weights))
        request.edits.rows[i] = {RowEdit::Kind::Given, std::move(weights), {}, {}, 0};
    parse_rows(options.row, request.edits);
    request.edits.temperature = options.temperature;
    request.edits.muted.insert(options.mute.begin(), options.mute.end());
    if (!options.masking.empty()) request.edits.masking = options.masking == "on";
    request.score = options.score;
    request.max_steps = options.max_steps;
    request.beam = options.beam;
    return request;
}

void check_from_alone(const TraceOptions& options) {
    const bool runs = !options.words.empty() || options.target || !options.force.empty() ||
                      !options.weights.empty() || !options.row.empty() || !options.head.empty() ||
                      !options.why.empty() || options.meaning || options.moves || options.temperature != 1 ||
                      !options.score.empty() || options.max_steps != 0 || options.beam != Beam{} ||
                      options.writing.any() || !options.family.empty() || !options.shown.gold.empty() ||
                      !options.mute.empty() || !options.masking.empty() || options.window != 0;
    if (!options.model.empty() || runs)
        throw WrongWords("--from FILE is a run that is there: it goes with --item, --sentence, --heads, "
                         "--percent, --start, --axes, --source, --output, --words, --json and --full only");
    if (options.full && options.json.empty()) throw WrongWords("--full goes with --json");
    if (!options.given.heads.empty() && !options.json.empty() && !options.item)
        throw WrongWords("--heads changes nothing of --json, which holds every map: --item N writes one");
}

} // namespace heed::cli
