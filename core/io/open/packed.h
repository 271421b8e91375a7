// A model whose folder was packed into one file (core/io/container/archive/packed_folder.h): opened where it
// is laid out, and spoken of by its places in the archive.
#pragma once

#include "core/io/container/archive/packed_folder.h"
#include "core/io/open/open_model.h"

namespace heed::io {

/// As open_model() of a folder, which `path` named. `options.name` says what the model is called. Throws as
/// it does, naming the archive.
Opened open_packed(const PackedFolder& packed, const std::filesystem::path& path, const OpenOptions& options);

Glimpse glimpse_packed(const PackedFolder& packed, const OpenOptions& options);
/// Of an archive that takes long to unpack: what can be said without.
std::optional<Glimpse> glimpse_large_archive(const std::filesystem::path& path);

} // namespace heed::io
