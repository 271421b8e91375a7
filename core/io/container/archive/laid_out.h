// The members of an archive as files of a folder that nobody else writes to.
#pragma once

#include "core/io/container/archive/unpack.h"

#include <filesystem>
#include <functional>
#include <set>
#include <string>
#include <vector>

namespace heed::io {

/// Gives the bytes of a member in turn, up to `room` of them; 0 at its end.
using NextBytes = std::function<std::size_t(char* to, std::size_t room)>;

class LaidOut {
public:
    LaidOut(std::filesystem::path folder, std::string archive)
        : folder_(std::move(folder)), archive_(std::move(archive)) {}

    /// Throws heed::Error naming the archive and the member: a name that leads out, one that is a folder's as
    /// well, too many of them, and what could not be written. What systems add (".DS_Store", "__MACOSX") is
    /// left out. The last member of a name counts.
    void file(const std::string& name, const NextBytes& next);
    /// Once all files are there: gives those that links name their second names. Throws where one leads out
    /// of the archive; of one that leads nowhere, or to a folder, nothing is made.
    void links(const std::vector<ArchiveLink>& links);

    /// The folder around all files of tensors: of those without a doubt, else of a config.json, else of
    /// pickles.
    std::filesystem::path around_tensors() const;

private:
    std::string member(const std::string& name) const;
    void count_one();
    /// Takes away `linked` files, which are read under the names that links in other folders give them, where
    /// they lie in a store (blobs of Hugging Face's cache): a folder of nothing else. Any other folder stays
    /// whole: what it shares with another is its own, too.
    void drop_stores(const std::set<std::filesystem::path>& linked);

    std::filesystem::path folder_;
    std::string archive_;
    std::set<std::filesystem::path> files_; // relative
};

} // namespace heed::io
