// One output of a run, under many rows of weights at once.
#pragma once

#include "core/models/model.h"
#include "core/models/stepper.h"
#include "core/trace/trace.h"

#include <atomic>
#include <memory>

namespace heed::decode {

/// Stands before output `output` of a run, with everything that the run carried there. The model and the
/// trace must outlive it.
class StepProbe {
public:
    /// Throws Cancelled as run() does.
    StepProbe(const Model& model, const Trace& run, int output, const std::atomic<bool>* cancelled = nullptr);

    /// log p (V, B) of that output if the source had those weights, (T, B): a column a case. What the row
    /// gives to slots past the source, or to the decoder's own past, stays.
    MatrixXf log_probs(const Eigen::Ref<const MatrixXf>& rows);

private:
    MatrixXf some(const Eigen::Ref<const MatrixXf>& rows);

    const Trace& run_;
    int previous_ = 0;
    std::unique_ptr<Stepper> stepper_;
};

} // namespace heed::decode
