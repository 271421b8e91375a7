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

    std::filesystem::path folder() const { return files.front().path.parent_path(); }
};

/// The model that a file is, or is a part of: what is missing is looked for beside it, first under the name
/// that mirrors its own ("enc_2.pt" with "dec_2.pt"). Not whole where nothing fits. Throws as Checkpoint
/// does.
ModelFiles files_of(const std::filesystem::path& file, const std::vector<Family>& families);
/// The model that these files are.
ModelFiles files_of(const std::vector<std::filesystem::path>& files, const std::vector<Family>& families);

/// All models in a folder: those in one file first, then by name. Files that cannot be read are none.
std::vector<ModelFiles> models_in(const std::filesystem::path& folder, const std::vector<Family>& families);

/// What the tensors in a folder without a model are: of its files the one that comes nearest. No file: none
/// holds tensors.
ModelFiles nearest_in(const std::filesystem::path& folder, const std::vector<Family>& families);

} // namespace heed::io
