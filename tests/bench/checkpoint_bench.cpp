// Opening a model's file: every tensor of the checkpoint that HEED_BENCH_CHECKPOINT names, as a matrix.
#include "app/state/jobs/thread_pool.h"
#include "core/io/container/checkpoint.h"

#include <benchmark/benchmark.h>

#include <cstdlib>
#include <vector>

namespace heed {
namespace {

void open_checkpoint(benchmark::State& state) {
    const char* path = std::getenv("HEED_BENCH_CHECKPOINT");
    if (path == nullptr) {
        state.SkipWithError("HEED_BENCH_CHECKPOINT names no file");
        return;
    }
    ThreadPool pool(static_cast<int>(state.range(0)));
    for (auto _ : state) {
        const io::Checkpoint file(path);
        std::vector<Eigen::MatrixXf> matrices;
        for (const io::StoredTensor& tensor : file.tensors())
            matrices.push_back(file.matrix(tensor, pool.executor()));
        benchmark::DoNotOptimize(matrices.data());
    }
}
BENCHMARK(open_checkpoint)
    ->Name("open checkpoint")
    ->Arg(1)
    ->Arg(2)
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond);

} // namespace
} // namespace heed
