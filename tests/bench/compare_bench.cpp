// What Compare computes between a key and the panels: nine functions on a sentence of twelve words.
#include "app/state/jobs/engine.h"
#include "app/state/jobs/jobs.h"

#include <array>
#include <benchmark/benchmark.h>
#include <condition_variable>
#include <mutex>

namespace heed {
namespace {

constexpr std::string_view sentence = "the agreement on the european economic area was signed in august 199";

/// The nine panels by name: two builds that are compared compute the same, whatever else they have come to
/// ship.
constexpr std::array<const char*, 9> panels = {"additive", "concat",  "cosine",  "cosine-beta", "dot",
                                               "general",  "local-m", "local-p", "location"};

std::vector<PanelWork> orders_of(const std::string& text) {
    std::vector<PanelWork> orders;
    for (const char* name : panels) {
        PanelOrder order;
        order.key = order.model = order.request.model = std::string("translate/") + name;
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
            orders_of(std::string(sentence) + std::to_string(typed++ % 10)); // another last digit each time
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
