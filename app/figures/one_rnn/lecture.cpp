// For a hall: states, the look back and the map, in letters for the last row.
#include "app/figures/base/scaled.h"
#include "app/figures/one_rnn/one_rnn.h"

namespace heed {

Scene one_rnn_lecture(const Trace& run, const Playhead& playhead, float width, float height,
                      const FigureStyle& style) {
    return drawn_larger(style, hall_letters, [&](const FigureStyle& larger) {
        return one_rnn_figure(run, playhead, {width / hall_letters, height / hall_letters, 0, true}, larger);
    });
}

} // namespace heed
