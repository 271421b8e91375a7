#include "core/analysis/survey/line_run.h"

#include "core/analysis/heads/pairs/corpus.h"
#include "core/analysis/heads/pairs/over_pairs.h"
#include "core/base/error.h"
#include "core/decode/next_token.h"
#include "core/decode/run.h"
#include "core/models/model.h"
#include "core/text/strings.h"

#include <algorithm>

namespace heed::survey {
namespace {

std::vector<std::string> words_written(const Model& model, const Trace& run) {
    std::vector<std::string> words;
    if (model.subword) {
        for (const std::string_view word : split(run.target_text, " "))
            if (!word.empty()) words.emplace_back(word);
        return words;
    }
    for (const TraceStep& step : run.steps)
        if (!step.token.is_end) words.push_back(step.token.text);
    return words;
}

/// Of what stands for a word that the vocabulary does not have nobody can tell what it means.
bool has_unknown(const Trace& run) {
    return std::any_of(run.steps.begin(), run.steps.end(),
                       [](const TraceStep& step) { return step.token.unknown; });
}

std::vector<Site> sites_of(const Trace& run, const std::optional<HeadPlace>& place) {
    if (place)
        for (const heads::Head& head : heads::heads_of(run))
            if (head.kind == place->kind && head.site.layer == place->layer && head.site.head == place->head)
                return {head.site};
    if (run.has_weights()) return {{Quantity::Weights}};
    return {};
}

} // namespace

bool measures_by_run(const Model& model, const std::optional<HeadPlace>& head) {
    if (model.subword) return true;
    const Architecture& architecture = *model.config.architecture();
    return head && architecture.heads &&
           architecture.heads(model.config, head->kind, head->layer) > head->head;
}

LineRun run_line(const Model& model, const std::string& text, const std::string& file, long long line,
                 const std::optional<HeadPlace>& head, const std::atomic<bool>* cancelled,
                 const Request& told) {
    heads::Pair pair = heads::read_pair(model, text, file, line);
    const bool answered = pair.target.has_value(), gold = pair.sample.has_gold;
    if (answered && !model.config.architecture()->make_stepper)
        throw Error(model.name, "the answer of a line", "a model that writes it", "one that only reads");
    pair.sample.has_gold = answered; // whose words are to come out
    heads::PairRun made = heads::run_pair(model, pair, told, cancelled);
    LineRun result;
    ModelMeasures& m = result.measures;
    m.state = ModelMeasures::State::Measured;
    m.answered = answered;
    m.wrong = answered && (has_unknown(made.run) || !decode::writes_by_itself(model, made.run));
    m.gold = gold;
    m.source = static_cast<std::uint32_t>(std::count_if(made.words.source.begin(), made.words.source.end(),
                                                        [](const Word& word) { return !word.framing; }));
    m.tokens = static_cast<std::uint32_t>(made.run.outputs());
    m.log_prob = static_cast<float>(made.run.log_prob);
    if (const auto sites = sites_of(made.run, head); !sites.empty())
        result.weights = heads::alignment_map(made.run, made.words, sites, heads::Reading::Predicts);
    result.sure = pair.sample.sure;
    result.possible = pair.sample.possible;
    if (!m.wrong) {
        result.written = words_written(model, made.run);
        return result;
    }
    Request alone = told;
    alone.text = pair.source;
    const Trace own = decode::run(model, alone, cancelled);
    m.wrong = !heads::same_outputs(own, made.run); // it may cut the same text otherwise
    result.written = words_written(model, own);
    return result;
}

} // namespace heed::survey
