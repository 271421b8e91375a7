// W5 of the yardstick: a labelled 30 × 30 heatmap with every value printed, 12 × 12 inches, to PNG (1200 ×
// 1200), SVG and PDF: laid out, drawn and written to a file.
#include "app/export/export.h"
#include "app/figures/base/color_map.h"
#include "app/figures/maps/paper.h"
#include "core/base/random.h"
#include "core/io/base/file.h"

#include <benchmark/benchmark.h>

#include <cmath>
#include <cstdio>
#include <filesystem>
#include <string>
#include <unistd.h>

namespace heed {
namespace {

constexpr int side = 30;

LabelledMap random_map() {
    Random random(1);
    LabelledMap map;
    map.values.resize(side, side);
    for (int i = 0; i < side; ++i) {
        const std::string label = "tok" + std::to_string(10 + i);
        map.rows.push_back({label});
        map.columns.push_back({label});
        for (float& weight : map.values.col(i).reshaped())
            weight = std::exp(2 * static_cast<float>(random.normal()));
        map.values.col(i) /= map.values.col(i).sum();
    }
    return map;
}

/// The figure prints weights of .05 and more; the peer prints them all, so they are all printed here.
void print_every_value(Scene& scene, const LabelledMap& map) {
    Box box;
    for (const SceneItem& item : scene.items)
        if (const auto* matrix = std::get_if<MatrixItem>(&item); matrix && matrix->rows == side)
            box = matrix->box;
    for (int i = 0; i < side; ++i) {
        for (int j = 0; j < side; ++j) {
            const float weight = map.at(i, j);
            char number[16];
            std::snprintf(number, sizeof number, "%.2f", static_cast<double>(weight));
            TextItem text;
            text.at = {box.x + box.w / side * (static_cast<float>(j) + .5f),
                       box.y + box.h / side * (static_cast<float>(i) + .5f)};
            text.text = number;
            text.size = 7;
            text.align = Align::Centre;
            text.color = ink_on(map_color(ColorMapId::Viridis, false, weight));
            scene.add(std::move(text));
        }
    }
}

void heatmap(benchmark::State& state, FileKind kind, const char* ending) {
    const LabelledMap map = random_map();
    PaperSettings settings;
    settings.width_mm = 304.8f;
    settings.font_pt = 10;
    settings.numbers = false;
    const std::filesystem::path file =
        std::filesystem::temp_directory_path() / ("heed_bench_" + std::to_string(getpid()) + ending);
    const auto draw = [&] {
        const auto metrics = paper_metrics();
        FigureStyle style;
        style.theme = Theme::Light;
        style.metrics = metrics.get();
        style.map = ColorMapId::Viridis;
        Scene scene = paper_heatmap(map, settings, style);
        scene.height = scene.width; // exactly as many pixels as the peer's
        print_every_value(scene, map);
        io::write_file_atomic(file, render_picture(scene, kind, {72, 100}));
    };
    draw(); // warm: fonts are found and loaded
    for (auto _ : state) draw();
    state.counters["bytes"] = static_cast<double>(std::filesystem::file_size(file));
    std::filesystem::remove(file);
}

BENCHMARK_CAPTURE(heatmap, png, FileKind::Png, ".png")
    ->Name("W5 heatmap warm png")
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(heatmap, svg, FileKind::Svg, ".svg")
    ->Name("W5 heatmap warm svg")
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(heatmap, pdf, FileKind::Pdf, ".pdf")
    ->Name("W5 heatmap warm pdf")
    ->Unit(benchmark::kMillisecond);

} // namespace
} // namespace heed
