#include "core/io/base/file.h"

#include "core/base/error.h"
#include "core/text/escape.h"

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace heed::io {

namespace fs = std::filesystem;

namespace {

std::string reason(int error) { return std::generic_category().message(error); }

/// Closes on leaving; close() reports what the closing found.
class Descriptor {
public:
    explicit Descriptor(int value) : value_(value) {}
    ~Descriptor() {
        if (value_ >= 0) ::close(value_);
    }
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    operator int() const { return value_; }
    bool close() { return ::close(std::exchange(value_, -1)) == 0; }

private:
    int value_;
};

int open_to_read(const fs::path& path, int flags = 0) {
    int descriptor;
    do descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | flags);
    while (descriptor < 0 && errno == EINTR);
    if (descriptor < 0) throw Error(shown(path), "not read: " + reason(errno));
    return descriptor;
}

/// fsync where the file system knows it.
bool flush(int descriptor) {
    return ::fsync(descriptor) == 0 || errno == EINVAL || errno == ENOTSUP || errno == EROFS;
}

void write_straight(const fs::path& path, std::string_view bytes) {
    Descriptor out(::open(path.c_str(), O_WRONLY | O_CLOEXEC));
    if (out < 0 || !write_all(out, bytes) || !out.close())
        throw Error(shown(path), "not written: " + reason(errno));
}

/// A new file with the permissions of `like` if that is not null. Returns the error, or 0; on an error the
/// file is gone again.
int write_new(const fs::path& path, std::string_view bytes, const struct stat* like) {
    Descriptor out(::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666));
    if (out < 0) return errno;
    bool good = like == nullptr || ::fchmod(out, like->st_mode & 07777) == 0 || errno == EPERM;
    good = good && write_all(out, bytes) && flush(out) && out.close();
    if (good) return 0;
    const int error = errno;
    ::unlink(path.c_str());
    return error;
}

void check_regular(const struct stat& about, const std::string& name) {
    if (S_ISDIR(about.st_mode)) throw Error(name, "not read: " + reason(EISDIR));
    if (!S_ISREG(about.st_mode)) throw Error(name, "not read", "a regular file", "a pipe or a device");
}

void check_size(std::uint64_t size, std::uint64_t largest, const std::string& name,
                const char* found = nullptr) {
    if (size > largest)
        throw Error(name, "too large", "at most " + std::to_string(largest) + " bytes",
                    found ? found : std::to_string(size));
}

std::string read_to_the_end(int in, std::uint64_t largest, const std::string& name) {
    std::string bytes;
    for (;;) {
        const std::size_t had = bytes.size();
        const std::size_t more = std::clamp<std::size_t>(had, 1 << 12, 1 << 22);
        bytes.resize(had + more);
        const ssize_t got = ::read(in, bytes.data() + had, more);
        bytes.resize(had + static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) throw Error(name, "not read: " + reason(errno));
        check_size(bytes.size(), largest, name, "more");
        if (got == 0) return bytes;
    }
}

} // namespace

bool write_all(int descriptor, std::string_view bytes) {
    while (!bytes.empty()) {
        const ssize_t written =
            ::write(descriptor, bytes.data(), std::min<std::size_t>(bytes.size(), 1 << 30));
        if (written < 0 && errno != EINTR) return false;
        if (written > 0) bytes.remove_prefix(static_cast<std::size_t>(written));
    }
    return true;
}

std::string shown(const fs::path& path) { return escaped(path.native(), 1000); }

std::string what_is_missing(const fs::path& path) {
    std::error_code error, ignored;
    const bool link = fs::is_symlink(fs::symlink_status(path, ignored));
    if (fs::exists(fs::status(path, error))) return "nothing"; // it has come meanwhile
    if (error == std::errc::permission_denied) return "a folder on the way that may not be looked into";
    if (error == std::errc::too_many_symbolic_link_levels) return "a link that leads back to itself";
    if (error == std::errc::filename_too_long) return "a longer name than a file can have";
    return link ? "a link to nothing" : "nothing";
}

