// What is kept: settings, the session while the program runs, and the state for tests.
#include "app/window/app.h"

#include "app/state/open/opening.h"
#include "app/state/session/settings.h"
#include "app/state/session/state_json.h"
#include "core/base/error.h"
#include "core/io/base/file.h"
#include "core/text/escape.h"

#include <GLFW/glfw3.h>

#include <iostream>

namespace heed {

void App::offer_orphan() {
    std::error_code ignored;
    if (std::filesystem::exists(autosave_->last(), ignored)) state_.last_session = autosave_->last().string();
    if (!autosave_->orphan()) return;
    try {
        const Session session = read_session(*autosave_->orphan());
        if (session.history.steps.size() > 1) {
            state_.orphan = autosave_->orphan()->string();
            state_.toasts.push_back(
                {state_.next_toast++, false, "Heed was ended before it could close",
                 "“" + escaped(session.version.input, 80) + "” and what you did with it are kept", 0,
                 "restore-session"});
            return;
        }
    } catch (const Error&) { // nothing that can be gone on with
    }
    autosave_->forget_orphan();
}

/// Some time after something has happened, the settings and the session are written to their places.
void App::autosave() {
    if (!autosave_ || autosave_at_ == 0 || state_.clock < autosave_at_) return;
    autosave_at_ = 0;
    if (state_.settings != kept_settings_) keep_settings();
    if (autosave_->file().empty() || !state_.model) return;
    std::string text = session_text(state_);
    if (text == last_session_) return;
    last_session_ = text;
    jobs_->save_session(
        std::move(text),
        {.file = autosave_->file(), .problem = {}, .kept = true, .lost = holds_lost_session(state_)});
}

/// A session takes the place of everything that was done: undo does not lead back from there, the last
/// session does. From weights computed elsewhere undo leads back; who ends there finds it in the last
/// session.
void App::apply_and_keep(const Event& event) {
    const bool comes = autosave_ && !autosave_->file().empty() && std::holds_alternative<ModelLoaded>(event);
    const bool worked = comes && state_.model && state_.history.steps.size() > 1;
    const std::string before = worked ? session_text(state_) : "";
    const bool waiting = state_.restoring_session != nullptr;
    perform(apply(state_, event));
    const bool gone = waiting && !state_.restoring_session;
    if (!worked || !(gone || state_.weights_only())) return;
    state_.last_session = autosave_->last().string();
    jobs_->save_session(before, {.file = autosave_->last(), .problem = {}, .kept = true});
    if (!gone) return;
    state_.toasts.push_back(
        {state_.next_toast++, false, "What you did is kept", "", state_.clock + 8, "last-session"});
}

bool App::unattended() const { return options_.screenshot || (options_.replay && options_.dump_state); }

void App::keep_settings() {
    if (unattended()) return;
    state_.settings.maximized = window_->maximized();
    kept_settings_ = state_.settings;
    if (const std::string problem = save_settings(state_.settings); !problem.empty() && state_.leaving)
        std::cerr << "heed: " << problem << '\n';
}

bool App::dump(bool now) {
    if (!options_.dump_state) return true;
    const double time = glfwGetTime();
    if (!now && time - last_dump_at_ < 0.03) {
        memory_.wake_at =
            memory_.wake_at > 0 ? std::min(memory_.wake_at, state_.clock + 0.04) : state_.clock + 0.04;
        return true;
    }
    std::string text = state_text(state_);
    if (text == last_dump_) return true;
    last_dump_at_ = time;
    last_dump_ = std::move(text);
    try {
        io::write_file_atomic(*options_.dump_state, last_dump_);
    } catch (const Error& error) {
        last_dump_.clear(); // to be tried again
        if (now) std::cerr << "heed: " << error.what() << '\n';
        return false;
    }
    return true;
}

} // namespace heed
