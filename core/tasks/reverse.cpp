#include "core/tasks/reverse.h"

namespace heed::tasks {

Sample sample_reverse(Random& random) { return sample_reverse(random, 5, 40); }

Sample sample_reverse(Random& random, int shortest, int longest) {
    const int n =
        shortest + static_cast<int>(random.below(static_cast<std::uint64_t>(longest - shortest + 1)));
    Sample sample;
    for (int i = 0; i < n; ++i) sample.source.emplace_back(1, static_cast<char>('a' + random.below(26)));
    sample.target.assign(sample.source.rbegin(), sample.source.rend());
    for (int j = 0; j < n; ++j) sample.sure.push_back({n - 1 - j, j});
    sample.has_gold = true;
    return sample;
}

} // namespace heed::tasks
