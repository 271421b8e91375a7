// How the program begins, and what it ends in which order.
#include "app/state/data_paths.h"
#include "app/state/open/opening.h"
#include "app/state/session/settings.h"
#include "app/state/watch/watch.h"
#include "app/window/app.h"
#include "core/base/error.h"

#include <GLFW/glfw3.h>
#include <future>
#include <imgui_impl_glfw.h>
#include <imgui_impl_opengl3.h>

namespace heed {
namespace {

AppState first_state(const WindowOptions& options) {
    AppState state;
    state.settings = load_settings();
    if (options.session) {
        Session session = read_session(*options.session);
        session.file = std::filesystem::absolute(*options.session).string();
        begin_session(state, std::move(session));
    }
    if (options.theme) state.settings.theme = *options.theme == "light" ? Theme::Light : Theme::Dark;
    if (options.size) {
        state.settings.width = options.size->width;
        state.settings.height = options.size->height;
        state.settings.maximized = false;
    }
    if (options.view) {
        state.states.shown = *options.view == "states";
        state.meaning.shown = *options.view == "meaning";
        state.view = state.states.shown || state.meaning.shown ? "step" : *options.view;
    }
    if (options.model || options.watch) {
        state.model_name = options.watch ? *options.watch : *options.model;
        state.restoring.reset();
        state.restoring_session = nullptr;
        const std::string file = std::filesystem::absolute(state.model_name).lexically_normal().string();
        if (options.family) state.settings.answers[file].family = *options.family;
    }
    if (options.watch) follow_file(state, *options.watch);
    if (options.input) state.input = *options.input;
    state.input_given = options.input.has_value() || options.session;
    if (options.at) state.wanted_at = options.at;
    amend_session(state, options.input);
    return state;
}

} // namespace

App::ImGuiLife::ImGuiLife(GlfwWindow& window, ImFontAtlas& fonts) {
    IMGUI_CHECKVERSION();
    ImGui::CreateContext(&fonts);
    ImGuiIO& io = ImGui::GetIO();
    io.IniFilename = nullptr;
    io.LogFilename = nullptr;
    ImGui_ImplGlfw_InitForOpenGL(window.handle(), false); // our callbacks pass on what it needs
    ImGui_ImplOpenGL3_Init("#version 330 core");
}

App::ImGuiLife::~ImGuiLife() {
    ImGui_ImplOpenGL3_Shutdown();
    ImGui_ImplGlfw_Shutdown();
    ImGui::DestroyContext();
}

App::App(const WindowOptions& options)
    : options_(options),
      replay_(options.replay ? read_recording(*options.replay) : std::vector<TimedCommand>()),
      recorder_(options.record ? std::make_unique<CommandRecorder>(*options.record) : nullptr),
      state_(first_state(options)), signals_(std::make_unique<SignalWatch>([this] {
          asked_to_leave_ = true;
          if (awake_) wake_window();
      })) {
    jobs_ = std::make_unique<Jobs>(heed_engine(), [this] {
        if (awake_) wake_window();
    });
    state_.can_copy_images = can_copy_images();
    if (!unattended()) {
        autosave_ = std::make_unique<Autosave>();
        offer_orphan();
    }
    kept_settings_ = state_.settings;
    holding_ = !options.screenshot && replay_.empty();
    const EffectList first = begin(state_);
    if (state_.wanted_at) state_.hint = state_.hint && *state_.wanted_at == 0;
    perform(first); // the model is read while the window opens, and the fonts are baked
    auto fonts = std::async(std::launch::async, [scale = scale_for(options_.scale.value_or(1))] {
        auto book = std::make_unique<FontBook>();
        book->build(scale);
        return book;
    });

    const bool shot = options_.screenshot.has_value();
    window_ = std::make_unique<GlfwWindow>(GlfwWindow::Wish{shot ? 64 : state_.settings.width,
                                                            shot ? 64 : state_.settings.height,
                                                            !shot && state_.settings.maximized, !shot});
    if (epoxy_gl_version() < 33)
        throw Error("this display has no OpenGL 3.3: expected 3.3 or newer, found " +
                    std::to_string(epoxy_gl_version() / 10) + "." + std::to_string(epoxy_gl_version() % 10));
    awake_ = true;
    take_events(); // the model may be there: it is run meanwhile
    // Four samples a pixel cost a processor three times as long, and lines and glyphs are smooth without
    // them.
    const auto* driver = reinterpret_cast<const char*>(glGetString(GL_RENDERER));
    const std::string renderer = driver ? driver : "";
    picture_ = std::make_unique<WindowPicture>(renderer.find("llvmpipe") == std::string::npos &&
                                               renderer.find("softpipe") == std::string::npos &&
                                               renderer.find("SWR") == std::string::npos);
    fonts_ = fonts.get();
    imgui_ = std::make_unique<ImGuiLife>(*window_, fonts_->atlas());
    const auto shader = find_shader("heatmap.frag");
    effects_ = std::make_unique<Effects>(shader ? shader->parent_path() : std::filesystem::path());
    renderer_ = std::make_unique<SceneRenderer>(*fonts_, *effects_);
    if (!effects_->available()) {
        state_.no_shaders = true;
        state_.shader_details = renderer + "\n" + effects_->problem();
    }
}

App::~App() {
    follower_.reset();                 // its wake uses the window
    jobs_.reset();                     // and so does theirs
    if (autosave_ && state_.leaving) { // nobody writes there any more
        const bool worked = state_.model && state_.history.steps.size() > 1;
        const bool safe = autosave_->end(worked ? session_text(state_) : "");
        if (safe && worked && holds_lost_session(state_)) autosave_->forget_orphan();
    }
    signals_.reset();
    awake_ = false;
    picture_.reset();
    renderer_.reset();
    effects_.reset();
    imgui_.reset();
    fonts_.reset();
    window_.reset();
}

} // namespace heed
