#include "core/models/transformer/run.h"

#include "core/base/error.h"
#include "core/models/at_once.h"
#include "core/models/pieces.h"
#include "core/models/tokens.h"
#include "core/models/transformer/derive.h"
#include "core/models/transformer/network.h"
#include "core/models/transformer/phases.h"
#include "core/text/subword/subword_tokenizer.h"
#include "core/trace/trace_recorder.h"

#include <algorithm>

namespace heed::transformer {
namespace {

void check_text(const Model& model, const std::vector<TraceToken>& source) {
    if (std::all_of(source.begin(), source.end(),
                    [](const TraceToken& t) { return t.framing() && t.begin >= t.end; }))
        throw Error(model.name + ": the input is empty");
    if (std::ssize(source) > model.longest_input)
        throw Error(model.name, "the input is too long",
                    "at most " + std::to_string(model.longest_input) + " tokens",
                    std::to_string(source.size()));
    for (const TraceToken& token : source)
        if (token.id < 0)
            throw Error(model.name + ": \"" + token.text +
                        "\" is not in the source vocabulary, and this model has no token for unknown words");
}

/// At each place the word that is likeliest to stand there; those of what the model puts around a text are
/// left out.
void say_words(const Model& model, Trace& trace) {
    const MatrixXf& log_probs = trace.at(place_log_probs); // (V, T)
    if (log_probs.hasNaN())
        throw Error(model.name, "the answer", "probabilities",
                    "NaN: the model's weights are too large for float32");
    std::vector<std::string> words;
    std::vector<int> ids;
    for (Eigen::Index t = 0; t < log_probs.cols(); ++t) {
        if (trace.source[static_cast<std::size_t>(t)].framing()) continue;
        Eigen::Index best = 0;
        trace.log_prob += static_cast<double>(log_probs.col(t).maxCoeff(&best));
        words.push_back(model.source.token(static_cast<int>(best)));
        ids.push_back(static_cast<int>(best));
    }
    trace.target_text = model.subword ? model.subword->decode(ids) : model.tokenizer.join(words);
}

} // namespace

Trace run(const Model& model, const Request& request, const std::atomic<bool>*) {
    refuse_edits_of_writing(model, request, "nothing yet");
    if (!request.edits.muted.empty())
        throw Error(model.name, "muted places", "none: every place of an encoder is read", "some");
    const Config& config = model.config.as<Config>();
    Trace trace = begin_trace(model, request);
    trace.source = source_tokens(model, request);
    check_text(model, trace.source);

    TraceRecorder recorder;
    Tape<float> tape(false);
    nn::Graph<float> graph(tape, model.parameters, &recorder);
    Transformer<float> net(config, graph);
    net.change_heads(request.edits.heads);
    net.distribution(net.encode(source_of(model, trace.source)).output, 0);
    recorder.finish(trace);
    say_words(model, trace);
    trace.outline = outline_of(config, trace.source_length(), 0);
    derive(config, {}, trace);
    return trace;
}

void derive_run(const Model& model, Trace& trace) {
    const Config& config = model.config.as<Config>();
    std::vector<std::string>
        read; // what the decoder was fed: the token it begins with, and all outputs but the last
    if (config.embedding.first_zeros)
        read.emplace_back("\u27E8zeros\u27E9");
    else if (config.crosses())
        read.push_back(model.target.token(first_input(model, trace.source)));
    else
        for (const TraceToken& token : trace.source) read.push_back(token.text);
    for (std::size_t i = 0; i + 1 < trace.steps.size(); ++i) read.push_back(trace.steps[i].token.text);
    derive(config, read, trace);
    if (config.encodes() && trace.has(encoder_values.output))
        trace.set(Quantity::Annotation, 0, trace.at(encoder_values.output));
}

} // namespace heed::transformer
