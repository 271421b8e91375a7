// How code that starts no threads of its own uses those of its caller.
#pragma once

#include <functional>

namespace heed {

/// Runs job(0), …, job(count - 1), in any order and perhaps at once, and returns when all are done. A job's
/// exception reaches the caller once all are done. Results must not depend on the order.
using Executor = std::function<void(int count, const std::function<void(int)>& job)>;

/// The executor of a single thread.
inline void in_turn(int count, const std::function<void(int)>& job) {
    for (int i = 0; i < count; ++i) job(i);
}

} // namespace heed
