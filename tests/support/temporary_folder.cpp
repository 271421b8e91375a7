#include "tests/support/temporary_folder.h"

#include <iterator>
#include <stdexcept>
#include <stdlib.h>

namespace heed::test {

namespace fs = std::filesystem;

TemporaryFolder::TemporaryFolder() {
    std::string name = (fs::temp_directory_path() / "heed test XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("no temporary folder");
    path_ = name;
}

TemporaryFolder::~TemporaryFolder() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
}

int TemporaryFolder::entries() const {
    const fs::recursive_directory_iterator begin(path_);
    return static_cast<int>(std::distance(begin, fs::recursive_directory_iterator()));
}

} // namespace heed::test
