// W11: what the atlas costs with 12 × 16 heads over 200 tokens, in our own code and on the thread that draws:
// a frame while it scrolls or is sorted, the panel of a head that is pointed at, and what the pixels of all
// thumbnails are made of when they are first seen. What is made of a run once, beside that thread: "known".
#include "app/figures/base/tiles.h"
#include "tests/bench/atlas_sample.h"

#include <benchmark/benchmark.h>

namespace heed {
namespace {

/// In a window of 960 × 640, where it scrolls; as the view asks for it.
void scrolled_atlas(benchmark::State& state) {
    const AtlasBench& b = atlas_bench();
    HeadsSettings settings{.width = 560, .height = 444};
    for (auto _ : state) {
        settings.scroll_y = settings.scroll_y < 60 ? settings.scroll_y + 1 : 0;
        benchmark::DoNotOptimize(heads_layout(b.report, settings).most_scroll_y);
        benchmark::DoNotOptimize(heads_figure(b.report, *b.maps, settings, b.style).items.data());
        benchmark::DoNotOptimize(heads_sentence(b.report, settings.look).data());
    }
}

void sorted_atlas(benchmark::State& state) {
    const AtlasBench& b = atlas_bench();
    HeadsSettings settings;
    const auto measures = atlas_measures();
    for (std::size_t n = 0; auto _ : state) {
        settings.look.order = n % 2 == 0 ? AtlasOrder::Best : AtlasOrder::Type;
        settings.look.measure = measures[2 + n++ % (measures.size() - 2)].id;
        benchmark::DoNotOptimize(heads_figure(b.report, *b.maps, settings, b.style).items.data());
        benchmark::DoNotOptimize(heads_sentence(b.report, settings.look).data());
    }
}

void pointed_head_panel(benchmark::State& state) {
    const AtlasBench& b = atlas_bench();
    HeadsPanelSettings settings;
    for (auto _ : state) {
        settings.head = (settings.head + 1) % (atlas_layers * atlas_heads);
        benchmark::DoNotOptimize(heads_panel(b.report, *b.maps, settings, b.style).items.data());
    }
}

/// As the renderer makes them of 48 × 35 px each, the first time.
void thumbnail_pixels(benchmark::State& state) {
    const AtlasBench& b = atlas_bench();
    for (auto _ : state)
        for (const HeadReport::One& one : b.report.all) {
            const MapValues& map = *b.maps->at(one.head, heads::Reading::Predicts);
            benchmark::DoNotOptimize(
                largest_of_blocks(map, 0, map.rows, 0, map.columns, 35, 47, false).data());
        }
}

void known_heads(benchmark::State& state) {
    const AtlasBench& b = atlas_bench();
    for (auto _ : state) {
        benchmark::DoNotOptimize(head_maps(b.run)->values.size());
        benchmark::DoNotOptimize(head_report(b.run).all.data());
    }
}

BENCHMARK(scrolled_atlas)->Name("W11 scrolled")->Unit(benchmark::kMillisecond);
BENCHMARK(sorted_atlas)->Name("W11 sorted")->Unit(benchmark::kMillisecond);
BENCHMARK(pointed_head_panel)->Name("W11 pointed at")->Unit(benchmark::kMillisecond);
BENCHMARK(thumbnail_pixels)->Name("W11 pixels")->Unit(benchmark::kMillisecond);
BENCHMARK(known_heads)->Name("W11 known")->Unit(benchmark::kMillisecond);

} // namespace
} // namespace heed
