// A folder of Hugging Face's, as it lies on disk, to a Model and a report.
#pragma once

#include "core/io/huggingface/hub_config.h"
#include "core/io/open/open_model.h"

namespace heed::io {

/// The folder that is meant: such a folder, one of its files, or the cached download that it is in; empty
/// where it is none.
std::filesystem::path hub_folder(const std::filesystem::path& path);

/// "b" of a folder models--a--b/snapshots/HASH, as a download lies in that library's cache; "" of any other.
std::string cached_name(const std::filesystem::path& folder);

/// Throws heed::Error naming the file and the item; tensors that are missing leave the model out.
Opened open_hub(const std::filesystem::path& folder, const OpenOptions& options, const std::string& name);

/// What opening would tell, without reading numbers.
Glimpse glimpse_hub(const std::filesystem::path& folder);

} // namespace heed::io
