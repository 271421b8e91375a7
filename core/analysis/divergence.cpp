#include "core/analysis/divergence.h"

#include "core/analysis/token_alignment.h"

#include <algorithm>
#include <cmath>

namespace heed::analysis {
namespace {

constexpr double rounding = 1e-5; // of a sum of float32 weights

/// What a row's values are multiplied by, and what it leaves on no position.
struct Whole {
    double factor = 1, rest = 0;
    explicit Whole(const Eigen::Ref<const Eigen::VectorXf>& row) {
        const double sum = row.cast<double>().sum();
        if (sum > 1 + rounding) factor = 1 / sum;
        if (sum < 1 - rounding) rest = 1 - sum;
    }
};

double term(double a, double b) {
    const double middle = (a + b) / 2;
    return ((a > 0 ? a * std::log2(a / middle) : 0) + (b > 0 ? b * std::log2(b / middle) : 0)) / 2;
}

} // namespace

std::vector<double> divergence_terms(const Eigen::Ref<const Eigen::VectorXf>& p,
                                     const Eigen::Ref<const Eigen::VectorXf>& q) {
    const Whole left(p), right(q);
    std::vector<double> terms;
    terms.reserve(static_cast<std::size_t>(p.size()) + 1);
    for (Eigen::Index j = 0; j < p.size(); ++j)
        terms.push_back(
            term(static_cast<double>(p(j)) * left.factor, static_cast<double>(q(j)) * right.factor));
    terms.push_back(term(left.rest, right.rest));
    return terms;
}

std::optional<double> divergence(const Eigen::Ref<const Eigen::VectorXf>& p,
                                 const Eigen::Ref<const Eigen::VectorXf>& q) {
    if (p.size() != q.size()) return std::nullopt;
    double sum = 0;
    for (const double part : divergence_terms(p, q)) sum += part;
    return std::clamp(sum, 0.0, 1.0); // rounding only
}

std::vector<std::pair<int, int>> shared_outputs(const Trace& a, const Trace& b) {
    std::vector<std::pair<int, int>> shared;
    for (const AlignedRow& row : align_outputs(a, b))
        if (row.same) shared.emplace_back(row.a, row.b);
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
