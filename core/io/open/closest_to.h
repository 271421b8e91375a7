// What of the known families fits a model's files.
#pragma once

#include "core/io/family/closest.h"
#include "core/io/open/open_model.h"

#include <optional>
#include <string>

namespace heed::io {

/// The families that come nearest to a file, or to the model or files with tensors in a folder, whether any
/// of them reads it or not; with a family in the options, that one. Throws where the files cannot be read.
std::vector<FamilyFit> closest_to(const std::filesystem::path& path, const OpenOptions& options = {});
/// The same of files that are open.
std::vector<FamilyFit> closest_to(const std::vector<OpenFile>& files, const std::vector<Family>& families);

/// The first of those, of files that no family reads, and a tensor that it wants and that is not there.
struct NearMiss {
    std::string title, missing;
};
/// None: it takes two of three tensors or fewer, which is no likeness: "embedding.weight" is everybody's.
std::optional<NearMiss> near_miss(const std::vector<OpenFile>& files, const std::vector<Family>& families);

} // namespace heed::io
