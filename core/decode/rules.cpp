#include "core/decode/rules.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

namespace heed::decode {
namespace {

constexpr float never = -std::numeric_limits<float>::infinity();

using Ids = std::span<const int>;

void forbid(Eigen::VectorXf& scores, int id) {
    if (id >= 0 && id < scores.size()) scores(id) = never;
}

void force(Eigen::VectorXf& scores, Ids ids) {
    scores.setConstant(never);
    for (const int id : ids)
        if (id >= 0 && id < scores.size()) scores(id) = 0;
}

/// Whether `run` without its last token stands at the end of `ids`.
bool is_about_to_end(Ids ids, const std::vector<int>& run) {
    const std::size_t before = run.size() - 1;
    return before <= ids.size() &&
           std::equal(run.begin(), run.end() - 1, ids.end() - static_cast<std::ptrdiff_t>(before));
}

void bias(const GenerationRules& rules, Ids ids, Eigen::VectorXf& scores) {
    for (const auto& [run, number] : rules.biases)
        if (run.back() < scores.size() && is_about_to_end(ids, run))
            scores(run.back()) += static_cast<float>(number);
}

/// Keskar et al. 2019, section 4.1; below 0 a score is multiplied, so that it falls as well.
void penalise(double penalty, Ids ids, Eigen::VectorXf& scores) {
    if (penalty == 1) return;
    const auto factor = static_cast<float>(penalty);
    for (const int id : std::set<int>(ids.begin(), ids.end()))
        if (id >= 0 && id < scores.size())
            scores(id) = scores(id) < 0 ? scores(id) * factor : scores(id) / factor;
}

/// What followed, anywhere in `text`, the last n - 1 tokens of `ids`.
void forbid_repeats(int n, Ids text, Ids ids, Eigen::VectorXf& scores) {
    const auto before = static_cast<std::size_t>(n) - 1;
    if (n < 1 || ids.size() < before) return;
    const Ids last = ids.last(before);
    for (std::size_t at = 0; at + before < text.size(); ++at)
        if (std::equal(last.begin(), last.end(), text.begin() + static_cast<std::ptrdiff_t>(at)))
            forbid(scores, text[at + before]);
}

void forbid_runs(const GenerationRules& rules, Ids ids, Eigen::VectorXf& scores) {
    for (const std::vector<int>& run : rules.forbidden) {
        const bool end_alone = run.size() == 1 && rules.ends_with(run.front());
        if (!end_alone && is_about_to_end(ids, run)) forbid(scores, run.back());
    }
}

void renormalise(Eigen::VectorXf& scores) {
    const float most = scores.maxCoeff();
    if (!std::isfinite(most)) return;
    scores.array() -= most + std::log((scores.array() - most).exp().sum());
}

} // namespace

void apply_rules(const GenerationRules& rules, const WrittenSoFar& so_far, Eigen::VectorXf& scores) {
    const Ids ids = so_far.ids;
    const int length = static_cast<int>(ids.size()), written = length - so_far.given;
    bias(rules, ids, scores);
    penalise(rules.repetition_penalty, ids, scores);
    forbid_repeats(rules.no_repeat, ids, ids, scores);
    forbid_repeats(rules.no_repeat_source, so_far.source, ids, scores);
    forbid_runs(rules, ids, scores);
    if (length < rules.min_length || written < rules.min_new)
        for (const int id : rules.ends) forbid(scores, id);
    if (rules.forced_first && length == 1) force(scores, {&*rules.forced_first, 1});
    if (!rules.forced_last.empty() && so_far.longest > 0 && length == so_far.longest - 1)
        force(scores, rules.forced_last);
    for (const int id : rules.suppressed) forbid(scores, id);
    const int first = rules.forced_first && so_far.given == 1 ? 1 : 0; // a forced one stands before it
    if (written == first)
        for (const int id : rules.suppressed_at_first) forbid(scores, id);
    if (rules.renormalise) renormalise(scores);
}

} // namespace heed::decode
