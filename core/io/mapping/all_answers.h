// All answers to what is open, against the examples that lie beside the files.
#pragma once

#include "core/io/mapping/tried.h"

#include <functional>

namespace heed::io::mapping {

struct Combination {
    Answers answers;       // to all questions that are open under them
    double difference = 1; // of weights, with the examples' outputs; 1 where the source's tokens are others
    bool agrees = false;   // its own outputs, weights and probabilities are those of the examples
    std::string problem;   // why it cannot be run
};
inline constexpr std::size_t most_combinations = 512;

struct Search {
    std::vector<Combination> tried; // best first
    std::size_t all = 0; // how many there are; of more than 512 the nearest to the answers are tried
    std::size_t agreeing() const;
};
/// `progress` is told how many are done and how many there will be.
Search try_all(const Reading& reading, const OpenOptions& options, Cancelled cancelled = nullptr,
               const std::function<void(std::size_t done, std::size_t all)>& progress = {});

} // namespace heed::io::mapping
