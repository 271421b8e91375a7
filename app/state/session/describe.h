// What was done between two versions, in words, where it is known what the places of the input are called.
#pragma once

#include "app/state/session/version.h"

#include <string_view>

namespace heed {

/// As describe_change; `place` is "moment", "point", "driver": "Muted point 5", "Moved point 2".
std::string describe_change(const Version& from, const Version& to, const PlaceNames& names,
                            std::string_view place);

} // namespace heed
