// The directory of a zip archive, read from its end (APPNOTE 6.3: stored and deflated members, zip64, sizes
// in data descriptors).
//
// Members are names in memory, which may say what they like: who lays them out in a folder (archive/) checks
// them first. Every
// member has been checked to lie inside the file and apart from all others, and to unpack to no more than a
// sane multiple of what it takes there; so what a file makes a reader hold is bounded by the file.
#pragma once

#include "core/io/container/stored_bytes.h"

#include <string_view>
#include <unordered_map>
#include <vector>

namespace heed::io {

class ZipFile {
public:
    /// Throws heed::Error naming the file: no directory at its end (it was cut off), counts or places that do
    /// not fit, encrypted members, other methods, one name twice.
    explicit ZipFile(const InputFile& file);

    const std::vector<StoredBytes>& members() const { return members_; } // in the order of the directory
    const StoredBytes* find(std::string_view name) const;                // exactly that name, or null

private:
    std::vector<StoredBytes> members_;
    std::unordered_map<std::string, std::size_t> index_;
};

} // namespace heed::io
