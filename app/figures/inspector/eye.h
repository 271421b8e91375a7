// An eye: what should be noticed, and may be right.
#pragma once

#include "app/figures/base/scene.h"

namespace heed {

/// 14 wide about that point.
inline void add_eye(Scene& scene, Point at, Color color) {
    for (const float lid : {-6.0f, 6.0f})
        scene.add(CurveItem{{at.x - 7, at.y},
                            {at.x - 4, at.y + lid},
                            {at.x + 4, at.y + lid},
                            {at.x + 7, at.y},
                            color,
                            1.25f});
    scene.add(CircleItem{at, 2, color});
}

} // namespace heed
