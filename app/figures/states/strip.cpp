// Under a path, a small map for every token: what lies about its state.
#include "app/figures/states/draw.h"

#include <algorithm>
#include <cmath>

namespace heed::states {
namespace {

constexpr float least_cell = 30, largest_cell = 48, gap = 4, label_height = 16;
constexpr float part = 5; // a small map shows a fifth of the large one, either way

/// The columns that have a cell: all, or as many as fit about the one that is looked at. Not about the
/// pointer: what it points at would run away.
struct View {
    int first = 0, count = 0;
    float cell = 0, left = 0;
};

View view_of(const Panel& panel) {
    View view;
    view.cell = strip_cell(panel);
    view.count = std::min(panel.count(), static_cast<int>((panel.strip.w + gap) / (view.cell + gap) + 0.01f));
    const int middle = std::max(0, panel.chosen() >= 0 ? panel.chosen() : panel.current());
    view.first = std::clamp(middle - view.count / 2, 0, panel.count() - view.count);
    const float used = static_cast<float>(view.count) * (view.cell + gap) - gap;
    view.left = panel.strip.x + (panel.strip.w - used) / 2;
    return view;
}

/// Where a point of the large map lies in a small one about `centre`.
Point in_cell(Point at, Point centre, const Box& cell, float zoom) {
    return {cell.centre().x + (at.x - centre.x) * zoom, cell.centre().y + (at.y - centre.y) * zoom};
}

bool may_cross(Point a, Point b, const Box& box) {
    return std::max(a.x, b.x) >= box.x && std::min(a.x, b.x) <= box.right() && std::max(a.y, b.y) >= box.y &&
           std::min(a.y, b.y) <= box.bottom();
}

void draw_surroundings(const Panel& panel, const std::vector<Hits>& hits, int k, const Box& cell) {
    Scene& scene = panel.canvas.scene;
    const Point centre = panel.at[static_cast<std::size_t>(k)];
    const float zoom = cell.w / (std::min(panel.map.w, panel.map.h) / part * 2);
    const float others = panel.count() <= 30 ? 0.35f : 0.15f; // steps that do not touch the state
    const auto to = [&](Point at) { return in_cell(at, centre, cell, zoom); };
    for (const Hits& hit : hits)
        if (const Point at = to(hit.at); cell.contains(at))
            scene.add(CircleItem{at, 1 + 0.8f * std::sqrt(static_cast<float>(hit.count)),
                                 fade(panel.colors().t2, 0.6f)});
    for (int n = 1; n < panel.count(); ++n) {
        const auto now = static_cast<std::size_t>(n);
        if (panel.seen[now] == Seen::Later || panel.seen[now - 1] == Seen::Later) continue;
        const Point a = to(panel.at[now - 1]), b = to(panel.at[now]);
        if (may_cross(a, b, cell))
            add_line(scene, a, b, fade(panel.color(), n == k || n == k + 1 ? 0.9f : others), 1);
    }
    for (int n = 0; n < panel.count(); ++n) {
        const auto now = static_cast<std::size_t>(n);
        if (panel.seen[now] == Seen::Later) continue;
        if (const Point at = to(panel.at[now]); n != k && cell.contains(at))
            scene.add(CircleItem{at, 1.75f, fade(panel.color(), 0.6f)});
    }
    scene.add(CircleItem{cell.centre(), 3, panel.color()});
}

void draw_cell(const Panel& panel, const std::vector<Hits>& hits, int k, const Box& cell) {
    Scene& scene = panel.canvas.scene;
    const Palette& c = panel.colors();
    const bool later = panel.seen[static_cast<std::size_t>(k)] == Seen::Later;
    if (later) {
        add_later(scene, cell, c, 4);
    } else {
        add_fill(scene, cell, c.bg0, 4);
        scene.add(ClipItem{grown(cell, -1)});
        draw_surroundings(panel, hits, k, cell);
        scene.add(ClipEnd{});
        const bool lit = k == panel.hovered() || k == panel.chosen(), current = k == panel.current();
        add_frame(scene, cell,
                  lit       ? c.t1
                  : current ? panel.color()
                            : c.line,
                  lit || current ? 1.5f : 1.0f, 4);
    }
    scene.pick({cell.x - gap / 2, cell.y, cell.w + gap, cell.h + label_height}, panel.pick(k),
               panel.tooltip(k));
    const Point below{cell.centre().x, cell.bottom() + label_height / 2 + 1};
    if (!panel.known(k)) {
        add_text(scene, below, "·", Face::Mono, 11, c.t3, Align::Centre);
        return;
    }
    const TokenText token = panel.label(k);
    add_text(scene, below, fitted(panel.canvas.style, token.text, token.face, 11, cell.w + gap - 2),
             token.face, 11, k == panel.hovered() || k == panel.chosen() ? c.t1 : panel.label_color(k),
             Align::Centre);
}

} // namespace

float strip_cell(const Panel& panel) {
    const float room = panel.strip.h - label_height;
    const float fits = (panel.strip.w + gap) / static_cast<float>(std::max(1, panel.count())) - gap;
    return std::clamp(std::min(room, fits), least_cell, largest_cell);
}

void draw_strip(const Panel& panel) {
    if (panel.strip.h < least_cell + label_height || panel.count() == 0) return;
    const View view = view_of(panel);
    const std::vector<Hits> hits = hits_of(panel);
    for (int n = 0; n < view.count; ++n) {
        const Box cell{view.left + static_cast<float>(n) * (view.cell + gap),
                       panel.strip.y + (panel.strip.h - label_height - view.cell) / 2, view.cell, view.cell};
        draw_cell(panel, hits, view.first + n, cell);
    }
    if (view.count == panel.count()) return;
    const float all = static_cast<float>(panel.count()); // which part of the path has a cell
    const Box track{panel.strip.x, panel.strip.bottom() + 3, panel.strip.w, 3};
    add_fill(panel.canvas.scene, track, panel.colors().bg2, 1.5f);
    add_fill(panel.canvas.scene,
             {track.x + track.w * static_cast<float>(view.first) / all, track.y,
              track.w * static_cast<float>(view.count) / all, 3},
             panel.colors().line2, 1.5f);
}

} // namespace heed::states
