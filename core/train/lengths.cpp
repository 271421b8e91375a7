#include "core/train/lengths.h"

#include "core/base/error.h"
#include "core/decode/run.h"
#include "core/tasks/task.h"
#include "core/train/assess.h"
#include "core/train/recipe.h"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>
#include <unordered_set>

namespace heed::train {
namespace {

constexpr int drawn_at_most = 60; // times the items of all lengths, where lengths cannot be asked for
constexpr std::size_t measured_at_once = 50;

std::string source_of_sample(const tasks::Sample& sample) {
    std::string key;
    for (const std::string& token : sample.source) key += token + ' ';
    return key;
}

/// The sources that a model of that task learns from, as its recipe says.
std::unordered_set<std::string> taught_sources(const Model& model, const tasks::Task& task) {
    const auto file = model.folder / "recipe.json";
    Recipe recipe;
    if (std::ifstream in(file); in) recipe = recipe_from_json(nlohmann::json::parse(in), file.string());
    std::unordered_set<std::string> taught;
    const auto splits = tasks::make_splits(task, static_cast<std::size_t>(recipe.pool), recipe.data_seed);
    for (const auto* part : {&splits.pool, &splits.valid})
        for (const tasks::Sample& sample : *part) taught.insert(source_of_sample(sample));
    return taught;
}

} // namespace

// (p + z²/2n ± z sqrt(p (1 - p) / n + z²/4n²)) / (1 + z²/n), z = 1.96    Wilson 1927
Interval wilson(double share, int items) {
    if (items == 0) return {};
    const double z = 1.959963984540054, n = items;
    const double middle = share + z * z / (2 * n);
    const double spread = z * std::sqrt(share * (1 - share) / n + z * z / (4 * n * n));
    const double whole = 1 + z * z / n; // bounds that rounding moved past the share are put back
    return {std::clamp((middle - spread) / whole, 0.0, share),
            std::clamp((middle + spread) / whole, share, 1.0)};
}

std::vector<int> usual_lengths(const tasks::Task& task) {
    if (task.of_length) return {5, 10, 15, 20, 25, 30, 35, 40, 45, 50, 55, 60};
    return {};
}

ItemsOfLength fresh_items(const Model& model, const LengthPlan& plan) {
    const tasks::Task* task = tasks::find(model.task);
    if (!task)
        throw Error(model.name, "accuracy by length", "a model of a task that makes its own items",
                    model.task.empty() ? "one that names no task" : "\"" + model.task + "\"");
    const std::vector<int> lengths = plan.lengths.empty() ? usual_lengths(*task) : plan.lengths;
    std::unordered_set<std::string> seen = taught_sources(model, *task);
    Random random(plan.seed);
    ItemsOfLength items;
    const auto wanted = static_cast<std::size_t>(plan.items);
    const auto take = [&](tasks::Sample drawn) {
        auto& have = items[static_cast<int>(drawn.source.size())];
        if (have.size() < wanted && seen.insert(source_of_sample(drawn)).second)
            have.push_back(std::move(drawn));
    };
    if (task->of_length) {
        for (const int length : lengths)
            for (int k = 0; k < 4 * plan.items && items[length].size() < wanted; ++k)
                take(task->of_length(random, length));
    } else {
        for (int k = 0; k < drawn_at_most * plan.items; ++k) take(task->sample(random));
        if (!lengths.empty())
            std::erase_if(items, [&](const auto& of) {
                return std::find(lengths.begin(), lengths.end(), of.first) == lengths.end();
            });
    }
    std::erase_if(items, [](const auto& of) { return of.second.empty(); });
    return items;
}

std::pair<int, int> trained_lengths(const Model& model) {
    const auto found = model.config_json.find("training");
    if (found == model.config_json.end() || !found->is_object()) return {0, 0};
    const auto number = [&](const char* key) {
        return found->contains(key) && (*found)[key].is_number_integer() ? (*found)[key].get<int>() : 0;
    };
    return {number("shortest"), number("longest")};
}

LengthCurve accuracy_by_length(const Model& model, const ItemsOfLength& items, const Executor& executor,
                               const std::function<void(int, int)>& made,
                               const std::atomic<bool>* cancelled) {
    LengthCurve curve;
    std::tie(curve.shortest, curve.longest) = trained_lengths(model);
    int done = 0;
    for (const auto& [length, samples] : items) {
        LengthPoint point;
        point.length = length;
        for (std::size_t first = 0; first < samples.size(); first += measured_at_once) {
            if (cancelled && cancelled->load(std::memory_order_relaxed)) throw decode::Cancelled{};
            const std::span<const tasks::Sample> some(samples.data() + first,
                                                      std::min(measured_at_once, samples.size() - first));
            if (length + 1 > model.longest_input) continue; // the end token is read too
            const auto results =
                assess_items(model.config, model.parameters, model.source, model.target, some, executor);
            for (const analysis::ItemResult& result : results) {
                ++point.tally.items;
                point.tally.exact += result.exact;
                point.tally.tokens += result.tokens;
                point.tally.right += result.right;
            }
        }
        if (made) made(++done, static_cast<int>(items.size()));
        if (point.tally.items == 0) continue;
        point.exact = wilson(point.tally.exact_match(), point.tally.items);
        point.tokens = wilson(point.tally.token_accuracy(), point.tally.items);
        curve.points.push_back(point);
    }
    return curve;
}

nlohmann::ordered_json to_json(const LengthCurve& curve) {
    nlohmann::ordered_json json;
    json["trained"] = nullptr;
    if (curve.longest > 0) json["trained"] = {{"shortest", curve.shortest}, {"longest", curve.longest}};
    json["points"] = nlohmann::ordered_json::array();
    for (const LengthPoint& at : curve.points)
        json["points"].push_back({{"length", at.length},
                                  {"items", at.tally.items},
                                  {"exact_match", at.tally.exact_match()},
                                  {"exact_interval", {at.exact.low, at.exact.high}},
                                  {"token_accuracy", at.tally.token_accuracy()},
                                  {"token_interval", {at.tokens.low, at.tokens.high}}});
    return json;
}

} // namespace heed::train
