// Collects recorded values into matrices, one column per position.
#pragma once

#include "core/trace/trace.h"

#include <map>

namespace heed {

/// A recorder whose columns grow as outputs are made; finish() moves the matrices into a trace. Columns
/// shorter than the longest end in NaN.
class TraceRecorder final : public Recorder<float> {
public:
    void put(const Site& site, int index, const Eigen::Ref<const MatrixXf>& column) override;
    void finish(Trace& trace);

private:
    struct Growing {
        MatrixXf values;
        Eigen::Index rows = 0, used = 0; // of the room there is
    };
    std::map<Site, Growing> growing_;
};

} // namespace heed
