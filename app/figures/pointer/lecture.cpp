// For a hall: the same picture with letters half as large again.
#include "app/figures/base/scaled.h"
#include "app/figures/pointer/pointer.h"

namespace heed {

Scene pointer_lecture(const Trace& run, const Playhead& playhead, float width, float height,
                      const FigureStyle& style) {
    constexpr float larger = 1.5f;
    return scaled(pointer_figure(run, {}, playhead, {width / larger, height / larger, {}}, style), larger);
}

} // namespace heed
