// What switching each head off by itself costs, on a worker.
#include "app/figures/base/format.h"
#include "app/figures/head_off/head_off.h"
#include "app/state/heads/head_off.h"
#include "app/state/jobs/problem.h"
#include "app/state/jobs/thread_pool.h"
#include "core/decode/run.h"

#include <algorithm>
#include <chrono>
#include <thread>

namespace heed {
namespace {

struct HeadCostsMade {
    std::shared_ptr<const Trace> run;
    std::shared_ptr<const HeadCosts> costs;
    std::string problem{}; // why there are none
};

} // namespace

std::shared_ptr<const HeadCosts> HeadCostsProgress::so_far() const {
    const std::lock_guard lock(mutex_);
    return so_far_;
}

void HeadCostsProgress::add(const std::shared_ptr<const Trace>& run, const heads::Cost& cost,
                            double seconds) {
    const std::lock_guard lock(mutex_);
    HeadCosts next = so_far_ ? *so_far_ : HeadCosts{run, {}};
    next.all.push_back(cost);
    next.seconds = seconds;
    so_far_ = std::make_shared<const HeadCosts>(std::move(next));
}

std::shared_ptr<const HeadCosts> head_costs_shown(const AppState& s) {
    const HeadOffState& h = s.head_off;
    if (h.costs) return h.costs;
    if (h.costs_progress) return h.costs_progress->so_far();
    return h.costs_stopped && h.costs_part && h.costs_part->run == h.costs_asked ? h.costs_part : nullptr;
}

std::string head_costs_words(const AppState& s) {
    const HeadOffState& h = s.head_off;
    if (!h.costs_problem.empty()) return h.costs_problem;
    if (h.costs_stopped) {
        const auto part = head_costs_shown(s);
        return part && s.model ? std::to_string(part->all.size()) + " of " +
                                     counted(static_cast<int>(heads::places_of_heads(*s.model).size()), "run")
                               : "stopped"; // a button says that it goes on
    }
    if (!h.costs_progress) return "";
    return std::to_string(h.costs_progress->done.load()) + " of " +
           counted(h.costs_progress->all.load(), "run");
}

WorkspaceJob head_costs_job(const AppState& s) {
    return [run = s.head_off.costs_asked, progress = s.head_off.costs_progress,
            model = s.model](const Engine&, const std::atomic<bool>& cancelled) -> std::any {
        if (!run || !progress || !model) return {};
        const auto before = progress->so_far();
        const auto seconds = [from = std::chrono::steady_clock::now(), of = before ? before->seconds : 0] {
            return of + std::chrono::duration<double>(std::chrono::steady_clock::now() - from).count();
        };
        ThreadPool pool(std::max(1, static_cast<int>(std::thread::hardware_concurrency()) - 1));
        const Executor counting = [&](int count, const std::function<void(int)>& job) {
            progress->all = count;
            pool.executor()(count, [&](int n) {
                if (cancelled) progress->given_up = true; // the program is left
                if (progress->given_up) throw decode::Cancelled{};
                job(n);
                ++progress->done;
            });
        };
        try {
            heads::CostsSoFar so_far{{},
                                     [&](const heads::Cost& cost) { progress->add(run, cost, seconds()); }};
            if (before) so_far.known = before->all;
            HeadCosts costs{run, heads::costs_of_heads(*model, *run, counting, &progress->given_up,
                                                       HeadEdit::Kind::Off, so_far)};
            costs.seconds = seconds();
            return HeadCostsMade{run, std::make_shared<const HeadCosts>(std::move(costs))};
        } catch (const decode::Cancelled&) {
            return {};
        } catch (const std::exception& error) {
            return HeadCostsMade{run, nullptr, as_sentence(error.what())};
        }
    };
}

void apply_head_costs(AppState& s, const WorkDone& done) {
    HeadOffState& h = s.head_off;
    if (!done.problem.empty()) {
        if (!h.costs_progress) return; // it was given up
        h.costs_progress = nullptr;
        h.costs_problem = as_sentence(done.problem);
        return;
    }
    const auto* made = std::any_cast<HeadCostsMade>(&done.result);
    if (!made || made->run != h.costs_asked || !h.costs_progress) return;
    h.costs_problem = made->problem;
    if (made->costs) {
        h.costs = made->costs;
        h.costs_part = nullptr;
    }
    h.costs_progress = nullptr;
}

void stop_head_costs(AppState& s) {
    HeadOffState& h = s.head_off;
    if (!h.costs_progress) return;
    h.costs_progress->given_up = true;
    h.costs_part = h.costs_progress->so_far();
    h.costs_progress = nullptr;
    h.costs_asked = nullptr;
}

} // namespace heed
