// What Compare computes between a key and the panels: nine functions on a sentence of twelve words.
#include "app/state/jobs/engine.h"
#include "app/state/jobs/jobs.h"

#include <algorithm>
#include <benchmark/benchmark.h>
#include <condition_variable>
#include <mutex>

namespace heed {
namespace {

constexpr std::string_view sentence = "the agreement on the european economic area was signed in august 199";

/// The members of a family, at most nine, on that input.
std::vector<PanelWork> orders_of(const Engine& engine, const std::string& family, const std::string& text) {
    std::vector<PanelWork> orders;
    for (const ModelChoice& m : engine.list({})) {
        if (m.family != family || orders.size() >= most_compare_panels) continue;
        PanelOrder order;
        order.key = order.model = order.request.model = m.name;
        order.request.text = text;
        orders.push_back({std::move(order)});
    }
    return orders;
}

void W8_compare(benchmark::State& state) {
    const Engine engine = heed_engine();
    std::mutex lock;
    std::condition_variable changed;
    bool woken = false;
    Jobs jobs(engine, [&] {
        const std::lock_guard guard(lock);
        woken = true;
        changed.notify_one();
    });
    int typed = 0;
    const auto once = [&] {
        auto orders =
            orders_of(engine, "translate",
                      std::string(sentence) + std::to_string(typed++ % 10)); // another last digit each time
        const std::size_t wanted = orders.size();
        for (PanelWork& work : orders) work.order.request.max_steps = 100 + typed; // never one that was kept
        const auto begun = std::chrono::steady_clock::now();
        jobs.compare(std::move(orders));
        for (std::size_t done = 0; done < wanted;) {
            std::unique_lock guard(lock);
            changed.wait(guard, [&] { return woken; });
            woken = false;
            guard.unlock();
            done += jobs.take().size();
        }
        return std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count();
    };
    once(); // reads the models
    for (auto _ : state) state.SetIterationTime(once());
}
BENCHMARK(W8_compare)->UseManualTime()->Unit(benchmark::kMillisecond);

} // namespace
} // namespace heed
