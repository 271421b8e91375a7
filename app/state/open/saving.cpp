// Saving models and sessions, and going on with a session that was kept.
#include "app/state/open/opening.h"
#include "app/state/session/session.h"
#include "core/text/strings.h"

#include <algorithm>

namespace heed {
namespace {

using Kind = Effect::Kind;
namespace fs = std::filesystem;

/// "dates-additive.session.json", where the last session or figure went.
fs::path suggested_session(const AppState& s) {
    const std::string name = s.facts.name.empty() ? "heed" : replaced(s.facts.name, "/", "-");
    const fs::path folder =
        s.settings.export_folder.empty() ? fs::current_path() : fs::path(s.settings.export_folder);
    return folder / (name + ".session.json");
}

fs::path suggested_folder(const AppState& s) {
    const fs::path from = s.settings.model;
    const bool is_path = from.is_absolute();
    const std::string name = replaced(is_path ? from.stem().string() : s.facts.name, "/", "-");
    return (is_path ? from.parent_path() : fs::current_path()) / (name + "-heed");
}

/// The lost session that was gone on with is safe in this program's own place. A save that was under way
/// before it stood again holds something else.
EffectList apply_kept_session(AppState& s, const SessionSaved& e) {
    if (!e.problem.empty() || !e.lost || !s.orphan_taken) return {};
    s.orphan.clear();
    s.orphan_taken = false;
    return {{Kind::ForgetSession}};
}

} // namespace

bool holds_lost_session(const AppState& s) {
    return s.orphan_taken && s.model && !s.restoring && s.opening.empty(); // weights are saved in no session
}

EffectList apply_saved_session(AppState& s, const SessionSaved& e) {
    if (e.kept) return apply_kept_session(s, e);
    s.saving.busy = false;
    if (!e.problem.empty()) {
        if (s.dialog == Dialog::SaveSession)
            s.saving.error = as_sentence(e.problem);
        else
            s.toasts.push_back(
                {s.next_toast++, true, "The session was not saved", as_sentence(e.problem), 0});
        return {};
    }
    s.session_file = e.file.string();
    remember_session(s.settings, s.session_file);
    if (s.dialog == Dialog::SaveSession) s.dialog = Dialog::None;
    s.toasts.push_back({s.next_toast++, false, "Saved " + e.file.filename().string(),
                        e.file.parent_path().string(), s.clock + 4});
    return {};
}

EffectList apply_session(AppState& s, const SessionRead& e) {
    const bool own = e.file == s.orphan || e.file == s.last_session; // kept by the program
    if (e.file != s.opening && !own) return {};                      // cancelled
    s.opening.clear();
    const bool nested = s.restoring && s.restoring->model == e.file.string(); // it would be opened for ever
    if (nested) {
        stop_opening(s);
        s.failure = Failure{last_part(e.file.string()) + " was not opened",
                            "It is a session, where a session names its model.", ""};
        return {};
    }
    if (!e.session) {
        s.orphan_taken = false;
        s.failure = Failure{last_part(e.file.string()) + " was not opened", as_sentence(e.problem), ""};
        return {};
    }
    s.dialog = Dialog::None;
    Session session = *e.session;
    if (!own) session.file = e.file.string();
    const bool bundled = std::any_of(s.sessions.begin(), s.sessions.end(),
                                     [&](const SessionChoice& it) { return it.file == e.file.string(); });
    if (bundled) session.file.clear(); // saved under a name of the user's own
    if (!own && !bundled) remember_session(s.settings, std::filesystem::absolute(e.file).string());
    EffectList effects = open_session(s, std::move(session));
    s.orphan_taken = e.file == s.orphan;
    return effects;
}

EffectList apply_saved_model(AppState& s, const ModelSaved& e) {
    s.saving.busy = false;
    s.saving.error = as_sentence(e.problem);
    if (!e.problem.empty()) return {};
    if (s.dialog == Dialog::SaveModel) s.dialog = Dialog::None;
    s.toasts.push_back({s.next_toast++, false, "Saved " + e.folder.filename().string(),
                        e.folder.parent_path().string(), s.clock + 4});
    return {{Kind::SaveSettings}};
}

EffectList save_model_dialog(AppState& s) {
    if (!s.model) return {};
    s.menu = Menu::None;
    s.dialog = Dialog::SaveModel;
    s.saving = {suggested_folder(s).string(), false, ""};
    return {};
}

EffectList save_session_dialog(AppState& s) {
    s.menu = Menu::None;
    s.dialog = Dialog::SaveSession;
    s.saving = {s.session_file.empty() ? suggested_session(s).string() : s.session_file, false, ""};
    return {};
}

EffectList save_session(AppState& s) {
    if (s.session_file.empty() || s.dialog != Dialog::None) return save_session_dialog(s);
    s.menu = Menu::None;
    return {{Kind::SaveSession, s.session_file}};
}

EffectList restore_orphan(AppState& s) {
    // It is not this one before it has been read: until then a save that ends holds something else.
    if (s.orphan.empty()) return {};
    return {{Kind::ReadSession, s.orphan}};
}

EffectList restore_last(AppState& s) {
    return s.last_session.empty() ? EffectList{} : EffectList{{Kind::ReadSession, s.last_session}};
}

EffectList name_save(AppState& s, const Command& c) {
    s.saving.path = c.text;
    s.saving.error.clear();
    return {};
}

EffectList save_named(AppState& s) {
    if (s.saving.busy || s.saving.path.empty() || !s.model) return {};
    s.saving.busy = true;
    s.saving.error.clear();
    return {{s.dialog == Dialog::SaveSession ? Kind::SaveSession : Kind::SaveModel, s.saving.path}};
}

} // namespace heed
