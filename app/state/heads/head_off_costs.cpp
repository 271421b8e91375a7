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

std::string head_costs_words(const AppState& s) {
    const HeadOffState& h = s.head_off;
    if (!h.costs_problem.empty()) return h.costs_problem;
    if (h.costs_stopped) return "stopped";
    if (!h.costs_progress) return "";
    return std::to_string(h.costs_progress->done.load()) + " of " +
           counted(h.costs_progress->all.load(), "run");
}

WorkspaceJob head_costs_job(const AppState& s) {
    return [run = s.head_off.costs_asked, progress = s.head_off.costs_progress,
            model = s.model](const Engine&, const std::atomic<bool>&) -> std::any {
        if (!run || !progress || !model) return {};
        const auto from = std::chrono::steady_clock::now();
        ThreadPool pool(std::max(1, static_cast<int>(std::thread::hardware_concurrency()) - 1));
        const Executor counting = [&](int count, const std::function<void(int)>& job) {
            progress->all = count;
            pool.executor()(count, [&](int n) {
                job(n);
                ++progress->done;
            });
        };
        try {
            HeadCosts costs{run, heads::costs_of_heads(*model, *run, counting, &progress->given_up)};
            costs.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - from).count();
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
    if (made->costs) h.costs = made->costs;
    h.costs_progress = nullptr;
}

void stop_head_costs(AppState& s) {
    HeadOffState& h = s.head_off;
    if (!h.costs_progress) return;
    h.costs_progress->given_up = true;
    h.costs_progress = nullptr;
    h.costs_asked = nullptr;
}

} // namespace heed
