// What the jobs of the Memory workspace measure, and what comes of it; `heed memory` measures the same.
#pragma once

#include "app/figures/memory/memory.h"
#include "app/state/jobs/engine.h"
#include "app/state/memory/memory_state.h"
#include "core/analysis/influence/influence.h"
#include "core/base/executor.h"
#include "core/train/lengths.h"

namespace heed {

/// One model's influences on a text: of the run in which it writes by itself.
struct MeasuredMemory {
    std::shared_ptr<const Model> model;
    std::shared_ptr<const Trace> run;
    influence::Norms<float> norms;
};
/// `random`: of the same run, but with the weights that training would begin with, drawn from seed 1. Throws
/// heed::Error, decode::Cancelled.
MeasuredMemory measure_memory(std::shared_ptr<const Model> model, const std::string& text, bool random,
                              const Executor& executor, const std::atomic<bool>* cancelled);

/// The models beside which one is shown: of each cell the bundled model of its task without attention, or
/// where there is none the one with it; and one with attention: itself, where it has it. `attentive`: with
/// attention where there is such a one. A model of no task that is here: itself.
struct MemoryModels {
    std::vector<std::shared_ptr<const Model>> models;
    bool both_kinds = false; // of some cell there are both
    std::string absent;      // the model's name, where it is no encoder-decoder
};
MemoryModels memory_models(const Engine& engine, std::shared_ptr<const Model> model, bool attentive = false);

/// What is drawn of them, in their order; lines are still to come.
MemoryBoard memory_board(const std::vector<MeasuredMemory>& measured);
LengthLine length_line(const Model& model, const train::LengthCurve& curve);
/// Names that tell models apart: by their cell, or by their own names where two would be called the same.
void name_apart(MemoryBoard& board);

/// By task: what accuracy_by_length found of each.
struct LengthCurves {
    std::string task;
    std::vector<LengthLine> lines;
    std::string problem; // why there are none
};

struct MemoryMade {
    MemoryOrder order;
    std::shared_ptr<const MemoryBoard> board;
};
struct LengthsMade {
    LengthsOrder order;
    std::shared_ptr<const LengthCurves> curves;
};

} // namespace heed
