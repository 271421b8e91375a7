#include "core/train/assess.h"

#include "core/decode/batched.h"
#include "core/decode/run.h"
#include "core/text/escape.h"
#include "core/train/batch.h"

#include <algorithm>
#include <functional>
#include <numeric>
#include <tuple>

namespace heed::train {
namespace {

constexpr std::size_t together = 64; // items of one batch, at most
constexpr std::size_t largest =
    64 * 64 * 64; // items times source times target positions of one, padding included

std::vector<Item> to_items(std::span<const tasks::Sample> samples, const Vocabulary& source,
                           const Vocabulary& target, const Reading& reading) {
    std::vector<Item> items;
    items.reserve(samples.size());
    for (const tasks::Sample& sample : samples) items.push_back(to_item(sample, source, target, reading));
    return items;
}

/// Batches of indices, shortest sources first, so that they pad little; long ones are alone.
std::vector<std::vector<int>> batches_by_length(const std::vector<Item>& items) {
    std::vector<int> order(items.size());
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [&](int a, int b) {
        return items[static_cast<std::size_t>(a)].source.size() <
               items[static_cast<std::size_t>(b)].source.size();
    });
    std::vector<std::vector<int>> batches;
    std::size_t source = 0, target = 0; // the longest of the batch
    for (const int index : order) {
        const Item& item = items[static_cast<std::size_t>(index)];
        source = std::max(source, item.source.size());
        target = std::max(target, item.target.size());
        const std::size_t count = batches.empty() ? 0 : batches.back().size();
        if (batches.empty() || count == together || (count + 1) * source * target > largest) {
            batches.emplace_back();
            source = item.source.size();
            target = item.target.size();
        }
        batches.back().push_back(index);
    }
    return batches;
}

/// Makes the batches of items and hands each over with the places of its items; the executor may run several.
void for_each_batch(const std::vector<Item>& items, const Vocabulary& source, const Vocabulary& target,
                    const Executor& executor,
                    const std::function<void(const Batch&, const std::vector<int>& places)>& work) {
    const auto batches = batches_by_length(items);
    executor(static_cast<int>(batches.size()), [&](int k) {
        const auto& places = batches[static_cast<std::size_t>(k)];
        work(make_batch(items, places, source.special(), target.special()), places);
    });
}

const std::string& written_word(const Item& item, const Vocabulary& target, int id) {
    return id < target.size() ? target.token(id) : item.beyond[static_cast<std::size_t>(id - target.size())];
}

/// A row for every word of the source, and one more for its end token: a start token's row is left out, an
/// end token's that the model does not read is added, all zero.
Eigen::MatrixXf by_words(Eigen::MatrixXf weights, const SpecialIds& source) {
    if (weights.size() == 0 || (!source.begins && source.ends)) return weights;
    const Eigen::Index first = source.begins ? 1 : 0, count = weights.rows() - first;
    Eigen::MatrixXf words = Eigen::MatrixXf::Zero(count + (source.ends ? 0 : 1), weights.cols());
    words.topRows(count) = weights.bottomRows(count);
    return words;
}

/// Without end tokens; a wanted word that the model does not know is never right.
analysis::CopiedWords copied_words(std::vector<int> wanted, std::vector<int> written,
                                   const SpecialIds& target) {
    for (std::vector<int>* ids : {&wanted, &written})
        if (!ids->empty() && ids->back() == target.end) ids->pop_back();
    std::replace(wanted.begin(), wanted.end(), target.unknown, -1);
    return analysis::copied_words(wanted, written);
}

analysis::ItemResult judge(const tasks::Sample& sample, const Item& item, decode::Forced forced,
                           const std::vector<int>& written, const Vocabulary& target) {
    const int unknown = target.special().unknown;
    analysis::ItemResult result;
    result.source_length = static_cast<int>(sample.source.size());
    const bool known = std::find(item.target.begin(), item.target.end(), unknown) == item.target.end();
    result.exact = known && written == item.target;
    result.tokens = static_cast<int>(item.target.size());
    if (sample.source == sample.target) result.copied = copied_words(item.target, written, target.special());
    for (std::size_t i = 0; i < item.target.size(); ++i) {
        const bool right = forced.best[i] == item.target[i] && item.target[i] != unknown;
        const bool is_new = item.target[i] == unknown || item.target[i] >= target.size();
        result.right += right;
        result.new_words.wanted += is_new;
        result.new_words.right += is_new && right;
        result.log_prob += static_cast<double>(forced.log_probs[i]);
    }
    result.weights = std::move(forced.weights);
    result.has_gold = sample.has_gold;
    result.sure = sample.sure;
    result.possible = sample.possible;
    return result;
}

/// The items of a batch, those without an answer with what the model wrote in its place.
Batch answered(const std::vector<Item>& items, const std::vector<int>& places,
               const std::vector<std::vector<int>>& written, const std::vector<bool>& own,
               const Vocabulary& source, const Vocabulary& target) {
    std::vector<Item> all;
    for (std::size_t b = 0; b < places.size(); ++b) {
        const auto n = static_cast<std::size_t>(places[b]);
        all.push_back(items[n]);
        if (own[n]) all.back().target = written[b];
    }
    std::vector<int> order(all.size());
    std::iota(order.begin(), order.end(), 0);
    return make_batch(all, order, source.special(), target.special());
}

} // namespace

