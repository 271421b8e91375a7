#include "core/autodiff/product.h"

#include <algorithm>

namespace heed {
namespace {

constexpr Eigen::Index rows_at_once = 1024; // of y, so that they stay in the first cache
constexpr Eigen::Index most_columns = 8;    // from there on Eigen's general product is as fast

/// y += W x for four columns of W and N of x and y, over `rows` rows. Strides are those of whole matrices.
template <class T, int N>
void add_four(const T* __restrict w, Eigen::Index w_stride, const T* x, Eigen::Index x_stride,
              T* __restrict y, Eigen::Index y_stride, Eigen::Index rows) {
    T c[4][N];
    for (int k = 0; k < 4; ++k)
        for (int j = 0; j < N; ++j) c[k][j] = x[k + j * x_stride];
    for (Eigen::Index r = 0; r < rows; ++r) {
        const T w0 = w[r], w1 = w[r + w_stride], w2 = w[r + 2 * w_stride], w3 = w[r + 3 * w_stride];
        for (int j = 0; j < N; ++j)
            y[r + j * y_stride] += (w0 * c[0][j] + w1 * c[1][j]) + (w2 * c[2][j] + w3 * c[3][j]);
    }
}

template <class T, int N>
void few_columns(Matrix<T>& y, const Matrix<T>& W, const Matrix<T>& x) {
    const Eigen::Index m = W.rows(), inner = W.cols(), whole = inner - inner % 4;
    y.setZero();
    for (Eigen::Index first = 0; first < m; first += rows_at_once) {
        const Eigen::Index rows = std::min(rows_at_once, m - first);
        for (Eigen::Index k = 0; k < whole; k += 4)
            add_four<T, N>(W.data() + k * m + first, m, x.data() + k, x.rows(), y.data() + first, m, rows);
    }
    for (Eigen::Index k = whole; k < inner; ++k) y.noalias() += W.col(k) * x.row(k);
}

} // namespace

template <class T>
void multiply_into(Matrix<T>& y, const Matrix<T>& W, const Matrix<T>& x) {
    switch (x.cols() <= most_columns ? x.cols() : 0) {
    case 2:
        return few_columns<T, 2>(y, W, x);
    case 3:
        return few_columns<T, 3>(y, W, x);
    case 4:
        return few_columns<T, 4>(y, W, x);
    case 5:
        return few_columns<T, 5>(y, W, x);
    case 6:
        return few_columns<T, 6>(y, W, x);
    case 7:
        return few_columns<T, 7>(y, W, x);
    case 8:
        return few_columns<T, 8>(y, W, x);
    default:
        y.noalias() = W * x;
    }
}

template void multiply_into(Matrix<float>&, const Matrix<float>&, const Matrix<float>&);
template void multiply_into(Matrix<double>&, const Matrix<double>&, const Matrix<double>&);

} // namespace heed
