// Accuracy by length, each line with its interval; what a model learnt from shaded, and the user's own length
// marked.
#include "app/figures/base/equation.h"
#include "app/figures/base/format.h"
#include "app/figures/memory/parts.h"
#include "core/text/strings.h"

#include <algorithm>
#include <cmath>

namespace heed::memories {
namespace {

struct LengthFrame {
    Box plot;
    int longest = 1;
    float x(float length) const { return plot.x + plot.w * length / static_cast<float>(longest); }
    float y(double share) const { return plot.bottom() - plot.h * static_cast<float>(share); }
};

void add_length_axes(const View& view, const LengthFrame& f) {
    const Palette& c = view.colors();
    for (int k = 0; k <= 4; ++k) {
        const float y = f.y(0.25 * k);
        add_line(view.scene, {f.plot.x, y}, {f.plot.right(), y}, c.line, 1);
        view.text({f.plot.x - 8, y}, std::to_string(25 * k) + "%", 11, c.t3, Align::Right, Face::Mono);
    }
    const int every = f.longest > 100 ? 50 : f.longest > 25 ? 10 : 5;
    for (int n = 0; n <= f.longest; n += every)
        view.text({f.x(static_cast<float>(n)), f.plot.bottom() + 16}, std::to_string(n), 11, c.t3,
                  Align::Centre, Face::Mono);
    view.text({f.plot.right() + 14, f.plot.bottom() + 16}, view.board.units, 11, c.t3);
}

/// The lengths that all of them learnt from; {0, 0} where they do not say the same.
std::pair<int, int> trained_range(const View& view) {
    std::pair<int, int> range{0, 0};
    for (const LengthLine& line : view.board.lines) {
        if (line.longest == 0) continue;
        if (range.second != 0 && range != std::pair(line.shortest, line.longest)) return {0, 0};
        range = {line.shortest, line.longest};
    }
    return range;
}

/// Where between those places no curve is near.
float clear_height(const View& view, const LengthFrame& f, float from, float to) {
    float best = 0, most = -1;
    for (const float part : {.62f, .38f, .87f, .12f}) { // between the lines of the scale
        const float y = f.plot.y + part * f.plot.h;
        float nearest = f.plot.h;
        for (const LengthLine& line : view.board.lines)
            for (std::size_t n = 0; view.shown(line.key) && n + 1 < line.points.size(); ++n)
                for (const float t : {0.0f, .25f, .5f, .75f, 1.0f}) {
                    const auto between = [&](float a, float b) { return a + t * (b - a); };
                    const float x = between(f.x(static_cast<float>(line.points[n].length)),
                                            f.x(static_cast<float>(line.points[n + 1].length)));
                    if (x < from - 4 || x > to + 4) continue;
                    const bool tokens = view.settings.tokens;
                    nearest = std::min(nearest, std::abs(between(f.y(line.points[n].of(tokens).right),
                                                                 f.y(line.points[n + 1].of(tokens).right)) -
                                                         y));
                }
        if (nearest > most + 2) best = y, most = nearest;
    }
    return best;
}

/// The words stand where the line of the user's own length is not.
void add_trained(const View& view, const LengthFrame& f, int own) {
    const auto [shortest, longest] = trained_range(view);
    if (longest == 0) return;
    const Palette& c = view.colors();
    const auto inside = [&](int length) {
        return std::clamp(f.x(static_cast<float>(length)), f.plot.x, f.plot.right());
    };
    const float left = inside(shortest), right = inside(longest);
    add_fill(view.scene, {left, f.plot.y, right - left, f.plot.h}, fade(c.bg3, 0.45f));
    const std::string words = "learnt from " + std::to_string(shortest) + " to " + std::to_string(longest);
    const float line = std::clamp(f.x(static_cast<float>(own)), left, right),
                wide = view.measure(words, Face::Regular, 11) + 8;
    float from = left, to = right;
    if (own > 0 && std::abs((left + right) / 2 - line) < wide / 2)
        (line - left > right - line ? to : from) = line;
    if (wide < to - from)
        view.text({(from + to) / 2, clear_height(view, f, (from + to - wide) / 2, (from + to + wide) / 2)},
                  words, 11, c.t3, Align::Centre);
}

/// Piece by piece: who fills a shape need only fill convex ones.
void add_band(const View& view, const LengthFrame& f, const LengthLine& line, Color color) {
    const auto at = [&](std::size_t n, double share) {
        return Point{f.x(static_cast<float>(line.points[n].length)), f.y(share)};
    };
    const auto share = [&](std::size_t n) { return line.points[n].of(view.settings.tokens); };
    for (std::size_t n = 0; n + 1 < line.points.size(); ++n) {
        const LengthLine::Share here = share(n), next = share(n + 1);
        view.scene.add(
            LineItem{{at(n, here.high), at(n + 1, next.high), at(n + 1, next.low), at(n, here.low)},
                     {0, 0, 0, 0},
                     0,
                     {},
                     true,
                     fade(color, 0.16f)});
    }
}

} // namespace

void draw_lengths(const View& view, Box box) {
    const Palette& c = view.colors();
    int items = 0, longest = 0;
    for (const LengthLine& line : view.board.lines)
        for (const auto& at : line.points) {
            items = std::max(items, at.items);
            longest = std::max(longest, at.length);
        }
    const bool tokens = view.settings.tokens;
    const std::string bands = view.either(" Bands: 95% interval.", " Bands: 95%.");
    const std::string count = "at most " + std::to_string(items) + " items of a length." + bands;
    const std::string measured =
        tokens ? capitalized(view.board.units) + " right, each after the right ones before it" +
                     (items > 0 ? "; " + count : std::string("."))
        : items == 0 ? view.board.items + " that are written without a fault, by their length."
                     : view.board.items + " written without a fault, at most " + std::to_string(items) +
                           " of a length." + bands;
    const Box room = panel(view, box, view.either("Accuracy as inputs get longer", "Accuracy by length"),
                           measured, view.beside_title());
    if (longest == 0) {
        const std::string words = !view.board.no_lines.empty() ? view.board.no_lines : "Being measured …";
        float y = room.y + 14;
        for (const std::string& line : wrap(words, room.w, Face::Regular, 13, *view.style.metrics)) {
            view.text({room.x, y}, line, 13, c.t2);
            y += 20;
        }
        return;
    }
    const int own = std::max(0, view.words() - 1); // without the end token
    float names = view.measure(view.board.units, Face::Regular, 11);
    for (const LengthLine& line : view.board.lines)
        if (view.shown(line.key))
            names = std::max(names, std::ceil(view.measure(line.title, Face::Regular, 11)));
    names = std::min(names, room.w * 0.36f);
    const LengthFrame f{{room.x + 36, room.y + 16, room.w - 36 - names - 10, room.h - 42},
                        std::max(longest, std::min(own, 2 * longest))};
    add_trained(view, f, own);
    add_length_axes(view, f);
    std::vector<EndLabel> labels;
    for (const LengthLine& line : view.board.lines) {
        if (!view.shown(line.key) || line.points.empty()) continue;
        const Stroke stroke = writing_stroke(view, line.key, line.cell, line.attention);
        add_band(view, f, line, stroke.color);
        std::vector<Point> points;
        for (const auto& at : line.points)
            points.push_back({f.x(static_cast<float>(at.length)), f.y(at.of(tokens).right)});
        polyline(view, points, stroke);
        labels.push_back({points.back().y, line.title, stroke.color});
        for (std::size_t n = 0; n < points.size(); ++n) {
            const auto& at = line.points[n];
            const LengthLine::Share share = at.of(tokens);
            const std::string what =
                tokens ? " of " + view.board.units + " right in " + std::to_string(at.items) + " items"
                       : " of " + std::to_string(at.items) + " items without a fault";
            view.scene.pick({points[n].x - 5, points[n].y - 5, 10, 10},
                            {PickKind::Bar, -1, at.length, -1, line.key},
                            line.title + ", " + counted(at.length, view.board.unit) + ": " +
                                careful_percent(share.right) + what + ", between " + percent(share.low) +
                                " and " + percent(share.high));
        }
    }
    end_labels(view, labels, f.plot.right() + 10, names, f.plot.y, f.plot.bottom() - 8);
    if (own < 1) return;
    const float x = f.x(static_cast<float>(std::min(own, f.longest)));
    add_line(view.scene, {x, f.plot.y - 6}, {x, f.plot.bottom()}, c.t2, 1);
    const std::string words =
        (own > f.longest ? "yours is longer: " : "yours: ") + counted(own, view.board.unit);
    const float half = view.measure(words, Face::Regular, 11) / 2;
    view.text({std::clamp(x, room.x + half, std::max(room.x + half, room.right() - half)), f.plot.y - 14},
              words, 11, c.t1, Align::Centre);
}

} // namespace heed::memories
