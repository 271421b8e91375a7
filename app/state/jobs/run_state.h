// What the jobs were asked to run, how far that is, and what could not be run. What could is in the cache.
#pragma once

#include "core/decode/telling.h"
#include "core/trace/request.h"

#include <optional>
#include <string>
#include <vector>

namespace heed {

class Trace;

struct FailedRun {
    Request request;
    std::string problem;
    int tokens = 0;
    std::string model{}; // as FinishedRun::model
};

/// How far a run is that takes long.
struct RunProgress {
    Request request;
    decode::Progress far{};
    bool reads() const { return far.layers > 0; }
};

/// A run that was stopped by hand: what there was of it then is shown, and kept nowhere else.
struct StoppedRun {
    Request request;
    std::string model; // as FinishedRun::model
    int outputs = 0;   // 0: it was still reading, and what is shown is another's
};

/// A search that was stopped by hand: neither it nor the one with the changes is asked for.
struct StoppedSearch {
    Request found;     // without the newest edits
    Edits edits;       // and these
    std::string model; // as FinishedRun::model
    int outputs = 0;   // that it had gone through, as far as was told
};

struct RunState {
    static constexpr std::size_t most_failed = 100; // a request and a sentence each
    std::vector<FailedRun> failed;                  // of the loaded model, newest first
    std::vector<Request> asked;                     // what the jobs were last asked for
    std::optional<Request> writing{};               // is shown while it is written, with an open place
    std::optional<Request> stop_soon{};             // is stopped as soon as there is something of it
    std::optional<StoppedRun> stopped{};            // stands in for the run of its request
    std::optional<StoppedSearch> stopped_search{};  // until it or anything of it is asked for again
    std::optional<RunProgress> searching{};         // the newest of a search
    std::optional<RunProgress> on_its_way{};        // the newest of what is to be shown
    std::vector<const Trace*> on_screen{};          // when the budget was held last: only to be compared

    const FailedRun* find_failed(const Request& request) const;
};

} // namespace heed
