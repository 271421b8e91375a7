#include "app/figures/inspector/fraction.h"

#include <algorithm>

namespace heed::inspector {

void fraction(Column& c, const Fraction& f) {
    const Palette& p = c.colors();
    const MathStyle style{.size = 15, .color = p.t1, .mono = 13};
    const float middle = c.y + 25, x = c.left + Card::padding;
    const MathRow left = math(f.symbol, style, c.style), top = math(f.above, style, c.style),
                  bottom = math(f.below, style, c.style);
    const float bar = std::max({92.0f, top.width + 8, bottom.width + 8}), from = x + left.width + 32;
    draw(c.scene, left, {x, middle});
    c.text(Card::padding + left.width + 11, middle, "=", Face::Regular, 15, p.t2);
    draw_fraction(c.scene, top, bottom, {from, middle}, bar, 13, fade(p.t3, 0.75f));
    if (!f.result.empty()) {
        c.text(from - c.left + bar + 12, middle, f.sign, Face::Regular, 15, p.t2);
        c.text(from - c.left + bar + 32, middle, f.result, Face::MonoSemibold, 15, f.color);
    }
    c.printed.push_back({.left = f.symbol,
                         .above = f.above,
                         .below = f.below,
                         .sign = f.result.empty() ? "" : f.sign,
                         .result = f.result,
                         .color = f.color});
    c.y += 54;
}

} // namespace heed::inspector
