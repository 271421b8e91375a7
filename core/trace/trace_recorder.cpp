#include "core/trace/trace_recorder.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace heed {

namespace {

constexpr float nothing = std::numeric_limits<float>::quiet_NaN();

/// Room for that many rows at least; of the columns in use, what is new is NaN until it is recorded.
void grow_rows(MatrixXf& values, Eigen::Index rows, Eigen::Index used) {
    if (rows <= values.rows()) return;
    MatrixXf larger(std::max(rows, 2 * values.rows()), values.cols());
    larger.leftCols(used).setConstant(nothing);
    larger.topLeftCorner(values.rows(), used) = values.leftCols(used);
    values = std::move(larger);
}

/// Column `index` in use, and those before it. Room grows by little, since a run has hundreds of these; of
/// large columns (a number for each word) there is more at once: what is never written takes no memory.
void grow_columns(MatrixXf& values, Eigen::Index index, Eigen::Index& used) {
    if (index < used) return;
    constexpr Eigen::Index large = 1 << 14, of_large = 32;
    if (index >= values.cols())
        values.conservativeResize(Eigen::NoChange, std::max({index + 1, values.cols() + values.cols() / 4,
                                                             values.rows() < large ? 0 : of_large}));
    values.middleCols(used, index + 1 - used).setConstant(nothing);
    used = index + 1;
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
    grow_rows(g.values, column.rows(), g.used);
    grow_columns(g.values, index, g.used);
    g.values.col(index).head(column.rows()) = column;
    g.rows = std::max<Eigen::Index>(g.rows, column.rows());
    g.grown = true;
}

/// Own past: a place for each output, also for the last, at which nothing looks back.
void TraceRecorder::close(Growing& g) {
    const QuantityInfo& what = info(g.site.quantity);
    if (what.rows == Axis::Past && what.columns == Axis::Output && g.rows < g.used)
        grow_rows(g.values, g.rows = g.used, g.used);
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
