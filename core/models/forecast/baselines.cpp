#include "core/models/forecast/baselines.h"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cassert>
#include <cmath>

namespace heed::forecast {

double persistence(const Item& item) { return item.history(item.history.rows() - 1, 0); }

std::vector<double> fit_autoregression(std::span<const Item> items) {
    assert(!items.empty());
    const Eigen::Index n = items.front().history.rows() + 1;
    Eigen::MatrixXd products = Eigen::MatrixXd::Zero(n, n);
    Eigen::VectorXd targets = Eigen::VectorXd::Zero(n), row(n);
    for (const Item& item : items) {
        row << 1, item.history.col(0);
        products.noalias() += row * row.transpose();
        targets += item.target * row;
    }
    // A trace of the identity keeps series that do not change from having no answer.
    products.diagonal().array() += 1e-9 * products.trace();
    const Eigen::VectorXd fitted = products.ldlt().solve(targets);
    return {fitted.begin(), fitted.end()};
}

double autoregression(std::span<const double> fitted, const Item& item) {
    assert(std::ssize(fitted) == item.history.rows() + 1);
    double sum = fitted.front();
    for (std::size_t t = 1; t < fitted.size(); ++t)
        sum += fitted[t] * item.history(static_cast<Eigen::Index>(t) - 1, 0);
    return sum;
}

double quantile(std::vector<double> numbers, double share) {
    assert(!numbers.empty());
    const auto place =
        static_cast<std::size_t>(std::clamp(std::ceil(share * static_cast<double>(numbers.size())) - 1, 0.0,
                                            static_cast<double>(numbers.size() - 1)));
    std::nth_element(numbers.begin(), numbers.begin() + static_cast<std::ptrdiff_t>(place), numbers.end());
    return numbers[place];
}

} // namespace heed::forecast
