// The running application: state, jobs, window, and the loop between them.
#pragma once

#include "app/render/effects.h"
#include "app/render/framebuffer.h"
#include "app/render/scene_renderer.h"
#include "app/render/window_picture.h"
#include "app/state/commands/recording.h"
#include "app/state/jobs/jobs.h"
#include "app/state/session/session.h"
#include "app/state/signals.h"
#include "app/state/update.h"
#include "app/state/window_options.h"
#include "app/views/base/ui.h"
#include "app/window/file_follower.h"
#include "app/window/fonts.h"
#include "app/window/glfw_window.h"

#include <atomic>
#include <memory>
#include <optional>

namespace heed {

class App {
public:
    /// Throws heed::Error when there is no display, OpenGL 3.3 or font.
    explicit App(const WindowOptions& options);
    ~App();

    /// Until the user leaves; the exit status.
    int run();

private:
    void take_events(); // what the jobs report
    void follow_file(); // the one that the state says
    void await_run();   // before the first picture
    void take_input();  // keys, drops, the close button
    void take_keys();
    bool opens_field();
    bool take_chord(const std::string& chord, bool in_field);
    bool complete_by(const std::string& chord);
    bool write_by(const std::string& chord);
    void perform(const EffectList& effects);
    void perform(const Effect& effect);
    void let_go_of_held();
    void send(const Command& command);
    void move_clock(double seconds);
    bool replaying() const { return replayed_ < replay_.size(); }
    void replay();              // as far as nothing must be waited for
    void frame(double seconds); // state → ImGui's draw lists, and the commands that come of it
    void paint(int width, int height);
    bool must_draw() const;
    double patience() const; // seconds until something moves by itself; < 0: never
    bool rests();            // nothing is to be waited for
    bool settled();
    float scale_for(float of_display) const;
    int take_screenshot();
    void offer_orphan(); // a session that the program did not close
    void autosave();
    void apply_and_keep(const Event& event); // what is replaced by another session is the last one
    bool dump(bool now);                     // false: it could not be written
    void fit_to(int width, int height);      // the state's size and scale, and the fonts baked for them
    void keep_settings();
    /// It leaves by itself, for a test or a document: it keeps neither settings nor session.
    bool unattended() const;
    SaveOrder order() const;

    WindowOptions options_;
    std::vector<TimedCommand> replay_;
    std::size_t replayed_ = 0;
    std::unique_ptr<CommandRecorder> recorder_;
    AppState state_;
    std::atomic<bool> asked_to_leave_{false}, awake_{false}; // awake: other threads may wake the window
    std::unique_ptr<SignalWatch> signals_;                   // before anything that starts a thread
    std::unique_ptr<GlfwWindow> window_;
    struct ImGuiLife {
        ImGuiLife(GlfwWindow& window, ImFontAtlas& fonts);
        ~ImGuiLife();
    };
    std::unique_ptr<FontBook> fonts_; // before ImGui, which draws with them
    std::unique_ptr<ImGuiLife> imgui_;
    std::unique_ptr<Effects> effects_;
    std::unique_ptr<SceneRenderer> renderer_;
    std::unique_ptr<WindowPicture> picture_;
    std::unique_ptr<Jobs> jobs_;
    std::unique_ptr<FileFollower> follower_; // none: no file is followed
    UiMemory memory_;
    Chords chords_;
    std::optional<GlfwWindow::Input::Place> press_,
        release_; // where a button went down, and up, since the last frame
    std::string clipboard_;
    int frames_due_ = 3, frames_until_field_ = 0, frames_without_field_ = 0;
    double last_frame_ = 0, last_dump_at_ = 0;
    double unasked_waited_ = 0,
           unasked_seen_ = 0; // s, for what goes on unasked; when that was looked at last
    std::string last_dump_;
    std::unique_ptr<Autosave> autosave_; // none where it is unattended
    std::string last_session_;
    Settings kept_settings_; // as they were last read or written
    double autosave_at_ = 0; // on the clock; 0: nothing to save
    float scale_ = 1;
    bool holding_ = false; // until the first picture is shown: what it does not need waits
    EffectList held_;
};

} // namespace heed
