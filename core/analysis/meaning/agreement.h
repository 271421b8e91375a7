// How far two rows order the places alike: Kendall's tau-b (Kendall 1945), and its mean over a sentence.
//
//     τ = (C − D) / √((n₀ − t_a) (n₀ − t_b)),   C, D pairs ordered alike and apart, t pairs tied in one
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <optional>
#include <vector>

namespace heed::analysis::meaning {

/// Values nearer than 1e-12 are tied. None where one of the two has no order, or holds NaN.
std::optional<double> kendall(const Eigen::Ref<const Eigen::VectorXd>& a,
                              const Eigen::Ref<const Eigen::VectorXd>& b);

/// Of each column of two matrices of one shape.
std::vector<std::optional<double>> kendall_columns(const Eigen::Ref<const Eigen::MatrixXd>& a,
                                                   const Eigen::Ref<const Eigen::MatrixXd>& b);

/// The mean of those that there are, and where 95 of 100 means lie that are taken of as many drawn again with
/// replacement (the percentile bootstrap of Efron 1979; 2,000 draws from a fixed seed): over a sentence's
/// outputs, which are not independent of each other.
struct MeanTau {
    double mean = 0, low = 0, high = 0;
    int outputs = 0; // that have a τ
    bool operator==(const MeanTau&) const = default;
};
std::optional<MeanTau> mean_tau(const std::vector<std::optional<double>>& taus, std::uint64_t seed = 1);

} // namespace heed::analysis::meaning
