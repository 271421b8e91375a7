#include "core/io/container/zip.h"

#include "core/base/error.h"
#include "core/text/escape.h"

#include <algorithm>
#include <cstring>

namespace heed::io {

namespace {

constexpr std::uint32_t local_mark = 0x04034B50, entry_mark = 0x02014B50, end_mark = 0x06054B50;
constexpr std::uint32_t end64_mark = 0x06064B50, locator64_mark = 0x07064B50;
constexpr std::size_t local_size = 30, entry_size = 46, end_size = 22, end64_size = 56, locator64_size = 20;
constexpr std::uint64_t largest_directory = 64u << 20;
constexpr std::uint16_t encrypted = 1, extra_zip64 = 1, stored = 0, deflated = 8;
/// Numbers of a model hardly shrink; a file that unpacks to more than this was made to fill the memory.
constexpr std::uint64_t largest_ratio = 64, always_allowed = 4u << 20;
/// Maps of attention may be zeros almost everywhere: an array shrinks as far as deflate can make it.
constexpr std::uint64_t largest_array_ratio = 1032, largest_unpacked_array = 256u << 20;

std::uint64_t allowed_ratio(const StoredBytes& member) {
    const bool array = member.name.ends_with(".npy") && member.size <= largest_unpacked_array;
    return array ? largest_array_ratio : largest_ratio;
}

/// Little-endian numbers out of bytes.
template <class T>
T number_at(std::string_view bytes, std::size_t at) {
    T value;
    std::memcpy(&value, bytes.data() + at, sizeof value);
    return value;
}

struct Directory {
    std::uint64_t offset = 0, size = 0, entries = 0;
};

std::string read(const InputFile& file, std::uint64_t offset, std::uint64_t count) {
    std::string bytes(count, '\0');
    file.read(offset, bytes.data(), bytes.size());
    return bytes;
}

[[noreturn]] void fail(const InputFile& file, const std::string& found) {
    throw Error(file.name(), "damaged or cut off", "a zip archive", found);
}

/// The numbers of the zip64 record where there is one; else `directory` as it is.
Directory zip64(const InputFile& file, std::uint64_t end_offset, const Directory& directory) {
    if (end_offset < locator64_size) return directory;
    const std::string locator = read(file, end_offset - locator64_size, locator64_size);
    if (number_at<std::uint32_t>(locator, 0) != locator64_mark) return directory;
    const auto offset = number_at<std::uint64_t>(locator, 8);
    if (offset > end_offset || end_offset - offset < end64_size) fail(file, "a zip64 record outside of it");
    const std::string record = read(file, offset, end64_size);
    if (number_at<std::uint32_t>(record, 0) != end64_mark) fail(file, "no zip64 record where one should be");
    return {number_at<std::uint64_t>(record, 48), number_at<std::uint64_t>(record, 40),
            number_at<std::uint64_t>(record, 32)};
}

Directory find_directory(const InputFile& file) {
    const std::uint64_t tail = std::min<std::uint64_t>(file.size(), end_size + 0xFFFF);
    const std::string bytes = read(file, file.size() - tail, tail);
    for (std::size_t at = bytes.size(); at-- > 0;) {
        if (bytes.size() - at < end_size || number_at<std::uint32_t>(bytes, at) != end_mark) continue;
        if (number_at<std::uint16_t>(bytes, at + 20) != bytes.size() - at - end_size) continue; // the comment
        const std::uint64_t offset = file.size() - tail + at;
        const Directory directory =
            zip64(file, offset,
                  {number_at<std::uint32_t>(bytes, at + 16), number_at<std::uint32_t>(bytes, at + 12),
                   number_at<std::uint16_t>(bytes, at + 10)});
        if (directory.offset > offset || directory.size > offset - directory.offset)
            fail(file, "a directory that lies outside of it");
        return directory;
    }
    fail(file, "no directory at its end");
}

/// Replaces sizes that say "see the extra field".
void apply_zip64(const InputFile& file, std::string_view extra, StoredBytes& member, std::uint64_t& local) {
    while (extra.size() >= 4) {
        const auto tag = number_at<std::uint16_t>(extra, 0), length = number_at<std::uint16_t>(extra, 2);
        extra.remove_prefix(4);
        if (length > extra.size()) return; // padding, as some writers leave it
        std::string_view field = extra.substr(0, length);
        extra.remove_prefix(length);
        if (tag != extra_zip64) continue;
        for (std::uint64_t* value : {&member.size, &member.packed, &local}) {
            if (*value != 0xFFFFFFFFu) continue;
            if (field.size() < 8) fail(file, "a zip64 field that is too short");
            *value = number_at<std::uint64_t>(field, 0);
            field.remove_prefix(8);
        }
    }
}

/// Reads the header before the member's bytes, which says how long it is itself.
void place(const InputFile& file, StoredBytes& member, std::uint64_t local) {
    const std::string subject = subject_of(file, member);
    if (local > file.size() || file.size() - local < local_size)
        throw Error(subject, "damaged or cut off", "a member that begins inside the file",
                    "byte " + std::to_string(local) + " of " + std::to_string(file.size()));
    const std::string header = read(file, local, local_size);
    if (number_at<std::uint32_t>(header, 0) != local_mark)
        throw Error(subject, "damaged", "the header of a member at byte " + std::to_string(local),
                    "something else");
    member.offset =
        local + local_size + number_at<std::uint16_t>(header, 26) + number_at<std::uint16_t>(header, 28);
    if (member.offset > file.size() || file.size() - member.offset < member.packed)
        throw Error(subject, "cut off", std::to_string(member.packed) + " bytes",
                    std::to_string(file.size() - std::min(file.size(), member.offset)));
}

void check_sizes(const InputFile& file, const StoredBytes& member) {
    if (!member.deflated && member.size != member.packed)
        throw Error(subject_of(file, member), "damaged", std::to_string(member.size) + " stored bytes",
                    std::to_string(member.packed));
    const std::uint64_t ratio = allowed_ratio(member);
    if (member.deflated && member.size > always_allowed && member.size / ratio > member.packed)
        throw Error(subject_of(file, member), "not unpacked",
                    "at most " + std::to_string(ratio) + " times what it takes in the file",
                    std::to_string(member.size) + " bytes out of " + std::to_string(member.packed));
}

/// One byte may belong to one member only, or a small file could hold a large one many times.
void check_apart(const InputFile& file, const std::vector<StoredBytes>& members) {
    std::vector<const StoredBytes*> sorted;
    std::uint64_t unpacked = 0, arrays = 0;
    for (const StoredBytes& member : members) {
        if (member.packed > 0) sorted.push_back(&member);
        const bool array = allowed_ratio(member) > largest_ratio;
        (array ? arrays : unpacked) += member.deflated ? member.size : 0;
    }
    if (arrays > largest_unpacked_array && arrays / largest_ratio > file.size())
        throw Error(file.name(), "not unpacked",
                    "arrays of at most " + std::to_string(largest_unpacked_array) + " bytes",
                    std::to_string(arrays) + " bytes");
    if (unpacked > always_allowed && unpacked / largest_ratio > file.size())
        throw Error(file.name(), "not unpacked",
                    "at most " + std::to_string(largest_ratio) + " times its size",
                    std::to_string(unpacked) + " bytes");
    std::sort(sorted.begin(), sorted.end(),
              [](const StoredBytes* a, const StoredBytes* b) { return a->offset < b->offset; });
    for (std::size_t n = 1; n < sorted.size(); ++n) {
        if (sorted[n]->offset - sorted[n - 1]->offset < sorted[n - 1]->packed)
            throw Error(subject_of(file, *sorted[n]), "damaged", "bytes of its own",
                        "those of \"" + escaped(sorted[n - 1]->name) + "\"");
    }
}

/// The entry at the front of `bytes`, which it is taken off.
StoredBytes take_entry(const InputFile& file, std::string_view& bytes) {
    if (bytes.size() < entry_size || number_at<std::uint32_t>(bytes, 0) != entry_mark)
        fail(file, "a directory with fewer members than it says");
    const std::size_t name = number_at<std::uint16_t>(bytes, 28), extra = number_at<std::uint16_t>(bytes, 30);
    const std::size_t whole = entry_size + name + extra + number_at<std::uint16_t>(bytes, 32);
    if (bytes.size() < whole) fail(file, "a directory that ends within a member");
    StoredBytes member;
    member.name = bytes.substr(entry_size, name);
    member.crc = number_at<std::uint32_t>(bytes, 16);
    member.packed = number_at<std::uint32_t>(bytes, 20);
    member.size = number_at<std::uint32_t>(bytes, 24);
    const auto flags = number_at<std::uint16_t>(bytes, 8), method = number_at<std::uint16_t>(bytes, 10);
    if (flags & encrypted) throw Error(subject_of(file, member), "encrypted members are not read");
    if (method != stored && method != deflated)
        throw Error(subject_of(file, member), "method", "stored (0) or deflated (8)", std::to_string(method));
    member.deflated = method == deflated;
    constexpr std::uint32_t by_unix = 3, kind_of_file = 0xF000, symbolic_link = 0xA000;
    member.link = number_at<std::uint16_t>(bytes, 4) >> 8 == by_unix &&
                  (number_at<std::uint32_t>(bytes, 38) >> 16 & kind_of_file) == symbolic_link;
    std::uint64_t local = number_at<std::uint32_t>(bytes, 42);
    apply_zip64(file, bytes.substr(entry_size + name, extra), member, local);
    place(file, member, local);
    check_sizes(file, member);
    bytes.remove_prefix(whole);
    return member;
}

} // namespace

ZipFile::ZipFile(const InputFile& file) {
    const Directory directory = find_directory(file);
    if (directory.size > largest_directory) fail(file, "a directory of more than 64 MB");
    if (directory.entries > directory.size / entry_size)
        fail(file, "a directory of " + std::to_string(directory.size) + " bytes that says it lists " +
                       std::to_string(directory.entries) + " members");
    const std::string bytes = read(file, directory.offset, directory.size);
    std::string_view rest = bytes;
    members_.reserve(directory.entries);
    for (std::uint64_t n = 0; n < directory.entries; ++n) {
        members_.push_back(take_entry(file, rest));
        if (!index_.emplace(members_.back().name, members_.size() - 1).second)
            throw Error(subject_of(file, members_.back()), "damaged", "each name once", "it twice");
    }
    if (!rest.empty()) fail(file, "a directory with more members than it says");
    check_apart(file, members_);
}

const StoredBytes* ZipFile::find(std::string_view name) const {
    const auto it = index_.find(std::string(name));
    return it == index_.end() ? nullptr : &members_[it->second];
}

} // namespace heed::io
