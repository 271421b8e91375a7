#include "core/models/entity/run.h"

#include "core/base/error.h"
#include "core/models/at_once.h"
#include "core/models/entity/phases.h"
#include "core/models/entity/reader.h"
#include "core/models/entity/values.h"

namespace heed::entity {
namespace {

void check_muted(const Model& model, const std::set<int>& muted, int sentences) {
    for (const int t : muted)
        if (t < 0 || t >= sentences)
            throw Error(model.name, "muted sentence", "a sentence from 0 to " + std::to_string(sentences - 1),
                        std::to_string(t));
}

void name_places(const Config& config, const Model& model, Reading& reading, Trace& trace) {
    trace.labels[Axis::Slot] = slot_labels(config, *model.source.tokens());
    trace.labels[Axis::Sentence] = reading.sentences;
    trace.labels[Axis::Moment] = reading.sentences;
    trace.labels[Axis::Moment].insert(trace.labels[Axis::Moment].begin(), "start");
    trace.labels[Axis::Question] = {std::move(reading.question)};
    trace.labels[Axis::Vocabulary] = *model.source.tokens();
}

} // namespace

Trace run(const Model& model, const Request& request, const std::atomic<bool>*) {
    refuse_edits_of_writing(model, request, "muted sentences");
    const Config& config = model.config.as<Config>();
    Reading reading =
        read_input(config, model.source, model.tokenizer, request.text, model.longest_input, model.name);
    const int sentences = reading.item.sentences();
    check_muted(model, request.edits.muted, sentences);

    Trace trace = begin_trace(model, request);
    trace.target_vocabulary = trace.source_vocabulary; // it answers with the words that it reads
    trace.source = std::move(reading.tokens);
    name_places(config, model, reading, trace);

    Tape<float> tape(false);
    const nn::Graph<float> graph(tape, model.parameters);
    Record<float> record;
    forward<float>(config, graph, batch_of({&reading.item, 1}, request.edits.muted), record.listener());
    for (auto& [site, value] : record.take()) trace.set(site, std::move(value));
    answer_with_likeliest(model, trace.at(quantity_of("log_probs")).col(0), trace);
    trace.outline = outline_of(sentences);
    return trace;
}

} // namespace heed::entity
