// What the query pad shows.
#pragma once

#include "app/figures/query_pad/query_pad.h"

#include <memory>

namespace heed {

struct PadState {
    bool opened = false;                 // it fills the frame
    bool pinned = false;                 // the query stays where it is; else it is under the pointer
    bool turning = false;                // the query goes round a circle
    int phase = 1;                       // that is explained
    std::shared_ptr<const QueryPad> pad; // null before it was first opened
};

} // namespace heed
