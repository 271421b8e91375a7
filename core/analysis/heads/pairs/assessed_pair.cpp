#include "core/analysis/heads/pairs/assessed_pair.h"

#include "core/analysis/heads/pairs/over_pairs.h"
#include "core/base/error.h"
#include "core/decode/next_token.h"
#include "core/decode/run.h"
#include "core/text/strings.h"

#include <algorithm>
#include <map>

namespace heed::heads {
namespace {

/// Each word the number that it has among all.
std::vector<int> numbered(const std::vector<std::string>& words, std::map<std::string, int>& numbers) {
    std::vector<int> ids;
    for (const std::string& word : words)
        ids.push_back(numbers.try_emplace(word, static_cast<int>(numbers.size())).first->second);
    return ids;
}

analysis::CopiedWords copied_of(const std::vector<std::string>& wanted, const std::string& written) {
    std::vector<std::string> words;
    for (const std::string_view word : split(written, " "))
        if (!word.empty()) words.emplace_back(word);
    std::map<std::string, int> numbers;
    const std::vector<int> first = numbered(wanted, numbers), second = numbered(words, numbers);
    return analysis::copied_words(first, second);
}

void count_tokens(const Trace& run, analysis::ItemResult& result) {
    result.source_length = static_cast<int>(std::count_if(
        run.source.begin(), run.source.end(), [](const TraceToken& token) { return !token.framing(); }));
    result.tokens = run.outputs();
    result.log_prob = run.log_prob;
    for (const TraceStep& step : run.steps) {
        const bool unknown = step.token.unknown;
        result.right += !unknown && !step.top.empty() && step.top.front().id == step.token.id;
        result.new_words.wanted += unknown;
    }
}

} // namespace

AssessedPair assess_pair(const Model& model, const Pair& pair, Request request,
                         const std::atomic<bool>* cancelled) {
    if (!pair.target) throw Error(model.name, "a pair", "what is to be written", "the source alone");
    if (!model.config.architecture()->make_stepper)
        throw Error(model.name, "a pair", "a model that writes", "one that only reads");
    const PairRun made = run_pair(model, pair, request, cancelled);
    AssessedPair assessed;
    analysis::ItemResult& result = assessed.result;
    count_tokens(made.run, result);
    if (!model.one_text && made.run.has_weights()) {
        const std::vector<Site> map{{Quantity::Weights}};
        result.weights = alignment_map(made.run, made.words, map, Reading::Predicts);
        result.read_back = alignment_map(made.run, made.words, map, Reading::Reads);
        result.has_gold = pair.sample.has_gold;
        result.sure = pair.sample.sure;
        result.possible = pair.sample.possible;
    }
    std::string written = made.run.target_text;
    if (result.new_words.wanted == 0 && decode::writes_by_itself(model, made.run)) {
        result.exact = true;
    } else {
        request.text = pair.source;
        request.target.reset();
        const Trace own = decode::run(model, request, cancelled);
        result.exact = same_outputs(own, made.run);
        assessed.cut = !own.finished;
        written = own.target_text;
    }
    if (pair.sample.source == pair.sample.target) result.copied = copied_of(pair.sample.target, written);
    return assessed;
}

} // namespace heed::heads
