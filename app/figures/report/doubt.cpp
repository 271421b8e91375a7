#include "app/figures/report/doubt.h"

#include "app/figures/base/marks.h"
#include "app/figures/base/paper_parts.h"
#include "app/figures/base/shorten.h"

#include <algorithm>
#include <cmath>
#include <memory>

namespace heed {

void add_hatching(Scene& scene, Box box, float width, Color ink) {
    const float band = width * 1.41f; // along an edge
    // The stripe between the lines x + y = from and x + y = to, cut to the box.
    for (float from = -band / 2; from < box.w + box.h; from += 2 * band) {
        const float first = std::max(0.0f, from), last = std::min(from + band, box.w + box.h);
        const auto left = [&](float k) { return Point{std::max(0.0f, k - box.h), std::min(k, box.h)}; };
        const auto right = [&](float k) { return Point{std::min(k, box.w), std::max(0.0f, k - box.w)}; };
        std::vector<Point> corners{left(first)};
        if (first < box.h && box.h < last) corners.push_back({0, box.h});
        corners.push_back(left(last));
        corners.push_back(right(last));
        if (first < box.w && box.w < last) corners.push_back({box.w, 0});
        corners.push_back(right(first));
        for (Point& corner : corners) corner = {corner.x + box.x, corner.y + box.y};
        scene.add(LineItem{
            .points = std::move(corners), .color = {0, 0, 0, 0}, .width = 0, .closed = true, .fill = ink});
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

std::pair<std::string, std::string> doubt_parts(const std::string& doubt) {
    const std::size_t comma = doubt.rfind(", so what you see");
    if (comma == std::string::npos) return {doubt, ""};
    return {doubt.substr(0, comma), doubt.substr(comma + 2)};
}

bool doubt_disagrees(const std::string& doubt) {
    return doubt.starts_with("The model's own example disagrees");
}

namespace {

Color ink_of(const std::string& doubt, const Palette& c) {
    return doubt_disagrees(doubt) ? c.error : c.attention;
}

/// What is in doubt, and how it ends: that it is not in the file, or of a question that was answered by hand,
/// that it is assumed.
std::pair<std::string, std::string> brief_cause(const std::string& cause) {
    const std::string others = " (and ";
    const std::size_t more = cause.rfind(others);
    const std::string end = more == std::string::npos ? "" : cause.substr(more);
    const std::size_t asked =
        cause.starts_with("“") ? cause.find("” is not in the file; ") : std::string::npos;
    const std::string unknown = " is not in the file"; // "Whether its code is the original's … is not …"
    if (asked == std::string::npos && end.empty() && cause.ends_with(unknown))
        return {cause.substr(0, cause.size() - unknown.size()), unknown};
    if (asked == std::string::npos) return {cause.substr(0, more), end};
    const std::string question = cause.substr(0, asked + std::string_view("”").size());
    if (end.empty()) return {question, " is assumed"};
    const std::string count = end.substr(others.size(), end.find(" that ") - others.size());
    return {question, " and " + count + " are assumed"}; // "9 other things"
}

/// Within the room: how it ends stays, what is before that is cut between words.
std::string fitted_cause(const std::string& cause, float size, float room, const FigureStyle& style) {
    const auto width = [&](const std::string& text) { return text_width(style, text, Face::Semibold, size); };
    const auto fit = [&](const std::string& text, float most) {
        const std::string words =
            whole_words(text, [&](const std::string& some) { return width(some) <= most; });
        return words == "…" ? fitted(style, text, Face::Semibold, size, most) : words;
    };
    if (width(cause) <= room) return cause;
    // Which question is open matters more than whose example leaves it so.
    const std::string open = " agrees with more than one answer to “";
    if (const std::size_t at = cause.find(open); at != std::string::npos)
        return fit("The example leaves open “" + cause.substr(at + open.size()), room);
    const auto& [what, end] = brief_cause(cause);
    const std::string begin = fit(what, std::max(.4f * room, room - width(end)));
    return begin + fit(end, room - width(begin));
}

/// What is the case in bold, what follows after it. That stays whole, where there is room for it at all: what
/// is before it is shortened.
void add_doubt_line(Scene& scene, Point at, const std::string& doubt, float size, float room,
                    const FigureStyle& style) {
    const Palette& c = style.colors();
    const auto& [cause, rest] = doubt_parts(doubt);
    const std::string mark = rest.empty() ? "." : ",";
    const float after = rest.empty() ? 0 : text_width(style, rest + ".", Face::Regular, size) + .4f * size;
    const float kept = room - text_width(style, mark, Face::Semibold, size);
    const float before = kept - after > 10 * size ? kept - after : kept;
    const std::string brief = fitted_cause(cause, size, before, style);
    const std::string first = brief + (rest.empty() && brief.ends_with("…") ? "" : mark);
    add_text(scene, at, first, Face::Semibold, size, c.t1);
    const float x = at.x + text_width(style, first, Face::Semibold, size) + .4f * size;
    const float left = at.x + room - x;
    if (!rest.empty() && left > 4 * size)
        add_text(scene, {x, at.y}, fitted(style, rest + ".", Face::Regular, size, left), Face::Regular, size,
                 c.t2);
}

/// A map of weights in small, the largest of what falls together.
MatrixItem small_map(const MatrixXf& weights, Box box, const FigureStyle& style) {
    constexpr int most = 16;
    const auto sources = static_cast<int>(weights.rows()), outputs = static_cast<int>(weights.cols());
    MatrixItem map{.box = box,
                   .rows = std::min(outputs, most),
                   .columns = std::min(sources, most),
                   .values = nullptr,
                   .map = style.map,
                   .scale = style.scale,
                   .dark = style.colors().dark()};
    std::vector<float> values(static_cast<std::size_t>(map.rows * map.columns), 0.0f);
    for (int i = 0; i < outputs; ++i)
        for (int j = 0; j < sources; ++j) {
            float& value = values[static_cast<std::size_t>(i * map.rows / outputs * map.columns +
                                                           j * map.columns / sources)];
            value = std::max(value, std::isfinite(weights(j, i)) ? weights(j, i) : 0.0f);
        }
    map.values = std::make_shared<const std::vector<float>>(std::move(values));
    return map;
}

} // namespace

Scene doubt_band(const std::string& doubt, float width, const FigureStyle& style) {
    constexpr float hatched = 16, size = 13;
    const Palette& c = style.colors();
    Scene scene{.width = width, .height = doubt_height};
    const float middle = doubt_height / 2;
    add_fill(scene, {0, 0, width, doubt_height}, c.bg2);
    add_hatching(scene, {0, 0, hatched, doubt_height}, 4, ink_of(doubt, c));
    add_warning(scene, {hatched + 16, middle}, 13, ink_of(doubt, c));
    const float left = hatched + 32;
    add_doubt_line(scene, {left, middle}, doubt, size, width - left - 16, style);
    add_line(scene, {0, doubt_height - .5f}, {width, doubt_height - .5f}, c.line);
    scene.pick({0, 0, width, doubt_height}, {PickKind::TableRow, -1, -1, -1}, doubt + ".");
    return scene;
}

Scene doubt_card(const std::string& doubt, float width, const FigureStyle& style) {
    constexpr float hatched = 10, left = hatched + 40;
    const Palette& c = style.colors();
    Scene words{.width = width};
    const float room = width - left - 12;
    const std::string cause = doubt_parts(doubt).first, line = fitted_cause(cause, 15, room, style);
    float y = 40; // of what follows
    if (line == cause || line.find("…") == line.npos) {
        add_text(words, {left, 19}, line, Face::Semibold, 15, c.t1);
    } else { // rather in several lines than cut
        const auto& [what, end] = brief_cause(cause);
        y = 12 + add_paper_lines(words, style, what + end, {Face::Semibold, 13, c.t1, Align::Left},
                                 {left, 10}, room);
    }
    add_text(words, {left, y},
             fitted(style, "What you see may not be what the model does.", Face::Regular, 13, room),
             Face::Regular, 13, c.t2);
    Scene scene{.width = width, .height = y + doubt_card_height - 40};
    add_fill(scene, {0, 0, width, scene.height}, c.bg2, 4);
    add_hatching(scene, {0, 0, hatched, scene.height}, 4, ink_of(doubt, c));
    add_warning(scene, {hatched + 20, 19}, 13, ink_of(doubt, c));
    for (SceneItem& item : words.items) scene.add(std::move(item));
    scene.pick({0, 0, width, scene.height}, {PickKind::TableRow, -1, -1, -1}, doubt + ".");
    return scene;
}

Scene doubt_samples(const std::string& name, const std::string& score, const std::string& doubt,
                    const Trace* run, float width, const FigureStyle& style) {
    const Palette& c = style.colors();
    Scene scene{.width = width};
    add_fill(scene, {0, 0, width, 30}, c.bg2, 4);
    add_hatching(scene, {0, 0, 10, 30}, 3, ink_of(doubt, c));
    add_warning(scene, {26, 15}, 12, ink_of(doubt, c));
    add_doubt_line(scene, {40, 15}, doubt_parts(doubt).first, 11, width - 52, style);
    add_text(scene, {0, 44}, "above the canvas, not to be closed", Face::Regular, 11, c.t3);
    // A page is white whatever the theme.
    FigureStyle paper = style;
    paper.theme = Theme::Light;
    const Palette& ink = paper.colors();
    const auto maps = run ? run->maps() : std::vector<AttentionMap>{};
    const bool mapped = !maps.empty() && maps.front().weights && maps.front().weights->size() > 0;
    const float top = 60, left = mapped ? 100.0f : 12.0f, room = width - left - 12;
    const std::string title = "Attention of " + name + (score.empty() ? "" : ", " + score) + ".";
    Scene words{.width = width};
    add_text(words, {left, top + 18}, fitted(paper, title, Face::Regular, 11, room), Face::Regular, 11,
             ink.t1);
    float y = add_paper_lines(words, paper, doubt + ".", {Face::Semibold, 11, ink.t1, Align::Left},
                              {left, top + 30}, room);
    add_text(words, {left, y + 10},
             fitted(paper, "in the caption of SVG, PDF, PNG and CSV", Face::Regular, 11, room), Face::Regular,
             11, ink.t3);
    const float height = std::max(mapped ? 92.0f : 0.0f, y + 24 - top);
    add_fill(scene, {0, top, width, height}, ink.bg1, 3);
    if (mapped) scene.add(small_map(*maps.front().weights, {10, top + 10, 76, 72}, paper));
    for (SceneItem& item : words.items) scene.add(std::move(item));
    scene.height = top + height;
    return scene;
}

Scene with_doubt(Scene picture, const std::string& doubt, float size, const FigureStyle& style) {
    if (doubt.empty()) return picture;
    const Palette& c = style.colors();
    const float margin = size, hatched = 2.4f * size, top = picture.height + size * .4f;
    const float left = margin + hatched + 2.2f * size;
    const float end = add_paper_lines(picture, style, doubt + ".", {Face::Semibold, size, c.t1, Align::Left},
                                      {left, top}, picture.width - left - margin);
    add_hatching(picture, {margin, top, hatched, std::max(1.4f * size, end - top)}, size * .35f,
                 ink_of(doubt, c));
    add_warning(picture, {margin + hatched + 1.1f * size, top + .65f * size}, size, c.t1);
    picture.height = end + size * .8f;
    return picture;
}

} // namespace heed
