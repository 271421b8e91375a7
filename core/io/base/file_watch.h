// A file, or a folder's files, that another process rewrites: in place, or beside and renamed over it.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <map>
#include <mutex>
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

/// What lay at a place before it was read: a file that brings others, or a folder. It tells whether what was
/// read is of one writing.
class BeforeRead {
public:
    /// `others`: files elsewhere that may be read with it.
    explicit BeforeRead(const std::filesystem::path& place,
                        const std::vector<std::filesystem::path>& others = {});
    bool there() const { return !alone_.empty(); }
    /// `read`: every file that was. One file may have been renamed over meanwhile, as read_whole() says; of
    /// several, each of which is opened by itself, none may have changed.
    bool whole(const std::vector<std::filesystem::path>& read) const;

private:
    std::filesystem::path place_;
    std::vector<FileStamp> alone_;
    std::map<std::filesystem::path, FileStamp> all_;
    std::int64_t at_ = 0; // when it was asked, as FileStamp::changed
};

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
    /// From now on these files, too, which make one model with it; from any thread. What is not yet told of
    /// is told.
    void follow_also(const std::vector<std::filesystem::path>& files);

private:
    void read_events();
    void look();
    void watch(const std::filesystem::path& folder, const std::string& name);
    std::vector<FileStamp> stamps() const;
    bool several() const { return folder_ || !others_.empty(); }

    mutable std::mutex mutex_; // of what follow_also() changes
    std::filesystem::path path_;
    std::vector<std::filesystem::path> others_;
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
