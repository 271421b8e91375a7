// What measuring the meaning of weights costs, of a sentence of 60 words.
#include "core/analysis/meaning/sentence.h"
#include "core/decode/run.h"
#include "core/io/open/model_library.h"
#include "tests/support/source_dir.h"

#include <benchmark/benchmark.h>

namespace heed {
namespace {

struct Sixty {
    Sixty() {
        const io::ModelLibrary library({test::source_dir() / "assets"});
        const io::ModelPlace place = library.resolve("translate/additive");
        model = io::load_model(place.folder, place.name);
        Request request;
        for (int n = 0; n < 5; ++n) request.text += "the red cat sees the small dog of the big house . ";
        request.text.resize(request.text.size() - 1);
        request.target = "";
        for (int n = 0; n < 59; ++n) *request.target += "les ";
        run = decode::run(model, request);
    }
    Model model;
    Trace run;
};

void sentence(benchmark::State& state) {
    const Sixty sixty;
    for (auto _ : state)
        benchmark::DoNotOptimize(analysis::meaning::measure_sentence(sixty.model, sixty.run));
    state.counters["words"] = sixty.run.source_length();
    state.counters["outputs"] = sixty.run.outputs();
}

/// With another map, which is nearly all of it.
void other_weights(benchmark::State& state) {
    const Sixty sixty;
    const int last = sixty.run.outputs() - 1;
    for (auto _ : state)
        benchmark::DoNotOptimize(analysis::meaning::measure_output(sixty.model, sixty.run, last));
}

BENCHMARK(sentence)->Name("meaning of 60 words")->Unit(benchmark::kMillisecond);
BENCHMARK(other_weights)->Name("another map, 60 words")->Unit(benchmark::kMillisecond);

} // namespace
} // namespace heed
