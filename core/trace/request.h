// Everything that decides what a run computes. Same request, same trace; undo is the previous request.
#pragma once

#include "core/trace/edits.h"

#include <cstdint>
#include <optional>
#include <string>

namespace heed {

/// When a search ends that scores log P / N^exponent, once as many sentences have ended as the beam is wide.
enum class Stopping {
    AtOnce,       // then
    NoneLeads,    // when the best that goes on, scored as it stands, is no better than the worst that ended
    NoneCanReach, // when it could be no better even at the greatest length
};

/// How sentences are searched for. Width 0: no search, the likeliest token each time.
struct Beam {
    int width = 0;
    double length_penalty = 0;   // alpha of Wu et al. 2016, section 7
    double coverage_penalty = 0; // beta
    // Of a model with rules of its own for writing (core/models/generation.h), which has neither of the two;
    // empty: as its rules say.
    std::optional<double> exponent{}; // of the score log P / N^exponent
    std::optional<Stopping> stopping{};
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
    // Of a model that knows several languages, their codes, empty: its own choice; and of one that is told
    // its task in words, those that are put before the text.
    std::string source_language{}, target_language{}, prefix{};
    bool operator==(const Request&) const = default;
};

std::uint64_t hash_value(const Request& request);

} // namespace heed
