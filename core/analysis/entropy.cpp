#include "core/analysis/entropy.h"

#include <cmath>

namespace heed::analysis {

double entropy(const Eigen::Ref<const Eigen::VectorXf, 0, Eigen::InnerStride<>>& weights) {
    double sum = 0;
    for (Eigen::Index j = 0; j < weights.size(); ++j) sum += static_cast<double>(weights[j]);
    if (sum <= 0) return 0;
    double result = 0;
    for (Eigen::Index j = 0; j < weights.size(); ++j) {
        const double a = static_cast<double>(weights[j]) / sum;
        if (a > 0) result -= a * std::log(a);
    }
    return result;
}

double mean_entropy(const Eigen::Ref<const Eigen::MatrixXf>& weights) {
    if (weights.cols() == 0) return 0;
    double sum = 0;
    for (Eigen::Index i = 0; i < weights.cols(); ++i) sum += entropy(weights.col(i));
    return sum / static_cast<double>(weights.cols());
}

} // namespace heed::analysis
