#include "core/tasks/splits.h"

#include <string>
#include <unordered_set>

namespace heed::tasks {

Splits make_splits(const Task& task, std::size_t pool, std::uint64_t seed) {
    Random random(seed);
    std::unordered_set<std::string> seen;
    const auto take = [&](std::size_t count) {
        std::vector<Sample> samples;
        samples.reserve(count);
        while (samples.size() < count) {
            Sample sample = task.sample(random);
            std::string key;
            for (const std::string& token : sample.source) key += token + ' ';
            if (seen.insert(std::move(key)).second) samples.push_back(std::move(sample));
        }
        return samples;
    };
    Splits splits;
    splits.test = take(1000);
    splits.valid = take(300);
    splits.pool = take(pool);
    return splits;
}

} // namespace heed::tasks
