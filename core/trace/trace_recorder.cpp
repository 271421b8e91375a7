#include "core/trace/trace_recorder.h"

#include <algorithm>

namespace heed {

void TraceRecorder::put(Quantity q, int layer, int index, const Eigen::Ref<const MatrixXf>& column) {
    Growing& g = growing_[{q, layer}];
    if (index >= g.values.cols())
        g.values.conservativeResize(column.rows(), std::max<Eigen::Index>(index + 1, 2 * g.values.cols()));
    g.values.col(index) = column;
    g.used = std::max<Eigen::Index>(g.used, index + 1);
}

void TraceRecorder::finish(Trace& trace) {
    for (auto& [key, g] : growing_) {
        g.values.conservativeResize(Eigen::NoChange, g.used);
        trace.set(key.first, key.second, std::move(g.values));
    }
    growing_.clear();
}

} // namespace heed
