#include "core/analysis/token_alignment.h"

#include <algorithm>
#include <cstdint>

namespace heed::analysis {
namespace {

constexpr long long largest_table = 4'100'000; // cells

/// What lies between what both begin with and what both end with: a[from, last_a), b[from, last_b).
struct Middle {
    int from, last_a, last_b;
    int rows() const { return last_a - from; }
    int columns() const { return last_b - from; }
    bool large() const { return (rows() + 1LL) * (columns() + 1LL) > largest_table; }
};

/// What both begin with is passed over only where that is needed: it could be paired further to the right.
Middle middle_of(int a, int b, const SameToken& same) {
    Middle m{0, a, b};
    while (m.last_a > 0 && m.last_b > 0 && same(m.last_a - 1, m.last_b - 1)) --m.last_a, --m.last_b;
    while (m.large() && m.from < std::min(m.last_a, m.last_b) && same(m.from, m.from)) ++m.from;
    return m;
}

struct Pair {
    int a, b;
};

/// The equal pairs of the middle, last first: as many as can be, and of as many those whose positions add up
/// to the most.
std::vector<Pair> common_sequence(const Middle& m, const SameToken& same) {
    constexpr std::uint64_t one = std::uint64_t{1} << 40; // more than all positions together
    const int columns = m.columns();
    const auto at = [columns](int i, int k) {
        return static_cast<std::size_t>(i) * static_cast<std::size_t>(columns + 1) +
               static_cast<std::size_t>(k);
    };
    // Of the first i and the first k tokens.
    std::vector<std::uint64_t> best(static_cast<std::size_t>(m.rows() + 1) *
                                    static_cast<std::size_t>(columns + 1));
    const auto paired = [&](int i, int k) {
        return best[at(i - 1, k - 1)] + one + static_cast<std::uint64_t>(i + k);
    };
    for (int i = 1; i <= m.rows(); ++i)
        for (int k = 1; k <= columns; ++k) {
            best[at(i, k)] = std::max(best[at(i - 1, k)], best[at(i, k - 1)]);
            if (same(m.from + i - 1, m.from + k - 1)) best[at(i, k)] = std::max(best[at(i, k)], paired(i, k));
        }
    std::vector<Pair> pairs;
    for (int i = m.rows(), k = columns; i > 0 && k > 0;) {
        if (same(m.from + i - 1, m.from + k - 1) && best[at(i, k)] == paired(i, k))
            pairs.push_back({m.from + --i, m.from + --k});
        else if (best[at(i, k)] == best[at(i - 1, k)])
            --i;
        else
            --k;
    }
    return pairs;
}

/// What lies between two equal pairs.
void add_between(Alignment& rows, int a, int last_a, int b, int last_b) {
    if (last_a - a == 1 && last_b - b == 1) return rows.push_back({a, b, false});
    for (; a < last_a; ++a) rows.push_back({a, -1, false});
    for (; b < last_b; ++b) rows.push_back({-1, b, false});
}

void add_in_place(Alignment& rows, const Middle& m, const SameToken& same) {
    for (int n = 0; n < std::max(m.rows(), m.columns()); ++n) {
        const int i = n < m.rows() ? m.from + n : -1, k = n < m.columns() ? m.from + n : -1;
        rows.push_back({i, k, i >= 0 && k >= 0 && same(i, k)});
    }
}

} // namespace

Alignment align_tokens(int a, int b, const SameToken& same) {
    const Middle m = middle_of(a, b, same);
    Alignment rows;
    rows.reserve(static_cast<std::size_t>(std::max(a, b)));
    for (int i = 0; i < m.from; ++i) rows.push_back({i, i, true});
    if (m.large()) {
        add_in_place(rows, m, same);
    } else {
        std::vector<Pair> pairs = common_sequence(m, same);
        int i = m.from, k = m.from;
        for (auto pair = pairs.rbegin(); pair != pairs.rend(); ++pair) {
            add_between(rows, i, pair->a, k, pair->b);
            rows.push_back({pair->a, pair->b, true});
            i = pair->a + 1;
            k = pair->b + 1;
        }
        add_between(rows, i, m.last_a, k, m.last_b);
    }
    for (int i = m.last_a, k = m.last_b; i < a; ++i, ++k) rows.push_back({i, k, true});
    return rows;
}

Alignment align_tokens(const std::vector<std::string>& a, const std::vector<std::string>& b) {
    return align_tokens(static_cast<int>(a.size()), static_cast<int>(b.size()), [&](int i, int k) {
        return a[static_cast<std::size_t>(i)] == b[static_cast<std::size_t>(k)];
    });
}

Alignment align_positions(int a, int b, const SameToken& same) {
    Alignment rows;
    add_in_place(rows, {0, a, b}, same);
    return rows;
}

namespace {

bool same_token(const TraceToken& a, const TraceToken& b) {
    if (a.is_end != b.is_end || a.is_start != b.is_start) return false;
    return a.framing() || a.text == b.text;
}

} // namespace

bool same_output(const Trace& a, int i, const Trace& b, int k) {
    const TraceToken &one = a.steps[static_cast<std::size_t>(i)].token,
                     &other = b.steps[static_cast<std::size_t>(k)].token;
    return one.is_end == other.is_end && (one.is_end || one.text == other.text);
}

bool same_source(const Trace& a, int j, const Trace& b, int k) {
    return same_token(a.source[static_cast<std::size_t>(j)], b.source[static_cast<std::size_t>(k)]);
}

Alignment align_outputs(const Trace& a, const Trace& b) {
    return align_tokens(a.outputs(), b.outputs(), [&](int i, int k) { return same_output(a, i, b, k); });
}

Alignment align_sources(const Trace& a, const Trace& b) {
    return align_tokens(a.source_length(), b.source_length(),
                        [&](int j, int k) { return same_source(a, j, b, k); });
}

AlignmentTally tally(const Alignment& alignment) {
    AlignmentTally t;
    for (const AlignedRow& row : alignment)
        ++(row.same ? t.equal : row.both() ? t.replaced : row.a >= 0 ? t.only_a : t.only_b);
    return t;
}

int differing(const Alignment& alignment) {
    int sum = 0, only_a = 0, only_b = 0; // of the stretch without equal tokens, so far
    for (const AlignedRow& row : alignment) {
        if (row.same) {
            sum += std::max(only_a, only_b);
            only_a = only_b = 0;
        }
        only_a += !row.same && row.a >= 0;
        only_b += !row.same && row.b >= 0;
    }
    return sum + std::max(only_a, only_b);
}

} // namespace heed::analysis
