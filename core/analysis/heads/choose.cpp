#include "core/analysis/heads/choose.h"

#include <algorithm>
#include <numeric>

namespace heed::heads {
namespace {

using Pairs = std::vector<const GoldRows*>;

/// One row of weights (words + 1): its strongest place (the first of equal ones) draws a link unless that is
/// the last, which is no word; its strongest word hits or misses.
template <class Row>
void count_row(const GoldRows& gold, int row, const Row& weights, AgainstGold& sum) {
    ++sum.rows;
    Eigen::Index strongest = 0;
    const float most = weights.head(gold.words).maxCoeff(&strongest);
    const unsigned char link = gold.at(row, static_cast<int>(strongest));
    sum.hits += link != 0;
    if (weights[gold.words] > most) return;
    ++sum.counts.links;
    sum.counts.in_sure += link == 3;
    sum.counts.in_possible += link != 0;
}

/// Sums of the weights of heads already chosen, a matrix a pair: (words + 1, rows).
using Chosen = std::vector<Eigen::MatrixXf>;

auto rows_of(const GoldRows& gold, Reading reading, int head) {
    return gold.weights[static_cast<std::size_t>(reading)].middleCols(
        static_cast<Eigen::Index>(head) * gold.rows(), gold.rows());
}

AgainstGold measure(const Pairs& pairs, const Chosen& chosen, int head, Reading reading) {
    AgainstGold sum;
    for (std::size_t p = 0; p < pairs.size(); ++p) {
        const GoldRows& gold = *pairs[p];
        sum.counts.sure += gold.sure;
        for (int r = 0; r < gold.rows(); ++r) {
            const auto own = rows_of(gold, reading, head).col(r);
            if (chosen.empty())
                count_row(gold, r, own, sum);
            else
                count_row(gold, r, (chosen[p].col(r) + own).eval(), sum);
        }
    }
    return sum;
}

bool is_better(const AgainstGold& a, const AgainstGold& b) {
    const double first = a.error_rate().value_or(2), second = b.error_rate().value_or(2);
    return first != second ? first < second : a.hits > b.hits;
}

/// Of heads that are not among `taken` the one that does best with what is chosen.
int best_head(const Pairs& pairs, const Chosen& chosen, const std::vector<int>& taken, int heads,
              Reading reading, const Executor& executor, AgainstGold& found) {
    std::vector<AgainstGold> each(static_cast<std::size_t>(heads));
    const auto is_taken = [&](int h) { return std::find(taken.begin(), taken.end(), h) != taken.end(); };
    executor(heads, [&](int h) {
        if (!is_taken(h)) each[static_cast<std::size_t>(h)] = measure(pairs, chosen, h, reading);
    });
    int best = -1;
    for (int h = 0; h < heads; ++h)
        if (!is_taken(h) &&
            (best < 0 || is_better(each[static_cast<std::size_t>(h)], each[static_cast<std::size_t>(best)])))
            best = h;
    found = each[static_cast<std::size_t>(best)];
    return best;
}

void add_head(const Pairs& pairs, int head, Reading reading, Chosen& chosen) {
    if (chosen.empty())
        for (const GoldRows* gold : pairs)
            chosen.push_back(Eigen::MatrixXf::Zero(gold->words + 1, gold->rows()));
    for (std::size_t p = 0; p < pairs.size(); ++p) chosen[p] += rows_of(*pairs[p], reading, head);
}

AgainstGold diagonal_of(const Pairs& pairs) {
    AgainstGold sum;
    for (const GoldRows* gold : pairs) {
        sum.counts.sure += gold->sure;
        for (int r = 0; r < gold->rows(); ++r)
            count_row(
                *gold, r,
                Eigen::VectorXf::Unit(gold->words + 1, gold->diagonal[static_cast<std::size_t>(r)]).eval(),
                sum);
    }
    return sum;
}

} // namespace

AgainstGold against_gold(std::span<const GoldRows* const> pairs, std::span<const int> chosen,
                         Reading reading) {
    AgainstGold sum;
    for (const GoldRows* gold : pairs) {
        sum.counts.sure += gold->sure;
        Eigen::MatrixXf weights = Eigen::MatrixXf::Zero(gold->words + 1, gold->rows());
        for (const int head : chosen) weights += rows_of(*gold, reading, head);
        for (int r = 0; r < gold->rows(); ++r) {
            count_row(*gold, r, weights.col(r), sum);
        }
    }
    return sum;
}

std::optional<Choice> choose(std::span<const GoldRows* const> pairs, std::span<const int> layers,
                             const Executor& executor) {
    const int heads = static_cast<int>(layers.size());
    if (pairs.size() < 2 || heads == 0) return std::nullopt;
    Pairs fit, rest;
    for (std::size_t p = 0; p < pairs.size(); ++p) (p % 2 == 0 ? fit : rest).push_back(pairs[p]);
    Choice choice;
    choice.pairs = static_cast<int>(pairs.size());
    choice.fitted_on = static_cast<int>(fit.size());
    choice.held_out_on = static_cast<int>(rest.size());

    AgainstGold found, other;
    int best = best_head(fit, {}, {}, heads, Reading::Predicts, executor, found);
    if (const int read = best_head(fit, {}, {}, heads, Reading::Reads, executor, other);
        is_better(other, found)) {
        choice.reading = Reading::Reads;
        best = read;
        found = other;
    }
    const auto candidate = [&](std::vector<int> chosen) {
        return Candidate{chosen, against_gold(fit, chosen, choice.reading),
                         against_gold(rest, chosen, choice.reading)};
    };
    Chosen sum;
    for (std::vector<int> taken{best}; static_cast<int>(taken.size()) <= std::min(heads, most_in_mean);) {
        choice.curve.push_back(candidate(taken));
        if (static_cast<int>(taken.size()) == std::min(heads, most_in_mean)) break;
        add_head(fit, taken.back(), choice.reading, sum);
        taken.push_back(best_head(fit, sum, taken, heads, choice.reading, executor, found));
    }
    choice.best = choice.mean = choice.curve.front();
    for (const Candidate& mean : choice.curve)
        if (is_better(mean.fitted, choice.mean.fitted)) choice.mean = mean;
    std::vector<int> layer, all(static_cast<std::size_t>(heads));
    std::iota(all.begin(), all.end(), 0);
    for (const int h : all)
        if (layers[static_cast<std::size_t>(h)] == layers[static_cast<std::size_t>(best)]) layer.push_back(h);
    choice.layer = candidate(layer);
    choice.all = candidate(all);
    choice.diagonal = {{}, diagonal_of(fit), diagonal_of(rest)};
    return choice;
}

} // namespace heed::heads
