// The sign of how well a model is understood: a check, hatching, a warning.
#pragma once

#include "app/state/open/standing.h"
#include "app/views/base/ui.h"

namespace heed {

/// About that point, within 16 × 16.
void standing_sign(Ui& ui, Standing standing, Point middle);

} // namespace heed
