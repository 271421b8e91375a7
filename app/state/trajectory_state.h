// The path of the states in values: what of a run is shown, and what it is compared with.
#pragma once

namespace heed {

struct TrajectoryState {
    bool shown = false; // in place of the network
};

} // namespace heed
