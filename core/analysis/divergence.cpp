#include "core/analysis/divergence.h"

#include "core/analysis/token_alignment.h"

#include <algorithm>
#include <cmath>

namespace heed::analysis {
namespace {

constexpr long long largest_table = 1'000'000; // cells

void add_in_place(std::vector<std::pair<int, int>>& shared, const Trace& a, int last_a, const Trace& b,
                  int last_b, int first) {
    for (int i = first; i < std::min(last_a, last_b); ++i)
        if (same_output(a, i, b, i)) shared.emplace_back(i, i);
}

/// Longest common subsequence of a[first, last_a) and b[first, last_b), by the usual table.
void add_common(std::vector<std::pair<int, int>>& shared, const Trace& a, int last_a, const Trace& b,
                int last_b, int first) {
    const int rows = last_a - first, columns = last_b - first;
    if ((rows + 1LL) * (columns + 1LL) > largest_table)
        return add_in_place(shared, a, last_a, b, last_b, first);
    const auto at = [columns](int i, int k) { return static_cast<std::size_t>(i * (columns + 1) + k); };
    std::vector<int> longest(static_cast<std::size_t>((rows + 1) * (columns + 1))); // of what follows (i, k)
    for (int i = rows - 1; i >= 0; --i)
        for (int k = columns - 1; k >= 0; --k)
            longest[at(i, k)] = same_output(a, first + i, b, first + k)
                                    ? longest[at(i + 1, k + 1)] + 1
                                    : std::max(longest[at(i + 1, k)], longest[at(i, k + 1)]);
    for (int i = 0, k = 0; i < rows && k < columns;) {
        if (same_output(a, first + i, b, first + k))
            shared.emplace_back(first + i++, first + k++);
        else if (longest[at(i, k + 1)] >= longest[at(i + 1, k)])
            ++k;
        else
            ++i;
    }
}

} // namespace

std::optional<double> divergence(const Eigen::Ref<const Eigen::VectorXf>& p,
                                 const Eigen::Ref<const Eigen::VectorXf>& q) {
    if (p.size() != q.size()) return std::nullopt;
    const double p_sum = p.cast<double>().sum(), q_sum = q.cast<double>().sum();
    if (!(p_sum > 0) || !(q_sum > 0)) return std::nullopt;
    double sum = 0;
    for (Eigen::Index j = 0; j < p.size(); ++j) {
        const double a = static_cast<double>(p(j)) / p_sum, b = static_cast<double>(q(j)) / q_sum;
        const double middle = (a + b) / 2;
        if (a > 0) sum += a * std::log2(a / middle);
        if (b > 0) sum += b * std::log2(b / middle);
    }
    return std::clamp(sum / 2, 0.0, 1.0); // rounding only
}

std::vector<std::pair<int, int>> shared_outputs(const Trace& a, const Trace& b) {
    std::vector<std::pair<int, int>> shared;
    const int shorter = std::min(a.outputs(), b.outputs());
    int first = 0;
    while (first < shorter && same_output(a, first, b, first)) {
        shared.emplace_back(first, first);
        ++first;
    }
    int last_a = a.outputs(), last_b = b.outputs();
    while (last_a > first && last_b > first && same_output(a, last_a - 1, b, last_b - 1)) --last_a, --last_b;
    add_common(shared, a, last_a, b, last_b, first);
    for (int i = last_a, k = last_b; i < a.outputs(); ++i, ++k) shared.emplace_back(i, k);
    return shared;
}

std::optional<double> divergence(const Trace& a, const Trace& b) {
    if (!a.has_weights() || !b.has_weights() || a.source_length() != b.source_length()) return std::nullopt;
    const MatrixXf& left = a.at(Quantity::Weights);
    const MatrixXf& right = b.at(Quantity::Weights);
    double sum = 0;
    int rows = 0;
    for (const auto& [i, k] : shared_outputs(a, b))
        if (const auto row = divergence(left.col(i), right.col(k))) {
            sum += *row;
            ++rows;
        }
    return rows > 0 ? std::optional(sum / rows) : std::nullopt;
}

} // namespace heed::analysis
