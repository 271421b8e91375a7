// Runs that are known, by the request of each: going back to one costs nothing.
#pragma once

#include "app/state/spelling.h"
#include "core/trace/trace.h"

#include <memory>
#include <string>
#include <vector>

namespace heed {

/// A run as it was asked for, and what came of it.
struct FinishedRun {
    Request request; // the trace's own holds the part of the text that fitted
    std::shared_ptr<const Trace> trace;
    int tokens = 0; // of the whole input, end token not counted
    bool too_long = false;
    std::size_t fitting = 0; // bytes that were run
    std::vector<UnknownWord> unknown{};
};

struct FailedRun {
    Request request;
    std::string problem;
    int tokens = 0;
};

struct RunState {
    std::vector<FinishedRun> known; // of the loaded model, newest first
    std::vector<FailedRun> failed;
    std::vector<Request> asked; // what the jobs were last asked for

    const FinishedRun* find(const Request& request) const;
    const FailedRun* find_failed(const Request& request) const;
    /// Keeps it, and drops the oldest when there are more than most_known, or all together hold more than
    /// `most` bytes. What is `wanted` stays in any case: it would be asked for again.
    static constexpr std::size_t most_known = 256;
    void keep(FinishedRun run, const std::vector<Request>& wanted = {}, std::size_t most = 256'000'000);
};

} // namespace heed
