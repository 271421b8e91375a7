#include "core/decode/run.h"

#include "core/base/error.h"
#include "core/models/seq2seq.h"
#include "core/trace/trace_recorder.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace heed::decode {
namespace {

constexpr int top_count = 5;

std::vector<int> ids_of(const std::vector<TraceToken>& tokens) {
    std::vector<int> ids;
    for (const TraceToken& t : tokens) ids.push_back(t.id);
    return ids;
}

int token_id(const Model& model, const std::string& token, const std::string& item) {
    const auto id = model.target.find(token);
    if (!id) throw Error(model.name + ": " + item + ": \"" + token + "\" is not in the target vocabulary");
    return *id;
}

/// The tokens the request asks for, by output position; -1: the model chooses.
struct Wanted {
    std::vector<int> ids;
    int at(int i) const { return i < static_cast<int>(ids.size()) ? ids[static_cast<std::size_t>(i)] : -1; }
};

Wanted wanted_tokens(const Model& model, const Request& request) {
    Wanted wanted;
    if (request.target) {
        for (const auto& piece : model.tokenizer.split(*request.target))
            wanted.ids.push_back(model.target.id(piece.text));
        wanted.ids.push_back(model.target.special().end);
    }
    for (const auto& [i, token] : request.forced_tokens) {
        if (i < 0) throw Error(model.name, "forced token", "a position of 0 or more", std::to_string(i));
        const auto n = static_cast<std::size_t>(i);
        if (wanted.ids.size() <= n) wanted.ids.resize(n + 1, -1);
        wanted.ids[n] = token_id(model, token, "forced token at output " + std::to_string(i));
    }
    return wanted;
}

void check_weights(const Model& model, const Request& request, int source_length) {
    for (const auto& [i, weights] : request.weights) {
        const std::string item = model.name + ": weights of output " + std::to_string(i);
        if (model.config.attention.score == "none") throw Error(item + ": this model has no weights");
        if (i < 0) throw Error(item, "position", "0 or more", std::to_string(i));
        if (static_cast<int>(weights.size()) != source_length)
            throw Error(item, "wrong length", std::to_string(source_length) + " (the end token included)",
                        std::to_string(weights.size()));
        for (float w : weights)
            if (!std::isfinite(w) || w < 0)
                throw Error(item, "not a weight", "numbers of 0 or more", std::isnan(w) ? "nan" : std::to_string(w));
    }
}

int output_limit(const Request& request, int source_length) {
    if (request.max_steps > 0) return request.max_steps;
    return 2 * source_length + 10; // mechanisms: as the beam's limit
}

std::vector<Candidate> best_candidates(const Vocabulary& vocabulary, const MatrixXf& log_probs) {
    std::vector<int> order(static_cast<std::size_t>(log_probs.rows()));
    std::iota(order.begin(), order.end(), 0);
    const auto count = std::min<std::size_t>(top_count, order.size());
    std::partial_sort(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(count), order.end(),
                      [&](int a, int b) {
                          const float pa = log_probs(a, 0), pb = log_probs(b, 0);
                          return pa != pb ? pa > pb : a < b;
                      });
    std::vector<Candidate> top;
    for (std::size_t k = 0; k < count; ++k)
        top.push_back({vocabulary.token(order[k]), order[k], log_probs(order[k], 0)});
    return top;
}

TraceStep make_step(const Model& model, const MatrixXf& log_probs, int wanted) {
    TraceStep step;
    step.top = best_candidates(model.target, log_probs);
    step.forced = wanted >= 0;
    const int id = step.forced ? wanted : step.top.front().id;
    step.token.id = id;
    step.token.text = model.target.token(id);
    step.token.is_end = id == model.target.special().end;
    step.token.unknown = id == model.target.special().unknown;
    step.log_prob = log_probs(id, 0);
    return step;
}

std::string written_text(const Model& model, const std::vector<TraceStep>& steps) {
    std::vector<std::string> tokens;
    for (const TraceStep& s : steps)
        if (!s.token.is_end) tokens.push_back(s.token.text);
    return model.tokenizer.join(tokens);
}

Trace describe(const Model& model, const Request& request) {
    Trace trace;
    trace.request = request;
    trace.model = model.facts;
    trace.source_text = request.text;
    trace.source = tokenize_source(model, request.text);
    trace.parameters = model.tensors;
    trace.source_vocabulary = model.source.tokens();
    trace.target_vocabulary = model.target.tokens();
    return trace;
}

} // namespace

std::vector<TraceToken> tokenize_source(const Model& model, std::string_view text) {
    std::vector<TraceToken> tokens;
    const SpecialIds& special = model.source.special();
    for (auto& piece : model.tokenizer.split(text)) {
        TraceToken t;
        const auto id = model.source.find(piece.text);
        t.id = id.value_or(special.unknown);
        t.unknown = !id;
        t.text = std::move(piece.text);
        t.begin = piece.begin;
        t.end = piece.end;
        tokens.push_back(std::move(t));
    }
    TraceToken end;
    end.id = special.end;
    end.text = model.source.token(special.end);
    end.begin = end.end = text.size();
    end.is_end = true;
    tokens.push_back(std::move(end));
    return tokens;
}

Trace run(const Model& model, const Request& request, const std::atomic<bool>* cancelled) {
    Trace trace = describe(model, request);
    const int T = trace.source_length();
    if (T <= 1) throw Error(model.name + ": the input is empty");
    if (T > model.longest_input)
        throw Error(model.name, "the input is too long",
                    "at most " + std::to_string(model.longest_input) + " tokens, the end token included",
                    std::to_string(T));
    const Wanted wanted = wanted_tokens(model, request);
    check_weights(model, request, T);

    TraceRecorder recorder;
    Tape<float> tape(false);
    nn::Graph<float> graph(tape, model.parameters, &recorder);
    Seq2Seq<float> net(model.config, graph);
    const auto memory = net.encode(nn::Sequences::single(ids_of(trace.source)));
    auto state = net.start(memory);

    const int limit = std::max(output_limit(request, T), static_cast<int>(wanted.ids.size()));
    int previous = model.target.special().start;
    for (int i = 0; i < limit && !trace.finished; ++i) {
        if (cancelled && cancelled->load(std::memory_order_relaxed)) throw Cancelled{};
        const auto given = request.weights.find(i);
        MatrixXf given_row;
        if (given != request.weights.end())
            given_row = Eigen::Map<const Eigen::RowVectorXf>(given->second.data(), T);
        const auto step =
            net.advance(memory, state, {&previous, 1}, given_row.size() ? &given_row : nullptr);
        const Var<float> log_probs = net.distribution(step.attended.context, step.state, i);
        trace.steps.push_back(make_step(model, log_probs.value(), wanted.at(i)));
        trace.steps.back().weights_given = given_row.size() > 0;
        trace.log_prob += static_cast<double>(trace.steps.back().log_prob);
        trace.finished = trace.steps.back().token.is_end;
        previous = trace.steps.back().token.id;
    }
    recorder.finish(trace);
    for (const auto& [i, unused] : request.forced_tokens)
        if (i >= trace.outputs())
            throw Error(model.name, "forced token", "an output before the end, 0 to " +
                        std::to_string(trace.outputs() - 1), std::to_string(i));
    for (const auto& [i, unused] : request.weights)
        if (i >= trace.outputs())
            throw Error(model.name, "weights", "an output before the end, 0 to " +
                        std::to_string(trace.outputs() - 1), std::to_string(i));
    trace.target_text = written_text(model, trace.steps);
    trace.outline = seq2seq_outline(model.config, T, trace.outputs());
    return trace;
}

} // namespace heed::decode
