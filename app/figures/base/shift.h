// Moving what is drawn.
#pragma once

#include "app/figures/base/scene.h"

namespace heed {

/// Items and picks to the right and down; the scene's size stays.
void shift(Scene& scene, float x, float y);

} // namespace heed
