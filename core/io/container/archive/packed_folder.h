// A folder that was packed into one file: tar, tar.gz or zip, as people hand on the folder of a model.
//
// It is laid out in a private folder that goes with the object. Nothing is written outside of it: names that
// lead out are refused, links are resolved within the archive or refused, and what it unpacks to is bounded
// by what it takes (a gzip by 16 times, a zip by 64 times and no byte twice, a tar by itself), in at most
// 10,000 files. A place in it is a path below the archive: "both.tar.gz/one".
#pragma once

#include "core/io/container/archive/private_folder.h"

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

namespace heed::io {

/// The file that a path is, or that it leads into, or that a folder has in place of a model. Empty: none.
std::filesystem::path archive_of(const std::filesystem::path& path);
/// Whether it exists, or leads into an archive, of which opening says whether it holds that.
bool is_there(const std::filesystem::path& path);

/// Whether PackedFolder::of(archive) would lay it out. Throws as it does, but for links and what they lead
/// to.
bool holds_packed_folder(const std::filesystem::path& archive);

class PackedFolder {
public:
    /// Of archive_of(path). Null: no archive, or one that holds a file of tensors by itself (or with
    /// AllenNLP's lists of words), which Checkpoint opens as it is. Throws heed::Error naming the archive and
    /// the member: a name or a link that leads out, damage, encryption, too much, a zip without tensors, and
    /// a path to nothing in it.
    static std::unique_ptr<const PackedFolder> of(const std::filesystem::path& path);

    /// The folder in which the files of tensors lie; where they lie in several, the one around them. What the
    /// path leads to, if it leads into the archive.
    const std::filesystem::path& folder() const { return folder_; }
    const std::filesystem::path& archive() const { return file_; }
    /// "both.tar.gz", or "both.tar.gz/one" of a path into it.
    const std::string& name() const { return name_; }
    std::string_view how() const { return how_; } // ", in a tar.gz"
    /// `sentence` with places in the archive where it names files of the private folder.
    std::string told(std::string sentence) const;

private:
    PackedFolder(const std::filesystem::path& archive, std::string_view how);
    void enter(const std::filesystem::path& below);

    std::filesystem::path file_;
    std::string archive_, name_; // shown
    std::string_view how_;
    PrivateFolder private_;
    std::filesystem::path folder_;
};

} // namespace heed::io
