// A session: what is run, how it is looked at, and how it came to that; everything else is computed again.
#pragma once

#include "app/state/update.h"

#include <filesystem>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

namespace heed {

struct Session {
    Version version;
    std::string model_hash;           // of the model it was saved with; empty: not known
    std::string model_form, family;   // how that computed, and the family it was read by
    History history;                  // empty steps: it begins with this version
    std::optional<Settings> settings; // none: as they are
    std::string view = "step";
    int at = 0;
    Pointing selection;
    InputList inputs;
    std::shared_ptr<const nlohmann::json> workspaces; // what each has kept, by its key; null: nothing
    std::string file;                                 // where it was read, and is saved again; not written
};

/// One JSON object, indented, ending in a line feed.
std::string session_text(const AppState& state);
/// Throws heed::Error naming `name`: text that is no session of version 1. What --dump-state writes is read
/// as well, without its history.
Session parse_session(const std::string& text, const std::string& name);
/// Throws heed::Error as parse_session does, and where the file cannot be read.
Session read_session(const std::filesystem::path& file);
/// Whether a file is one, by its beginning or, as one that is damaged, by its name; false where it cannot be
/// read.
bool is_session_file(const std::filesystem::path& file);

/// Those that come with the program, by name.
std::vector<SessionChoice> bundled_sessions();
/// Remembers that a file of the user's own holds one.
void remember_session(Settings& settings, const std::string& file);

/// The state at the start of the program: everything, the window's size included; the model comes after.
void begin_session(AppState& state, Session session);
/// What the command line says besides holds when the model has come, too. A new input is run without the
/// edits.
void amend_session(AppState& state, const std::optional<std::string>& input);
/// In a running window: asks for the model. The session is in place when that has come.
EffectList open_session(AppState& state, Session session);
/// The same on another model, in the place of its own.
EffectList open_session_with(AppState& state, Session session, const std::string& model,
                             const OpenAnswers& answers);
/// What of it waited for the model.
EffectList put_session(AppState& state, const Session& session);

/// Sessions are kept while the program runs, so that nothing is lost if it does not end as it should: each
/// process has a file of its own in a folder, and a lock on it as long as it lives.
class Autosave {
public:
    /// XDG_STATE_HOME/heed.
    static std::filesystem::path folder();

    explicit Autosave(std::filesystem::path folder = Autosave::folder());
    ~Autosave(); // lets go of the lock; the file stays unless it was discarded
    Autosave(const Autosave&) = delete;
    Autosave& operator=(const Autosave&) = delete;

    /// The newest session whose process is gone without having ended; taken over, so that nobody else finds
    /// it.
    std::optional<std::filesystem::path> orphan() const { return orphan_; }
    /// The orphan is not wanted.
    void forget_orphan();
    /// Whole or not at all. Empty when it cannot be written: nothing else depends on it.
    std::filesystem::path file() const { return file_; }
    /// The program ends as it should: what was done is the last session; `text` empty: nothing was done.
    /// Whether that is so: where it cannot be written, its own file stays and is found next time.
    bool end(const std::string& text);
    /// The session of the program that ended last; none there may be.
    std::filesystem::path last() const { return folder_ / "last.json"; }

private:
    std::filesystem::path folder_, file_;
    int lock_ = -1, orphan_lock_ = -1;
    std::optional<std::filesystem::path> orphan_;
};

} // namespace heed
