#include "core/decode/next_token.h"

#include <algorithm>
#include <cmath>

namespace heed::decode {

int next_token(const Beginning& beginning, std::span<const int> written, const NextScores& next) {
    if (!beginning.rules) return best_candidates(beginning.words, next.log_probs()).front().id;
    const GenerationRules& rules = *beginning.rules;
    Eigen::VectorXf scores = rules.repetition_penalty != 1 ? next.logits() : next.log_probs();
    apply_rules(rules, beginning.so_far(written), scores);
    const Candidate best = best_candidates(beginning.words, scores).front();
    if (!std::isfinite(best.log_prob) && !rules.ends.empty()) return rules.ends.front(); // nothing may come
    return best.id;
}

bool writes_by_itself(const Model& model, const Trace& run) {
    Request alone = run.request;
    alone.target.reset();
    const Beginning beginning = begin_run(model, alone);
    if (!run.finished || run.outputs() > beginning.limit) return false;
    if (!beginning.rules)
        return std::all_of(run.steps.begin(), run.steps.end(), [](const TraceStep& step) {
            return !step.top.empty() && step.top.front().id == step.token.id;
        });
    std::vector<int> text = beginning.given;
    for (int i = 0; i < run.outputs(); ++i) {
        const auto column = [&run, i](Quantity q) { return Eigen::VectorXf(run.at(q).col(i)); };
        const int id = run.steps[static_cast<std::size_t>(i)].token.id;
        if (beginning.rules->ends_with(id) != (i + 1 == run.outputs())) return false; // it would end there
        if (next_token(
                beginning, text,
                {[&] { return column(Quantity::LogProbs); }, [&] { return column(Quantity::Logits); }}) != id)
            return false;
        text.push_back(id);
    }
    return true;
}

} // namespace heed::decode
