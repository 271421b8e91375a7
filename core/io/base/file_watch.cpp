#include "core/io/base/file_watch.h"

#include "core/base/error.h"
#include "core/io/base/file.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <optional>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <sys/stat.h>
#include <unistd.h>

namespace heed::io {

namespace fs = std::filesystem;
using std::chrono::milliseconds;
using Clock = std::chrono::steady_clock;
using namespace std::chrono_literals;

namespace {

constexpr milliseconds look_every{250}, rest{1000};

/// How long nothing is written before it is told, and how long is waited for that.
struct Pause {
    milliseconds moment, longest;
};
constexpr Pause of_file{20ms, 100ms},
    of_folder{250ms, 600ms}; // a model in two files is whole when both are written

constexpr std::size_t most_files = 1000; // of a folder
constexpr std::uint32_t told_of = IN_CLOSE_WRITE | IN_MOVED_TO | IN_MODIFY | IN_CREATE | IN_ONLYDIR;

std::optional<FileStamp> stamp(const fs::path& file) {
    struct stat about {};
    if (::stat(file.c_str(), &about) != 0 || !S_ISREG(about.st_mode)) return std::nullopt;
    return FileStamp{about.st_dev, about.st_ino, static_cast<std::uint64_t>(about.st_size),
                     about.st_mtim.tv_sec * 1'000'000'000 + about.st_mtim.tv_nsec};
}

/// The file, or the folder's.
std::vector<fs::path> files_at(const fs::path& path) {
    std::error_code error;
    if (!fs::is_directory(path, error)) return {path};
    std::vector<fs::path> files;
    for (const auto& entry : fs::directory_iterator(path, error)) {
        if (files.size() >= most_files) break;
        if (!entry.path().filename().string().starts_with('.')) files.push_back(entry.path());
    }
    std::sort(files.begin(), files.end());
    return files;
}

fs::path plain(const fs::path& path) {
    std::error_code ignored;
    const fs::path whole = fs::absolute(path, ignored).lexically_normal();
    return whole.has_filename() ? whole : whole.parent_path();
}

std::int64_t now_as_stamped() {
    using namespace std::chrono;
    return duration_cast<nanoseconds>(system_clock::now().time_since_epoch()).count();
}

} // namespace

std::vector<FileStamp> stamps_of(const fs::path& path) {
    std::vector<FileStamp> stamps;
    for (const fs::path& file : files_at(path))
        if (const auto one = stamp(file)) stamps.push_back(*one);
    return stamps;
}

bool read_whole(const std::vector<FileStamp>& before, const std::vector<FileStamp>& after) {
    if (before.empty()) return false;
    return std::none_of(before.begin(), before.end(), [&](const FileStamp& then) {
        return std::any_of(after.begin(), after.end(),
                           [&](const FileStamp& now) { return now.same_file(then) && now != then; });
    });
}

BeforeRead::BeforeRead(const fs::path& place, const std::vector<fs::path>& others)
    : place_(plain(place)), alone_(stamps_of(place_)), at_(now_as_stamped()) {
    std::vector<fs::path> places = others;
    std::error_code ignored;
    places.push_back(fs::is_directory(place_, ignored) ? place_ : place_.parent_path());
    places.push_back(place_);
    for (const fs::path& one : places)
        for (const fs::path& file : files_at(plain(one)))
            if (const auto found = stamp(file)) all_.emplace(file, *found);
}

bool BeforeRead::whole(const std::vector<fs::path>& read) const {
    std::vector<fs::path> files;
    std::error_code ignored;
    for (const fs::path& path : read) {
        const bool folder = fs::is_directory(path, ignored); // of whose entries folders are none that is read
        for (const fs::path& file : files_at(plain(path)))
            if (!folder || all_.contains(file) || stamp(file)) files.push_back(file);
    }
    if (files.size() < 2) return read_whole(alone_, stamps_of(place_));
    return there() && std::all_of(files.begin(), files.end(), [&](const fs::path& file) {
               const auto before = all_.find(file);
               const auto now = stamp(file);
               if (now && before == all_.end()) // of elsewhere, or of a large folder
                   return now->changed + std::int64_t{1'000'000'000} < at_;
               return now && before->second == *now;
           });
}

FileWatch::FileWatch(const fs::path& path) : path_(plain(path)) {
    std::error_code error;
    folder_ = fs::is_directory(path_, error);
    events_ = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
    wake_ = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
    if (folder_) {
        watch(path_, "");
    } else {
        if (!fs::is_directory(path_.parent_path(), error))
            throw Error(shown(path_), "not followed", "a file in a folder",
                        what_is_missing(path_.parent_path()));
        watch(path_.parent_path(), path_.filename().string());
        const fs::path real = fs::weakly_canonical(path_, error); // behind a link
        if (!error && real != path_) watch(real.parent_path(), real.filename().string());
    }
    seen_ = told_ = stamps();
}

void FileWatch::watch(const fs::path& folder, const std::string& name) {
    const int id = events_ < 0 ? -1 : inotify_add_watch(events_, folder.c_str(), told_of);
    if (id < 0) return; // it is looked at from time to time
    watched_.push_back(id);
    names_.push_back(name);
}

std::vector<FileStamp> FileWatch::stamps() const {
    std::vector<FileStamp> all = stamps_of(path_);
    for (const fs::path& other : others_)
        for (const FileStamp& one : stamps_of(other)) all.push_back(one);
    return all;
}

void FileWatch::follow_also(const std::vector<fs::path>& files) {
    const std::lock_guard lock(mutex_);
    std::error_code ignored;
    std::vector<fs::path> others;
    for (const fs::path& file : files) {
        const fs::path other = plain(file);
        if (other != path_ && !(folder_ && other.parent_path() == path_)) others.push_back(other);
    }
    if (others == others_) return;
    const bool same = seen_ == told_ && stamps() == told_; // nothing is waiting to be told
    for (const fs::path& other : others)
        if (std::find(others_.begin(), others_.end(), other) == others_.end())
            fs::is_directory(other, ignored) ? watch(other, "")
                                             : watch(other.parent_path(), other.filename().string());
    others_ = std::move(others);
    seen_ = stamps();
    if (same) told_ = seen_;
}

FileWatch::~FileWatch() {
    if (events_ >= 0) ::close(events_);
    if (wake_ >= 0) ::close(wake_);
}

void FileWatch::interrupt() {
    const std::uint64_t one = 1;
    [[maybe_unused]] const auto written = ::write(wake_, &one, sizeof one);
}

void FileWatch::read_events() {
    alignas(inotify_event) std::array<char, 8192> buffer;
    for (ssize_t count; (count = ::read(events_, buffer.data(), buffer.size())) > 0;)
        for (ssize_t at = 0; at < count;) {
            inotify_event event;
            std::memcpy(&event, buffer.data() + at, sizeof event);
            const char* text = buffer.data() + at + sizeof event;
            const std::string name = event.len > 0 ? std::string(text) : std::string();
            at += static_cast<ssize_t>(sizeof event + event.len);
            bool ours = (event.mask & IN_Q_OVERFLOW) != 0;
            for (std::size_t n = 0; n < watched_.size(); ++n)
                ours = ours || (event.wd == watched_[n] &&
                                (names_[n].empty() ? !name.starts_with('.') : name == names_[n]));
            if (!ours) continue;
            last_ = Clock::now();
            renamed_ = !several() && (event.mask & IN_MOVED_TO) != 0;
            if ((event.mask & (IN_CLOSE_WRITE | IN_MOVED_TO | IN_Q_OVERFLOW)) != 0) {
                if (!closed_) since_ = last_;
                closed_ = true;
                open_ = false;
            } else if ((event.mask & IN_MODIFY) != 0) {
                open_ = true;
            }
        }
}

/// For what nobody tells of: another host's writing, a link that was turned elsewhere.
void FileWatch::look() {
    const auto now = Clock::now();
    if (now - looked_ < look_every) return;
    looked_ = now;
    std::vector<FileStamp> now_there = stamps();
    if (now_there != seen_) {
        seen_ = std::move(now_there);
        last_ = std::max(last_, now);
    } else if (!open_ && !closed_ && seen_ != told_ && now - last_ > rest) {
        closed_ = true;
        since_ = last_;
    }
}

bool FileWatch::wait(milliseconds patience) {
    const auto until = Clock::now() + patience;
    while (true) {
        std::unique_lock lock(mutex_);
        read_events();
        look();
        const auto now = Clock::now();
        // Who writes without a pause is not waited for.
        const auto& [moment, longest] = several() ? of_folder : of_file;
        const bool whole = renamed_ && now - told_at_ >= moment;
        if (closed_ && !open_ && (whole || now - last_ >= moment || now - since_ >= longest)) {
            closed_ = renamed_ = false;
            told_at_ = now;
            seen_ = told_ = stamps();
            return true;
        }
        const bool waiting = closed_ && !open_;
        lock.unlock();
        if (now >= until) return false;
        const auto left = std::chrono::duration_cast<milliseconds>(until - now);
        const auto nap = std::min(left, waiting ? moment : look_every);
        std::array<pollfd, 2> on = {pollfd{events_, POLLIN, 0}, pollfd{wake_, POLLIN, 0}};
        if (::poll(on.data(), on.size(), static_cast<int>(nap.count()) + 1) < 0 && errno != EINTR)
            return false;
        std::uint64_t asked = 0;
        if (::read(wake_, &asked, sizeof asked) > 0) return false;
    }
}

} // namespace heed::io
