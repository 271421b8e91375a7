#include "app/state/jobs/thread_pool.h"

namespace heed {

ThreadPool::ThreadPool(int threads) {
    for (int k = 1; k < threads; ++k) threads_.emplace_back([this] { work(); });
}

ThreadPool::~ThreadPool() {
    {
        const std::lock_guard lock(mutex_);
        closing_ = true;
    }
    wake_.notify_all();
    for (std::thread& thread : threads_) thread.join();
}

void ThreadPool::run(int count, const std::function<void(int)>& job) {
    std::unique_lock lock(mutex_);
    job_ = &job;
    count_ = count;
    next_ = 0;
    unfinished_ = count;
    failure_ = nullptr;
    if (count > 1) wake_.notify_all();
    take_jobs(lock);
    done_.wait(lock, [this] { return unfinished_ == 0; });
    job_ = nullptr;
    if (failure_) std::rethrow_exception(failure_);
}

void ThreadPool::work() {
    std::unique_lock lock(mutex_);
    for (;;) {
        wake_.wait(lock, [this] { return closing_ || (job_ && next_ < count_); });
        if (closing_) return;
        take_jobs(lock);
    }
}

void ThreadPool::take_jobs(std::unique_lock<std::mutex>& lock) {
    while (job_ && next_ < count_) {
        const int index = next_++;
        const auto& job = *job_;
        lock.unlock();
        std::exception_ptr failure;
        try {
            job(index);
        } catch (...) {
            failure = std::current_exception();
        }
        lock.lock();
        if (failure && !failure_) failure_ = failure;
        if (--unfinished_ == 0) done_.notify_one();
    }
}

} // namespace heed
