// The tensors and option values of one model's files, under the names its family uses.
#pragma once

#include "core/io/container/checkpoint.h"
#include "core/io/family/family.h"

#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

namespace heed::io {

/// A file that has been opened: what it is called and what is in it.
struct OpenFile {
    std::filesystem::path path;
    std::shared_ptr<const Checkpoint> checkpoint;
};

/// Which file each part of a family was found in, and what stands before its names there ("model.", "", …).
struct FamilyMatch {
    struct Place {
        int file = -1; // -1: not found
        std::string prefix;
    };
    const Family* family = nullptr;
    std::vector<Place> places; // as family->parts

    int found() const;
    bool whole() const { return family != nullptr && found() == static_cast<int>(places.size()); }
};

/// How well the files fit the family. A part is looked for in the files' order and behind every prefix.
FamilyMatch match_family(const Family& family, const std::vector<OpenFile>& files);
/// What stands before the names of further parts of that kind, in quotes: of a file that holds several
/// models.
std::vector<std::string> other_places(const FamilyMatch& match, const std::vector<OpenFile>& files);
/// The family of which most parts are there; of several the one known by most tensors. None: family is null.
FamilyMatch best_match(const std::vector<Family>& families, const std::vector<OpenFile>& files);

class FamilyStock {
public:
    struct Item {
        const Checkpoint* file = nullptr;
        const StoredTensor* tensor = nullptr;
    };

    FamilyStock(const FamilyMatch& match, std::vector<OpenFile> files);

    /// By the family's name for it; null where there is none.
    const Item* find(const std::string& name) const;
    /// Tensors of the files in their order, also those that have no name in the family.
    const std::vector<OpenFile>& files() const { return files_; }
    const std::string& file_name() const; // of the first, for errors

    /// The value at a path, in the files or in what add_options() brought; null where there is none.
    const nlohmann::json* value(std::string_view path) const;
    void add_options(const std::string& name, nlohmann::json value) { options_[name] = std::move(value); }

private:
    std::vector<OpenFile> files_;
    std::unordered_map<std::string, Item> items_;
    nlohmann::json options_ = nlohmann::json::object();
};

} // namespace heed::io
