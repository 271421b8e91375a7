// W11: a whole picture of the atlas with 12 × 16 heads over 200 tokens, drawn by OpenGL: the time on the
// clock from the settings to the last pixel, as a person waits for it, and `own`, the part of it that is ours
// and not the driver's. Without a display there is nothing to measure.
#include "app/render/imgui_compat.h"
#include "app/render/scene_renderer.h"
#include "app/render/window_picture.h"
#include "app/state/data_paths.h"
#include "app/window/fonts.h"
#include "app/window/glfw_window.h"
#include "tests/bench/atlas_sample.h"

#include <benchmark/benchmark.h>
#include <chrono>
#include <epoxy/gl.h>
#include <imgui_impl_opengl3.h>
#include <optional>

namespace heed {
namespace {

using Clock = std::chrono::steady_clock;

/// The window of the program as far as it draws.
class AtlasWindow {
public:
    AtlasWindow(int width, int height)
        : width_(width), height_(height), window_({width, height, false, false}) {
        fonts_.build(1);
        ImGui::CreateContext(&fonts_.atlas());
        ImGui::GetIO().IniFilename = nullptr;
        ImGui_ImplOpenGL3_Init("#version 330 core");
        effects_.emplace(find_shader("heatmap.frag")->parent_path());
        renderer_.emplace(fonts_, *effects_);
        picture_.emplace(false);
    }
    ~AtlasWindow() {
        picture_.reset();
        renderer_.reset();
        effects_.reset();
        ImGui_ImplOpenGL3_Shutdown();
        ImGui::DestroyContext();
    }
    const FontBook& fonts() const { return fonts_; }

    /// Returns the seconds until OpenGL got its first order.
    template <class Make>
    double draw(const Make& make) {
        const auto begun = Clock::now();
        fonts_.bake(1);
        ImGui_ImplOpenGL3_NewFrame();
        ImGuiIO& io = ImGui::GetIO();
        io.DisplaySize = {static_cast<float>(width_), static_cast<float>(height_)};
        io.DeltaTime = 1.0f / 60;
        ImGui::NewFrame();
        renderer_->begin_frame(true);
        ImGui::SetNextWindowPos({0, 0});
        ImGui::SetNextWindowSize(io.DisplaySize);
        ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(0, 0));
        ImGui::Begin("atlas", nullptr, ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoBackground);
        const Scene scene = make();
        const Placement at{ImGui::GetWindowDrawList(), 0, 96, 1, 1};
        renderer_->draw(
            RectItem{.box = {0, -96, io.DisplaySize.x, io.DisplaySize.y}, .fill = palette(Theme::Dark).bg0},
            at);
        renderer_->draw(scene, at);
        ImGui::End();
        ImGui::PopStyleVar();
        ImGui::Render();
        const double own = std::chrono::duration<double>(Clock::now() - begun).count();
        effects_->begin_frame({width_, height_});
        if (picture_->draw(*ImGui::GetDrawData(), width_, height_, renderer_->textures_version(),
                           SceneRenderer::content_of)) {
            picture_->show();
            window_.show_frame();
        }
        glFinish();
        return own;
    }

private:
    int width_, height_;
    GlfwWindow window_;
    FontBook fonts_;
    std::optional<Effects> effects_;
    std::optional<SceneRenderer> renderer_;
    std::optional<WindowPicture> picture_;
};

/// Fonts, shaders and thumbnails are there, and all of the picture was drawn anew more than once.
template <class Make>
void warm_up(AtlasWindow& window, HeadsSettings& settings, const Make& make) {
    for (int n = 0; n < 12; ++n) {
        settings.look.layer = n % 2 == 0 ? 0 : atlas_layers - 1;
        settings.look.head = n % 2 == 0 ? 0 : atlas_heads - 1;
        window.draw(make);
    }
}

/// Draws the atlas of a window of that size, as `next` changes how it is looked at from one picture to the
/// next.
template <class Next>
void frames(benchmark::State& state, int width, int height, float beside, const Next& next) {
    if (!std::getenv("DISPLAY")) return state.SkipWithError("there is no display");
    AtlasWindow window(width, height);
    const AtlasBench& b = atlas_bench();
    FigureStyle style;
    style.metrics = &window.fonts();
    HeadsSettings settings{.width = static_cast<float>(width) - beside,
                           .height = static_cast<float>(height) - 192};
    const auto make = [&] { return heads_figure(b.report, *b.maps, settings, style); };
    warm_up(window, settings, make);
    double own = 0;
    for (auto _ : state) {
        next(settings);
        own += window.draw(make);
    }
    state.counters["own"] = 1000 * own / static_cast<double>(state.iterations()); // ms
}

/// 60 px, as a turn of the wheel does.
void scroll_on(HeadsSettings& settings) {
    settings.scroll_y = settings.scroll_y < 60 ? settings.scroll_y + 60 : 0;
}
void next_order(HeadsSettings& settings) {
    settings.look.order = settings.look.order == AtlasOrder::Best ? AtlasOrder::Layer : AtlasOrder::Best;
}

void drawn_scrolled(benchmark::State& state) { frames(state, 960, 640, 0, scroll_on); }
void drawn_sorted_small(benchmark::State& state) { frames(state, 1280, 800, 400, next_order); }
void drawn_sorted(benchmark::State& state) { frames(state, 1600, 1000, 436, next_order); }

/// From the order by layer to another one: the first time that the atlas is so.
void drawn_first_sort(benchmark::State& state, int width, int height, float beside) {
    if (!std::getenv("DISPLAY")) return state.SkipWithError("there is no display");
    const AtlasBench& b = atlas_bench();
    double own = 0;
    for (auto _ : state) {
        state.PauseTiming();
        {
            AtlasWindow window(width, height);
            FigureStyle style;
            style.metrics = &window.fonts();
            HeadsSettings settings{.width = static_cast<float>(width) - beside,
                                   .height = static_cast<float>(height) - 192};
            const auto make = [&] { return heads_figure(b.report, *b.maps, settings, style); };
            warm_up(window, settings, make);
            settings.look.order = AtlasOrder::Best;
            state.ResumeTiming();
            own += window.draw(make);
            state.PauseTiming();
        }
        state.ResumeTiming();
    }
    state.counters["own"] = 1000 * own / static_cast<double>(state.iterations());
}
void first_sort_small(benchmark::State& state) { drawn_first_sort(state, 1280, 800, 400); }
void first_sort(benchmark::State& state) { drawn_first_sort(state, 1600, 1000, 436); }

BENCHMARK(drawn_scrolled)->Name("W11 drawn, scrolled, 960x640")->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK(drawn_sorted_small)
    ->Name("W11 drawn, sorted, 1280x800")
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();
BENCHMARK(drawn_sorted)->Name("W11 drawn, sorted, 1600x1000")->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK(first_sort_small)
    ->Name("W11 drawn, first sort, 1280x800")
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime()
    ->Iterations(6);
BENCHMARK(first_sort)
    ->Name("W11 drawn, first sort, 1600x1000")
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime()
    ->Iterations(6);

} // namespace
} // namespace heed
