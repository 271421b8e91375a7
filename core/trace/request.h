// Everything that decides what a run computes. Same request, same trace; undo is the previous request.
#pragma once

#include "core/trace/edits.h"

#include <cstdint>
#include <optional>
#include <string>

namespace heed {

/// How sentences are searched for. Width 0: no search, the likeliest token each time.
struct Beam {
    int width = 0;
    double length_penalty = 0;   // alpha of Wu et al. 2016, section 7
    double coverage_penalty = 0; // beta
    bool operator==(const Beam&) const = default;
};

struct Request {
    std::string model{};                 // as the user named it
    std::string text{};                  // as typed
    std::optional<std::string> target{}; // forced decoding when given
    Edits edits{};
    std::string score{}; // another scoring function for the same h and s; empty: the model's
    int max_steps = 0;   // 0: the model's own limit
    Beam beam{};
    bool operator==(const Request&) const = default;
};

std::uint64_t hash_value(const Request& request);

} // namespace heed
