#include "app/window/app.h"

#include "app/export/png.h"
#include "app/state/data_paths.h"
#include "app/state/session/settings.h"
#include "app/views/views.h"
#include "core/base/error.h"
#include "core/io/base/file.h"
#include "core/text/tokenizer.h"

#include <GLFW/glfw3.h>
#include <imgui_impl_glfw.h>
#include <imgui_impl_opengl3.h>

#include <algorithm>
#include <cmath>
#include <iostream>

namespace heed {
namespace {

constexpr int smallest_width = 960, smallest_height = 640; // px at scale 1
constexpr double frame_seconds = 1.0 / 60;
constexpr double autosave_seconds = 1;

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
        state.view = state.states.shown ? "step" : *options.view;
    }
    if (options.model) {
        state.model_name = *options.model;
        state.restoring.reset();
        state.restoring_session = nullptr;
    }
    if (options.input) state.input = *options.input;
    state.input_given = options.input.has_value() || options.session;
    if (options.at) state.wanted_at = options.at;
    amend_session(state, options.input);
    return state;
}

} // namespace

App::ImGuiLife::ImGuiLife(GlfwWindow& window) {
    IMGUI_CHECKVERSION();
    ImGui::CreateContext();
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
    if (!options.screenshot) {
        autosave_ = std::make_unique<Autosave>();
        offer_orphan();
    }
    const EffectList first = begin(state_);
    if (state_.wanted_at) state_.hint = state_.hint && *state_.wanted_at == 0;
    perform(first); // the model is read while the window opens

    const bool shot = options_.screenshot.has_value();
    window_ = std::make_unique<GlfwWindow>(GlfwWindow::Wish{shot ? 64 : state_.settings.width,
                                                            shot ? 64 : state_.settings.height,
                                                            !shot && state_.settings.maximized, !shot});
    if (epoxy_gl_version() < 33)
        throw Error("this display has no OpenGL 3.3: expected 3.3 or newer, found " +
                    std::to_string(epoxy_gl_version() / 10) + "." + std::to_string(epoxy_gl_version() % 10));
    awake_ = true;
    // Four samples a pixel cost a processor three times as long, and lines and glyphs are smooth without
    // them.
    const auto* driver = reinterpret_cast<const char*>(glGetString(GL_RENDERER));
    const std::string renderer = driver ? driver : "";
    picture_ = std::make_unique<WindowPicture>(renderer.find("llvmpipe") == std::string::npos &&
                                               renderer.find("softpipe") == std::string::npos &&
                                               renderer.find("SWR") == std::string::npos);
    imgui_ = std::make_unique<ImGuiLife>(*window_);
    fonts_ = std::make_unique<FontBook>();
    const auto shader = find_shader("heatmap.frag");
    effects_ = std::make_unique<Effects>(shader ? shader->parent_path() : std::filesystem::path());
    renderer_ = std::make_unique<SceneRenderer>(*fonts_, *effects_);
    if (!effects_->available()) {
        state_.no_shaders = true;
        state_.shader_details = renderer + "\n" + effects_->problem();
    }
}

App::~App() {
    jobs_.reset();                     // its wake uses the window
    if (autosave_ && state_.leaving) { // nobody writes there any more
        if (state_.orphan_taken && !state_.restoring) autosave_->forget_orphan();
        autosave_->end(state_.model && state_.history.steps.size() > 1 ? session_text(state_) : "");
    }
    signals_.reset();
    awake_ = false;
    picture_.reset();
    renderer_.reset();
    effects_.reset();
    fonts_.reset();
    imgui_.reset();
    window_.reset();
}

// ---------------------------------------------------------------------------------------------- what happens

void App::send(const Command& command) {
    if (recorder_) recorder_->add(state_.clock, command);
    perform(update(state_, command));
}

void App::move_clock(double seconds) {
    advance(state_, seconds);
    if (!state_.searching() || !state_.playback.playing) return;
    EffectList effects; // what is selected moves with it
    follow(state_, effects);
    perform(effects);
}

