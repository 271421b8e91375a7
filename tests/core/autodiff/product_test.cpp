#include "core/autodiff/product.h"

#include "core/base/random.h"

#include <gtest/gtest.h>

namespace heed {
namespace {

Matrix<double> random_matrix(Random& random, Eigen::Index rows, Eigen::Index cols) {
    Matrix<double> m(rows, cols);
    for (double& v : m.reshaped()) v = random.uniform(-1, 1);
    return m;
}

TEST(Product, OfAnyFewColumnsIsTheProduct) {
    Random random(1);
    for (const Eigen::Index n : {1, 2, 3, 4, 5, 6, 7, 8, 9})
        for (const Eigen::Index inner : {0, 1, 3, 4, 7, 64})
            for (const Eigen::Index m : {1, 5, 1024, 1030}) {
                const auto W = random_matrix(random, m, inner), x = random_matrix(random, inner, n);
                Matrix<double> y = Matrix<double>::Constant(m, n, 7);
                multiply_into(y, W, x);
                EXPECT_LT((y - W.lazyProduct(x)).cwiseAbs().maxCoeff(), 1e-12)
                    << m << " " << inner << " " << n;
            }
}

} // namespace
} // namespace heed