bool is_named(const std::filesystem::path& path) {
    std::error_code ignored;
    return std::filesystem::exists(std::filesystem::symlink_status(path, ignored));
}

void check_folder(const fs::path& folder) {
    std::error_code error;
    const fs::directory_iterator first(folder, error);
    if (error) throw Error(shown(folder), "not read: " + error.message());
}

std::string read_file(const fs::path& path, std::uint64_t largest) {
    const Descriptor in(open_to_read(path));
    struct stat about {};
    if (::fstat(in, &about) == 0 && S_ISREG(about.st_mode))
        check_size(static_cast<std::uint64_t>(about.st_size), largest, shown(path));
    return read_to_the_end(in, largest, shown(path));
}

std::string read_descriptor(int descriptor, std::uint64_t largest, const std::string& named) {
    return read_to_the_end(descriptor, largest, named);
}

std::string read_regular_file(const fs::path& path, std::uint64_t largest) {
    const Descriptor in(
        open_to_read(path, O_NONBLOCK)); // or a pipe that nobody writes to would wait for ever
    struct stat about {};
    if (::fstat(in, &about) != 0) throw Error(shown(path), "not read: " + reason(errno));
    check_regular(about, shown(path));
    check_size(static_cast<std::uint64_t>(about.st_size), largest, shown(path));
    return read_to_the_end(in, largest, shown(path));
}

InputFile::InputFile(const fs::path& path) : name_(shown(path)) {
    // Opening a pipe that nobody writes to would wait for ever.
    Descriptor in(open_to_read(path, O_NONBLOCK));
    struct stat about {};
    if (::fstat(in, &about) != 0) throw Error(name_, "not read: " + reason(errno));
    check_regular(about, name_);
    size_ = static_cast<std::uint64_t>(about.st_size);
    descriptor_ = ::fcntl(in, F_DUPFD_CLOEXEC, 0);
    if (descriptor_ < 0) throw Error(name_, "not read: " + reason(errno));
}

InputFile::InputFile(InputFile&& other) noexcept
    : name_(std::move(other.name_)), descriptor_(std::exchange(other.descriptor_, -1)), begin_(other.begin_),
      size_(other.size_) {}

InputFile::InputFile(int descriptor, std::string named) : name_(std::move(named)) {
    struct stat about {};
    if (::fstat(descriptor, &about) == 0) {
        size_ = static_cast<std::uint64_t>(about.st_size);
        descriptor_ = ::fcntl(descriptor, F_DUPFD_CLOEXEC, 0);
    }
    if (descriptor_ < 0) throw Error(name_, "not read: " + reason(errno));
}

InputFile InputFile::part(std::uint64_t offset, std::uint64_t count, std::string named) const {
    if (offset > size_ || count > size_ - offset)
        throw Error(name_, "truncated", std::to_string(offset) + " + " + std::to_string(count) + " bytes",
                    std::to_string(size_));
    InputFile part(descriptor_, std::move(named));
    part.begin_ = begin_ + offset;
    part.size_ = count;
    return part;
}

InputFile::~InputFile() {
    if (descriptor_ >= 0) ::close(descriptor_);
}

void InputFile::read(std::uint64_t offset, void* to, std::size_t count) const {
    const std::uint64_t there = offset < size_ ? size_ - offset : 0;
    if (count > there)
        throw Error(name_, "truncated", std::to_string(count - there) + " more bytes", "the end of the file");
    char* at = static_cast<char*>(to);
    while (count > 0) {
        const ssize_t got = ::pread(descriptor_, at, std::min<std::size_t>(count, 1 << 30),
                                    static_cast<off_t>(begin_ + offset));
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) throw Error(name_, "not read: " + reason(errno));
        if (got == 0)
            throw Error(name_, "truncated", std::to_string(count) + " more bytes", "the end of the file");
        at += got;
        offset += static_cast<std::uint64_t>(got);
        count -= static_cast<std::size_t>(got);
    }
}

fs::path temporary_beside(const fs::path& path, int n) {
    return path.parent_path() /
           (".heed-" + std::to_string(::getpid()) + "-" + std::to_string(n) + ".partial");
}

