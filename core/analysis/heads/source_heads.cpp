#include "core/analysis/heads/source_heads.h"

#include "core/analysis/heads/run_heads.h"
#include "core/analysis/heads/several.h"

#include <algorithm>
#include <limits>

namespace heed::heads {

namespace {

/// Nothing writes: what it read looks at itself.
bool encodes_alone(const Trace& run) {
    return run.outputs() == 0 && !run.has_weights() && run.labels.count(Axis::Past) == 0;
}

} // namespace

std::vector<Site> source_heads(const Trace& run) {
    std::vector<Site> cross, own;
    const bool places = encodes_alone(run);
    const bool alone = run.labels.count(Axis::Step) > 0 && run.has_weights(); // a decoder that reads on
    for (const Head& head : heads_of(run)) {
        if (head.site.quantity == Quantity::Weights) continue;
        if (head.kind == Kind::Cross) cross.push_back(head.site);
        if ((head.kind == Kind::Decoder && alone) || (head.kind == Kind::Encoder && places))
            own.push_back(head.site);
    }
    return cross.empty() ? own : cross;
}

bool has_source_heads(const Trace& run) {
    if (has_several(run, Kind::Cross)) return true;
    if (encodes_alone(run)) return has_several(run, Kind::Encoder);
    return run.labels.count(Axis::Step) > 0 && run.has_weights() && has_several(run, Kind::Decoder);
}

MatrixXf over_source(const Trace& run, const Site& head) {
    const MatrixXf& all = run.at(head);
    const Eigen::Index source = run.source_length(), outputs = run.outputs();
    if (all.rows() <= source && (all.cols() <= outputs || encodes_alone(run))) return all;
    // Its places are the source, then what it wrote: the last of the source writes the first output.
    return all.block(0, source - 1, source, outputs);
}

MatrixXf over_past(const Trace& run, const Site& head) {
    const MatrixXf& all = run.at(head);
    const Eigen::Index source = run.source_length(), outputs = run.outputs();
    if (all.rows() <= source || all.cols() < source - 1 + outputs) return {};
    MatrixXf past = MatrixXf::Constant(outputs, outputs, std::numeric_limits<float>::quiet_NaN());
    for (Eigen::Index i = 0; i < outputs; ++i) { // output i looks from place source - 1 + i
        const Eigen::Index seen = std::min(i, all.rows() - source);
        past.col(i).head(seen) = all.col(source - 1 + i).segment(source, seen);
    }
    return past;
}

} // namespace heed::heads
