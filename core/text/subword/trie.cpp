#include "core/text/subword/trie.h"

#include <algorithm>

namespace heed::subword {

Trie::Trie(std::vector<std::pair<std::string_view, int>> entries) {
    std::stable_sort(entries.begin(), entries.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
    // Level by level: a node is a stretch of the sorted entries that agree so far.
    struct Stretch {
        std::size_t begin, end, depth;
        std::uint32_t node;
    };
    nodes_.emplace_back();
    std::vector<Stretch> level{{0, entries.size(), 0, 0}}, next;
    while (!level.empty()) {
        for (const Stretch& s : level) {
            std::size_t at = s.begin;
            for (; at < s.end && entries[at].first.size() == s.depth; ++at)
                if (s.depth > 0) nodes_[s.node].value = entries[at].second;
            nodes_[s.node].first = static_cast<std::uint32_t>(nodes_.size());
            while (at < s.end) {
                const char label = entries[at].first[s.depth];
                const std::size_t begin = at;
                while (at < s.end && entries[at].first[s.depth] == label) ++at;
                next.push_back({begin, at, s.depth + 1, static_cast<std::uint32_t>(nodes_.size())});
                Node made;
                made.label = static_cast<unsigned char>(label);
                nodes_.push_back(made);
                ++nodes_[s.node].count;
            }
        }
        level.swap(next);
        next.clear();
    }
    nodes_.shrink_to_fit();
    for (std::uint32_t n = nodes_[0].first; n < nodes_[0].first + nodes_[0].count; ++n)
        root_[nodes_[n].label] = n;
}

std::uint32_t Trie::child(std::uint32_t node, unsigned char label) const {
    const Node& parent = nodes_[node];
    std::uint32_t low = parent.first, high = parent.first + parent.count;
    while (low < high) {
        const std::uint32_t middle = low + (high - low) / 2;
        if (nodes_[middle].label < label)
            low = middle + 1;
        else
            high = middle;
    }
    return low < parent.first + parent.count && nodes_[low].label == label ? low : 0;
}

Trie::Match Trie::longest(std::string_view text, std::size_t at) const {
    Match match;
    for_each_prefix(text, at, [&](std::size_t length, int value) { match = {length, value}; });
    return match;
}

} // namespace heed::subword
