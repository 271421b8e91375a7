#include "core/models/one_rnn/run.h"

#include "core/base/error.h"
#include "core/models/at_once.h"
#include "core/models/one_rnn/phases.h"
#include "core/models/one_rnn/reader.h"
#include "core/models/one_rnn/values.h"

namespace heed::one_rnn {
namespace {

void check_muted(const Model& model, const Config& config, const std::set<int>& muted, int tokens) {
    if (!muted.empty() && !config.attends())
        throw Error(model.name, "muted token", "none, for this model looks back at nothing",
                    std::to_string(*muted.begin()));
    for (const int t : muted)
        if (t < 0 || t >= tokens)
            throw Error(model.name, "muted token", "a token from 0 to " + std::to_string(tokens - 1),
                        std::to_string(t));
}

void name_places(const Config& config, const Model& model, Trace& trace) {
    std::vector<std::string> words;
    for (const TraceToken& token : trace.source) words.push_back(token.text);
    trace.labels[Axis::Past] = past_labels(config.kind, words);
    trace.labels[Axis::Step] = words;
    words.insert(words.begin(), "start");
    trace.labels[Axis::Moment] = std::move(words);
    trace.labels[Axis::Vocabulary] = *model.source.tokens();
}

} // namespace

Trace run(const Model& model, const Request& request, const std::atomic<bool>*) {
    refuse_edits_of_writing(model, request, "muted tokens");
    const Config& config = model.config.as<Config>();
    Reading reading =
        read_input(config, model.source, model.tokenizer, request.text, model.longest_input, model.name);
    Batch batch = batch_of(std::vector<Item>{{std::move(reading.ids), {}}});
    check_muted(model, config, request.edits.muted, batch.length - (config.encoder.end ? 1 : 0));
    batch.muted = request.edits.muted;

    Trace trace = begin_trace(model, request);
    trace.target_vocabulary = trace.source_vocabulary; // it answers with the words that it reads
    trace.source = std::move(reading.tokens);
    name_places(config, model, trace);

    Tape<float> tape(false);
    const nn::Graph<float> graph(tape, model.parameters);
    Record<float> record;
    const Listener<float> listener = record.listener();
    const Pass<float> pass = read(config, graph, batch, listener);
    const Var<float> log_probs = answer_each(config, graph, pass, listener);
    for (auto& [key, value] : record.take()) trace.set(quantity_of(config.kind, key), 0, std::move(value));
    answer_with_likeliest(model, log_probs.value().rightCols(1).col(0), trace); // after the last token
    trace.outline = outline_of(config, trace.source_length());
    return trace;
}

} // namespace heed::one_rnn
