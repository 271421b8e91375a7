// Influence of every word on every state: what Memory measures when another sentence is typed.
#include "app/state/data_paths.h"
#include "app/state/jobs/thread_pool.h"
#include "core/analysis/influence/influence.h"
#include "core/io/open/model_library.h"

#include <benchmark/benchmark.h>

namespace heed {
namespace {

/// 60 tokens, the end token among them, through the encoder-decoder of translation; 60 outputs.
void influence_60(benchmark::State& state) {
    const Model model = io::ModelLibrary(data_directories()).load("translate/additive");
    const auto& config = model.config.as<Seq2SeqConfig>();
    std::vector<int> source, inputs{model.target.special().start};
    for (int t = 0; t < 59; ++t) source.push_back(4 + t * 7 % (config.source_vocabulary - 4));
    source.push_back(model.source.special().end);
    for (int i = 0; i < 59; ++i) inputs.push_back(4 + i * 5 % (config.target_vocabulary - 4));
    ThreadPool pool(static_cast<int>(state.range(0)));
    const bool readouts = state.range(1) != 0;
    for (auto _ : state) {
        auto norms =
            influence::norms<float>(config, model.parameters, source, inputs, readouts, pool.executor());
        benchmark::DoNotOptimize(norms.decoder.data());
    }
}
BENCHMARK(influence_60)
    ->Name("influence of 60 words")
    ->ArgNames({"threads", "readouts"})
    ->Args({1, 0})
    ->Args({2, 0})
    ->Args({1, 1})
    ->Args({2, 1})
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond);

} // namespace
} // namespace heed
