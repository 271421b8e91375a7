#include "core/io/container/archive/private_folder.h"

#include "core/base/error.h"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <fcntl.h>
#include <string_view>
#include <sys/file.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <vector>

namespace heed::io {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view private_name = "heed-unpacked-";

/// Where such a folder may be made, the first that can be written.
std::vector<fs::path> private_places() {
    std::vector<fs::path> places;
    const char* const cache = std::getenv("XDG_CACHE_HOME");
    const char* const home = std::getenv("HOME");
    if (cache != nullptr && *cache == '/')
        places.push_back(fs::path(cache) / "heed");
    else if (home != nullptr && *home == '/')
        places.push_back(fs::path(home) / ".cache" / "heed");
    std::error_code ignored;
    places.push_back(fs::temp_directory_path(ignored));
    return places;
}

/// The folder, if nobody uses it; else -1.
int locked(const fs::path& folder) {
    const int descriptor = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (descriptor < 0 || ::flock(descriptor, LOCK_EX | LOCK_NB) == 0) return descriptor;
    ::close(descriptor);
    return -1;
}

/// Of this user, and not made a moment ago: its maker has its lock by now.
bool is_old_and_ours(const fs::path& folder) {
    constexpr std::chrono::minutes moment{1};
    struct stat about {};
    if (::lstat(folder.c_str(), &about) != 0 || !S_ISDIR(about.st_mode) || about.st_uid != ::geteuid())
        return false;
    std::error_code error;
    const fs::file_time_type made = fs::last_write_time(folder, error);
    return !error && made + moment < fs::file_time_type::clock::now();
}

void remove_what_was_left(const fs::path& place) {
    std::vector<fs::path> left;
    std::error_code error;
    for (fs::directory_iterator it(place, error), end; !error && it != end; it.increment(error))
        if (it->path().filename().native().starts_with(private_name)) left.push_back(it->path());
    for (const fs::path& folder : left) {
        const int lock = is_old_and_ours(folder) ? locked(folder) : -1;
        if (lock < 0) continue;
        std::error_code ignored;
        fs::remove_all(folder, ignored);
        ::close(lock);
    }
}

} // namespace

PrivateFolder::PrivateFolder(const std::string& subject) {
    int reason = 0;
    for (const fs::path& place : private_places()) {
        std::error_code error;
        fs::create_directories(place, error);
        remove_what_was_left(place);
        std::string name = (place / (std::string(private_name) + "XXXXXX")).string();
        if (::mkdtemp(name.data()) == nullptr) { // readable by its maker alone
            reason = errno;
            continue;
        }
        path_ = name;
        lock_ = locked(path_);
        return;
    }
    throw Error(subject, "not unpacked: " + std::generic_category().message(reason));
}

PrivateFolder::~PrivateFolder() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
    if (lock_ >= 0) ::close(lock_);
}

bool is_in_private_folder(const fs::path& path) {
    return std::any_of(path.begin(), path.end(),
                       [](const fs::path& part) { return part.native().starts_with(private_name); });
}

} // namespace heed::io
