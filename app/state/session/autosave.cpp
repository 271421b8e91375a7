// Where sessions are kept while the program runs.
#include "app/state/session/session.h"

#include "core/base/error.h"
#include "core/io/base/file.h"

#include <algorithm>
#include <cstdlib>
#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>
#include <vector>

namespace heed {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t most_orphans = 5; // older ones are deleted

/// A lock on that file, or -1: somebody holds it, or it cannot be.
int lock(const fs::path& file) {
    const int descriptor = ::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (descriptor < 0) return -1;
    if (::flock(descriptor, LOCK_EX | LOCK_NB) == 0) return descriptor;
    ::close(descriptor);
    return -1;
}

fs::path lock_of(fs::path session) { return session.replace_extension(".lock"); }

/// Session files, the newest first.
std::vector<fs::path> sessions_in(const fs::path& folder) {
    std::vector<std::pair<fs::file_time_type, fs::path>> found;
    std::error_code error;
    for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
        const std::string name = it->path().filename().string();
        if (!name.starts_with("session-") || it->path().extension() != ".json") continue;
        std::error_code ignored;
        found.emplace_back(fs::last_write_time(it->path(), ignored), it->path());
    }
    std::sort(found.begin(), found.end(), [](const auto& a, const auto& b) { return a > b; });
    std::vector<fs::path> files;
    for (auto& [time, file] : found) files.push_back(std::move(file));
    return files;
}

void remove_both(const fs::path& session) {
    std::error_code ignored;
    fs::remove(session, ignored);
    fs::remove(lock_of(session), ignored);
}

} // namespace

fs::path Autosave::folder() {
    const auto named = [](const char* variable) {
        const char* value = std::getenv(variable);
        return value ? fs::path(value) : fs::path();
    };
    fs::path state = named("XDG_STATE_HOME");
    if (!state.is_absolute()) state = named("HOME") / ".local" / "state";
    return state / "heed";
}

Autosave::Autosave(fs::path folder) : folder_(std::move(folder)) {
    std::error_code error;
    fs::create_directories(folder_, error);
    if (error) return;
    std::size_t orphans = 0;
    for (const fs::path& session : sessions_in(folder_)) {
        const int held = lock(lock_of(session));
        if (held < 0) continue; // its process lives
        if (!orphan_) {
            orphan_ = session;
            orphan_lock_ = held;
        } else {
            if (++orphans >= most_orphans) remove_both(session);
            ::close(held);
        }
    }
    for (int n = 0; n < 100 && lock_ < 0; ++n) { // a process number may come again
        const fs::path file = folder_ / ("session-" + std::to_string(::getpid()) +
                                         (n ? "-" + std::to_string(n) : "") + ".json");
        if (fs::exists(file, error)) continue;
        lock_ = lock(lock_of(file));
        if (lock_ >= 0) file_ = file;
    }
}

Autosave::~Autosave() {
    if (lock_ >= 0) ::close(lock_);
    if (orphan_lock_ >= 0) ::close(orphan_lock_);
}

void Autosave::forget_orphan() {
    if (!orphan_) return;
    remove_both(*orphan_);
    orphan_.reset();
    ::close(std::exchange(orphan_lock_, -1));
}

bool Autosave::end(const std::string& text) {
    if (file_.empty()) return false;
    try {
        if (!text.empty()) io::write_file_atomic(last(), text);
    } catch (const Error&) {
        return false;
    }
    remove_both(file_);
    return true;
}

} // namespace heed
