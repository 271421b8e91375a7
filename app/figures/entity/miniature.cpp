#include "app/figures/entity/miniature.h"

#include "app/figures/base/equation.h"
#include "app/figures/base/format.h"
#include "app/figures/base/marks.h"
#include "app/figures/entity/reading.h"
#include "app/figures/maps/cells.h"

#include <algorithm>
#include <cmath>

namespace heed {

Scene story_miniature(const Trace& run, const StoryBoard& board, float width, float height, float loop,
                      const FigureStyle& style) {
    using namespace slots;
    const Reading r(run, &board);
    const Palette& c = style.colors();
    Scene scene;
    scene.width = width;
    scene.height = height;
    const int steps = r.sentences + 1;
    const int read = loop > 0 ? static_cast<int>(loop * static_cast<float>(steps)) : r.sentences;
    const float size = 11, words = std::min(168.0f, 0.5f * width), foot = 30;
    const auto wide = [&](const std::string& name) { return text_width(style, name, Face::Regular, size); };
    const float pitch = (width - words) / static_cast<float>(r.slots);
    // Where a name is wider than its column, every other one stands lower.
    const bool stepped = std::any_of(r.names.begin(), r.names.end(),
                                     [&](const std::string& name) { return wide(name) > pitch - 4; });
    const float head = stepped ? 32.0f : 20.0f, room = (stepped ? 2 * pitch : pitch) - 6;
    const float row = (height - head - foot) / static_cast<float>(r.sentences);
    const Shading shading{style};
    for (int j = 0; j < r.slots; ++j) {
        const float x = words + (static_cast<float>(j) + 0.5f) * pitch;
        const std::string name =
            fitted(style, r.names[static_cast<std::size_t>(j)], Face::Regular, size, room);
        const float x_in = std::min(x, width - wide(name) / 2); // the last one may be wide
        if (pitch >= 20)
            add_text(scene, {x_in, stepped && j % 2 == 1 ? 22.0f : 9.0f}, name, Face::Regular, size, c.t3,
                     Align::Centre);
    }
    for (int t = 0; t < r.sentences; ++t) {
        const float y = head + (static_cast<float>(t) + 0.5f) * row;
        if (row >= 13)
            add_text(scene, {0, y}, fitted(style, r.sentence(t), Face::Regular, size, words - 8),
                     Face::Regular, size, t < read ? c.t2 : c.t3);
        for (int j = 0; j < r.slots; ++j) {
            const Box cell{words + static_cast<float>(j) * pitch + 1, y - row / 2 + 1, pitch - 2, row - 2};
            if (t >= read) {
                add_later(scene, cell, c, 2);
                continue;
            }
            add_fill(scene, cell, shading.color(r.gate(t, j)), 2);
        }
    }
    const float y = height - foot / 2;
    add_text(scene, {0, y}, fitted(style, r.question(), Face::Regular, size, width - 90), Face::Regular, size,
             c.t1);
    if (read >= r.sentences)
        add_text(scene, {width, y}, shown(run.target_text), Face::MonoSemibold, 13, c.output, Align::Right);
    return scene;
}

} // namespace heed
