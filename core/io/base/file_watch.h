// A file, or a folder's files, that another process rewrites: in place, or beside and renamed over it.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <string>
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

/// Of the file, or of each of a folder's files; empty where there is nothing.
std::vector<FileStamp> stamps_of(const std::filesystem::path& path);

/// Whether what was read between the two is of one writing: nothing changed, or what changed was renamed over
/// what was being read, which stays whole for those who have it open.
bool read_whole(const std::vector<FileStamp>& before, const std::vector<FileStamp>& after);

/// Sleeps until something has been written there. Nothing is read: who is woken reads, and may find half a
/// file where the writer closed it so.
class FileWatch {
public:
    /// Throws heed::Error where it cannot be followed.
    explicit FileWatch(const std::filesystem::path& path);
    ~FileWatch();
    FileWatch(const FileWatch&) = delete;
    FileWatch& operator=(const FileWatch&) = delete;

    /// Whether, since the last time it said so, the file was closed after writing or put there by a rename,
    /// and nothing was written for a moment since; a file that was put there by a rename is whole, and is
    /// told at once. Waits so long at most. Where the system tells of nothing (a network's file systems), a
    /// file that has changed and rests for a second.
    bool wait(std::chrono::milliseconds patience);
    /// wait() returns; from any thread.
    void interrupt();

private:
    void read_events();
    void look();

    std::filesystem::path path_;
    bool folder_ = false;
    std::vector<int> watched_;       // of what is watched
    std::vector<std::string> names_; // in each, the file's; empty: all
    int events_ = -1, wake_ = -1;
    bool closed_ = false, open_ = false; // written whole; being written
    bool renamed_ = false;               // the newest event put the file there
    /// Newest event; first close not told; last look; last true.
    std::chrono::steady_clock::time_point last_, since_, looked_, told_at_;
    std::vector<FileStamp> seen_, told_; // at the last look; at the last true
};

} // namespace heed::io
