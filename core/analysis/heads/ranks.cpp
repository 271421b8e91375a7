#include "core/analysis/heads/ranks.h"

#include <algorithm>

namespace heed::heads {

std::vector<Rank> ranks_of(std::span<const std::optional<double>> keys) {
    std::vector<std::size_t> order;
    for (std::size_t n = 0; n < keys.size(); ++n)
        if (keys[n]) order.push_back(n);
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return *keys[a] < *keys[b]; });
    std::vector<Rank> ranks(keys.size());
    for (std::size_t from = 0, to = 0; from < order.size(); from = to) {
        while (to < order.size() && *keys[order[to]] - *keys[order[from]] <= equal_within) ++to;
        for (std::size_t n = from; n < to; ++n)
            ranks[order[n]] = {static_cast<int>(from) + 1, static_cast<int>(to)};
    }
    return ranks;
}

} // namespace heed::heads