/// A command is given when all that came of the one before it is there, at the time on the clock at which it
/// was recorded: what comes of it all is the same however fast this machine is.
void App::replay() {
    while (replaying() && jobs_->idle()) {
        const TimedCommand& next = replay_[replayed_++];
        move_clock(std::max(0.0, next.at - state_.clock));
        send(next.command);
        frames_due_ = std::max(frames_due_, 3);
    }
    if (replaying() || !jobs_->idle() || replay_.empty()) return;
    replay_.clear();
    replayed_ = 0;
    if (options_.screenshot || options_.dump_state) state_.playback.playing = false;
    if (!options_.screenshot && options_.dump_state) state_.leaving = true;
}

void App::perform(const EffectList& effects) {
    for (const Effect& effect : effects) perform(effect);
}

SaveOrder App::order() const { return {export_target(state_.exporting), state_.exporting, state_}; }

void App::take_events() {
    for (const Event& event : jobs_->take()) {
        perform(apply(state_, event));
        frames_due_ = std::max(frames_due_, 3);
    }
}

void App::take_input() {
    GlfwWindow::Input input = window_->take_input();
    if (input.happened) frames_due_ = std::max(frames_due_, 3);
    if (input.uncovered) picture_->forget();
    if (input.pressed_at) {
        press_ = input.pressed_at;
        release_.reset();
    }
    if (input.released_at) release_ = input.released_at;
    if (input.close || asked_to_leave_) state_.leaving = true;
    if (!input.dropped.empty()) send({.id = "open-files", .files = input.dropped});
    take_keys();
}

void App::take_keys() {
    chords_.clear();
    const bool in_field = !memory_.active_field.empty();
    const bool lost = !in_field && (state_.menu == Menu::Force ||
                                    state_.menu == Menu::Weight); // Enter let go of it: it comes back
    if (!lost)
        frames_without_field_ = 0;
    else if (window_->keys_waiting() && frames_without_field_ < 6) {
        ++frames_without_field_;
        frames_due_ = std::max(frames_due_, 2);
        return;
    }
    if (in_field)
        frames_until_field_ = 0;
    else if (frames_until_field_ > 0) { // a field is about to get the keyboard: what is typed is for it
        --frames_until_field_;
        frames_due_ = std::max(frames_due_, 2);
        return;
    }
    window_->deliver_keys(
        in_field, [&](char32_t c) { memory_.typed.push_back({.text = encode_utf8(c)}); },
        [&](const std::string& chord) { return take_chord(chord, in_field); }, [&] { return opens_field(); });
    if (window_->keys_waiting()) frames_due_ = std::max(frames_due_, 2);
}

/// A letter typed at the search tree begins a token in place of the selected one.
bool App::opens_field() {
    const bool at_tree =
        state_.searching() && state_.search.tree && memory_.focus == "tree" && !state_.report.shown;
    if (!at_tree || state_.dialog != Dialog::None || state_.menu != Menu::None) return false;
    if (!state_.search.typed) send({"tree-type"});
    memory_.wanted_field = "field:typed";
    frames_until_field_ = 6;
    frames_due_ = std::max(frames_due_, 3);
    return true;
}

/// The keys of the list of words under the input; whether this is one.
bool App::complete_by(const std::string& chord) {
    if (chord == "Tab" || chord == "Right")
        send({"completion-accept"});
    else if (chord == "Down")
        send({"completion-move", "", 0, 1});
    else if (chord == "Up")
        send({"completion-move", "", 0, -1});
    else if (chord == "Esc")
        send({"completion-close"});
    else
        return false;
    frames_due_ = std::max(frames_due_, 2);
    return true;
}

/// Whether the keys after this one must wait for the next frame.
bool App::take_chord(const std::string& chord, bool in_field) {
    const bool over = state_.dialog != Dialog::None || state_.menu != Menu::None;
    if (in_field && state_.completion.open() && memory_.active_field == "field:input" && complete_by(chord))
        return true;
    const CommandInfo* command = command_for(chord, state_, in_field);
    // A focused control takes Enter and Space; what lies on top takes what is not a Ctrl chord.
    const bool arrow = memory_.takes_arrows && (chord == "Left" || chord == "Right");
    const bool to_control =
        memory_.focus_visible && !in_field && (chord == "Enter" || chord == "Space" || arrow);
    const bool to_dialog = over && !chord.starts_with("Ctrl+") &&
                           !(chord.size() > 1 && chord.starts_with("F")) && chord != "Esc" &&
                           !(state_.dialog == Dialog::Keys && chord == "?");
    const bool to_other_field = in_field && chord == "Enter" && memory_.active_field != "field:input";
    const bool moves_focus = chord == "Esc" || chord == "Enter" || chord == "Tab" || chord == "Shift+Tab";
    if (!command || to_control || to_dialog || to_other_field) {
        chords_.push_back(chord);
        if (in_field) memory_.typed.push_back({.chord = chord});
        return moves_focus || over;
    }
    const std::string_view what = command->id;
    send({what, chord}); // of several keys the command asks which
    const bool field_opens = (what == "force" || what == "type-weight") && state_.menu != Menu::None;
    const bool to_mend = what == "run" && !state_.input_problem.empty();
    if (what == "focus-input" || field_opens || to_mend ||
        ((what == "palette" || what == "open" || what == "save-model" || what == "save-session") &&
         state_.dialog != Dialog::None)) {
        frames_until_field_ = 6;
        return true;
    }
    return moves_focus || state_.dialog != Dialog::None;
}

