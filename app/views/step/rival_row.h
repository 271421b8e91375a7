// "[le] and not [la]": what was written, and a list from which what it is compared with is chosen.
#pragma once

#include "app/views/base/ui.h"

#include <string>

namespace heed {

/// From `from` on, to px `right` at most; what was written takes `most` px at most. An empty rival reads "…".
void rival_row(Ui& ui, Point from, float right, float most, const std::string& written,
               const std::string& rival);

} // namespace heed
