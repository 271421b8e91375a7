#include "core/analysis/meaning/agreement.h"

#include "core/base/random.h"

#include <algorithm>
#include <cmath>

namespace heed::analysis::meaning {
namespace {

constexpr double tied_within = 1e-12;
constexpr int bootstrap_draws = 2000;

int sign_of(double difference) { return std::abs(difference) <= tied_within ? 0 : difference > 0 ? 1 : -1; }

double mean_of(const std::vector<double>& values) {
    double sum = 0;
    for (const double v : values) sum += v;
    return sum / static_cast<double>(values.size());
}

} // namespace

std::optional<double> kendall(const Eigen::Ref<const Eigen::VectorXd>& a,
                              const Eigen::Ref<const Eigen::VectorXd>& b) {
    if (a.size() != b.size() || a.hasNaN() || b.hasNaN()) return std::nullopt;
    std::int64_t together = 0, ordered_a = 0, ordered_b = 0;
    for (Eigen::Index i = 0; i < a.size(); ++i)
        for (Eigen::Index j = 0; j < i; ++j) {
            const int x = sign_of(a(i) - a(j)), y = sign_of(b(i) - b(j));
            together += x * y;
            ordered_a += x != 0;
            ordered_b += y != 0;
        }
    if (ordered_a == 0 || ordered_b == 0) return std::nullopt;
    return static_cast<double>(together) /
           std::sqrt(static_cast<double>(ordered_a) * static_cast<double>(ordered_b));
}

std::vector<std::optional<double>> kendall_columns(const Eigen::Ref<const Eigen::MatrixXd>& a,
                                                   const Eigen::Ref<const Eigen::MatrixXd>& b) {
    std::vector<std::optional<double>> result(static_cast<std::size_t>(a.cols()));
    if (b.rows() != a.rows() || b.cols() != a.cols()) return result;
    for (Eigen::Index i = 0; i < a.cols(); ++i) result[std::size_t(i)] = kendall(a.col(i), b.col(i));
    return result;
}

std::optional<MeanTau> mean_tau(const std::vector<std::optional<double>>& taus, std::uint64_t seed) {
    std::vector<double> there;
    for (const auto& tau : taus)
        if (tau) there.push_back(*tau);
    if (there.empty()) return std::nullopt;
    MeanTau result{mean_of(there), 0, 0, static_cast<int>(there.size())};
    Random random(seed);
    std::vector<double> means, drawn(there.size());
    for (int n = 0; n < bootstrap_draws; ++n) {
        for (double& value : drawn) value = there[random.below(there.size())];
        means.push_back(mean_of(drawn));
    }
    std::sort(means.begin(), means.end());
    result.low = means[bootstrap_draws * 25 / 1000];
    result.high = means[bootstrap_draws - 1 - bootstrap_draws * 25 / 1000];
    return result;
}

} // namespace heed::analysis::meaning
