#include "core/analysis/heads/source_heads.h"

#include "core/analysis/heads/run_heads.h"
#include "core/analysis/heads/several.h"

namespace heed::heads {

std::vector<Site> source_heads(const Trace& run) {
    std::vector<Site> cross, own;
    const bool alone = run.labels.count(Axis::Step) > 0 && run.has_weights(); // a decoder that reads on
    for (const Head& head : heads_of(run)) {
        if (head.site.quantity == Quantity::Weights) continue;
        if (head.kind == Kind::Cross) cross.push_back(head.site);
        if (head.kind == Kind::Decoder && alone) own.push_back(head.site);
    }
    return cross.empty() ? own : cross;
}

bool has_source_heads(const Trace& run) {
    if (has_several(run, Kind::Cross)) return true;
    return run.labels.count(Axis::Step) > 0 && run.has_weights() && has_several(run, Kind::Decoder);
}

MatrixXf over_source(const Trace& run, const Site& head) {
    const MatrixXf& all = run.at(head);
    const Eigen::Index source = run.source_length(), outputs = run.outputs();
    if (all.rows() <= source && all.cols() <= outputs) return all;
    // Its places are the source, then what it wrote: the last of the source writes the first output.
    return all.block(0, source - 1, source, outputs);
}

} // namespace heed::heads
