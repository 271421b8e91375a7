// What each tensor of a model is for, by its name on disk.
#pragma once

#include <string>
#include <string_view>

namespace heed {

/// "left to right, layer 2: what the token adds to each gate"; empty for a name that no model of ours has.
std::string tensor_role(std::string_view name);

} // namespace heed
