#pragma once

#include <filesystem>
#include <string>

namespace heed::test {

/// An empty folder of its own, with a space in its name, that goes with the object.
class TemporaryFolder {
public:
    TemporaryFolder();
    ~TemporaryFolder();
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;

    const std::filesystem::path& path() const { return path_; }
    std::filesystem::path operator/(const std::string& name) const { return path_ / name; }
    /// How many files and folders lie in it, however deep.
    int entries() const;

private:
    std::filesystem::path path_;
};

} // namespace heed::test