std::vector<Assessed> assess_and_write(const Configuration& config, const nn::ParameterSet<float>& parameters,
                                       const Vocabulary& source, const Vocabulary& target,
                                       std::span<const tasks::Sample> samples, const std::vector<bool>& own,
                                       const Executor& executor) {
    std::vector<Item> items = to_items(samples, source, target, reading_of(config));
    const int end = target.special().end;
    for (std::size_t n = 0; n < items.size(); ++n) // as long as what may be written
        if (own[n])
            items[n].target.assign(
                static_cast<std::size_t>(decode::output_limit(static_cast<int>(items[n].source.size()))),
                std::max(end, 0));
    std::vector<Assessed> results(items.size());
    for_each_batch(items, source, target, executor, [&](const Batch& batch, const std::vector<int>& places) {
        auto written = decode::greedy(config, parameters, batch.source, batch.inputs.at(0), target.special());
        const bool any = std::any_of(places.begin(), places.end(),
                                     [&](int n) { return own[static_cast<std::size_t>(n)]; });
        const Batch mine = any ? answered(items, places, written, own, source, target) : Batch{};
        const Batch& fed = any ? mine : batch;
        auto forced = decode::force(config, parameters, fed.source, fed.inputs, fed.targets);
        for (std::size_t b = 0; b < places.size(); ++b) {
            const auto n = static_cast<std::size_t>(places[b]);
            forced[b].weights = by_words(std::move(forced[b].weights), source.special());
            Item item = items[n];
            if (own[n]) item.target = written[b];
            Assessed& made = results[n];
            made.result = judge(samples[n], item, std::move(forced[b]), written[b], target);
            made.result.exact = made.result.exact && !own[n];
            made.ended = !written[b].empty() && written[b].back() == end;
            if (made.ended) written[b].pop_back();
            for (const int id : written[b]) made.written.push_back(written_word(item, target, id));
        }
    });
    return results;
}

std::vector<analysis::ItemResult>
assess_items(const Configuration& config, const nn::ParameterSet<float>& parameters, const Vocabulary& source,
             const Vocabulary& target, std::span<const tasks::Sample> samples, const Executor& executor) {
    std::vector<analysis::ItemResult> results;
    results.reserve(samples.size());
    for (Assessed& made : assess_and_write(config, parameters, source, target, samples,
                                           std::vector<bool>(samples.size(), false), executor))
        results.push_back(std::move(made.result));
    return results;
}

std::string problem_of(const Model& model, const tasks::Sample& sample) {
    const auto unreadable = [&](const std::vector<std::string>& tokens, const Vocabulary& words) {
        return std::find_if(tokens.begin(), tokens.end(),
                            [&](const std::string& t) { return words.id(t) < 0; });
    };
    for (const auto& [tokens, words, side] : {std::tuple(&sample.source, &model.source, "source"),
                                              std::tuple(&sample.target, &model.target, "target")})
        if (const auto word = unreadable(*tokens, *words); word != tokens->end())
            return model.name + ": \"" + escaped(*word) + "\" is not in the " + side +
                   " vocabulary, and this model has no token for unknown words";
    const auto longest = static_cast<std::size_t>(model.longest_input);
    const auto problem = [&](const char* side, std::size_t most, std::size_t found) {
        return model.name + ": the " + side + " is too long: expected at most " + std::to_string(most) +
               " tokens, the end token included, found " + std::to_string(found);
    };
    const std::size_t source = sample.source.size() + 1, target = sample.target.size() + 1;
    if (source > longest) return problem("source", longest, source);
    return target > 2 * longest ? problem("target", 2 * longest, target) : std::string();
}

analysis::Evaluation assess(const Configuration& config, const nn::ParameterSet<float>& parameters,
                            const Vocabulary& source, const Vocabulary& target,
                            std::span<const tasks::Sample> samples, const Executor& executor) {
    analysis::Evaluation evaluation;
    for (const auto& item : assess_items(config, parameters, source, target, samples, executor))
        evaluation.add(item);
    return evaluation;
}

std::vector<Eigen::MatrixXf> forced_weights(const Configuration& config,
                                            const nn::ParameterSet<float>& parameters,
                                            const Vocabulary& source, const Vocabulary& target,
                                            std::span<const tasks::Sample> samples,
                                            const Executor& executor) {
    const std::vector<Item> items = to_items(samples, source, target, reading_of(config));
    std::vector<Eigen::MatrixXf> weights(items.size());
    for_each_batch(items, source, target, executor, [&](const Batch& batch, const std::vector<int>& indices) {
        auto forced = decode::force(config, parameters, batch.source, batch.inputs, batch.targets);
        for (std::size_t b = 0; b < indices.size(); ++b)
            weights[static_cast<std::size_t>(indices[b])] =
                by_words(std::move(forced[b].weights), source.special());
    });
    return weights;
}

std::vector<std::vector<std::string>> translate(const Configuration& config,
                                                const nn::ParameterSet<float>& parameters,
                                                const Vocabulary& source, const Vocabulary& target,
                                                std::span<const tasks::Sample> samples) {
    const std::vector<Item> items = to_items(samples, source, target, reading_of(config));
    std::vector<std::vector<std::string>> texts(items.size());
    for_each_batch(items, source, target, in_turn, [&](const Batch& batch, const std::vector<int>& indices) {
        const auto written =
            decode::greedy(config, parameters, batch.source, batch.inputs.at(0), target.special());
        for (std::size_t b = 0; b < indices.size(); ++b)
            for (const int id : written[b])
                if (id != target.special().end)
                    texts[static_cast<std::size_t>(indices[b])].push_back(
                        written_word(items[static_cast<std::size_t>(indices[b])], target, id));
    });
    return texts;
}

} // namespace heed::train
