// What the jobs were asked to run, and what could not be run. What could is in the cache.
#pragma once

#include "core/trace/request.h"

#include <string>
#include <vector>

namespace heed {

struct FailedRun {
    Request request;
    std::string problem;
    int tokens = 0;
    std::string model{}; // as FinishedRun::model
};

struct RunState {
    static constexpr std::size_t most_failed = 100; // a request and a sentence each
    std::vector<FailedRun> failed;                  // of the loaded model, newest first
    std::vector<Request> asked;                     // what the jobs were last asked for

    const FailedRun* find_failed(const Request& request) const;
};

} // namespace heed