void create_file(const fs::path& path, std::string_view bytes, const std::string& named) {
    if (const int error = write_new(path, bytes, nullptr))
        throw Error(named, "not written: " + reason(error));
}

namespace {

/// Written beside `target`; returns the error, or 0.
int write_beside(const fs::path& target, std::string_view bytes, const struct stat* like,
                 fs::path& temporary) {
    int error = EEXIST;
    for (int n = 0; error == EEXIST && n < 1000; ++n) { // another thread of ours may be writing there, too
        temporary = temporary_beside(target, n);
        error = write_new(temporary, bytes, like);
    }
    return error;
}

/// The name, too, should survive a power cut; a file system that cannot promise it is no reason to fail.
void flush_folder_of(const fs::path& target) {
    const fs::path folder = target.has_parent_path() ? target.parent_path() : fs::path(".");
    if (const Descriptor opened(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)); opened >= 0)
        flush(opened);
}

/// Returns the error, or 0; EEXIST where there is something of that name.
int rename_unless_there(const fs::path& from, const fs::path& to) {
    if (::link(from.c_str(), to.c_str()) == 0) {
        ::unlink(from.c_str());
        return 0;
    }
    if (errno == EEXIST) return EEXIST;
    // A file system without links: the best it can do.
    struct stat about {};
    if (::lstat(to.c_str(), &about) == 0) return EEXIST;
    return ::rename(from.c_str(), to.c_str()) == 0 ? 0 : errno;
}

} // namespace

void write_file_atomic(const fs::path& path, std::string_view bytes) {
    struct stat about {};
    const bool exists = ::stat(path.c_str(), &about) == 0;
    if (exists && S_ISDIR(about.st_mode)) throw Error(shown(path), "not written: " + reason(EISDIR));
    if (exists && !S_ISREG(about.st_mode)) return write_straight(path, bytes);
    std::error_code ignored;
    const fs::path target = exists && fs::is_symlink(path, ignored) ? fs::canonical(path, ignored) : path;
    fs::path temporary;
    int error = write_beside(target, bytes, exists ? &about : nullptr, temporary);
    if (error == 0 && ::rename(temporary.c_str(), target.c_str()) != 0) {
        error = errno;
        ::unlink(temporary.c_str());
    }
    if (error != 0) throw Error(shown(path), "not written: " + reason(error));
    flush_folder_of(target);
}

bool write_file_unless_there(const fs::path& path, std::string_view bytes) {
    struct stat about {};
    if (::stat(path.c_str(), &about) == 0 && !S_ISREG(about.st_mode)) {
        write_file_atomic(path, bytes); // a device, or a folder, which is refused
        return true;
    }
    if (would_replace(path)) return false;
    fs::path temporary;
    int error = write_beside(path, bytes, nullptr, temporary);
    if (error == 0 && (error = rename_unless_there(temporary, path)) != 0) ::unlink(temporary.c_str());
    if (error == EEXIST) return false;
    if (error != 0) throw Error(shown(path), "not written: " + reason(error));
    flush_folder_of(path);
    return true;
}

bool would_replace(const fs::path& path) {
    struct stat about {};
    if (::stat(path.c_str(), &about) == 0) return S_ISREG(about.st_mode);
    return ::lstat(path.c_str(), &about) == 0; // a link that leads nowhere
}

fs::path next_free_name(const fs::path& path) {
    std::string stem = path.stem().string();
    std::uint64_t n = 1;
    const std::size_t dash = stem.rfind('-');
    const std::string number = dash == std::string::npos || dash == 0 ? "" : stem.substr(dash + 1);
    const bool counted = !number.empty() && number.size() <= 2 && number.front() != '0' &&
                         number.find_first_not_of("0123456789") == std::string::npos;
    if (counted) { // "heed-2", but not the year of "letters-1987"
        n = std::stoull(number);
        stem.resize(dash);
    }
    fs::path free;
    struct stat about {};
    do free = path.parent_path() / (stem + "-" + std::to_string(++n) + path.extension().string());
    while (::lstat(free.c_str(), &about) == 0);
    return free;
}

} // namespace heed::io
