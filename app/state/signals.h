// SIGTERM, SIGINT and SIGHUP as a call on a thread of its own, so that leaving by them saves what must be
// saved.
#pragma once

#include <functional>
#include <thread>

namespace heed {

class SignalWatch {
public:
    /// Must be made before any other thread is started: threads inherit that the signals are held back.
    explicit SignalWatch(std::function<void()> asked_to_leave);
    ~SignalWatch();
    SignalWatch(const SignalWatch&) = delete;
    SignalWatch& operator=(const SignalWatch&) = delete;

private:
    std::thread thread_;
};

} // namespace heed
