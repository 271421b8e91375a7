// Training, one step at a time. To pause is not to call step(); a copy of parameters() is a snapshot.
#pragma once

#include "core/base/executor.h"
#include "core/models/architecture.h"
#include "core/nn/graph.h"
#include "core/train/batch.h"
#include "core/train/optimizer.h"

#include <memory>
#include <vector>

namespace heed::train {

struct TrainerSettings {
    OptimizerSettings optimizer;
    int steps = 1000; // planned: the learning rate falls over them
    int batch = 32;
    double dropout = 0; // of embeddings and readouts
    std::uint64_t seed = 1;
    int threads = 1; // a batch is cut into so many parts; their gradients are summed in order
};

/// Minimises the mean cross-entropy per target token. The same settings, items and start give the same
/// numbers, bit for bit, on one machine, whatever executor runs the parts. Belongs to one thread.
class Trainer {
public:
    Trainer(const Configuration& config, nn::ParameterSet<float> start, std::vector<Item> items,
            const TrainerSettings& settings, Executor executor = in_turn);
    ~Trainer();

    struct Report {
        int step = 0;             // steps done, this one included
        double loss = 0;          // before the update, nats per target token
        double gradient_norm = 0; // before clipping
        double learning_rate = 0;
        bool finite = true; // false: loss or gradient is not a number, and nothing was updated
    };
    Report step();

    int steps_done() const { return done_; }
    bool finished() const { return done_ >= settings_.steps; }
    const nn::ParameterSet<float>& parameters() const { return parameters_; }

private:
    struct Part; // one thread's tape, gradients and generator
    void run_part(Part& part, std::span<const int> indices, int tokens);

    Configuration config_;
    nn::ParameterSet<float> parameters_;
    std::vector<Item> items_;
    TrainerSettings settings_;
    Executor executor_;
    BatchOrder order_;
    Adam adam_;
    std::vector<std::unique_ptr<Part>> parts_;
    int done_ = 0;
};

/// The loss of a batch as a (1, 1) value on the graph's tape: the sum over its target tokens of
/// -log p(token) / `tokens`, which is the mean when `tokens` counts all of them.
Var<float> batch_loss(const Configuration& config, nn::Graph<float>& graph, const Batch& batch, int tokens);

} // namespace heed::train
