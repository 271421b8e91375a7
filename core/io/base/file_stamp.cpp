#include "core/io/base/file_stamp.h"

#include <algorithm>
#include <chrono>
#include <sys/stat.h>

namespace heed::io {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t most_files = 1000; // of a folder
/// Two writings within so short a time may have the same time of change.
constexpr std::int64_t one_moment = 50'000'000;

std::int64_t now_as_stamped() {
    using namespace std::chrono;
    return duration_cast<nanoseconds>(system_clock::now().time_since_epoch()).count();
}

} // namespace

fs::path plain_path(const fs::path& path) {
    std::error_code ignored;
    const fs::path whole = fs::absolute(path, ignored).lexically_normal();
    return whole.has_filename() ? whole : whole.parent_path();
}

std::vector<fs::path> files_at(const fs::path& path) {
    std::error_code error;
    if (!fs::is_directory(path, error)) return {path};
    std::vector<fs::path> files;
    for (fs::directory_iterator it(path, error), end; !error && it != end; it.increment(error)) {
        if (files.size() >= most_files) break;
        if (!it->path().filename().string().starts_with('.')) files.push_back(it->path());
    }
    std::sort(files.begin(), files.end());
    return files;
}

std::optional<FileStamp> stamp_of(const fs::path& file) {
    struct stat about {};
    if (::stat(file.c_str(), &about) != 0 || !S_ISREG(about.st_mode)) return std::nullopt;
    return FileStamp{about.st_dev, about.st_ino, static_cast<std::uint64_t>(about.st_size),
                     about.st_mtim.tv_sec * 1'000'000'000 + about.st_mtim.tv_nsec};
}

std::vector<FileStamp> stamps_of(const fs::path& path) {
    std::vector<FileStamp> stamps;
    for (const fs::path& file : files_at(path))
        if (const auto one = stamp_of(file)) stamps.push_back(*one);
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
    : place_(plain_path(place)), alone_(stamps_of(place_)), at_(now_as_stamped()) {
    std::vector<fs::path> places = others;
    std::error_code ignored;
    places.push_back(fs::is_directory(place_, ignored) ? place_ : place_.parent_path());
    places.push_back(place_);
    for (const fs::path& one : places)
        for (const fs::path& file : files_at(plain_path(one)))
            if (const auto found = stamp_of(file)) all_.emplace(file, *found);
}

/// The files that were read, those of folders each by itself.
std::vector<fs::path> BeforeRead::single(const std::vector<fs::path>& read) const {
    std::vector<fs::path> files;
    std::error_code ignored;
    for (const fs::path& path : read) {
        const bool folder = fs::is_directory(path, ignored); // of whose entries folders are none that is read
        for (const fs::path& file : files_at(plain_path(path)))
            if (!folder || all_.contains(file) || stamp_of(file)) files.push_back(file);
    }
    return files;
}

bool BeforeRead::whole(const std::vector<fs::path>& read) const {
    const std::vector<fs::path> files = single(read);
    if (files.empty()) return read_whole(alone_, stamps_of(place_));
    if (files.size() == 1) {
        const auto before = all_.find(files.front());
        return before != all_.end() && read_whole({before->second}, stamps_of(files.front()));
    }
    return there() && std::all_of(files.begin(), files.end(), [&](const fs::path& file) {
               const auto before = all_.find(file);
               const auto now = stamp_of(file);
               return now && before != all_.end() && before->second == *now;
           });
}

std::vector<FileStamp> BeforeRead::writing(const std::vector<fs::path>& read) const {
    std::vector<FileStamp> all;
    for (const fs::path& file : single(read))
        if (const auto before = all_.find(file); before != all_.end()) all.push_back(before->second);
    if (read.empty()) all = alone_;
    const bool told_apart = std::all_of(all.begin(), all.end(),
                                        [&](const FileStamp& one) { return one.changed + one_moment < at_; });
    return told_apart ? all : std::vector<FileStamp>();
}

std::vector<fs::path> BeforeRead::files_in(const fs::path& folder) const {
    std::vector<fs::path> files;
    for (const auto& [file, stamp] : all_)
        if (file.parent_path() == folder) files.push_back(file);
    return files;
}

} // namespace heed::io