// ------------------------------------------------------------------------------------------------ drawing

void App::fit_to(int width, int height) {
    scale_ = options_.scale ? *options_.scale * (options_.screenshot ? 1 : state_.settings.zoom)
                            : (options_.screenshot ? 1 : window_->content_scale()) * state_.settings.zoom;
    state_.scale = scale_;
    state_.width = static_cast<float>(width) / scale_;
    state_.height = static_cast<float>(height) / scale_;
    if (fonts_->bake(scale_)) {
        ++memory_.fonts_version;
        frames_due_ = std::max(frames_due_, 2);
    }
}

void App::frame(double seconds) {
    ImGui_ImplOpenGL3_NewFrame();
    ImGui_ImplGlfw_NewFrame();
    ImGuiIO& io = ImGui::GetIO();
    io.DisplaySize = {std::round(state_.width * scale_), std::round(state_.height * scale_)};
    io.DisplayFramebufferScale = {1, 1};
    io.DeltaTime = std::max(1e-4f, static_cast<float>(seconds));
    if (options_.screenshot) io.MousePos = {-1e6f, -1e6f};
    // Of a double click, a slow frame does not see the button come up in between.
    if (press_ && window_->clicks() > 1) io.MouseDownDuration[0] = -1;
    // A slow frame would see a button go down, or up, where the pointer has come to since.
    if (auto& place = press_ ? press_ : release_; place && !options_.screenshot) {
        io.MousePos = {static_cast<float>(place->x), static_cast<float>(place->y)};
        place.reset(); // a click: up in the next frame
    }
    ImGui::NewFrame();
    memory_.clicks = io.MouseClicked[0] ? window_->clicks() : 0;
    renderer_->begin_frame(state_.settings.theme == Theme::Dark);
    std::vector<Command> commands;
    {
        Ui ui(state_, *renderer_, memory_, commands, chords_, static_cast<float>(std::min(seconds, 0.05)));
        draw_window(ui);
    }
    const Box& place = memory_.focus_box;
    state_.focus = {memory_.focus, memory_.focus_visible, place.x, place.y, place.w, place.h};
    chords_.clear();
    ImGui::Render();
    if (!replay_.empty()) return; // nobody else gives commands meanwhile
    for (const Command& command : commands) send(command);
    if (!commands.empty()) frames_due_ = std::max(frames_due_, 2);
}

void App::paint(int width, int height) {
    effects_->begin_frame({width, height});
    glViewport(0, 0, width, height);
    glDisable(GL_SCISSOR_TEST);
    glClearColor(0, 0, 0, 1);
    glClear(GL_COLOR_BUFFER_BIT);
    ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
}

bool App::must_draw() const {
    return frames_due_ > 0 || !replay_.empty() || state_.animating() || memory_.animating || fonts_->stale();
}

double App::patience() const {
    if (must_draw()) return std::max(0.0, frame_seconds - (glfwGetTime() - last_frame_));
    double wake = memory_.wake_at;
    if (autosave_at_ > 0 && (wake <= 0 || autosave_at_ < wake)) wake = autosave_at_;
    return wake > 0 ? std::max(0.001, wake - state_.clock) : -1;
}

bool App::settled() const {
    return replay_.empty() && jobs_->idle() && !state_.running && state_.opening.empty() &&
           !fonts_->stale() && frames_due_ <= 0;
}

