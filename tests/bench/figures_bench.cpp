// W8: what one frame of Step costs in our own code, by the number of source tokens: canvas, timeline,
// inspector and narration laid out anew (a frame in which nothing changed reuses them). Text is measured by a
// stub here.
#include "app/figures/seq2seq/inspector/inspector.h"
#include "app/figures/seq2seq/network/network.h"
#include "app/figures/states/states.h"
#include "app/figures/timeline.h"
#include "core/models/seq2seq/phases.h"
#include "tests/support/samples/sample_trace.h"
#include "tests/support/stub_metrics.h"

#include <benchmark/benchmark.h>

namespace heed {
namespace {

void step_frame(benchmark::State& state) {
    const int tokens = static_cast<int>(state.range(0));
    const Trace trace = sample_trace(tokens, tokens);
    const StubMetrics metrics;
    FigureStyle style;
    style.metrics = &metrics;
    Playhead playhead;
    playhead.at = at_of(trace.outline, {seq2seq::Softmax, 0}, tokens / 2);
    playhead.progress = 0.5f; // in the midst of an animation
    for (auto _ : state) {
        benchmark::DoNotOptimize(network_figure(trace, playhead, {}, style).items.data());
        benchmark::DoNotOptimize(timeline_figure(trace, playhead, 1080, 56, style).items.data());
        benchmark::DoNotOptimize(inspector_figure(trace, playhead, 360, style).items.data());
        benchmark::DoNotOptimize(narrate(trace, playhead, style.colors()).sentence.data());
    }
}
BENCHMARK(step_frame)->Name("W8 step frame")->Arg(12)->Arg(60)->Arg(200)->Unit(benchmark::kMicrosecond);

/// Step's states: two paths, their labels and small maps, and the heatmap.
void states_frame(benchmark::State& state) {
    const int tokens = static_cast<int>(state.range(0));
    const Trace trace = sample_trace(tokens, tokens);
    const StatePath read = state_path(trace, nullptr, {analysis::StateKind::Annotation, 0}),
                    written = state_path(trace, nullptr, {analysis::StateKind::Decoder, 0});
    const StubMetrics metrics;
    FigureStyle style;
    style.metrics = &metrics;
    Playhead playhead;
    playhead.at = at_of(trace.outline, {seq2seq::Softmax, 0}, tokens / 2);
    for (auto _ : state)
        benchmark::DoNotOptimize(
            states_figure({trace, read, written, {true, tokens / 2}}, playhead, {}, style).items.data());
}
BENCHMARK(states_frame)->Arg(12)->Arg(60)->Arg(200)->Unit(benchmark::kMicrosecond);

} // namespace
} // namespace heed
