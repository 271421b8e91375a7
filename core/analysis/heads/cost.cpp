#include "core/analysis/heads/cost.h"

#include "core/analysis/heads/effect.h"
#include "core/base/error.h"
#include "core/decode/row_edit.h"

#include <algorithm>

namespace heed::heads {
namespace {

/// log p that a run gives those words.
double log_prob_of(const Trace& run, const std::vector<Written>& words) {
    double sum = 0;
    for (const auto& value : log_probs_of(run, words)) sum += value.value_or(0);
    return sum;
}

/// What is done to each; all means are made in one run.
HeadEdits alone(const Model& model, const Trace& run, HeadEdit::Kind by, const std::atomic<bool>* cancelled) {
    Request request = run.request;
    request.edits.heads.clear();
    for (const HeadPlace& place : places_of_heads(model)) request.edits.heads[place] = {by};
    return decode::with_other_inputs(model, request, cancelled).heads;
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
                                 const std::atomic<bool>* cancelled, HeadEdit::Kind by,
                                 const CostsSoFar& so_far) {
    std::vector<Cost> costs;
    for (const HeadPlace& place : places_of_heads(model)) costs.push_back({place});
    if (costs.empty())
        throw Error(model.name, "heads to switch off", "a Transformer's", "a model that has none");
    const std::vector<Written> words = written_of(run);
    const double own = log_prob_of(run, words);
    const Edits& edits = run.request.edits;
    const HeadEdits each = alone(model, run, by, cancelled);
    executor(static_cast<int>(costs.size()), [&](int n) {
        Cost& cost = costs[static_cast<std::size_t>(n)];
        const auto known = std::find_if(so_far.known.begin(), so_far.known.end(),
                                        [&](const Cost& one) { return one.place == cost.place; });
        if (known != so_far.known.end()) {
            cost.nats = known->nats;
            return;
        }
        const auto edit = edits.heads.find(cost.place);
        if (edit == edits.heads.end() || edit->second != HeadEdit{by}) {
            Edits without = edits;
            without.heads[cost.place] = each.at(cost.place);
            cost.nats = own - log_prob_of(forced_run(model, run, without, cancelled), words);
        }
        if (so_far.found) so_far.found(cost);
    });
    return costs;
}

} // namespace heed::heads
