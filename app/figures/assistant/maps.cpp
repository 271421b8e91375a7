#include "app/figures/assistant/maps.h"

#include "app/figures/base/format.h"
#include "app/figures/base/pen.h"
#include "app/figures/base/shorten.h"

#include <algorithm>
#include <cmath>

namespace heed {
namespace {

constexpr float head = 50, foot = 24, labels = 84, small = 104, between = 28; // px
constexpr float number_room = 30;

MatrixItem cells(const Trace& trace, Box box, const FigureStyle& style) {
    const int rows = trace.outputs(), columns = trace.source_length();
    auto values = std::make_shared<std::vector<float>>();
    for (int i = 0; i < rows; ++i)
        for (int j = 0; j < columns; ++j) values->push_back(trace.weight(i, j));
    const float side = std::min(box.w / static_cast<float>(columns), box.h / static_cast<float>(rows));
    MatrixItem item;
    item.box = box;
    item.rows = rows;
    item.columns = columns;
    item.values = std::move(values);
    item.map = style.map;
    item.scale = style.scale;
    item.dark = style.colors().dark();
    item.gap = side > 6 ? 1.0f : 0.0f;
    return item;
}

bool drawable(const AssistantMap& map) {
    return map.trace && map.trace->has_weights() && map.trace->outputs() > 0 &&
           map.trace->source_length() > 0;
}

/// The tokens beside and above the first map, as far as they can be read.
void add_labels(const Pen& pen, const Trace& trace, Box box) {
    const Palette& c = pen.colors();
    const float row = box.h / static_cast<float>(trace.outputs()),
                column = box.w / static_cast<float>(trace.source_length());
    const int step = std::max(1, static_cast<int>(std::ceil(13 / row)));
    for (int i = 0; i < trace.outputs(); i += step) {
        const TraceToken& token = trace.steps[static_cast<std::size_t>(i)].token;
        pen.text({box.x - 8, box.y + (static_cast<float>(i) + .5f) * row},
                 pen.cut(token.text, Face::Regular, 11, labels - 12), 11, c.t2, Align::Right,
                 token.framing() ? Face::Italic : Face::Regular);
    }
    const int across = std::max(1, static_cast<int>(std::ceil(13 / column)));
    for (int j = 0; j < trace.source_length(); j += across) {
        const TraceToken& token = trace.source[static_cast<std::size_t>(j)];
        add_text(pen.scene, {box.x + (static_cast<float>(j) + .5f) * column - 2, box.y - 7},
                 pen.cut(token.text, Face::Regular, 11, 48), token.framing() ? Face::Italic : Face::Regular,
                 11, c.t2, Align::Left, 40);
    }
}

void add_numbers(const Pen& pen, const Trace& trace, Box box) {
    const float row = box.h / static_cast<float>(trace.outputs()),
                column = box.w / static_cast<float>(trace.source_length());
    if (row < 13 || column < number_room) return;
    for (int i = 0; i < trace.outputs(); ++i)
        for (int j = 0; j < trace.source_length(); ++j) {
            const float weight = trace.weight(i, j);
            if (weight < .3f) continue;
            pen.text(
                {box.x + (static_cast<float>(j) + .5f) * column, box.y + (static_cast<float>(i) + .5f) * row},
                cell_number(static_cast<double>(weight)), 11, rgb(0x161A21), Align::Centre, Face::Mono);
        }
}

void add_small(const Pen& pen, const AssistantMap& map, Box box) {
    const Palette& c = pen.colors();
    const Point ring{box.x + 8, box.y - 18};
    pen.scene.add(CircleItem{.centre = ring, .radius = 8, .border = c.t1, .border_width = 1});
    pen.text(ring, std::to_string(map.number), 11, c.t1, Align::Centre, Face::Semibold);
    std::vector<std::string> labels{map.label};
    labels.insert(labels.end(), map.others.begin(), map.others.end());
    labels = told_apart(labels, [&](std::size_t, const std::string& text) {
        return pen.measure(text, Face::Regular, 11) <= box.w - 22;
    });
    pen.text({box.x + 22, ring.y}, labels.front(), 11, c.t1);
    if (drawable(map)) {
        pen.scene.add(cells(*map.trace, box, pen.style));
    } else {
        add_frame(pen.scene, box, c.line2, 1, 4, {3, 3});
        pen.text(box.centre(), "cannot be run", 11, c.t3, Align::Centre);
    }
    const std::string words = map.change      ? map_change_words(*map.change)
                              : drawable(map) ? "other tokens"
                                              : "";
    pen.text({box.right(), box.bottom() + 13}, words, 11, c.t1, Align::Right,
             map.change ? Face::Mono : Face::Regular);
}

} // namespace

std::string map_change_words(double change) {
    constexpr double least = .005; // what two decimals show
    return change == 0 ? "0" : change < least ? "below .01" : cell_number(change);
}

Scene assistant_maps(const std::vector<AssistantMap>& maps, float width, float height,
                     const FigureStyle& style) {
    Scene scene{.width = width, .height = height};
    if (maps.empty() || !drawable(maps.front())) return scene;
    const Pen pen{scene, style};
    const Palette& c = style.colors();
    const Trace& first = *maps.front().trace;
    const float tall = height - head - foot;
    const float usual = std::min(36.0f * static_cast<float>(first.source_length()),
                                 maps.size() > 1 ? width * .34f : width * .6f);
    const Box box{labels, head, std::max(120.0f, usual),
                  std::min(tall, 24.0f * static_cast<float>(first.outputs()))};
    add_labels(pen, first, box);
    scene.add(cells(first, box, style));
    add_numbers(pen, first, box);
    pen.text({box.x, box.bottom() + 13}, "the map as answered", 11, c.t3);
    float x = box.right() + 64;
    bool said = false;
    for (std::size_t n = 1; n < maps.size() && x + small <= width; ++n, x += small + between) {
        if (!said) {
            const std::string whole = "with your answers changed one at a time";
            const bool room = pen.measure(whole, Face::Regular, 11) <= width - x;
            pen.text({x, 8}, room ? whole : "with one answer changed", 11, c.t3);
        }
        said = true;
        add_small(pen, maps[n], {x, head, small, box.h});
    }
    return scene;
}

} // namespace heed
