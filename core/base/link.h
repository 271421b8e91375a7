// One link of an alignment.
#pragma once

#include <compare>

namespace heed {

/// Target token `target` is explained by source token `source`. Positions count from 0.
struct Link {
    int source = 0, target = 0;
    auto operator<=>(const Link&) const = default;
};

} // namespace heed
