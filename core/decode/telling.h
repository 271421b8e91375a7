// What a long run tells of itself on the way.
#pragma once

#include "core/trace/trace.h"

#include <atomic>
#include <chrono>
#include <functional>

namespace heed {

struct Model;

namespace decode {

/// How far a run is, where what there is of it is not handed out.
struct Progress {
    int read = 0, layers = 0; // layers that have read the source, of how many; 0: that is over
    int outputs = 0;          // written, or gone through by a search
    bool searching = false;
};

/// Called by the thread that runs. A run that is over before `first` tells nothing, so that a small model
/// pays nothing; one that goes on is told at most every `between`, and never so often that telling takes more
/// than one part in `share` of its time: what is handed out is copied, and the longer a run the more there is
/// to copy.
struct Telling {
    /// The run as far as it is written, of one output at least: a prefix of what it will be, what was
    /// recorded bit for bit.
    std::function<void(Trace)> so_far{};
    /// The same in numbers, which costs nothing: it does not wait until what was copied is paid for.
    std::function<void(const Progress&)> progress{};
    /// Asked where the run is cancelled: whether so_far hears a last time of what is written by then.
    std::function<bool()> last{};
    std::chrono::steady_clock::duration first = std::chrono::milliseconds(150),
                                        between = std::chrono::milliseconds(100);
    int share = 10;
};

/// As run() (run.h) does it; `telling` hears of a run that writes token by token under the model's own score.
Trace run_telling(const Model& model, const Request& request, const std::atomic<bool>* cancelled,
                  const Telling& telling);

/// When it is time to tell again.
class Pace {
public:
    using Clock = std::chrono::steady_clock;
    explicit Pace(const Telling* telling)
        : telling_(telling), next_(Clock::now() + (telling ? telling->first : Clock::duration::zero())) {}

    /// Calls `tell` where it is time.
    template <class F>
    void pass(const F& tell) {
        if (!telling_) return;
        const auto start = Clock::now();
        if (start < next_) return;
        tell(*telling_);
        const auto end = Clock::now();
        next_ = end + std::max<Clock::duration>(telling_->between, (end - start) * (telling_->share - 1));
    }

    void tell(const Progress& progress) {
        pass([&](const Telling& t) {
            if (t.progress) t.progress(progress);
        });
    }

private:
    const Telling* telling_;
    Clock::time_point next_;
};

} // namespace decode

} // namespace heed
