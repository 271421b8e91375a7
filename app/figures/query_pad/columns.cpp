// The same three moves, one column a key: scores, temperature, weights, and their sum tip to tail.
#include "app/figures/base/format.h"
#include "app/figures/query_pad/plan.h"

#include <algorithm>
#include <cmath>

namespace heed::pads {
namespace {

void row_name(const Painter& p, float y, const std::string& name, const std::string& gloss, Color color) {
    p.text({p.plan.labels, y}, name, 13, color, Align::Left, Face::Semibold);
    p.text({p.plan.labels, y + 15}, fitted(p.style, gloss, Face::Regular, label_size, 96), label_size,
           p.colors().t3);
}

float bar_width(const Painter& p) { return std::min(31.0f, 0.45f * p.plan.column); }

void draw_heads(const Painter& p) {
    const Palette& c = p.colors();
    for (int n = 0; n < p.count(); ++n) {
        const Box head = around({p.plan.x(n), p.plan.keys}, std::min(68.0f, p.plan.column - 8), 24);
        p.scene.add(RectItem{head, c.bg1, c.forward, 1.25f, 5, {}});
        add_symbol(p.scene, p.style, head.centre(), "k", std::to_string(n + 1), 13, c.t1);
        const std::string at = point_words(p.pad.keys[static_cast<std::size_t>(n)]);
        if (text_width(p.style, at, Face::Mono, label_size) < p.plan.column - 4)
            p.text({p.plan.x(n), p.plan.keys + 23}, at, label_size, c.t3, Align::Centre, Face::Mono);
    }
}

void draw_scores(const Painter& p) {
    const Palette& c = p.colors();
    const float y = p.plan.scores, wide = bar_width(p);
    row_name(p, y - 8, "Scores", "e, of any size", c.attention);
    add_line(p.scene, {p.plan.first, y}, {p.plan.x(p.count() - 1) + p.plan.column / 2, y}, c.line2, 1);
    float largest = 1;
    for (int n = 0; n < p.count(); ++n) largest = std::max(largest, std::abs(p.energy(n)));
    for (int n = 0; n < p.count(); ++n) {
        const float e = p.energy(n), high = std::max(1.0f, std::abs(e) / largest * p.plan.reach);
        const Box bar{p.plan.x(n) - wide / 2, e >= 0 ? y - high : y, wide, high};
        add_fill(p.scene, bar, fade(c.attention, e >= 0 ? 1.0f : 0.5f), std::min(2.0f, high / 2));
        p.text({p.plan.x(n), e >= 0 ? y + 10 : y - 10}, fixed(static_cast<double>(e), 2), label_size,
               n == p.looked_at() ? c.t1 : c.t2, Align::Centre, Face::Mono);
    }
}

void draw_temperature(const Painter& p) {
    const Palette& c = p.colors();
    const float y = p.plan.temperature;
    row_name(p, y - 7, "Temperature", "softmax(e / τ)", c.t1);
    const PadLayout layout = pad_layout(p.pad, p.settings);
    const Box& track = layout.temperature;
    p.text({track.right() + 14, y}, "τ = " + significant(static_cast<double>(p.pad.temperature), 3), 13, c.t1,
           Align::Left, Face::Mono);
    if (p.settings.paper) {
        const float x = track.x + pad_slider(p.pad.temperature) * track.w;
        add_line(p.scene, {track.x, y}, {track.right(), y}, c.line2, 3);
        add_line(p.scene, {track.x, y}, {x, y}, c.t2, 3);
        p.scene.add(CircleItem{{x, y}, 5, c.t1});
    }
    if (!p.plan.tall) return;
    p.text({track.x, y + 18}, "0.1 only the best key", label_size, c.t3);
    p.text({track.right(), y + 18}, track.w > 220 ? "10 all alike" : "10", label_size, c.t3, Align::Right);
}

void draw_weights(const Painter& p) {
    const Palette& c = p.colors();
    const float y = p.plan.weights, wide = bar_width(p), end = p.plan.x(p.count() - 1) + p.plan.column / 2;
    row_name(p, y - 30, "Weights", "positive, sum to 1", c.attention);
    add_line(p.scene, {p.plan.first, y}, {end, y}, c.line2, 1);
    const float even = 1 / static_cast<float>(p.count()), level = y - even * p.plan.unit;
    for (int n = 0; n < p.count(); ++n) {
        const float a = p.weight(n), high = std::max(1.5f, a * p.plan.unit);
        const Box bar{p.plan.x(n) - wide / 2, y - high, wide, high};
        if (c.dark() && p.settings.phase == 1 && high > 8)
            p.scene.add(GlowItem{bar, 10, fade(c.attention, 0.35f)});
        add_fill(p.scene, bar, c.attention, std::min(2.0f, high / 2));
        p.text({p.plan.x(n), y + 10}, cell_number(static_cast<double>(a)), label_size,
               n == p.looked_at() ? c.t1 : c.t2, Align::Centre, Face::Mono);
    }
    add_line(p.scene, {p.plan.first, level}, {end, level}, fade(c.t2, 0.7f), 1, {2, 3});
    const std::string words = "even " + cell_number(static_cast<double>(even));
    const float room = p.plan.column - wide - 8, ceiling = p.pad.now().ceiling,
                top = y - ceiling * p.plan.unit;
    const bool bounded = ceiling < 0.995f;
    // Between two columns whose bars stay below the line.
    for (int n = 0; n + 1 < p.count(); ++n) {
        const bool low = p.weight(n) < even && p.weight(n + 1) < even;
        if (!low || text_width(p.style, words, Face::Regular, label_size) > room) continue;
        if (!bounded || std::abs(top - level) > 14)
            p.text({(p.plan.x(n) + p.plan.x(n + 1)) / 2, level - 9}, words, label_size, c.t3, Align::Centre);
        break;
    }
    if (!bounded) return;
    add_line(p.scene, {p.plan.first, top}, {end, top}, c.t1, 1, {2, 3});
    p.text({end, top - 9}, "ceiling " + cell_number(static_cast<double>(ceiling)), label_size, c.t1,
           Align::Right);
}

/// Each key times its weight, one put to the end of the other.
void draw_sum(const Painter& p) {
    const Palette& c = p.colors();
    const Box& box = p.plan.sum;
    if (!p.plan.tall || box.h < 60) return;
    row_name(p, box.y + 8, "Context", "c = Σ α k", c.attention);
    p.scene.add(RectItem{box, c.bg1, c.line, 1, 8, {}});
    p.text({box.x + 10, box.y + 14},
           fitted(p.style, "each key times its weight, added", Face::Regular, label_size, box.w - 20),
           label_size, c.t3);
    std::vector<Point> path{{0, 0}};
    float left = 0, right = 0, low = 0, high = 0;
    for (int n = 0; n < p.count(); ++n) {
        const Point key = p.pad.keys[static_cast<std::size_t>(n)];
        path.push_back({path.back().x + p.weight(n) * key.x, path.back().y + p.weight(n) * key.y});
        left = std::min(left, path.back().x), right = std::max(right, path.back().x);
        low = std::min(low, path.back().y), high = std::max(high, path.back().y);
    }
    const Box inside{box.x + 16, box.y + 28, box.w - 32, box.h - 44};
    const float scale =
        std::min(inside.w / std::max(0.3f, right - left), inside.h / std::max(0.3f, high - low));
    const auto place = [&](Point u) {
        return Point{inside.centre().x + (u.x - (left + right) / 2) * scale,
                     inside.centre().y - (u.y - (low + high) / 2) * scale};
    };
    for (std::size_t n = 0; n + 1 < path.size(); ++n)
        add_arrow(p.scene, place(path[n]), place(path[n + 1]), c.forward, 1.5f, 4);
    p.scene.add(CircleItem{place(path.front()), 3, c.t3, {0, 0, 0, 0}, 0, {}});
    p.scene.add(CircleItem{place(path.back()), 5, c.attention, {0, 0, 0, 0}, 0, {}});
}

void draw_numbers(const Painter& p) {
    const Box& box = p.plan.sum;
    const float x = box.right() + 20;
    if (!p.plan.tall || box.h < 96 || p.plan.right - x < 120) return;
    const Palette& c = p.colors();
    const Point best = p.pad.keys[static_cast<std::size_t>(p.pad.strongest())], context = p.pad.now().context,
                average = p.pad.average();
    const auto distance = [&](Point a) {
        return static_cast<double>(std::hypot(a.x - best.x, a.y - best.y));
    };
    p.text({x, box.y + 10}, "with these weights", label_size, c.t3);
    p.text({x, box.y + 28}, "c = (" + point_words(context) + ")", 13, c.attention, Align::Left, Face::Mono);
    p.text({x, box.y + 52}, "no attention, plain average", label_size, c.t3);
    p.text({x, box.y + 70}, "(" + point_words(average) + ")", 13, c.t2, Align::Left, Face::Mono);
    if (box.h < 118) return;
    const std::string words = "distance to the best key: " + fixed(distance(context), 2) + " against " +
                              fixed(distance(average), 2);
    p.text({x, box.y + 100}, fitted(p.style, words, Face::Regular, label_size, p.settings.width - x - 8),
           label_size, c.t3);
}

} // namespace

void draw_columns(const Painter& p) {
    const Palette& c = p.colors();
    p.text({p.plan.labels, p.plan.title},
           fitted(p.style, "The same three moves, one column a key", Face::Semibold, 13,
                  p.plan.right - p.plan.labels),
           13, c.t1, Align::Left, Face::Semibold);
    const int lit = p.looked_at();
    const float bottom = p.plan.weights + 20;
    if (lit >= 0 && lit < p.count())
        add_fill(p.scene,
                 {p.plan.x(lit) - p.plan.column / 2 + 2, p.plan.keys - 16, p.plan.column - 4,
                  bottom - p.plan.keys + 16},
                 fade(c.t1, 0.045f), 6);
    draw_heads(p);
    draw_scores(p);
    draw_temperature(p);
    draw_weights(p);
    draw_sum(p);
    draw_numbers(p);
    for (int n = 0; n < p.count(); ++n)
        for (const auto& [top, end] : {std::pair{p.plan.keys - 16, p.plan.temperature - 18},
                                       std::pair{p.plan.temperature + 28, bottom}})
            p.scene.pick({p.plan.x(n) - p.plan.column / 2, top, p.plan.column, end - top},
                         {PickKind::Column, n, -1, -1, {}}, "");
}

} // namespace heed::pads
