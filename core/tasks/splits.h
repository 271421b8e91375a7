// What a task's models are trained and measured on: parts of one stream of samples, with no source in two.
#pragma once

#include "core/tasks/item.h"
#include "core/tasks/task.h"

#include <cstdint>
#include <vector>

namespace heed::tasks {

template <class S>
struct SplitsOf {
    std::vector<S> test;  // 1,000
    std::vector<S> valid; // 300
    std::vector<S> pool;  // to train on
};
using Splits = SplitsOf<Sample>;
using ItemSplits = SplitsOf<Item>;

/// The seed of the shipped models' data.
inline constexpr std::uint64_t data_seed = 20240601;

/// Draws from Random(seed): test, then valid, then the pool, passing over sources that came before.
Splits make_splits(const Task& task, std::size_t pool, std::uint64_t seed = data_seed);
ItemSplits make_splits(const ItemTask& task, std::size_t pool, std::uint64_t seed = data_seed);

} // namespace heed::tasks
