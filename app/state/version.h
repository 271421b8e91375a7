#pragma once

#include <string_view>

namespace heed {

/// The program's version, as CMakeLists.txt states it.
std::string_view version();

} // namespace heed
