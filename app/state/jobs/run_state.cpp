#include "app/state/jobs/run_state.h"

#include <algorithm>

namespace heed {

const FinishedRun* RunState::find(const Request& request) const {
    const auto found = std::find_if(known.begin(), known.end(),
                                    [&](const FinishedRun& run) { return run.request == request; });
    return found == known.end() ? nullptr : &*found;
}

const FailedRun* RunState::find_failed(const Request& request) const {
    const auto found = std::find_if(failed.begin(), failed.end(),
                                    [&](const FailedRun& run) { return run.request == request; });
    return found == failed.end() ? nullptr : &*found;
}

void RunState::keep(FinishedRun run, const std::vector<Request>& wanted, std::size_t most) {
    std::erase_if(known, [&](const FinishedRun& old) { return old.request == run.request; });
    known.insert(known.begin(), std::move(run));
    std::size_t held = 0, count = 0;
    std::erase_if(known, [&](const FinishedRun& old) {
        held += old.trace->bytes();
        const bool room = ++count <= most_known && held <= most;
        return !room && count > 1 && std::find(wanted.begin(), wanted.end(), old.request) == wanted.end();
    });
}

} // namespace heed
