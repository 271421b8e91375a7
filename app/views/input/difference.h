// A part of a text that has no room for all of it, which shows where it differs from another.
#pragma once

#include <cstddef>
#include <functional>
#include <string>

namespace heed {

/// The byte with which the part begins: three tokens before the bytes that differ, or fewer where those would
/// leave no room for them. `fits` says of a text, with its ellipses, whether there is room.
std::size_t part_around(const std::string& text, std::size_t begin, std::size_t end, bool characters,
                        const std::function<bool(const std::string&)>& fits);

} // namespace heed
