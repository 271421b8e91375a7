#include "app/state/jobs/run_state.h"

#include <algorithm>

namespace heed {

const FailedRun* RunState::find_failed(const Request& request) const {
    const auto found = std::find_if(failed.begin(), failed.end(),
                                    [&](const FailedRun& run) { return run.request == request; });
    return found == failed.end() ? nullptr : &*found;
}

} // namespace heed
