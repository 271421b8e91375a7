// The workers of Compare: several panels at once, each shown as it comes.
#pragma once

#include "app/state/event.h"
#include "app/state/jobs/engine.h"

#include <condition_variable>
#include <deque>
#include <list>
#include <mutex>
#include <thread>

namespace heed {

/// Computes panels on threads of its own. The newest list of orders wins: what is not in it is cancelled.
/// Models are read once and results kept, both in bounds, so that what was shown before is there at once.
/// All members may be called from one thread; nothing blocks for longer than a lock. No exception leaves a
/// worker.
class PanelJobs {
public:
    using Post = std::function<void(PanelFinished)>; // called from workers, and from want()

    PanelJobs(Engine engine, Post post, int threads = 0); // 0: as many as the machine has, at least two
    ~PanelJobs();

    /// The panels that are wanted now. Each is answered by one PanelFinished; those without text are not.
    void want(std::vector<PanelOrder> orders);
    /// Cancels everything and waits for the jobs in hand.
    void stop();
    bool idle() const;

private:
    struct Job {
        PanelOrder order;
        std::atomic<bool> cancelled{false};
    };
    struct Kept {
        std::shared_ptr<const Model> model;
        Request request;
        PanelResult result;
        std::size_t bytes = 0;
    };
    struct Loaded {
        std::mutex reading; // one reads, the others wait for it
        std::shared_ptr<const Model> model;
    };

    void loop();
    void work(Job& job);
    std::shared_ptr<const Model> model_of(const PanelOrder& order);
    const PanelResult* find(const std::shared_ptr<const Model>& model,
                            const Request& request); // lock_ is held
    void keep(const std::shared_ptr<const Model>& model, const Request& request, const PanelResult& result);

    Engine engine_;
    Post post_;
    mutable std::mutex lock_;
    std::condition_variable changed_;
    std::deque<std::shared_ptr<Job>> waiting_, in_hand_;
    std::list<Kept> kept_;                                              // newest use first
    std::list<std::pair<std::string, std::shared_ptr<Loaded>>> models_; // newest use first
    std::size_t kept_bytes_ = 0;
    bool stop_ = false;
    std::vector<std::thread> threads_;
};

} // namespace heed
