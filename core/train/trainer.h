// Training, one step at a time. To pause is not to call step(); a copy of parameters() is a snapshot.
#pragma once

#include "core/base/executor.h"
#include "core/models/lessons.h"
#include "core/train/batch.h"
#include "core/train/optimizer.h"

#include <memory>
#include <vector>

namespace heed::train {

struct TrainerSettings {
    OptimizerSettings optimizer;
    int steps = 1000; // planned: the learning rate falls over them
    int batch = 32;
    double dropout = 0; // of embeddings and readouts; of one network over its own past, of its states
    std::uint64_t seed = 1;
    int threads = 1; // a batch is cut into so many parts; their gradients are summed in order
};

/// Those of the lessons that are from `shortest` to `longest` long; 0: of any length.
std::vector<int> chosen_lessons(const Lessons& lessons, int shortest, int longest);

/// Minimises the mean loss of the lessons. The same settings, lessons and start give the same numbers, bit
/// for bit, on one machine, whatever executor runs the parts. Belongs to one thread.
class Trainer {
public:
    Trainer(nn::ParameterSet<float> start, std::unique_ptr<const Lessons> lessons,
            const TrainerSettings& settings, Executor executor = in_turn);
    ~Trainer();

    /// From the next step on, these lessons: those of the lengths from `shortest` to `longest` (0: any).
    void teach(std::unique_ptr<const Lessons> lessons, int shortest = 0, int longest = 0);

    struct Report {
        int step = 0;             // steps done, this one included
        double loss = 0;          // before the update: nats a target token, or what an item counts
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
    void run_part(Part& part, std::span<const int> indices, int weight);

    nn::ParameterSet<float> parameters_;
    std::unique_ptr<const Lessons> lessons_;
    TrainerSettings settings_;
    Executor executor_;
    std::vector<int> chosen_; // the lessons that are taught now
    BatchOrder order_;
    Adam adam_;
    std::vector<std::unique_ptr<Part>> parts_;
    int done_ = 0;
};

} // namespace heed::train
