#include "app/figures/search/tree_timeline.h"

#include "app/figures/base/marks.h"

#include <algorithm>

namespace heed {
namespace {

constexpr float bar_height = 16, narrowest_label = 16;

float gap_of(int outputs, float width) {
    return outputs > 1 ? std::min(3.0f, width * 0.3f / static_cast<float>(outputs - 1)) : 0;
}
float pitch_of(int outputs, float width) {
    return (width + gap_of(outputs, width)) / static_cast<float>(std::max(1, outputs));
}

} // namespace

Scene tree_timeline(const std::vector<std::string>& tokens, int outputs, int revealed, float width,
                    float height, const FigureStyle& style) {
    Scene scene{.width = width, .height = height};
    const Palette& c = style.colors();
    const float pitch = pitch_of(outputs, width), wide = pitch - gap_of(outputs, width),
                top = (height - bar_height) / 2;
    for (int i = 0; i < outputs; ++i) {
        const float x = pitch * static_cast<float>(i);
        const bool done = i < revealed, current = i + 1 == revealed;
        add_fill(scene, {x, top, wide, bar_height},
                 current ? c.output
                 : done  ? fade(c.output, 0.5f)
                         : c.bg2,
                 std::min(3.0f, wide / 2));
        if (current) {
            add_frame(scene, {x - 0.75f, top - 0.75f, wide + 1.5f, bar_height + 1.5f}, c.t1, 1.5f, 4);
            const float middle = x + wide / 2;
            scene.add(LineItem{{{middle - 5, top - 8}, {middle + 5, top - 8}, {middle, top - 3}},
                               {0, 0, 0, 0},
                               0,
                               {},
                               true,
                               c.t1});
        }
        const bool known = i < static_cast<int>(tokens.size());
        const std::string token = known ? tokens[static_cast<std::size_t>(i)] : "";
        scene.pick({x, 0, pitch, height}, {PickKind::Segment, i},
                   "Output " + std::to_string(i + 1) + (known && done ? ": " + token : ""));
        if (!known || !done || wide < narrowest_label) continue;
        const Face face = token_face(token);
        add_text(scene, {x + wide / 2, top + bar_height + 12}, fitted(style, token, face, 11, wide), face, 11,
                 current ? c.t1 : c.t3, Align::Centre);
    }
    return scene;
}

int tree_timeline_at(int outputs, float width, float x) {
    return std::clamp(static_cast<int>(x / pitch_of(outputs, width)) + 1, 0, outputs);
}

} // namespace heed
