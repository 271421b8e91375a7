// The jobs of Step's states: a path, neighbours, a bank of sentences.
#pragma once

#include "app/state/jobs/engine.h"
#include "app/state/states/states_state.h"

#include <functional>

namespace heed {

Paths make_paths(const PathOrder& order);
/// None where there is no such state.
NearStates find_near(const NearOrder& order);

inline constexpr int most_bank_states = 100'000;
inline constexpr std::size_t most_bank_bytes = 128'000'000;

/// Runs the sentences of a bank, a few at a time, and tells what there is by then, at last with `done`. A
/// bank keeps no more than `most_bank_states` and `most_bank_bytes`. Cancelled, it tells nothing more. Throws
/// nothing.
void read_bank(const Engine& engine, const BankOrder& order, const std::atomic<bool>& cancelled,
               const std::function<void(BankState)>& tell);

} // namespace heed
