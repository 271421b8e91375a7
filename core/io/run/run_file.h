// Files that hold runs: what heed trace and heed compare write, or attention that was computed elsewhere.
#pragma once

#include "core/io/attention/file.h"
#include "core/trace/trace.h"

#include <filesystem>
#include <vector>

namespace heed::io {

/// Whether the file holds runs that Heed wrote, by its beginning: one as JSON, one a line, or a comparison.
/// Cheap, never throws.
bool is_run_file(const std::filesystem::path& file);

/// The runs of such a file, or of a file of attention (core/io/attention/file.h); a pipe is read up to its
/// end, and "-" is the standard input. At least one. Throws heed::Error naming the file and what is wrong in
/// it.
std::vector<Trace> read_runs(const std::filesystem::path& file, const GivenAs& as = {});

} // namespace heed::io