int App::run() {
    if (options_.screenshot) return take_screenshot();
    const float scale = options_.scale.value_or(window_->content_scale());
    window_->set_minimum(static_cast<int>(smallest_width * scale), static_cast<int>(smallest_height * scale));
    last_frame_ = glfwGetTime();
    while (true) {
        wait_for_input(patience());
        const double now = glfwGetTime(), seconds = now - last_frame_;
        if (must_draw() && seconds < frame_seconds * 0.9 &&
            !asked_to_leave_) { // woken early: not more than 60 a second
            const GlfwWindow::Input& input = window_->input();
            if (!input.close) continue;
        }
        const bool was_due = must_draw();
        const bool woken = memory_.wake_at > 0 && state_.clock + seconds >= memory_.wake_at;
        last_frame_ = now;
        if (replay_.empty()) move_clock(seconds);
        take_events();
        if (replay_.empty())
            take_input();
        else if (window_->take_input().close || asked_to_leave_)
            state_.leaving = true;
        else if (memory_.fonts_version > 0) // the window's size is known
            replay();
        if (state_.leaving) break;
        autosave();
        if (woken) frames_due_ = std::max(frames_due_, 1);
        if (!was_due && !must_draw()) continue;
        int width = 0, height = 0;
        window_->pixels(width, height);
        if (width <= 0 || height <= 0) { // minimized
            frames_due_ = 0;
            continue;
        }
        fit_to(width, height);
        --frames_due_;
        frame(seconds);
        effects_->begin_frame({width, height});
        if (picture_->draw(*ImGui::GetDrawData(), width, height,
                           renderer_->textures_version() + static_cast<int>(memory_.fonts_version),
                           SceneRenderer::content_of)) {
            picture_->show();
            window_->show_frame();
        }
        if (!state_.fullscreen && !window_->maximized())
            glfwGetWindowSize(window_->handle(), &state_.settings.width, &state_.settings.height);
        dump(false);
        if (autosave_ && autosave_at_ == 0) autosave_at_ = state_.clock + autosave_seconds;
    }
    leave();
    if (recorder_) recorder_->finish();
    return dump(true) ? 0 : 1;
}

int App::take_screenshot() {
    const float scale = options_.scale.value_or(1);
    const int width = std::max(state_.settings.width, static_cast<int>(std::ceil(smallest_width * scale)));
    const int height = std::max(state_.settings.height, static_cast<int>(std::ceil(smallest_height * scale)));
    const Framebuffer picture(width, height);
    if (!picture.complete())
        throw Error("--size " + std::to_string(width) + "x" + std::to_string(height) +
                    ": larger than this display can draw");
    frames_due_ = 4;
    double begun = glfwGetTime(), drawn = -1;
    fit_to(width, height);
    do {
        wait_for_input(frames_due_ > 0 && replay_.empty() ? 0 : 0.01);
        if (asked_to_leave_) return 1;
        if (!replay_.empty()) {
            take_events();
            replay();
            begun = glfwGetTime();
            continue;
        }
        advance(state_, 1); // whatever moves has arrived
        take_events();
        if (glfwGetTime() - begun > 120)
            throw Error("the picture was not taken: the layout did not settle in two minutes");
        if (frames_due_ <= 0) continue;                       // a job is still at work
        if (!jobs_->idle() && glfwGetTime() - drawn < 0.25) { // which is to have the processor
            wait_for_input(0.01);
            continue;
        }
        drawn = glfwGetTime();
        fit_to(width, height);
        --frames_due_;
        std::erase_if(state_.toasts,
                      [](const Toast& toast) { return toast.leaves > 0; }); // good news would have left
        frame(1);
        if (fonts_->stale() || state_.animating() || memory_.animating)
            frames_due_ = std::max(frames_due_, 2);
        picture.bind();
        paint(width, height);
        glFinish(); // frames that wait to be drawn would pile up while a file is read
    } while (!settled());
    const std::vector<std::uint8_t> pixels = picture.read();
    io::write_file_atomic(
        *options_.screenshot,
        png_bytes({reinterpret_cast<const char*>(pixels.data()), pixels.size()}, width, height, 0));
    if (recorder_) recorder_->finish();
    const bool dumped = dump(true);
    if (!state_.failure || state_.model) return dumped ? 0 : 1;
    std::cerr << "heed: " << state_.failure->detail << '\n'; // the picture shows it, too
    return 1;
}

} // namespace heed
