#pragma once

#include <filesystem>

namespace heed::test {

/// The top of the source tree these tests were built from.
std::filesystem::path source_dir();

} // namespace heed::test
