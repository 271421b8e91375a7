// A member of a zip archive, read from its first byte on: a block at a time, whatever it holds.
#pragma once

#include "core/io/container/stored_bytes.h"

#include <string>
#include <vector>
#include <zlib.h>

namespace heed::io {

class ZipMemberReader {
public:
    /// Both must outlive it.
    ZipMemberReader(const InputFile& file, const StoredBytes& member);
    ~ZipMemberReader();
    ZipMemberReader(const ZipMemberReader&) = delete;
    ZipMemberReader& operator=(const ZipMemberReader&) = delete;

    /// Up to `room` bytes of what comes next; 0 at the end, where length and checksum were held against what
    /// the archive says. Throws heed::Error naming the member: bytes that cannot be unpacked, more or fewer
    /// than it says, another checksum.
    std::size_t next(char* to, std::size_t room);

private:
    std::size_t unpack(char* to, std::size_t room);
    [[noreturn]] void damaged(const std::string& found) const;

    const InputFile& file_;
    const StoredBytes& member_;
    std::uint64_t taken_ = 0, given_ = 0; // bytes of the file, and of what they unpack to
    std::uint32_t sum_ = 0;
    bool ended_ = false;
    z_stream stream_{};
    std::vector<char> packed_;
};

} // namespace heed::io
