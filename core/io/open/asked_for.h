// What the options ask for: families, and whether a folder of Hugging Face is read as one.
#pragma once

#include "core/io/family/family.h"
#include "core/io/open/open_model.h"

#include <filesystem>
#include <string>
#include <vector>

namespace heed::io {

/// A family that cannot be read takes no part; why stands in `broken`. Throws heed::Error where the one that
/// is asked for is none.
std::vector<Family> families_of(const OpenOptions& options, std::vector<std::string>* broken = nullptr);

/// The Hugging Face folder that is meant, where no family was asked for; or empty.
std::filesystem::path hub_of(const std::vector<std::filesystem::path>& paths, const OpenOptions& options);

} // namespace heed::io
