// For a hall: the story, its gates and the question, in letters for the last row.
#include "app/figures/base/scaled.h"
#include "app/figures/entity/entity.h"

namespace heed {

Scene story_lecture(const Trace& run, const StoryBoard& board, const Playhead& playhead, float width,
                    float height, const FigureStyle& style) {
    return drawn_larger(style, hall_letters, [&](const FigureStyle& larger) {
        const StorySettings hall{width / hall_letters, height / hall_letters, -1, false, true};
        return story_figure(run, board, playhead, hall, larger);
    });
}

} // namespace heed
