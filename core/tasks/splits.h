// What a task's models are trained and measured on: parts of one stream of samples, with no source in two.
#pragma once

#include "core/tasks/task.h"

#include <cstdint>
#include <vector>

namespace heed::tasks {

struct Splits {
    std::vector<Sample> test;  // 1,000
    std::vector<Sample> valid; // 300
    std::vector<Sample> pool;  // to train on
};

/// The seed of the shipped models' data.
inline constexpr std::uint64_t data_seed = 20240601;

/// Draws from Random(seed): test, then valid, then the pool, passing over sources that came before.
Splits make_splits(const Task& task, std::size_t pool, std::uint64_t seed = data_seed);

} // namespace heed::tasks
