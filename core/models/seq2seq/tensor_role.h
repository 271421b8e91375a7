// What each tensor of a model is for, by its name on disk.
#pragma once

#include <string>
#include <string_view>

namespace heed {

/// "left to right, layer 2: what the token adds to each gate"; empty for a name that no model of ours has.
std::string tensor_role(std::string_view name);

/// "1." at the beginning of what follows a cell's place is a layer's number, which is taken off; 0 if there
/// is none.
int take_layer(std::string_view& rest);

} // namespace heed
