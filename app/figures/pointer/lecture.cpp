// For a hall: the plane and the columns, in letters for the last row.
#include "app/figures/base/scaled.h"
#include "app/figures/pointer/pointer.h"

namespace heed {

Scene pointer_lecture(const Trace& run, const Playhead& playhead, float width, float height,
                      const FigureStyle& style) {
    return drawn_larger(style, hall_letters, [&](const FigureStyle& larger) {
        const PointerSettings hall{width / hall_letters, height / hall_letters, {}, true};
        return pointer_figure(run, {}, playhead, hall, larger);
    });
}

} // namespace heed
