#include "tests/support/source_dir.h"

namespace heed::test {

std::filesystem::path source_dir() { return HEED_SOURCE_DIR; }

} // namespace heed::test
