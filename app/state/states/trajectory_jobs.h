// The worker of Step's states: paths and neighbours at once, a bank of sentences in the time between.
#pragma once

#include "app/state/jobs/engine.h"
#include "app/state/states/trajectory_state.h"

#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>
#include <variant>

namespace heed {

/// Computes on a thread of its own. The newest orders win; a bank that is not wanted any more is given up,
/// and keeps no more than `most_states` and `most_bytes`. All members may be called from one thread; nothing
/// blocks for longer than a lock. No exception leaves the worker.
class StateJobs {
public:
    using Result = std::variant<Paths, BankState, NearStates>;
    using Post = std::function<void(Result)>; // called from the worker

    StateJobs(Engine engine, Post post);
    ~StateJobs();

    void want(StateOrders orders);
    /// Cancels everything and waits for the job in hand.
    void stop();
    bool idle() const;

    static constexpr int most_states = 100'000;
    static constexpr std::size_t most_bytes = 128'000'000;

private:
    struct Reading; // of a bank
    void loop();
    /// One piece of work, the most urgent; whether there was any.
    bool work(const StateOrders& orders);
    bool read_on(const BankOrder& order);

    Engine engine_;
    Post post_;
    mutable std::mutex lock_;
    std::condition_variable changed_;
    StateOrders wanted_;
    bool stop_ = false, working_ = false, fresh_ = false;
    std::atomic<bool> cancelled_{false};
    // The worker's own.
    PathOrder made_;
    NearOrder found_;
    BankOrder given_up_; // it could not be read
    std::unique_ptr<Reading> reading_;
    std::thread thread_;
};

} // namespace heed
