#include "core/train/assess.h"

#include "core/decode/batched.h"
#include "core/train/batch.h"

#include <algorithm>
#include <functional>
#include <numeric>

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

} // namespace

std::vector<analysis::ItemResult>
assess_items(const Configuration& config, const nn::ParameterSet<float>& parameters, const Vocabulary& source,
             const Vocabulary& target, std::span<const tasks::Sample> samples, const Executor& executor) {
    const std::vector<Item> items = to_items(samples, source, target, reading_of(config));
    std::vector<analysis::ItemResult> results(items.size());
    for_each_batch(items, source, target, executor, [&](const Batch& batch, const std::vector<int>& indices) {
        auto forced = decode::force(config, parameters, batch.source, batch.inputs, batch.targets);
        const auto written =
            decode::greedy(config, parameters, batch.source, batch.inputs.at(0), target.special());
        for (std::size_t b = 0; b < indices.size(); ++b) {
            const auto n = static_cast<std::size_t>(indices[b]);
            forced[b].weights = by_words(std::move(forced[b].weights), source.special());
            results[n] = judge(samples[n], items[n], std::move(forced[b]), written[b], target);
        }
    });
    return results;
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
