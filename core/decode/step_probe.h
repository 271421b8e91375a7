// One output of a run, under many rows of weights at once.
#pragma once

#include "core/decode/several.h"
#include "core/models/model.h"
#include "core/trace/trace.h"

#include <atomic>

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

    const Model& model_;
    const Trace& run_;
    int output_, previous_ = 0;
    Tape<float> tape_;
    nn::Graph<float> graph_;
    Seq2Seq<float> net_;
    attention::Memory<float> memory_, wide_;
    DecoderState<float> state_;
    int before_ = 0, with_memory_ = 0; // of the tape: without the widened memory, and with it
};

} // namespace heed::decode
