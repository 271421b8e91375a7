#include "app/state/run_state.h"

#include <algorithm>

namespace heed {

const FinishedRun* RunState::find(const Request& request) const {
    const auto found = std::find_if(known.begin(), known.end(), [&](const FinishedRun& run) { return run.request == request; });
    return found == known.end() ? nullptr : &*found;
}

const FailedRun* RunState::find_failed(const Request& request) const {
    const auto found = std::find_if(failed.begin(), failed.end(), [&](const FailedRun& run) { return run.request == request; });
    return found == failed.end() ? nullptr : &*found;
}

void RunState::keep(FinishedRun run, std::size_t most) {
    std::erase_if(known, [&](const FinishedRun& old) { return old.request == run.request; });
    known.insert(known.begin(), std::move(run));
    std::size_t held = 0, n = 0;
    for (; n < std::min(known.size(), most_known); ++n) {
        held += known[n].trace->bytes();
        if (n > 0 && held > most) break;
    }
    known.erase(known.begin() + static_cast<std::ptrdiff_t>(n), known.end());
}

} // namespace heed
