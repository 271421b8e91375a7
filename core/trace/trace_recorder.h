// Collects recorded values into matrices, one column per position.
#pragma once

#include "core/trace/trace.h"

#include <vector>

namespace heed {

/// A recorder whose columns grow as outputs are made; finish() moves the matrices into a trace, so_far()
/// copies those that the trace lacks or that have grown since it was last asked. Columns shorter than the
/// longest end in NaN.
class TraceRecorder final : public Recorder<float> {
public:
    void put(const Site& site, int index, const Eigen::Ref<const MatrixXf>& column) override;
    void so_far(Trace& trace);
    void finish(Trace& trace);

private:
    struct Growing {
        Site site;
        MatrixXf values{};
        Eigen::Index rows = 0, used = 0; // of the room there is
        bool grown = true;               // since so_far()
    };
    Growing& at(const Site& site);
    static void close(Growing& g);

    std::vector<Growing> growing_; // as they first came
    std::size_t next_ = 0;         // every output brings them in the same order
};

} // namespace heed
