// Opening a model's file: every tensor of the checkpoint that HEED_BENCH_CHECKPOINT names, as a matrix; and
// the families that come nearest to a file of many tensors, which takes time by their number.
#include "app/state/jobs/thread_pool.h"
#include "core/io/base/file.h"
#include "core/io/container/checkpoint.h"
#include "core/io/container/safetensors.h"
#include "core/io/open/closest_to.h"
#include "tests/support/source_dir.h"
#include "tests/support/temporary_folder.h"

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

void closest_families(benchmark::State& state) {
    const test::TemporaryFolder folder;
    nn::ParameterSet<float> set;
    for (int n = 0; n < state.range(0); ++n) set.add("t" + std::to_string(n), 1, 1);
    const auto file = folder.path() / "many.safetensors";
    io::write_file_atomic(file, io::safetensors_bytes(set));
    io::OpenOptions options;
    options.families = {test::source_dir() / "assets/families"};
    for (auto _ : state) benchmark::DoNotOptimize(io::closest_to(file, options));
}
BENCHMARK(closest_families)->Name("closest families")->Arg(3'000)->Arg(12'000)->Unit(benchmark::kMillisecond);

} // namespace
} // namespace heed
