#include "core/io/base/file_watch.h"

#include "core/base/error.h"
#include "core/io/base/file.h"
#include "core/io/base/file_kind.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <sys/stat.h>
#include <unistd.h>

namespace heed::io {

namespace fs = std::filesystem;
using std::chrono::milliseconds;
using namespace std::chrono_literals;

namespace {

/// What nobody tells of is looked at so often, and whole when it rests so long: at two looks.
constexpr milliseconds look_every{250}, rest{400};

/// How long nothing is written before it is told, and how long is waited for that.
struct Pause {
    milliseconds moment, longest;
};
constexpr Pause of_file{20ms, 100ms},
    of_folder{250ms, 600ms}; // a model in two files is whole when both are written

/// So long the files of a folder are waited for of which nobody knows whether they belong to the model.
constexpr milliseconds for_unknown{3000};
/// Others' writing in the same folder wakes no more often.
constexpr milliseconds gathering{10};

constexpr std::uint32_t told_of =
    IN_CLOSE_WRITE | IN_MOVED_TO | IN_MODIFY | IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_ONLYDIR;

/// False where it cannot be read, too.
bool holds_tensors(const fs::path& file) {
    try {
        return may_hold_tensors(content_kind(file));
    } catch (const Error&) {
        return false;
    }
}

} // namespace

struct FileWatch::Happening {
    std::uint32_t mask = 0;
    int id = -1;
    std::string name;
    bool is(std::uint32_t one_of) const { return (mask & one_of) != 0; }
};

FileWatch::FileWatch(const fs::path& path) : path_(plain_path(path)) {
    std::error_code error;
    folder_ = fs::is_directory(path_, error);
    if (!folder_ && !fs::is_directory(path_.parent_path(), error))
        throw Error(shown(path_), "not followed", "a file in a folder", what_is_missing(path_.parent_path()));
    events_ = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
    wake_ = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
    find_places();
    seen_ = told_ = stamps();
}

FileWatch::~FileWatch() {
    if (events_ >= 0) ::close(events_);
    if (wake_ >= 0) ::close(wake_);
}

void FileWatch::interrupt() {
    const std::uint64_t one = 1;
    [[maybe_unused]] const auto written = ::write(wake_, &one, sizeof one);
}

// ------------------------------------------------------------------------------------------- where it lies

std::vector<FileWatch::Place> FileWatch::places() const {
    std::vector<Place> all;
    std::error_code error;
    const auto add = [&](const fs::path& path) {
        if (fs::is_directory(path, error)) return all.push_back({path, ""});
        all.push_back({path.parent_path(), path.filename().string()});
        const fs::path real = fs::weakly_canonical(path, error); // behind a link
        if (!error && real != path) all.push_back({real.parent_path(), real.filename().string()});
    };
    if (folder_)
        all.push_back({path_, ""});
    else
        add(path_);
    for (const fs::path& other : others_) add(other);
    return all;
}

/// Watches the folders that lie there now, and no other. Whether one is another than before. Where the system
/// watches none, it is looked at from time to time all the same.
bool FileWatch::find_places() {
    bool another = false;
    std::vector<Place> found = places();
    for (Place& place : found) {
        struct stat about {};
        if (::stat(place.folder.c_str(), &about) != 0) continue;
        place.device = about.st_dev;
        place.inode = about.st_ino;
        const auto before = std::find_if(watched_.begin(), watched_.end(), [&](const Place& one) {
            return one.folder == place.folder && one.name == place.name;
        });
        const bool same =
            before != watched_.end() && before->device == place.device && before->inode == place.inode;
        if (same) place.id = before->id;
        if (place.id < 0 && events_ >= 0)
            place.id = inotify_add_watch(events_, place.folder.c_str(), told_of | IN_MASK_ADD);
        another = another || !same;
        if (before != watched_.end() && !same)
            std::erase_if(open_, [&](const auto& file) { return file.first.parent_path() == place.folder; });
    }
    for (const Place& place : watched_)
        if (place.id >= 0 &&
            std::none_of(found.begin(), found.end(), [&](const Place& one) { return one.id == place.id; }))
            inotify_rm_watch(events_, place.id);
    watched_ = std::move(found);
    std::erase_if(open_, [&](const auto& file) { // whose closing nobody tells of any more
        return std::none_of(watched_.begin(), watched_.end(), [&](const Place& one) {
            return one.id >= 0 && one.folder == file.first.parent_path() &&
                   (one.name.empty() || one.name == file.first.filename());
        });
    });
    return another;
}

bool FileWatch::is_ours(const fs::path& file) const { return !passed_over_.contains(file); }

std::vector<FileStamp> FileWatch::stamps() const {
    std::vector<FileStamp> all;
    const auto add = [&](const fs::path& path) {
        for (const fs::path& file : files_at(path))
            if (is_ours(file))
                if (const auto one = stamp_of(file)) all.push_back(*one);
    };
    add(path_);
    for (const fs::path& other : others_) add(other);
    return all;
}

void FileWatch::follow_also(const std::vector<fs::path>& files, const BeforeRead& before) {
    const std::lock_guard lock(mutex_);
    std::set<fs::path> read, passed_over;
    std::vector<fs::path> others;
    for (const fs::path& file : files) {
        const fs::path one = plain_path(file);
        if (one == path_) continue;
        if (folder_ && one.parent_path() == path_)
            read.insert(one);
        else
            others.push_back(one);
    }
    if (!read.empty())
        for (const fs::path& file : before.files_in(path_))
            if (!read.contains(file) && (passed_over_.contains(file) || !holds_tensors(file)))
                passed_over.insert(file);
    if (others == others_ && read == read_ && passed_over == passed_over_) return;
    const bool same = seen_ == told_ && stamps() == told_; // nothing is waiting to be told
    others_ = std::move(others);
    read_ = std::move(read);
    passed_over_ = std::move(passed_over);
    std::erase_if(open_, [&](const auto& file) { return !is_ours(file.first); });
    find_places();
    seen_ = stamps();
    if (same) told_ = seen_;
}

// ----------------------------------------------------------------------------------------- what is told of
// it

void FileWatch::read_events() {
    alignas(inotify_event) std::array<char, 8192> buffer;
    for (ssize_t count; (count = ::read(events_, buffer.data(), buffer.size())) > 0;)
        for (ssize_t at = 0; at < count;) {
            inotify_event event;
            std::memcpy(&event, buffer.data() + at, sizeof event);
            const char* text = buffer.data() + at + sizeof event;
            take({event.mask, event.wd, event.len > 0 ? std::string(text) : std::string()});
            at += static_cast<ssize_t>(sizeof event + event.len);
        }
}

void FileWatch::take(const Happening& event) {
    const auto now = Clock::now();
    const auto written_whole = [&] {
        last_ = now;
        if (!closed_) since_ = now;
        closed_ = true;
    };
    if (event.is(IN_Q_OVERFLOW)) { // who writes is no longer known
        open_.clear();
        return written_whole();
    }
    const auto place = std::find_if(watched_.begin(), watched_.end(), [&](const Place& one) {
        return one.id == event.id && (one.name.empty() ? !event.name.starts_with('.')
                                                       : one.name == event.name || event.is(IN_IGNORED));
    });
    if (place == watched_.end()) return;
    if (event.is(IN_IGNORED | IN_ISDIR)) { // a folder that is gone, or came
        looked_ = {};
        for (Place& one : watched_)
            if (event.is(IN_IGNORED) && one.id == event.id) one = {one.folder, one.name};
        return;
    }
    const fs::path file = place->folder / event.name;
    if (!is_ours(file)) return;
    last_ = now;
    renamed_ = !several() && event.is(IN_MOVED_TO);
    if (event.is(IN_MODIFY))
        open_.emplace(file, now);
    else
        open_.erase(file);
    if (event.is(IN_CLOSE_WRITE | IN_MOVED_TO)) written_whole();
}

/// Whether somebody still writes what is waited for.
bool FileWatch::is_written(Clock::time_point now) const {
    const bool known = !folder_ || !read_.empty();
    return std::any_of(open_.begin(), open_.end(), [&](const auto& file) {
        if (!known) return now - file.second < for_unknown;
        return !folder_ || file.first.parent_path() != path_ || read_.contains(file.first);
    });
}

/// For what nobody tells of: another host's writing, a link that was turned elsewhere, a folder that was made
/// anew.
void FileWatch::look() {
    const auto now = Clock::now();
    if (now - looked_ < look_every) return;
    looked_ = now;
    std::error_code ignored;
    if (fs::exists(path_, ignored)) folder_ = fs::is_directory(path_, ignored);
    if (find_places()) {
        last_ = now;
        if (!closed_) since_ = now;
        closed_ = moved_ = true;
    }
    std::vector<FileStamp> now_there = stamps();
    if (now_there != seen_) {
        seen_ = std::move(now_there);
        last_ = std::max(last_, now);
    } else if (!is_written(now) && !closed_ && seen_ != told_ && now - last_ > rest) {
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
        const auto& [moment, longest] = several() || moved_ ? of_folder : of_file;
        const bool whole = renamed_ && now - told_at_ >= moment;
        const bool waiting = closed_ && !is_written(now);
        if (waiting && (whole || now - last_ >= moment || now - since_ >= longest)) {
            closed_ = renamed_ = moved_ = false;
            told_at_ = now;
            seen_ = told_ = stamps();
            return true;
        }
        lock.unlock();
        if (now >= until) return false;
        const auto left = std::chrono::duration_cast<milliseconds>(until - now);
        const auto nap = std::min(left, waiting ? moment : look_every);
        std::array<pollfd, 2> on = {pollfd{wake_, POLLIN, 0}, pollfd{events_, POLLIN, 0}};
        if (::poll(on.data(), 2, static_cast<int>(nap.count()) + 1) < 0 && errno != EINTR) return false;
        if (on[1].revents != 0 && on[0].revents == 0)
            ::poll(on.data(), 1, static_cast<int>(std::min(nap, gathering).count()));
        std::uint64_t asked = 0;
        if (::read(wake_, &asked, sizeof asked) > 0) return false;
    }
}

} // namespace heed::io
