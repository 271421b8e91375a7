#include "core/analysis/heads/cost.h"

#include "core/base/error.h"
#include "core/decode/run.h"
#include "core/models/transformer/values.h"

namespace heed::heads {
namespace {

/// log p that a run gives what another one wrote.
double log_prob_of(const Trace& run, const Trace& written) {
    if (!run.has(transformer::place_log_probs)) return run.log_prob;
    const MatrixXf &here = run.at(transformer::place_log_probs),
                   &there = written.at(transformer::place_log_probs); // (V, T)
    double sum = 0;
    for (Eigen::Index t = 0; t < there.cols(); ++t) {
        if (written.source[static_cast<std::size_t>(t)].framing()) continue;
        Eigen::Index best = 0;
        there.col(t).maxCoeff(&best);
        sum += static_cast<double>(here(best, t));
    }
    return sum;
}

} // namespace

std::vector<HeadPlace> places_of_heads(const Model& model) {
    std::vector<HeadPlace> places;
    const Architecture& architecture = *model.config.architecture();
    for (const HeadKind kind : {HeadKind::Cross, HeadKind::Encoder, HeadKind::Decoder})
        for (int layer = 0; architecture.heads && architecture.heads(model.config, kind, layer) > 0; ++layer)
            for (int head = 0; head < architecture.heads(model.config, kind, layer); ++head)
                places.push_back({kind, layer, head});
    return places;
}

std::vector<Cost> costs_of_heads(const Model& model, const Trace& run, const Executor& executor,
                                 const std::atomic<bool>* cancelled) {
    std::vector<Cost> costs;
    for (const HeadPlace& place : places_of_heads(model)) costs.push_back({place});
    if (costs.empty())
        throw Error(model.name, "heads to switch off", "a Transformer's", "a model that has none");
    Request request = run.request;
    request.beam = {};
    request.target.reset();
    for (int i = 0; i < run.outputs(); ++i)
        request.edits.forced[i] = run.steps[static_cast<std::size_t>(i)].token.text;
    request.max_steps = run.outputs();
    const double own = log_prob_of(run, run);
    executor(static_cast<int>(costs.size()), [&](int n) {
        Cost& cost = costs[static_cast<std::size_t>(n)];
        const auto edit = request.edits.heads.find(cost.place);
        if (edit != request.edits.heads.end() && edit->second == HeadEdit{}) return;
        Request without = request;
        without.edits.heads[cost.place] = {};
        cost.nats = own - log_prob_of(decode::run(model, without, cancelled), run);
    });
    return costs;
}

} // namespace heed::heads
