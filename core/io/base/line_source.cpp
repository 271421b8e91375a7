#include "core/io/base/line_source.h"

#include "core/base/error.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <string_view>
#include <sys/stat.h>
#include <unistd.h>

namespace heed::io {
namespace {

constexpr std::size_t longest_kept = std::size_t{1} << 20, piece = std::size_t{1} << 16;
constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF"; // some editors write it first; it is no text

} // namespace

LineSource::LineSource(const std::string& path) : name_(path) {
    if (path.empty() || path == "-") {
        name_ = "standard input";
        return;
    }
    file_ = open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (file_ < 0) throw Error(path, std::string("not read: ") + std::strerror(errno));
    struct stat facts {};
    if (fstat(file_, &facts) == 0 && S_ISDIR(facts.st_mode)) {
        close(file_);
        throw Error(path, "not read", "a file", "a folder");
    }
}

LineSource::~LineSource() {
    if (file_ > 0) close(file_);
}

/// Takes in what there is, waiting for some; false at the end.
bool LineSource::fill() {
    if (ended_) return false;
    buffer_.erase(0, at_);
    at_ = 0;
    const std::size_t before = buffer_.size();
    buffer_.resize(before + piece);
    ssize_t count = 0;
    do count = read(file_, buffer_.data() + before, piece);
    while (count < 0 && errno == EINTR);
    buffer_.resize(before + static_cast<std::size_t>(count > 0 ? count : 0));
    if (count < 0) throw Error(name_, std::string("not read to the end: ") + std::strerror(errno));
    ended_ = count == 0;
    return !ended_;
}

bool LineSource::ready() {
    while (!has_line() && !ended_ && buffer_.size() - at_ <= longest_kept) {
        pollfd wait{file_, POLLIN, 0};
        if (poll(&wait, 1, 0) <= 0) return false;
        fill();
    }
    return true;
}

LineSource::Read LineSource::next(std::string& line) {
    line.clear();
    bool too_long = false;
    std::size_t looked = 0; // of the buffer: no line feed before
    std::size_t end = 0;
    while ((end = buffer_.find('\n', at_ + looked)) == std::string::npos) {
        looked = buffer_.size() - at_;
        if (looked > longest_kept) { // thrown away as it comes
            too_long = true;
            at_ = buffer_.size();
            looked = 0;
        }
        if (!fill()) {
            if (at_ == buffer_.size() && !too_long) return Read::End;
            end = buffer_.size();
            break;
        }
    }
    ++number_;
    if (!too_long && end - at_ <= longest_kept) line = buffer_.substr(at_, end - at_);
    too_long = too_long || end - at_ > longest_kept;
    at_ = end < buffer_.size() ? end + 1 : end;
    if (!line.empty() && line.back() == '\r') line.pop_back();
    if (number_ == 1 && line.starts_with(byte_order_mark)) line.erase(0, byte_order_mark.size());
    return too_long ? Read::TooLong : Read::Line;
}

} // namespace heed::io
