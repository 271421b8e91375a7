#include "app/views/base/icons.h"

#include "app/figures/base/marks.h"

#include <cmath>

namespace heed {
namespace {

struct Pen {
    Scene scene;
    Color color;
    float width = 1.4f;

    void path(std::vector<Point> points, bool closed = false) {
        scene.add(LineItem{std::move(points), color, width, {}, closed});
    }
    void solid(std::vector<Point> points) {
        scene.add(LineItem{std::move(points), color, 0.8f, {}, true, color});
    }
    void ring(Point c, float r) { scene.add(CircleItem{c, r, {0, 0, 0, 0}, color, width}); }
    void dot(Point c, float r) { scene.add(CircleItem{c, r, color}); }
    void bar(Box box) { add_fill(scene, box, color); }
    void arc(Point c, float r, float from, float to) {
        std::vector<Point> points;
        for (int n = 0; n <= 16; ++n) {
            const float a = from + (to - from) * static_cast<float>(n) / 16;
            points.push_back({c.x + r * std::cos(a), c.y + r * std::sin(a)});
        }
        path(std::move(points));
    }
};

void triangle(Pen& pen, float x, float direction) {
    pen.solid({{x - 3 * direction, -4}, {x + 3 * direction, 0}, {x - 3 * direction, 4}});
}

void sun(Pen& pen) {
    pen.ring({0, 0}, 3);
    for (int n = 0; n < 8; ++n) {
        const float a = static_cast<float>(n) * 0.785398f;
        pen.path({{4.8f * std::cos(a), 4.8f * std::sin(a)}, {6.6f * std::cos(a), 6.6f * std::sin(a)}});
    }
}

void help(Pen& pen) {
    pen.ring({0, 0}, 6.2f);
    pen.arc({0, -1.4f}, 1.9f, -3.14f, 0.9f);
    pen.path({{1.15f, 0.1f}, {0, 1.4f}});
    pen.dot({0, 3.4f}, 0.9f);
}

void draw(Pen& pen, Icon which) {
    switch (which) {
    case Icon::Search:
        pen.ring({-1, -1}, 4.4f);
        pen.path({{2.2f, 2.2f}, {5.8f, 5.8f}});
        break;
    case Icon::Help:
        help(pen);
        break;
    case Icon::Sun:
        sun(pen);
        break;
    case Icon::Moon:
        pen.arc({0, 0}, 5.6f, 0.3f, 4.4f);
        pen.arc({2.6f, -2.6f}, 4.6f, 1.2f, 3.5f);
        break;
    case Icon::Upload:
        pen.path({{-6, 1.5f}, {-6, 5.5f}, {6, 5.5f}, {6, 1.5f}});
        pen.path({{0, 2.5f}, {0, -6}});
        pen.path({{-3, -3.2f}, {0, -6}, {3, -3.2f}});
        break;
    case Icon::Chevron:
        pen.path({{-3.2f, -1.6f}, {0, 1.6f}, {3.2f, -1.6f}});
        break;
    case Icon::First:
        triangle(pen, -3, -1);
        triangle(pen, 3, -1);
        break;
    case Icon::Back:
        pen.bar({-5, -4.5f, 1.8f, 9});
        triangle(pen, 1.5f, -1);
        break;
    case Icon::Play:
        pen.solid({{-3.6f, -5}, {5, 0}, {-3.6f, 5}});
        break;
    case Icon::Pause:
        pen.bar({-4.2f, -5, 3, 10});
        pen.bar({1.2f, -5, 3, 10});
        break;
    case Icon::Forward:
        triangle(pen, -1.5f, 1);
        pen.bar({3.2f, -4.5f, 1.8f, 9});
        break;
    case Icon::Last:
        triangle(pen, -3, 1);
        triangle(pen, 3, 1);
        break;
    case Icon::Arrow:
        pen.path({{-9, 0}, {8, 0}});
        pen.path({{4, -4}, {8.4f, 0}, {4, 4}});
        break;
    case Icon::ArrowLeft:
        pen.path({{5, 0}, {-5, 0}});
        pen.path({{-1.5f, -3.5f}, {-5, 0}, {-1.5f, 3.5f}});
        break;
    case Icon::ArrowRight:
        pen.path({{-5, 0}, {5, 0}});
        pen.path({{1.5f, -3.5f}, {5, 0}, {1.5f, 3.5f}});
        break;
    case Icon::Close:
        pen.path({{-4, -4}, {4, 4}});
        pen.path({{4, -4}, {-4, 4}});
        break;
    case Icon::Folder:
        pen.path({{-6, -4.5f}, {-2, -4.5f}, {-0.5f, -2.5f}, {6, -2.5f}, {6, 5}, {-6, 5}}, true);
        break;
    case Icon::File:
        pen.path({{-4.5f, -6}, {1.5f, -6}, {4.5f, -3}, {4.5f, 6}, {-4.5f, 6}}, true);
        pen.path({{1.5f, -6}, {1.5f, -3}, {4.5f, -3}});
        break;
    case Icon::Warning:
        pen.path({{0, -5.5f}, {6.2f, 5}, {-6.2f, 5}}, true);
        pen.path({{0, -1.8f}, {0, 1.6f}});
        pen.dot({0, 3.4f}, 0.8f);
        break;
    case Icon::Check:
        pen.path({{-5, 0.4f}, {-1.6f, 3.8f}, {5, -3.6f}});
        break;
    case Icon::More:
        pen.dot({-4.5f, 0}, 1.3f);
        pen.dot({0, 0}, 1.3f);
        pen.dot({4.5f, 0}, 1.3f);
        break;
    case Icon::Lock:
        pen.path({{-4, -0.5f}, {4, -0.5f}, {4, 5.5f}, {-4, 5.5f}}, true);
        pen.arc({0, -1.5f}, 2.8f, -3.14159f, 0);
        pen.path({{-2.8f, -1.5f}, {-2.8f, -0.5f}});
        pen.path({{2.8f, -1.5f}, {2.8f, -0.5f}});
        break;
    case Icon::Inspector:
        pen.path({{-6.5f, -5}, {6.5f, -5}, {6.5f, 5}, {-6.5f, 5}}, true);
        pen.path({{2, -5}, {2, 5}});
        break;
    case Icon::Path:
        pen.path({{-5.5f, 4}, {-2, -3.5f}, {2, 1.5f}, {5.5f, -4}});
        for (const Point at : {Point{-5.5f, 4}, {-2, -3.5f}, {2, 1.5f}, {5.5f, -4}}) pen.dot(at, 1.7f);
        break;
    case Icon::Undo:
        pen.arc({0.5f, 0.5f}, 4.8f, -2.6f, 2.4f);
        pen.path({{-4.6f, -5.4f}, {-3.8f, -1.9f}, {-0.3f, -2.8f}});
        break;
    case Icon::Redo:
        pen.arc({-0.5f, 0.5f}, 4.8f, 5.7416f, 0.7416f);
        pen.path({{4.6f, -5.4f}, {3.8f, -1.9f}, {0.3f, -2.8f}});
        break;
    case Icon::History:
        pen.ring({0, 0}, 6);
        pen.path({{0, -3.4f}, {0, 0.4f}, {2.6f, 2}});
        break;
    case Icon::Grip:
        for (const float x : {-2.2f, 2.2f})
            for (const float y : {-4.4f, 0.0f, 4.4f}) pen.dot({x, y}, 1.3f);
        break;
    case Icon::Fork:
        pen.path({{-5.5f, 0}, {-1, 0}, {3, -3.6f}, {5.5f, -3.6f}});
        pen.path({{-1, 0}, {3, 3.6f}, {5.5f, 3.6f}});
        break;
    case Icon::SortUp:
        pen.solid({{-3, 1.5f}, {0, -2}, {3, 1.5f}});
        break;
    case Icon::Eye:
        pen.arc({0, 4.6f}, 7.6f, -2.35f, -0.79f);
        pen.arc({0, -4.6f}, 7.6f, 0.79f, 2.35f);
        pen.dot({0, 0}, 2);
        break;
    }
}

} // namespace

Scene icon(Icon which, Color color) {
    Pen pen{{}, color};
    draw(pen, which);
    return std::move(pen.scene);
}

} // namespace heed
