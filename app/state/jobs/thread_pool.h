// Threads for code that starts none of its own.
#pragma once

#include "core/base/executor.h"

#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace heed {

/// Keeps `threads` - 1 threads asleep until there is work; the caller's is the last one. run() may be called
/// from one thread at a time.
class ThreadPool {
public:
    explicit ThreadPool(int threads);
    ~ThreadPool();
    ThreadPool(const ThreadPool&) = delete;
    ThreadPool& operator=(const ThreadPool&) = delete;

    /// See Executor.
    void run(int count, const std::function<void(int)>& job);
    /// Refers to this pool, which must outlive it.
    Executor executor() {
        return [this](int count, const std::function<void(int)>& job) { run(count, job); };
    }

private:
    void work();
    void take_jobs(std::unique_lock<std::mutex>& lock);

    std::mutex mutex_;
    std::condition_variable wake_, done_;
    const std::function<void(int)>* job_ = nullptr; // of the current run
    int count_ = 0, next_ = 0, unfinished_ = 0;
    std::exception_ptr failure_; // the first of the current run
    bool closing_ = false;
    std::vector<std::thread> threads_;
};

} // namespace heed
