// What the colours of a difference stand for.
#include "app/figures/compare/draw.h"

#include <algorithm>
#include <utility>

namespace heed::compare {
namespace {

float width_of(const Shading& shading, const std::string& words, Face face) {
    return text_width(shading.style, words, face, 11);
}

} // namespace

bool add_scale(Scene& scene, const Shading& shading, Box card, float left, const std::string& less,
               const std::string& more) {
    const Color ink = shading.style.colors().t3;
    const float right = card.right() - card_edge, y = card.y + 16;
    const float least_bar = std::max(40.0f, width_of(shading, shading.least(), Face::Mono) +
                                                width_of(shading, shading.most(), Face::Mono) + 6);
    const std::pair<std::string, std::string> choices[] = {{less, more}, {"less", "more"}};
    for (const auto& [low, high] : choices) {
        const float words =
            width_of(shading, low, Face::Regular) + width_of(shading, high, Face::Regular) + 16;
        const float width = std::min(100.0f, right - left - 16 - words);
        if (width < least_bar) continue;
        const float x = right - words - width;
        add_text(scene, {x, y}, low, Face::Regular, 11, ink);
        const Box bar{x + width_of(shading, low, Face::Regular) + 8, y - 5, width, 10};
        add_ramp(scene, shading, bar, 65);
        add_ramp_marks(scene, shading, bar);
        add_text(scene, {right, y}, high, Face::Regular, 11, ink, Align::Right);
        return true;
    }
    return false;
}

float add_scale_below(Scene& scene, const Shading& shading, Box card) {
    constexpr float width = 48, gap = 6;
    const Palette& c = shading.style.colors();
    const float right = card.right() - card_edge, y = card.bottom() - 14;
    add_text(scene, {right, y}, shading.most(), Face::Mono, 11, c.t3, Align::Right);
    const Box bar{right - width_of(shading, shading.most(), Face::Mono) - gap - width, y - 5, width, 10};
    add_ramp(scene, shading, bar, 65);
    add_frame(scene, bar, c.line2, 1);
    add_text(scene, {bar.x - gap, y}, shading.least(), Face::Mono, 11, c.t3, Align::Right);
    return bar.x - gap - width_of(shading, shading.least(), Face::Mono);
}

} // namespace heed::compare
