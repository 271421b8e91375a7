#include "app/figures/report/doubt.h"

#include "app/figures/base/marks.h"
#include "app/figures/base/paper_parts.h"

#include <algorithm>

namespace heed {

void add_hatching(Scene& scene, Box box, float width, Color ink) {
    const float inset = width / 2, step = 2 * width * 1.41f;
    const Box in{box.x + inset, box.y + inset, box.w - width, box.h - width};
    for (float from = step / 2; from < in.w + in.h; from += step) { // x + y = from, inside the box
        const float left = std::max(0.0f, from - in.h), right = std::min(from, in.w);
        add_line(scene, {in.x + left, in.y + from - left}, {in.x + right, in.y + from - right}, ink, width);
    }
}

void add_warning(Scene& scene, Point middle, float size, Color ink) {
    const float r = size / 2, line = size / 10;
    scene.add(LineItem{
        .points = {{middle.x, middle.y - r}, {middle.x + r, middle.y + r}, {middle.x - r, middle.y + r}},
        .color = ink,
        .width = line,
        .closed = true});
    add_line(scene, {middle.x, middle.y - r * .3f}, {middle.x, middle.y + r * .3f}, ink, line);
    add_line(scene, {middle.x, middle.y + r * .55f}, {middle.x, middle.y + r * .7f}, ink, line);
}

Scene doubt_band(const std::string& doubt, float width, const FigureStyle& style) {
    constexpr float hatched = 56, size = 13;
    const Palette& c = style.colors();
    Scene scene{.width = width, .height = doubt_height};
    const float middle = doubt_height / 2;
    add_fill(scene, {0, 0, width, doubt_height}, c.bg2);
    add_hatching(scene, {0, 0, hatched, doubt_height}, 4, c.attention);
    add_warning(scene, {hatched + 20, middle}, 13, c.t1);
    const float left = hatched + 36, room = width - left - 16;
    add_text(scene, {left, middle}, fitted(style, doubt + ".", Face::Semibold, size, room), Face::Semibold,
             size, c.t1);
    add_line(scene, {0, doubt_height - .5f}, {width, doubt_height - .5f}, c.line);
    scene.pick({0, 0, width, doubt_height}, {PickKind::TableRow, -1, -1, -1}, doubt + ".");
    return scene;
}

Scene with_doubt(Scene picture, const std::string& doubt, float size, const FigureStyle& style) {
    if (doubt.empty()) return picture;
    const Palette& c = style.colors();
    const float margin = size, hatched = 2.4f * size, top = picture.height + size * .4f;
    const float left = margin + hatched + 2.2f * size;
    const float end = add_paper_lines(picture, style, doubt + ".", {Face::Semibold, size, c.t1, Align::Left},
                                      {left, top}, picture.width - left - margin);
    add_hatching(picture, {margin, top, hatched, std::max(1.4f * size, end - top)}, size * .35f, c.attention);
    add_warning(picture, {margin + hatched + 1.1f * size, top + .65f * size}, size, c.t1);
    picture.height = end + size * .8f;
    return picture;
}

} // namespace heed
