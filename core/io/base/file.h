// Files, read within limits and written whole or not at all.
//
// A failure is a heed::Error: "FILE: not read: No such file or directory", "FILE: not written: No space left
// on device". Names of files are shown escaped.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

namespace heed::io {

/// How a path is named in an error.
std::string shown(const std::filesystem::path& path);

/// What is found, in words, where a file or folder was expected and there is none: "nothing", "a link to
/// nothing", "a folder on the way that may not be looked into".
std::string what_is_missing(const std::filesystem::path& path);
/// Whether there is something of that name, be it a folder, a pipe or a link to nothing: reading it then says
/// what it is, where passing over it would be to read another model.
bool is_named(const std::filesystem::path& path);
/// Throws where the names in a folder cannot be read: "FOLDER: not read: Permission denied".
void check_folder(const std::filesystem::path& folder);

/// The whole file (or pipe). Throws where it cannot be read or holds more than `largest` bytes; never reads
/// more.
std::string read_file(const std::filesystem::path& path, std::uint64_t largest);
/// What a pipe brings up to its end; of a file what lies behind what was read. `named` is how an error calls
/// it.
std::string read_descriptor(int descriptor, std::uint64_t largest, const std::string& named);
/// The same as read_file() of a regular file: a pipe or a device in its place is refused at once, never
/// waited for.
std::string read_regular_file(const std::filesystem::path& path, std::uint64_t largest);

/// A regular file that is read in parts, so that a large one is never held twice. It may shrink under our
/// hands: that is an error, not a crash.
class InputFile {
public:
    explicit InputFile(const std::filesystem::path& path);
    ~InputFile();
    InputFile(InputFile&& other) noexcept;
    /// What has been written to an open file so far, which may have no name in any folder. `named` is how an
    /// error calls it.
    InputFile(int descriptor, std::string named);
    InputFile(const InputFile&) = delete;
    InputFile& operator=(const InputFile&) = delete;
    InputFile& operator=(InputFile&&) = delete;

    std::uint64_t size() const { return size_; }
    /// Exactly `count` bytes from `offset` on. Throws where they are not there.
    void read(std::uint64_t offset, void* to, std::size_t count) const;
    const std::string& name() const { return name_; } // for errors

    /// `count` of its bytes from `offset` on, as a file. Throws where they are not there.
    InputFile part(std::uint64_t offset, std::uint64_t count, std::string named) const;

private:
    std::string name_;
    int descriptor_ = -1;
    std::uint64_t begin_ = 0, size_ = 0; // in what the descriptor stands for
};

/// Whether everything was written, whatever interrupts it; else errno says why not.
bool write_all(int descriptor, std::string_view bytes);

/// Writes beside, flushes to the disk, and renames: afterwards the file is whole, or as it was before. What
/// is not a regular file (/dev/stdout) is written straight. A symbolic link stays, and what it points to is
/// replaced.
void write_file_atomic(const std::filesystem::path& path, std::string_view bytes);

/// The same, but never in place of something: false where there is one of that name already, be it since a
/// moment ago, and then nothing is written. What is not a regular file (/dev/stdout) is written straight.
bool write_file_unless_there(const std::filesystem::path& path, std::string_view bytes);
/// Whether writing there would take the place of a file.
bool would_replace(const std::filesystem::path& path);
/// The next name of its kind that nothing has: "heed-2.svg" beside "heed.svg", "heed-3.svg" beside that.
std::filesystem::path next_free_name(const std::filesystem::path& path);

/// A new file, flushed to the disk; removed again where that fails. `named` is how an error calls it.
void create_file(const std::filesystem::path& path, std::string_view bytes, const std::string& named);

/// The n-th of the names beside `path` for a file or folder that will be renamed to it.
std::filesystem::path temporary_beside(const std::filesystem::path& path, int n);

} // namespace heed::io
