#include "core/trace/trace_recorder.h"

#include <algorithm>
#include <limits>
#include <utility>

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

TraceRecorder::Growing& TraceRecorder::at(const Site& site) {
    const auto is_it = [&](const Growing& g) { return g.site == site; };
    if (next_ > 0 && is_it(growing_[next_ - 1])) return growing_[next_ - 1]; // column by column
    if (next_ >= growing_.size() || !is_it(growing_[next_])) {
        const auto found = std::find_if(growing_.begin(), growing_.end(), is_it);
        next_ = static_cast<std::size_t>(found - growing_.begin());
        if (found == growing_.end()) growing_.push_back({site});
    }
    return growing_[next_++];
}

void TraceRecorder::put(const Site& site, int index, const Eigen::Ref<const MatrixXf>& column) {
    if (index < 0) return; // read beyond the source
    Growing& g = at(site);
    if (index >= g.values.cols() || column.rows() > g.values.rows()) grow(g.values, column.rows(), index + 1);
    g.values.col(index).head(column.rows()) = column;
    g.rows = std::max<Eigen::Index>(g.rows, column.rows());
    g.used = std::max<Eigen::Index>(g.used, index + 1);
    g.grown = true;
}

/// Own past: a place for each output, also for the last, at which nothing looks back.
void TraceRecorder::close(Growing& g) {
    const QuantityInfo& what = info(g.site.quantity);
    if (what.rows == Axis::Past && what.columns == Axis::Output && g.rows < g.used)
        grow(g.values, g.rows = g.used, g.used);
}

void TraceRecorder::so_far(Trace& trace) {
    for (Growing& g : growing_) {
        const bool there = trace.has(g.site.quantity, g.site.layer, g.site.head);
        if (!std::exchange(g.grown, false) && there) continue;
        close(g);
        trace.set(g.site, g.values.topLeftCorner(g.rows, g.used));
    }
}

void TraceRecorder::finish(Trace& trace) {
    for (Growing& g : growing_) {
        close(g);
        g.values.conservativeResize(g.rows, g.used);
        trace.set(g.site, std::move(g.values));
    }
    growing_.clear();
    next_ = 0;
}

} // namespace heed
