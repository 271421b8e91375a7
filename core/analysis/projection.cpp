#include "core/analysis/projection.h"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>

namespace heed::analysis {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr double negligible =
    1e-12; // of the whole variance: what float32 leaves of points that do not differ

/// Eigenvectors of X Xᵀ, the largest first, from whichever product is smaller: X Xᵀ u = λ u, and where
/// Xᵀ X v = λ v, u = X v / √λ.
struct Spectrum {
    VectorXd values;  // largest first
    MatrixXd vectors; // (D, as many)
};

Spectrum spectrum(const MatrixXd& centred, Index most) {
    const bool wide = centred.rows() <= centred.cols();
    const MatrixXd product =
        wide ? MatrixXd(centred * centred.transpose()) : MatrixXd(centred.transpose() * centred);
    const Eigen::SelfAdjointEigenSolver<MatrixXd> solver(product);
    Spectrum found;
    const Index count = std::min(most, product.rows());
    found.values = solver.eigenvalues().reverse().head(count);
    const MatrixXd vectors = solver.eigenvectors().rowwise().reverse().leftCols(count);
    found.vectors = wide ? vectors : MatrixXd(centred * vectors);
    found.vectors.colwise().normalize();
    return found;
}

/// -1 where the first point that is off the mean lies on the positive side.
double side(const VectorXd& coordinates) {
    const double least = 1e-4 * coordinates.cwiseAbs().maxCoeff();
    for (const double x : coordinates)
        if (std::abs(x) > least) return x > 0 ? -1 : 1;
    return 1;
}

} // namespace

Eigen::MatrixXf Projection::of(const Eigen::Ref<const Eigen::MatrixXf>& points) const {
    return axes.transpose() * (points.colwise() - mean);
}

Projection principal_components(const Eigen::Ref<const Eigen::MatrixXf>& points, int k) {
    Projection projection;
    const Index D = points.rows(), M = points.cols();
    projection.mean = Eigen::VectorXf::Zero(D);
    projection.axes = Eigen::MatrixXf::Zero(D, k);
    projection.share = Eigen::VectorXf::Zero(k);
    if (D == 0 || M == 0 || !points.allFinite()) return projection;

    const VectorXd mean = points.cast<double>().rowwise().mean();
    const MatrixXd centred = points.cast<double>().colwise() - mean;
    projection.mean = mean.cast<float>();
    const double whole = centred.squaredNorm();
    const double size = points.cast<double>().squaredNorm();
    if (!(whole > negligible * size)) return projection; // all the same
    const Spectrum found = spectrum(centred, k);
    for (Index a = 0; a < found.values.size() && found.values(a) > negligible * whole; ++a) {
        const VectorXd axis = found.vectors.col(a) * side(centred.transpose() * found.vectors.col(a));
        projection.axes.col(a) = axis.cast<float>();
        projection.share(a) = static_cast<float>(std::min(1.0, found.values(a) / whole));
    }
    return projection;
}

} // namespace heed::analysis
