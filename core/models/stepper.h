// A model that writes token by token, seen by whoever makes it write: greedy runs, beams, forced rows,
// probes.
#pragma once

#include "core/attention/attention.h"
#include "core/nn/sequences.h"
#include "core/trace/head_edit.h"

#include <cassert>
#include <functional>
#include <span>
#include <vector>

namespace heed {

/// Told of each layer that is about to read the sources: how many have, of how many. What it throws ends the
/// reading.
using ReadingTold = std::function<void(int read, int layers)>;

/// Stands before the next output of each of B continuations. What a call returns holds until the next call.
class Stepper {
public:
    using Matrix = Eigen::MatrixXf;
    virtual ~Stepper() = default;

    /// What is done to single heads from the next start on; of models that have heads (Architecture::heads).
    virtual void change_heads(const HeadEdits& edits) { assert(edits.empty()), (void)edits; }
    /// Who is told while sources are read from the next start on; of models that read layer by layer.
    virtual void tell_reading(ReadingTold told) { (void)told; }
    /// Whether what follows the next start is written token by token, or is a text that is given, which its
    /// own program reads at once; of models whose places depend on that.
    virtual void writes(bool own) { (void)own; }
    /// Reads the sources and stands before the first outputs: a continuation each.
    virtual void start(const nn::Sequences& sources) = 0;
    /// Makes one more output of each, fed the ids before them (of a model whose first input is none, ids are
    /// not looked at there).
    virtual void advance(std::span<const int> previous,
                         const attention::Intervention<float>* intervention = nullptr) = 0;
    /// log p (V, B) of the outputs just made. Computed when asked for.
    virtual const Matrix& log_probs() = 0;
    /// The logits of the same (V, B), before the softmax; log p where those are not kept.
    virtual const Matrix& logits() { return log_probs(); }
    /// What they looked at, (B, T …), the source's places first; null without attention.
    virtual const Matrix* weights() const = 0;
    /// Lets go of what made the outputs; what the next ones need stays. To be called after each.
    virtual void forget() = 0;

    // Of one source, T places long.
    /// Continuation k goes on from where parents[k] stands; each may be named more than once. Forgets.
    virtual void reorder(const std::vector<int>& parents) = 0;
    /// Remembers where the one continuation stands; from there `items` go on at once, as often as asked.
    virtual void hold() = 0;
    virtual void fan_out(int items) = 0;

    /// The annotations (d, T·B) of the sources, column t·B + b.
    virtual const Matrix& annotations() const = 0;
    /// What each row of cells became, (D, B), lowest first; empty where a row does not outlive its output.
    virtual std::vector<const Matrix*> states() const = 0;
};

} // namespace heed
