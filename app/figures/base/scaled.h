// A scene made larger.
#pragma once

#include "app/figures/base/scene.h"

namespace heed {

/// Everything in it, strokes and letters included, so many times larger.
Scene scaled(Scene scene, float by);

} // namespace heed
