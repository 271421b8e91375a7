#include "core/trace/trace_recorder.h"

#include <algorithm>
#include <limits>

namespace heed {

namespace {

/// Room for that many rows and columns at least; what is new is NaN, until it is recorded.
void grow(MatrixXf& values, Eigen::Index rows, Eigen::Index cols) {
    MatrixXf larger =
        MatrixXf::Constant(rows <= values.rows() ? values.rows() : std::max(rows, 2 * values.rows()),
                           cols <= values.cols() ? values.cols() : std::max(cols, 2 * values.cols()),
                           std::numeric_limits<float>::quiet_NaN());
    larger.topLeftCorner(values.rows(), values.cols()) = values;
    values = std::move(larger);
}

} // namespace

void TraceRecorder::put(const Site& site, int index, const Eigen::Ref<const MatrixXf>& column) {
    Growing& g = growing_[site];
    if (index >= g.values.cols() || column.rows() > g.values.rows()) grow(g.values, column.rows(), index + 1);
    g.values.col(index).head(column.rows()) = column;
    g.rows = std::max<Eigen::Index>(g.rows, column.rows());
    g.used = std::max<Eigen::Index>(g.used, index + 1);
}

void TraceRecorder::finish(Trace& trace) {
    for (auto& [site, g] : growing_) {
        g.values.conservativeResize(g.rows, g.used);
        trace.set(site, std::move(g.values));
    }
    growing_.clear();
}

} // namespace heed
