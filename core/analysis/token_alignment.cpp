#include "core/analysis/token_alignment.h"

#include <algorithm>

namespace heed::analysis {
namespace {

constexpr long long largest_table = 4'000'000; // cells
constexpr int longest_middle = 30'000;         // tokens of both: costs stay within an int

/// What lies between what both begin with and what both end with: a[first, last_a), b[first, last_b).
struct Middle {
    int first, last_a, last_b;
    int rows() const { return last_a - first; }
    int columns() const { return last_b - first; }
};

Middle middle_of(const Trace& a, const Trace& b) {
    Middle m{0, a.outputs(), b.outputs()};
    while (m.first < std::min(m.last_a, m.last_b) && same_output(a, m.first, b, m.first)) ++m.first;
    while (m.last_a > m.first && m.last_b > m.first && same_output(a, m.last_a - 1, b, m.last_b - 1))
        --m.last_a, --m.last_b;
    return m;
}

void pair_in_place(std::vector<AlignedRow>& rows, const Trace& a, const Trace& b, const Middle& m) {
    for (int n = 0; n < std::max(m.rows(), m.columns()); ++n) {
        const int i = n < m.rows() ? m.first + n : -1, k = n < m.columns() ? m.first + n : -1;
        rows.push_back({i, k, i >= 0 && k >= 0 && same_output(a, i, b, k)});
    }
}

void add_least_edits(std::vector<AlignedRow>& rows, const Trace& a, const Trace& b, const Middle& m) {
    const int R = m.rows(), C = m.columns(),
              edit = R + C + 1; // one edit weighs more than all that is the same
    const auto at = [C](int i, int k) {
        return static_cast<std::size_t>(i) * static_cast<std::size_t>(C + 1) + static_cast<std::size_t>(k);
    };
    std::vector<int> cost(static_cast<std::size_t>(R + 1) *
                          static_cast<std::size_t>(C + 1)); // of what follows
    const auto pair = [&](int i, int k) {
        return cost[at(i + 1, k + 1)] + (same_output(a, m.first + i, b, m.first + k) ? -1 : edit);
    };
    for (int i = R; i >= 0; --i)
        for (int k = C; k >= 0; --k) {
            if (i == R || k == C) {
                cost[at(i, k)] = (R - i + C - k) * edit;
                continue;
            }
            cost[at(i, k)] = std::min({pair(i, k), cost[at(i + 1, k)] + edit, cost[at(i, k + 1)] + edit});
        }
    for (int i = 0, k = 0; i < R || k < C;) {
        if (i < R && k < C && cost[at(i, k)] == pair(i, k)) {
            rows.push_back({m.first + i, m.first + k, same_output(a, m.first + i, b, m.first + k)});
            ++i, ++k;
        } else if (i < R && (k == C || cost[at(i, k)] == cost[at(i + 1, k)] + edit)) {
            rows.push_back({m.first + i++, -1, false});
        } else {
            rows.push_back({-1, m.first + k++, false});
        }
    }
}

} // namespace

bool same_output(const Trace& a, int i, const Trace& b, int k) {
    const TraceToken& left = a.steps[static_cast<std::size_t>(i)].token;
    const TraceToken& right = b.steps[static_cast<std::size_t>(k)].token;
    return left.is_end == right.is_end && (left.is_end || left.text == right.text);
}

std::vector<AlignedRow> align_outputs(const Trace& a, const Trace& b) {
    std::vector<AlignedRow> rows;
    rows.reserve(static_cast<std::size_t>(std::max(a.outputs(), b.outputs())));
    const Middle m = middle_of(a, b);
    for (int i = 0; i < m.first; ++i) rows.push_back({i, i, true});
    const bool large =
        (m.rows() + 1LL) * (m.columns() + 1LL) > largest_table || m.rows() + m.columns() > longest_middle;
    if (large)
        pair_in_place(rows, a, b, m);
    else
        add_least_edits(rows, a, b, m);
    for (int i = m.last_a, k = m.last_b; i < a.outputs(); ++i, ++k) rows.push_back({i, k, true});
    return rows;
}

} // namespace heed::analysis
