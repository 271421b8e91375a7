// A family of which nothing is left open, for tests of what else decides.
#pragma once

#include "core/io/base/file.h"
#include "tests/support/source_dir.h"
#include "tests/support/temporary_folder.h"

#include <filesystem>
#include <nlohmann/json.hpp>

namespace heed::test {

/// Tutorial 4 as if nobody changed its code: a folder with its family, which says nothing of what a file does
/// not tell.
inline std::filesystem::path settled_families() {
    static const TemporaryFolder folder;
    nlohmann::json family =
        nlohmann::json::parse(io::read_file(source_dir() / "assets/families/bentrevett_tut4.json", 1 << 20));
    family.erase("unsettled");
    io::write_file_atomic(folder / "bentrevett_tut4.json", family.dump());
    return folder.path();
}

} // namespace heed::test
