// States of other inputs, and the plane of one: what follows a click in Step's states.
#include "core/analysis/neighbours.h"
#include "core/analysis/projection.h"
#include "core/base/random.h"
#include "core/decode/states.h"
#include "core/io/open/model_library.h"
#include "core/tasks/task.h"
#include "tests/support/source_dir.h"

#include <benchmark/benchmark.h>

namespace heed {
namespace {

Eigen::MatrixXf random_states(int size, int count, std::uint64_t seed) {
    Random random(seed);
    Eigen::MatrixXf states(size, count);
    for (float& x : states.reshaped()) x = static_cast<float>(random.normal());
    return states;
}

/// range(0) states of 96 numbers, 12 a sentence.
void states_nearest(benchmark::State& state) {
    StateBank bank;
    for (int n = 0; n < state.range(0) / 12; ++n) {
        SentenceStates sentence;
        sentence.annotations = random_states(96, 12, static_cast<std::uint64_t>(n));
        bank.push_back(std::make_shared<const SentenceStates>(std::move(sentence)));
    }
    const Eigen::VectorXf from = random_states(96, 1, 1u << 20).col(0);
    const auto how = state.range(1) != 0 ? analysis::Distance::Cosine : analysis::Distance::Euclid;
    for (auto _ : state)
        benchmark::DoNotOptimize(
            analysis::nearest_states(bank, {{analysis::StateKind::Annotation, 0}, how, 50, 48}, from));
}
BENCHMARK(states_nearest)->ArgsProduct({{1000, 100'000}, {0, 1}})->Unit(benchmark::kMicrosecond);

/// A path of range(0) states of range(1) numbers.
void states_plane(benchmark::State& state) {
    const Eigen::MatrixXf path =
        random_states(static_cast<int>(state.range(1)), static_cast<int>(state.range(0)), 3);
    for (auto _ : state) benchmark::DoNotOptimize(analysis::principal_components(path));
}
BENCHMARK(states_plane)->Args({13, 48})->Args({200, 512})->Args({2000, 1024})->Unit(benchmark::kMicrosecond);

/// 64 dates: range(0) 1 in batches, 0 one by one.
void states_bank(benchmark::State& state) {
    const io::ModelLibrary library({test::source_dir() / "assets"});
    const io::ModelPlace place = library.resolve("dates");
    const Model model = io::load_model(place.folder, place.name);
    Random random(1);
    std::vector<decode::Prepared> items;
    for (int n = 0; n < 64; ++n) {
        Request request;
        request.text = model.tokenizer.join(tasks::get("dates").sample(random).source);
        items.push_back({request.text, decode::begin_run(model, request)});
    }
    for (auto _ : state) {
        if (state.range(0) != 0)
            benchmark::DoNotOptimize(decode::states_of(model, items).data());
        else
            for (const decode::Prepared& item : items) {
                Request request;
                request.text = item.text;
                benchmark::DoNotOptimize(states_to_keep(decode::run(model, request)));
            }
    }
}
BENCHMARK(states_bank)->Arg(0)->Arg(1)->Unit(benchmark::kMillisecond);

} // namespace
} // namespace heed
