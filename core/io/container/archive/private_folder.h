// A folder for what an archive holds: nobody else may look into it, and it goes with the object.
//
// It lies in the program's own cache ($XDG_CACHE_HOME/heed, or ~/.cache/heed), or where temporary files lie
// if that cannot be written. What a program that was ended has left behind there is removed by the next one;
// a lock on the folder says that it is in use.
#pragma once

#include <filesystem>
#include <string>

namespace heed::io {

class PrivateFolder {
public:
    /// Throws heed::Error naming `subject` where no folder can be made.
    explicit PrivateFolder(const std::string& subject);
    ~PrivateFolder();
    PrivateFolder(const PrivateFolder&) = delete;
    PrivateFolder& operator=(const PrivateFolder&) = delete;

    const std::filesystem::path& path() const { return path_; }

private:
    std::filesystem::path path_;
    int lock_ = -1;
};

/// Whether the path leads into one.
bool is_in_private_folder(const std::filesystem::path& path);

} // namespace heed::io
