#include "core/base/error.h"
#include "core/io/base/file.h"
#include "core/io/container/archive/unpack.h"
#include "core/io/container/file_contents.h"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <system_error>
#include <unistd.h>
#include <vector>
#include <zlib.h>

namespace heed::io {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t chunk = 1 << 18;
constexpr Bytef first_of_member = 0x1F;

/// A file that is gone as soon as nobody holds it, whatever happens.
class UnnamedFile {
public:
    explicit UnnamedFile(std::string named) : named_(std::move(named)) {
        std::error_code ignored;
        const fs::path folder = fs::temp_directory_path(ignored);
        descriptor_ = ::open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
        if (descriptor_ < 0) { // a file system that has no such files
            std::string name = (folder / "heed-XXXXXX").string();
            descriptor_ = ::mkostemp(name.data(), O_CLOEXEC);
            if (descriptor_ >= 0) ::unlink(name.c_str());
        }
        if (descriptor_ < 0) fail();
    }
    ~UnnamedFile() {
        if (descriptor_ >= 0) ::close(descriptor_);
    }
    UnnamedFile(const UnnamedFile&) = delete;
    UnnamedFile& operator=(const UnnamedFile&) = delete;

    void write(const char* bytes, std::size_t count) const {
        if (!write_all(descriptor_, {bytes, count})) fail();
    }
    InputFile read() const { return InputFile(descriptor_, named_); }

private:
    [[noreturn]] void fail() const {
        throw Error(named_, "not unpacked: " + std::generic_category().message(errno));
    }

    std::string named_;
    int descriptor_ = -1;
};

/// RFC 1952, member after member. What follows a member and is none is passed over, as gzip does.
class Inflater {
public:
    explicit Inflater(const InputFile& file) : file_(file) {
        if (::inflateInit2(&stream_, 16 + MAX_WBITS) != Z_OK) throw std::bad_alloc();
    }
    ~Inflater() { ::inflateEnd(&stream_); }
    Inflater(const Inflater&) = delete;
    Inflater& operator=(const Inflater&) = delete;

    /// Up to a chunk of what comes next; 0 at the end.
    std::size_t next(char* to) {
        stream_.next_out = reinterpret_cast<Bytef*>(to);
        stream_.avail_out = chunk;
        while (stream_.avail_out == chunk && !ended_) step();
        return chunk - stream_.avail_out;
    }

private:
    void step() {
        if (stream_.avail_in == 0 && at_ < file_.size()) {
            const auto count = static_cast<std::size_t>(std::min<std::uint64_t>(chunk, file_.size() - at_));
            file_.read(at_, packed_.data(), count);
            at_ += count;
            stream_.next_in = reinterpret_cast<Bytef*>(packed_.data());
            stream_.avail_in = static_cast<uInt>(count);
        }
        if (between_ && *stream_.next_in != first_of_member) {
            ended_ = true;
            return;
        }
        between_ = false;
        const bool over = stream_.avail_in == 0;
        const int result = ::inflate(&stream_, Z_NO_FLUSH);
        if (result == Z_STREAM_END) {
            ended_ = stream_.avail_in == 0 && at_ == file_.size();
            between_ = true;
            if (!ended_ && ::inflateReset(&stream_) != Z_OK) throw std::bad_alloc();
        } else if (result == Z_MEM_ERROR) {
            throw std::bad_alloc();
        } else if (result != Z_OK && result != Z_BUF_ERROR) {
            throw Error(file_.name(), "damaged", "gzip", "bytes that cannot be unpacked");
        } else if (over && stream_.avail_out == chunk) {
            throw Error(file_.name(), "cut off", "the end of its gzip", "the end of the file");
        }
    }

    const InputFile& file_;
    z_stream stream_{};
    std::vector<char> packed_ = std::vector<char>(chunk);
    std::uint64_t at_ = 0;
    bool ended_ = false, between_ = false; // members
};

} // namespace

std::string gzip_beginning(const InputFile& file, std::size_t most) {
    std::string beginning;
    Inflater inflater(file);
    std::vector<char> bytes(chunk);
    while (beginning.size() < most) {
        const std::size_t count = inflater.next(bytes.data());
        if (count == 0) break;
        beginning.append(bytes.data(), std::min(count, most - beginning.size()));
    }
    return beginning;
}

InputFile unpacked_gzip(const InputFile& file) {
    const std::uint64_t most = largest_growth * file.size() + always_allowed_growth;
    const UnnamedFile unpacked(file.name());
    Inflater inflater(file);
    std::vector<char> bytes(chunk);
    std::uint64_t size = 0;
    while (const std::size_t count = inflater.next(bytes.data())) {
        size += count;
        if (size > most)
            throw Error(file.name(), "too large for the file",
                        "at most " + std::to_string(largest_growth) + " times its size once unpacked",
                        "more");
        unpacked.write(bytes.data(), count);
    }
    return unpacked.read();
}

} // namespace heed::io
