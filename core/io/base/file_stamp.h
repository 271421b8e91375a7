// Which writing of a file, or of a folder's files, was read.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <vector>

namespace heed::io {

/// What tells one writing of a file from the next.
struct FileStamp {
    std::uint64_t device = 0, inode = 0, size = 0;
    std::int64_t changed = 0; // nanoseconds
    bool operator==(const FileStamp&) const = default;
    /// The same file on the disk, be it written to since.
    bool same_file(const FileStamp& other) const { return device == other.device && inode == other.inode; }
};

/// Absolute, without "." and "..", no "/" at its end; links stay.
std::filesystem::path plain_path(const std::filesystem::path& path);
/// The file, be it there or not, or what a folder holds but what is hidden: a thousand at most.
std::vector<std::filesystem::path> files_at(const std::filesystem::path& path);
/// Of a regular file, or the one behind a link; none: there is none.
std::optional<FileStamp> stamp_of(const std::filesystem::path& file);
/// Of the file, or of each of a folder's files; empty where there is nothing.
std::vector<FileStamp> stamps_of(const std::filesystem::path& path);

/// Whether what was read between the two is of one writing: nothing changed, or what changed was renamed over
/// what was being read, which stays whole for those who have it open.
bool read_whole(const std::vector<FileStamp>& before, const std::vector<FileStamp>& after);

/// What lay at a place before it was read: a file that brings others, or a folder. It tells whether what was
/// read is of one writing.
class BeforeRead {
public:
    /// `others`: files elsewhere that may be read with it.
    explicit BeforeRead(const std::filesystem::path& place,
                        const std::vector<std::filesystem::path>& others = {});
    bool there() const { return !alone_.empty(); }
    /// `read`: every file that was. One file may have been renamed over meanwhile, as read_whole() says; of
    /// several, each of which is opened by itself, none may have changed. One of elsewhere that was not known
    /// of is not whole: it is to be read again, with it among `others`.
    bool whole(const std::vector<std::filesystem::path>& read) const;
    /// Which writing was read, where whole() says so. Empty: it cannot be told from the next, which was
    /// perhaps written in the same moment.
    std::vector<FileStamp> writing(const std::vector<std::filesystem::path>& read) const;
    /// The files of that folder that were there.
    std::vector<std::filesystem::path> files_in(const std::filesystem::path& folder) const;

private:
    std::vector<std::filesystem::path> single(const std::vector<std::filesystem::path>& read) const;

    std::filesystem::path place_;
    std::vector<FileStamp> alone_;
    std::map<std::filesystem::path, FileStamp> all_;
    std::int64_t at_ = 0; // when it was asked, as FileStamp::changed
};

} // namespace heed::io
