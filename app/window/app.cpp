#include "app/window/app.h"

#include "app/export/png.h"
#include "app/state/data_paths.h"
#include "app/state/session/settings.h"
#include "app/state/step/lecture.h"
#include "app/state/watch/watch.h"
#include "app/views/views.h"
#include "app/window/fit.h"
#include "core/base/error.h"
#include "core/io/base/file.h"
#include "core/text/tokenizer.h"

#include <GLFW/glfw3.h>
#include <imgui_impl_glfw.h>
#include <imgui_impl_opengl3.h>

#include <algorithm>
#include <cmath>
#include <iostream>
#include <utility>

namespace heed {
namespace {

constexpr double frame_seconds = 1.0 / 60;
constexpr double autosave_seconds = 1;
constexpr double longest_wait_for_run = 0.1;
constexpr double longest_wait_for_unasked = 10; // s, before a picture is taken

/// What the first picture does not show: the processors are for that one.
bool can_wait(Effect::Kind kind) {
    return kind == Effect::Kind::ListModels || kind == Effect::Kind::FindFragility ||
           kind == Effect::Kind::Work;
}

/// Why what was asked for on the command line is not in the picture; empty: it is. What a recording comes to
/// is its own affair.
std::string not_done(const WindowOptions& options, const AppState& state) {
    std::string problem;
    if (state.failure && !state.model)
        problem = state.failure->detail;
    else if ((options.session || options.input) && !options.replay && !state.input_problem.empty())
        problem = (options.input ? "--input" : io::shown(*options.session)) + ": " + state.input_problem;
    if (problem.ends_with('.')) problem.pop_back(); // as every other line on standard error
    return problem;
}

} // namespace

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
    while (replaying() && rests()) {
        const TimedCommand& next = replay_[replayed_++];
        move_clock(std::max(0.0, next.at - state_.clock));
        send(next.command);
        frames_due_ = std::max(frames_due_, 3);
    }
    if (replaying() || !rests() || replay_.empty()) return;
    replay_.clear();
    replayed_ = 0;
    if (options_.screenshot || options_.dump_state) state_.playback.playing = false;
    if (!options_.screenshot && options_.dump_state) state_.leaving = true;
}

void App::perform(const EffectList& effects) {
    for (const Effect& effect : effects)
        if (holding_ && can_wait(effect.kind))
            held_.push_back(effect);
        else
            perform(effect);
}

void App::let_go_of_held() {
    holding_ = false;
    perform(std::exchange(held_, {}));
}

SaveOrder App::order() const { return {export_target(state_.exporting), state_.exporting, state_}; }

void App::take_events() {
    for (const Event& event : jobs_->take()) {
        apply_and_keep(event);
        frames_due_ = std::max(frames_due_, 3);
    }
    follow_file();
}

/// What is written is read by a worker; until the model is there that was asked for, nothing else is.
void App::follow_file() {
    const std::string wanted = followed_file(state_);
    if (wanted != (follower_ ? follower_->file() : std::string())) {
        follower_.reset();
        try {
            if (!wanted.empty())
                follower_ = std::make_unique<FileFollower>(wanted, [this] {
                    if (awake_) wake_window();
                });
        } catch (const Error& error) {
            send({"leave-file"});
            state_.toasts.push_back({state_.next_toast++, true, "The file is not followed", error.what(), 0});
        }
    }
    if (const auto& watch = state_.watch; follower_ && watch && watch->before)
        follower_->follow_also(watch->files, watch->before);
    if (!follower_ || !state_.opening.empty() || holding_ || !follower_->take()) return;
    perform(Effect{Effect::Kind::Work, "watch"});
}

/// A picture of a window without a run would be drawn only to be drawn again.
void App::await_run() {
    const double until = glfwGetTime() + longest_wait_for_run;
    while (((state_.running && !state_.writing()) || !state_.opening.empty()) && !asked_to_leave_ &&
           glfwGetTime() < until) {
        wait_for_input(0.01);
        take_events();
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

// ------------------------------------------------------------------------------------------------ drawing

float App::scale_for(float of_display) const {
    return of_display * (options_.screenshot && options_.scale ? 1 : state_.settings.zoom);
}

void App::fit_to(int width, int height) {
    const float of_display = options_.scale.value_or(options_.screenshot ? 1 : window_->content_scale());
    scale_ = scale_for(scale_that_fits(of_display, width, height));
    scale_ *= lecture_magnification(state_, static_cast<float>(width) / scale_,
                                    static_cast<float>(height) / scale_);
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
    const std::string wanted = memory_.wanted_field;
    {
        Ui ui(state_, *renderer_, memory_, commands, chords_, static_cast<float>(std::min(seconds, 0.05)));
        draw_window(ui);
    }
    const Box& place = memory_.focus_box;
    state_.focus = {memory_.focus, memory_.focus_visible, place.x, place.y, place.w, place.h};
    chords_.clear();
    // A field is to get the keyboard: what is typed meanwhile is for it.
    if (!memory_.wanted_field.empty() && memory_.wanted_field != wanted) frames_until_field_ = 6;
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

/// What was begun by itself is waited for a while, in all, and then goes on beside what follows.
bool App::rests() {
    if (jobs_->idle()) return true;
    if (!jobs_->idle_but_unasked()) {
        unasked_seen_ = 0;
        return false;
    }
    const double now = glfwGetTime();
    if (unasked_seen_ > 0) unasked_waited_ += now - unasked_seen_;
    unasked_seen_ = now;
    return unasked_waited_ >= longest_wait_for_unasked;
}

bool App::settled() {
    return replay_.empty() && rests() && !state_.running && state_.opening.empty() && !fonts_->stale() &&
           frames_due_ <= 0;
}

int App::run() {
    if (options_.screenshot) return take_screenshot();
    const float scale = options_.scale.value_or(window_->content_scale());
    window_->set_minimum(static_cast<int>(smallest_width * scale), static_cast<int>(smallest_height * scale));
    if (replay_.empty()) await_run();
    last_frame_ = glfwGetTime() - frame_seconds;
    while (true) {
        window_->listen(patience());
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
            if (holding_) let_go_of_held();
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
        if (holding_) let_go_of_held();
        if (!state_.fullscreen && !window_->maximized())
            glfwGetWindowSize(window_->handle(), &state_.settings.width, &state_.settings.height);
        dump(false);
        if (autosave_ && autosave_at_ == 0) autosave_at_ = state_.clock + autosave_seconds;
    }
    keep_settings();
    if (recorder_) recorder_->finish();
    return dump(true) ? 0 : 1;
}

int App::take_screenshot() {
    const float scale = options_.scale.value_or(1);
    const int width = std::max(state_.settings.width, static_cast<int>(std::ceil(smallest_width * scale)));
    const int height = std::max(state_.settings.height, static_cast<int>(std::ceil(smallest_height * scale)));
    if (width > state_.settings.width || height > state_.settings.height)
        std::cerr << "heed: a window of " << state_.settings.width << 'x' << state_.settings.height
                  << " is too small at scale " << scale << ": the picture is " << width << 'x' << height
                  << '\n';
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
        const bool goes_on = !jobs_->idle() && rests(); // it would move until that ends
        if (fonts_->stale() || state_.animating() || (memory_.animating && !goes_on))
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
    const std::string problem = not_done(options_, state_); // the picture shows it, too
    if (!problem.empty()) std::cerr << "heed: " << problem << '\n';
    return dumped && problem.empty() ? 0 : 1;
}

} // namespace heed
