// A large model: the folder that HEED_BENCH_FOLDER names (tests/bench/large_transformer makes one, and prints
// what these say as ratios).
#include "app/state/jobs/thread_pool.h"
#include "core/decode/ruled_beam.h"
#include "core/decode/run.h"
#include "core/io/open/open_model.h"

#include <benchmark/benchmark.h>

#include <chrono>
#include <cstdlib>
#include <cstring>
#include <string>

namespace heed {
namespace {

io::Opened large_opened(const char* folder, ThreadPool& pool) {
    io::OpenOptions options;
    options.run_case = false;
    options.executor = pool.executor();
    return io::open_model({folder}, options);
}

/// The model, opened once; null where there is none to open.
const Model* large_model(benchmark::State& state) {
    const char* folder = std::getenv("HEED_BENCH_FOLDER");
    if (folder == nullptr) {
        state.SkipWithError("HEED_BENCH_FOLDER names no folder");
        return nullptr;
    }
    static ThreadPool pool(2);
    static const io::Opened opened = large_opened(folder, pool);
    return &*opened.model;
}

/// Whether a greedy step reads this parameter whole.
bool is_read_by_a_step(const std::string& name) {
    if (!name.ends_with(".weight") || name.starts_with("encoder.") || name.find("positions") != name.npos)
        return false;
    return name.find(".cross.key.") == name.npos && name.find(".cross.value.") == name.npos;
}

/// The bytes of a run, eight at a time: as fast as memory gives them.
std::uint64_t sum_of_bytes(const std::byte* at, std::size_t bytes) {
    using Words = std::uint64_t __attribute__((vector_size(64)));
    Words sums[4] = {};
    for (std::size_t n = 0; n + sizeof sums <= bytes; n += sizeof sums) {
        Words words[4];
        std::memcpy(words, at + n, sizeof words);
        for (int k = 0; k < 4; ++k) sums[k] += words[k];
    }
    const Words all = (sums[0] + sums[1]) + (sums[2] + sums[3]);
    return all[0] + all[1] + all[2] + all[3] + all[4] + all[5] + all[6] + all[7];
}

void large_open(benchmark::State& state) {
    const char* folder = std::getenv("HEED_BENCH_FOLDER");
    if (folder == nullptr) {
        state.SkipWithError("HEED_BENCH_FOLDER names no folder");
        return;
    }
    ThreadPool pool(2);
    for (auto _ : state) benchmark::DoNotOptimize(large_opened(folder, pool).model->parameters.size());
}

void large_sum(benchmark::State& state) {
    const Model* model = large_model(state);
    if (model == nullptr) return;
    std::size_t bytes = 0;
    for (auto _ : state) {
        bytes = 0;
        for (const nn::Parameter<float>& p : model->parameters) {
            if (!is_read_by_a_step(p.name)) continue;
            const auto* at = p.stored ? p.stored.row(0) : reinterpret_cast<const std::byte*>(p.value.data());
            const std::size_t own = p.stored ? p.stored.bytes() : 4 * static_cast<std::size_t>(p.numbers());
            benchmark::DoNotOptimize(sum_of_bytes(at, own));
            bytes += own;
        }
    }
    state.SetBytesProcessed(static_cast<std::int64_t>(bytes) * state.iterations());
}

using Clock = std::chrono::steady_clock;

/// What one more output costs: the time of 24 less that of 4, shared by 20.
template <class Write>
void large_step(benchmark::State& state, const Write& write) {
    const Model* model = large_model(state);
    if (model == nullptr) return;
    const auto seconds = [&](int outputs) {
        Request request;
        request.text = "bacada lo mi fu ne so bacada lo mi fu ne so lo mi fu ne so";
        request.max_steps = outputs;
        const auto start = Clock::now();
        write(*model, request);
        return std::chrono::duration<double>(Clock::now() - start).count();
    };
    for (auto _ : state) {
        const double few = seconds(4);
        state.SetIterationTime((seconds(24) - few) / 20);
    }
}

void large_greedy_step(benchmark::State& state) {
    large_step(state, [](const Model& model, const Request& request) {
        benchmark::DoNotOptimize(decode::run(model, request).outputs());
    });
}

void large_beam_step(benchmark::State& state) {
    large_step(state, [](const Model& model, Request request) {
        const decode::Beginning beginning = decode::begin_run(model, request);
        request.beam.width = 4;
        benchmark::DoNotOptimize(decode::ruled_beam_search(model, request, beginning).nodes.size());
    });
}

BENCHMARK(large_open)->Name("large: open")->UseRealTime()->Unit(benchmark::kMillisecond);
BENCHMARK(large_sum)->Name("large: sum")->Unit(benchmark::kMillisecond);
BENCHMARK(large_greedy_step)->Name("large: greedy step")->UseManualTime()->Unit(benchmark::kMillisecond);
BENCHMARK(large_beam_step)->Name("large: beam 4 step")->UseManualTime()->Unit(benchmark::kMillisecond);

} // namespace
} // namespace heed
