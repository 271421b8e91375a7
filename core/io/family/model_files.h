// Which files make one model: given one of them, or the folder they lie in.
#pragma once

#include "core/io/family/family_stock.h"

#include <filesystem>
#include <vector>

namespace heed::io {

/// Files that together are a model of a family, whole or in part.
struct ModelFiles {
    FamilyMatch match; // family null: no family knows these tensors
    std::vector<OpenFile> files;
    std::vector<std::string> notes{};          // sentences: under which names they are read
    std::vector<std::filesystem::path> also{}; // what was put together with the first of them
    std::string doubt{};                       // a sentence: why its files may not belong together

    std::vector<std::filesystem::path> paths() const; // of all files

    std::filesystem::path folder() const { return files.front().path.parent_path(); }
};

/// The model that a file is, or is a part of: what is missing is looked for beside it, first under the name
/// that mirrors its own ("enc_2.pt" with "dec_2.pt"). Not whole where nothing fits. Throws as Checkpoint
/// does.
ModelFiles files_of(const std::filesystem::path& file, const std::vector<Family>& families);
/// The file beside it whose name mirrors its own ("decoder.pt" of "encoder.pt"), be it of a family or not;
/// empty where there is none, or none with tensors.
std::filesystem::path other_half_of(const std::filesystem::path& file);

/// The model that these files are.
ModelFiles files_of(const std::vector<std::filesystem::path>& files, const std::vector<Family>& families);

/// What was found in a folder.
struct FolderFiles {
    /// A file with tensors, or one that should have had some, which is part of none of the models.
    struct Other {
        std::filesystem::path path;
        std::string problem; // why it could not be read; empty: it was, as `files`
        ModelFiles files;
    };
    std::vector<ModelFiles> models; // those in one file first, then by name
    std::vector<Other> others;
};
FolderFiles look_through(const std::filesystem::path& folder, const std::vector<Family>& families);

/// The models alone.
std::vector<ModelFiles> models_in(const std::filesystem::path& folder, const std::vector<Family>& families);

} // namespace heed::io
