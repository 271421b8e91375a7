#include "core/io/container/archive/zip_member.h"

#include "core/base/error.h"

#include <algorithm>
#include <new>

namespace heed::io {

namespace {

constexpr std::size_t zip_block = 1 << 18;

} // namespace

ZipMemberReader::ZipMemberReader(const InputFile& file, const StoredBytes& member)
    : file_(file), member_(member) {
    if (!member.deflated) return;
    packed_.resize(zip_block);
    if (::inflateInit2(&stream_, -MAX_WBITS) != Z_OK) throw std::bad_alloc(); // without a header
}

ZipMemberReader::~ZipMemberReader() {
    if (member_.deflated) ::inflateEnd(&stream_);
}

void ZipMemberReader::damaged(const std::string& found) const {
    throw Error(subject_of(file_, member_), "damaged", std::to_string(member_.size) + " deflated bytes",
                found);
}

std::size_t ZipMemberReader::unpack(char* to, std::size_t room) {
    stream_.next_out = reinterpret_cast<Bytef*>(to);
    stream_.avail_out = static_cast<uInt>(room);
    while (stream_.avail_out > 0 && !ended_) {
        if (stream_.avail_in == 0) {
            const auto count =
                static_cast<std::size_t>(std::min<std::uint64_t>(packed_.size(), member_.packed - taken_));
            if (count == 0) damaged("fewer");
            file_.read(member_.offset + taken_, packed_.data(), count);
            taken_ += count;
            stream_.next_in = reinterpret_cast<Bytef*>(packed_.data());
            stream_.avail_in = static_cast<uInt>(count);
        }
        const int result = ::inflate(&stream_, Z_NO_FLUSH);
        if (result == Z_MEM_ERROR) throw std::bad_alloc();
        ended_ = result == Z_STREAM_END;
        if (!ended_ && result != Z_OK && result != Z_BUF_ERROR) damaged("bytes that cannot be unpacked");
    }
    return room - stream_.avail_out;
}

std::size_t ZipMemberReader::next(char* to, std::size_t room) {
    room = std::min(room, zip_block);
    std::size_t count = 0;
    if (member_.deflated) {
        count = unpack(to, room);
    } else {
        count = static_cast<std::size_t>(std::min<std::uint64_t>(room, member_.size - given_));
        file_.read(member_.offset + given_, to, count);
    }
    given_ += count;
    if (given_ > member_.size) damaged("more");
    sum_ = static_cast<std::uint32_t>(
        ::crc32(sum_, reinterpret_cast<const Bytef*>(to), static_cast<uInt>(count)));
    if (count > 0) return count;
    if (given_ < member_.size) damaged("fewer");
    check_crc(file_, member_, sum_);
    return 0;
}

} // namespace heed::io
