// A table of a person's own, before it is opened: what was found in it.
#pragma once

#include "app/state/app_state.h"

namespace heed {

/// Whether its name says so: it ends in .csv.
bool is_table_name(const std::filesystem::path& file);
/// Rows, columns of numbers, what is missing and what will be left out. Throws heed::Error: no table, too
/// large to be learnt from.
FilePreview preview_of_table(const std::filesystem::path& file);

} // namespace heed
