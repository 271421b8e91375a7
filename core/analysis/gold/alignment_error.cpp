#include "core/analysis/gold/alignment_error.h"

#include <algorithm>
#include <cstdlib>

namespace heed::analysis {
namespace {

void make_set(std::vector<Link>& links) {
    std::sort(links.begin(), links.end());
    links.erase(std::unique(links.begin(), links.end()), links.end());
}

bool contains(const std::vector<Link>& set, Link link) {
    return std::binary_search(set.begin(), set.end(), link);
}

/// Target token -> its gold source positions, sure or possible.
std::vector<std::vector<int>> gold_by_target(const std::vector<Link>& gold, int targets) {
    std::vector<std::vector<int>> result(static_cast<std::size_t>(targets));
    for (const Link& link : gold)
        if (link.target < targets) result[static_cast<std::size_t>(link.target)].push_back(link.source);
    return result;
}

} // namespace

std::optional<double> AlignmentCounts::error_rate() const {
    if (links + sure <= 0) return std::nullopt;
    return 1 - (in_sure + in_possible) / (links + sure);
}

AlignmentCounts& AlignmentCounts::operator+=(const AlignmentCounts& other) {
    links += other.links;
    sure += other.sure;
    in_sure += other.in_sure;
    in_possible += other.in_possible;
    return *this;
}

AlignmentCounts count_links(std::vector<Link> links, std::vector<Link> sure, std::vector<Link> possible) {
    possible.insert(possible.end(), sure.begin(), sure.end());
    make_set(links);
    make_set(sure);
    make_set(possible);
    AlignmentCounts counts;
    counts.links = static_cast<double>(links.size());
    counts.sure = static_cast<double>(sure.size());
    for (const Link& link : links) {
        counts.in_sure += contains(sure, link);
        counts.in_possible += contains(possible, link);
    }
    return counts;
}

void AlignmentError::add(const Eigen::Ref<const Eigen::MatrixXf>& weights, const std::vector<Link>& sure,
                         const std::vector<Link>& possible) {
    const int end = static_cast<int>(weights.rows()) - 1; // the source's end token
    const int targets = static_cast<int>(weights.cols()) - 1;
    std::vector<Link> sure_set = sure, gold_set = possible;
    gold_set.insert(gold_set.end(), sure.begin(), sure.end());
    make_set(sure_set);
    make_set(gold_set);

    const auto gold = gold_by_target(gold_set, targets);
    std::vector<Link> now, next, best;
    for (int i = 0; i < targets; ++i) {
        const auto& sources = gold[static_cast<std::size_t>(i)];
        if (sources.empty()) continue;
        Eigen::Index at = 0, after = 0;
        weights.col(i).maxCoeff(&at);
        weights.col(i + 1).maxCoeff(&after);
        if (at != end) now.push_back({static_cast<int>(at), i});
        if (after != end) next.push_back({static_cast<int>(after), i});

        const auto sure_one = std::find_if(sources.begin(), sources.end(), [&](int j) {
            return contains(sure_set, {j, i});
        });
        best.push_back({sure_one == sources.end() ? sources.front() : *sure_one, i});

        rows += 1;
        in_gold += std::any_of(sources.begin(), sources.end(), [&](int j) { return j == at; });
        within_one +=
            std::any_of(sources.begin(), sources.end(), [&](int j) { return std::abs(j - at) <= 1; });
        soft.links += static_cast<double>(weights.col(i).head(end).sum());
        for (const int j : sources) {
            const double weight = static_cast<double>(weights(j, i));
            soft.in_possible += weight;
            if (contains(sure_set, {j, i})) soft.in_sure += weight;
        }
    }
    soft.sure += static_cast<double>(sure_set.size());
    perfect += count_links(std::move(best), sure_set, gold_set);
    shift0 += count_links(std::move(now), sure_set, gold_set);
    shift1 += count_links(std::move(next), sure_set, gold_set);
}

AlignmentError& AlignmentError::operator+=(const AlignmentError& other) {
    shift0 += other.shift0;
    shift1 += other.shift1;
    soft += other.soft;
    perfect += other.perfect;
    rows += other.rows;
    in_gold += other.in_gold;
    within_one += other.within_one;
    return *this;
}

} // namespace heed::analysis
