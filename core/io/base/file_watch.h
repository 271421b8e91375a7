// A file, or a folder's files, that another process rewrites: in place, or beside and renamed over it.
#pragma once

#include "core/io/base/file_stamp.h"

#include <chrono>
#include <map>
#include <mutex>
#include <set>
#include <string>

namespace heed::io {

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
    /// file that has changed and is the same at two looks. A folder or a link that another took the place of
    /// is followed on.
    bool wait(std::chrono::milliseconds patience);
    /// wait() returns; from any thread.
    void interrupt();
    /// What it was read from: `files` are waited for while they are written, and files elsewhere are
    /// followed, too. A followed folder's files that lay there `before` and were not read are no longer
    /// listened to where they hold no tensors: a log. From any thread. What is not yet told of is told.
    void follow_also(const std::vector<std::filesystem::path>& files, const BeforeRead& before);

private:
    using Clock = std::chrono::steady_clock;
    struct Place {
        std::filesystem::path folder;
        std::string name; // of the file in it; empty: all
        int id = -1;      // by which the system calls the folder; -1: it is looked for
        std::uint64_t device = 0, inode = 0;
    };
    struct Happening; // what the system tells of a file

    std::vector<Place> places() const;
    bool find_places();
    void read_events();
    void take(const Happening& happening);
    void look();
    bool is_written(Clock::time_point now) const;
    bool is_ours(const std::filesystem::path& file) const;
    std::vector<FileStamp> stamps() const;
    bool several() const { return folder_ || !others_.empty(); }

    mutable std::mutex mutex_; // of what follow_also() changes
    std::filesystem::path path_;
    bool folder_ = false;
    std::vector<std::filesystem::path> others_; // of elsewhere
    std::set<std::filesystem::path> read_,      // of the folder's files; empty: not known
        passed_over_;                           // of them, too
    std::vector<Place> watched_;
    int events_ = -1, wake_ = -1;
    std::map<std::filesystem::path, Clock::time_point> open_; // being written, since when
    bool closed_ = false;                                     // one was written whole
    bool renamed_ = false;                                    // the newest event put the file there
    bool moved_ = false; // a place is another folder's, whose files may be on their way
    /// Newest event; first close not told; last look; last true.
    Clock::time_point last_, since_, looked_, told_at_;
    std::vector<FileStamp> seen_, told_; // at the last look; at the last true
};

} // namespace heed::io
