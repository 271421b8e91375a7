// Threads that do what is asked for.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

namespace heed {

/// Jobs stand in lanes, each of which does so many at once, in their order; lanes do not wait for one
/// another. Of a lane the newest list may be wanted: what is not on it is dropped, or cancelled where it is
/// under way. All members may be called from any thread and block for no longer than a lock. A job throws
/// nothing.
template <class Key, std::size_t lanes>
class Pool {
public:
    struct Job {
        Key key; // jobs of one lane with equal keys are the same work
        std::function<void(const std::atomic<bool>& cancelled)> work;
        bool must = false; // it is done even where everything ends
    };
    using Spare = std::function<bool(const Key& under_way, std::chrono::steady_clock::duration since)>;

    explicit Pool(const std::array<int, lanes>& most) {
        for (std::size_t n = 0; n < lanes; ++n) lanes_[n].most = most[n];
        for (const int count : most)
            for (int n = 0; n < count; ++n) threads_.emplace_back([this] { loop(); });
    }
    ~Pool() { stop(); }
    Pool(const Pool&) = delete;
    Pool& operator=(const Pool&) = delete;

    /// Behind what waits there.
    void add(std::size_t lane, Job job) {
        {
            const std::lock_guard guard(lock_);
            lanes_[lane].waiting.push_back(std::make_shared<Held>(std::move(job)));
        }
        changed_.notify_one();
    }

    /// These and nothing else of the lane. What is under way and wanted goes on; what is not may be spared.
    void want(std::size_t lane, std::vector<Job> jobs, const Spare& spare = nullptr) {
        std::size_t ready = 0;
        {
            const std::lock_guard guard(lock_);
            Lane& l = lanes_[lane];
            l.waiting.clear();
            const auto now = std::chrono::steady_clock::now();
            for (const auto& held : l.under_way) {
                const auto same = [&](const Job& job) { return job.key == held->job.key; };
                if (!held->cancelled && std::erase_if(jobs, same) > 0) continue;
                if (!spare || !spare(held->job.key, now - held->since)) held->cancelled = true;
            }
            for (Job& job : jobs) l.waiting.push_back(std::make_shared<Held>(std::move(job)));
            ready = std::min(jobs.size(), static_cast<std::size_t>(l.most));
        }
        for (; ready > 0; --ready) changed_.notify_one();
    }

    /// Of what waits in the lane.
    template <class Which>
    void drop(std::size_t lane, Which which) {
        const std::lock_guard guard(lock_);
        std::erase_if(lanes_[lane].waiting, [&](const auto& held) { return which(held->job.key); });
    }

    /// The same, and what of it is under way is cancelled.
    template <class Which>
    void give_up(std::size_t lane, Which which) {
        const std::lock_guard guard(lock_);
        std::erase_if(lanes_[lane].waiting, [&](const auto& held) { return which(held->job.key); });
        for (const auto& held : lanes_[lane].under_way)
            if (which(held->job.key)) held->cancelled = true;
    }

    bool idle() const {
        return idle_but([](const Key&) { return false; });
    }

    /// Nothing waits and nothing is under way but of those.
    template <class Which>
    bool idle_but(Which which) const {
        const auto all = [&](const auto& jobs) {
            return std::all_of(jobs.begin(), jobs.end(),
                               [&](const auto& held) { return which(held->job.key); });
        };
        const std::lock_guard guard(lock_);
        return std::all_of(lanes_.begin(), lanes_.end(),
                           [&](const Lane& l) { return all(l.waiting) && all(l.under_way); });
    }

    /// Cancels everything and waits for what is under way, and for what must be done.
    void stop() {
        {
            const std::lock_guard guard(lock_);
            stop_ = true;
            for (Lane& l : lanes_) {
                std::erase_if(l.waiting, [](const auto& held) { return !held->job.must; });
                for (const auto& held : l.under_way) held->cancelled = true;
            }
        }
        changed_.notify_all();
        for (std::thread& thread : threads_) thread.join();
        threads_.clear();
    }

private:
    struct Held {
        explicit Held(Job wanted) : job(std::move(wanted)) {}
        Job job;
        std::atomic<bool> cancelled{false};
        std::chrono::steady_clock::time_point since;
    };
    struct Lane {
        int most = 1;
        std::deque<std::shared_ptr<Held>> waiting, under_way;
        bool ready() const { return !waiting.empty() && static_cast<int>(under_way.size()) < most; }
        bool empty() const { return waiting.empty(); }
    };

    void loop() {
        std::unique_lock guard(lock_);
        while (true) {
            auto lane = lanes_.end();
            changed_.wait(guard, [&] {
                lane = std::find_if(lanes_.begin(), lanes_.end(), [](const Lane& l) { return l.ready(); });
                return lane != lanes_.end() ||
                       (stop_ &&
                        std::all_of(lanes_.begin(), lanes_.end(), [](const Lane& l) { return l.empty(); }));
            });
            if (lane == lanes_.end()) return;
            const std::shared_ptr<Held> held = std::move(lane->waiting.front());
            lane->waiting.pop_front();
            lane->under_way.push_back(held);
            held->since = std::chrono::steady_clock::now();
            guard.unlock();
            held->job.work(held->cancelled);
            guard.lock();
            std::erase(lane->under_way, held);
            // The lane has room for one more: this thread looks for it, so nobody else need wake.
            if (stop_) changed_.notify_all();
        }
    }

    mutable std::mutex lock_;
    std::condition_variable changed_;
    std::array<Lane, lanes> lanes_;
    bool stop_ = false;
    std::vector<std::thread> threads_;
};

} // namespace heed
