#include "core/tasks/splits.h"

#include <string>
#include <unordered_set>

namespace heed::tasks {
namespace {

std::string key_of(const Sample& sample) {
    std::string key;
    for (const std::string& token : sample.source) key += token + ' ';
    return key;
}
const std::string& key_of(const Item& item) { return item.input; }

template <class S>
SplitsOf<S> split(S (*sample)(Random&), std::size_t pool, std::uint64_t seed) {
    Random random(seed);
    std::unordered_set<std::string> seen;
    const auto take = [&](std::size_t count) {
        std::vector<S> samples;
        samples.reserve(count);
        while (samples.size() < count) {
            S drawn = sample(random);
            if (seen.insert(key_of(drawn)).second) samples.push_back(std::move(drawn));
        }
        return samples;
    };
    SplitsOf<S> splits;
    splits.test = take(1000);
    splits.valid = take(300);
    splits.pool = take(pool);
    return splits;
}

} // namespace

Splits make_splits(const Task& task, std::size_t pool, std::uint64_t seed) {
    return split(task.sample, pool, seed);
}

ItemSplits make_splits(const ItemTask& task, std::size_t pool, std::uint64_t seed) {
    return split(task.sample, pool, seed);
}

} // namespace heed::tasks
